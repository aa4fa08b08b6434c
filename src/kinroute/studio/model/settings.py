"""The settings of a search as a person chooses them, and the command that has the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from kinroute.errors import ConfigError
from kinroute.problem.tolerance import exact
from kinroute.relatedness.named import NAMED
from kinroute.search.config import SearchConfig, thread_count
from kinroute.search.methods import CROSSOVERS, METHODS, method_named, unused_heatmap
from kinroute.search.progress import Progress
from kinroute.search.stop import (
    AfterIterations,
    AfterNoImprovement,
    AfterSeconds,
    AtCost,
    Stop,
    default_seconds,
)
from kinroute.studio.model.networks import Networks, Scores

LOCAL_SEARCHES = (*NAMED, "heatmap")
"""The relatednesses that a local search can be steered by."""
CROSSOVER_CHOICES = (*NAMED, "heatmap", *CROSSOVERS)
"""The relatednesses of a crossover, and the crossovers without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """Arguments of `kinroute.solve` by name; None leaves the choice to the method."""

    method: str = "auto"
    local_search: str | None = None
    crossover: str | None = None
    model: str | None = None
    """A network that is installed, by name."""
    scores: Scores | None = None
    """A heatmap or a network from a file, instead."""
    time_limit: float | None = None
    iterations: int | None = None
    no_improvement: int | None = None
    target: float | None = None
    granularity: int | None = None
    seed: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        for field, value, known in (
            ("method", self.method, tuple(METHODS)),
            ("local_search", self.local_search, LOCAL_SEARCHES),
            ("crossover", self.crossover, CROSSOVER_CHOICES),
        ):
            if value is not None and value not in known:
                raise ConfigError(f"{field} {value!r} is not known; use one of {', '.join(known)}")
        if self.model is not None and self.model not in Networks.installed():
            installed = ", ".join(Networks.installed())
            raise ConfigError(f"model {self.model!r} is not known; use one of {installed}")
        thread_count(self.threads)
        if self.granularity is not None:
            SearchConfig(granularity=self.granularity)
        self._rules()

    @property
    def unused_network(self) -> str | None:
        """What the command line says of a network that nothing is steered by; None if it is."""
        chosen = self.model if self.scores is None else self.scores.name
        if chosen is None:
            return None
        method = method_named(self.method)
        return unused_heatmap(chosen, method, self.local_search, self.crossover)

    @property
    def label(self) -> str:
        """The method, and the network where it is not the default one."""
        chosen = self.model if self.scores is None else self.scores.name
        is_plain = chosen is None or self.unused_network is not None
        return self.method if is_plain else f"{self.method}, {chosen}"

    def seconds(self, customers: int) -> float | None:
        """The time limit of a search; None where only other rules end it."""
        if self.time_limit is not None or self._rules():
            return self.time_limit
        return default_seconds(customers)

    def solve_arguments(
        self, customers: int, is_over: Callable[[Progress], bool]
    ) -> dict[str, Any]:
        """The arguments of `kinroute.solve`; the search also ends once `is_over`."""
        seconds = self.seconds(customers)
        limit = [] if seconds is None else [AfterSeconds(seconds)]
        return {
            "method": self.method,
            "local_search": self.local_search,
            "crossover": self.crossover,
            "heatmap": self.model if self.scores is None else self.scores.related,
            "granularity": self.granularity,
            "seed": self.seed,
            "threads": self.threads,
            "stop": [*limit, *self._rules(), is_over],
        }

    def options(self) -> list[str]:
        """The same as options of `kinroute solve`."""
        words = []
        for part in fields(self):
            value = getattr(self, part.name)
            if isinstance(value, Scores):
                words += [value.option, value.name]
            elif value != part.default:
                words += [
                    f"--{part.name.replace('_', '-')}",
                    exact(value) if isinstance(value, float) else str(value),
                ]
        return words

    def values(self) -> dict[str, str]:
        """What differs from the defaults, in texts for a link; files are no part of it."""
        given = {
            part.name: getattr(self, part.name)
            for part in fields(self)
            if part.name != "scores" and getattr(self, part.name) != part.default
        }
        return {
            name: exact(value) if isinstance(value, float) else str(value)
            for name, value in given.items()
        }

    def _rules(self) -> list[Stop]:
        rules: list[Stop] = []
        if self.iterations is not None:
            rules.append(AfterIterations(self.iterations))
        if self.no_improvement is not None:
            rules.append(AfterNoImprovement(self.no_improvement))
        if self.target is not None:
            rules.append(AtCost(self.target))
        if self.time_limit is not None:
            AfterSeconds(self.time_limit)
        return rules


_KINDS: dict[str, Callable[[str], Any]] = {
    "time_limit": float,
    "target": float,
    **dict.fromkeys(("iterations", "no_improvement", "granularity", "seed", "threads"), int),
}


def settings_of(values: Mapping[str, str]) -> SearchSettings:
    """The settings of a link; what is unknown or no setting is left out."""
    found = SearchSettings()
    for part in fields(SearchSettings):
        if part.name == "scores":
            continue
        try:
            value = _KINDS.get(part.name, str)(values[part.name])
            found = replace(found, **{part.name: value})
        except (KeyError, ValueError):
            continue
    return found
