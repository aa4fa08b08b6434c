"""An arm of a campaign: one way to search, and the call of `kinroute.solve` that it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self, get_args

from kinroute.bench.budget import Budget
from kinroute.bench.settings import Settings, canonical, nested, require_valid
from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.relatedness.named import NAMED, ORACLE
from kinroute.search.config import PAPER
from kinroute.search.methods import CROSSOVERS, METHODS, Method, method_named
from kinroute.search.steering import ListKind

_TEXTS = ("method", "model", "local_search", "crossover", "label")
_OPERATORS = ("local_search", "crossover")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A method with its model, Γ and settings; names and numbers in canonical form."""

    method: str
    model: str | None = None
    optimistic: bool = False
    """Whether the inference time is left out of the budget."""
    granularity: int | None = None
    local_search: str | None = None
    """A named relatedness instead of the method's."""
    crossover: str | None = None
    neighbours: ListKind = "mixed"
    """The local search's lists by a heatmap: half by distance ("mixed"), or all by heat."""
    config: Settings = ()
    """Settings of `SearchConfig` that differ from the method's."""
    label: str = ""
    """Its name in the report."""

    def __post_init__(self) -> None:
        self._require_types()
        object.__setattr__(self, "method", method_named(self.method).name)
        object.__setattr__(self, "local_search", _canonical(self.local_search))
        object.__setattr__(self, "crossover", _canonical(self.crossover))
        object.__setattr__(self, "config", canonical(self.config))
        if self.needs_model and self.model is None:
            raise ConfigError(f"method {self.method} needs a model; give one with model = …")
        if not self.label:
            object.__setattr__(self, "label", self._label())

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Self:
        """The arm with this content, as a store or a campaign holds it."""
        known = {part.name for part in fields(cls)}
        values = {name: value for name, value in content.items() if name in known}
        return cls(**values | {"config": tuple((content.get("config") or {}).items())})

    @property
    def known_method(self) -> Method:
        """The method itself."""
        return METHODS[self.method]

    @property
    def by(self) -> tuple[str, str]:
        """The relatedness of local search and crossover: "distance", "heatmap", "ox" or a name."""
        method = self.known_method
        return self.local_search or method.local_search, self.crossover or method.crossover

    @property
    def needs_model(self) -> bool:
        """Whether it cannot run without a model."""
        return "heatmap" in self.by

    @property
    def gamma(self) -> int | None:
        """Γ; None for `auto`, where it depends on the instance."""
        if self.granularity is not None or self.method == "auto":
            return self.granularity
        return int(dict(self.config).get("granularity", PAPER.granularity))

    @property
    def oracles(self) -> tuple[str, ...]:
        """The operators that a solution file steers, as "oracle:FILE"."""
        named = (self.local_search, self.crossover)
        return tuple(dict.fromkeys(name for name in named if name and name.startswith(ORACLE)))

    @property
    def source(self) -> str | None:
        """Where its scores come from: the model, solution files, or both; None without any."""
        return " ".join([*([self.model] if self.model else []), *self.oracles]) or None

    @property
    def content(self) -> dict[str, Any]:
        """Everything that affects the outcome, in plain values; the label does not."""
        values = asdict(self) | {"config": dict(self.config)}
        del values["label"]
        if self.neighbours == "mixed":  # runs that were stored before it was an option
            del values["neighbours"]
        return values

    def require_runnable(self) -> None:
        """Raise ConfigError for an unknown relatedness and for settings that `solve` refuses."""
        for operator in _OPERATORS:
            _require_known(operator, getattr(self, operator))
        require_valid(self.config)
        if self.granularity is not None:
            require_valid((("granularity", self.granularity),))
            if "granularity" in dict(self.config):
                raise ConfigError(
                    "granularity is given twice, in config too; leave out one of them"
                )

    def _require_types(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            is_text = isinstance(value, str) and bool(value.strip())
            if part.name in _TEXTS and value != part.default and not is_text:
                raise ConfigError(f"{part.name} = {value!r}; use a text in quotes")
        if not isinstance(self.optimistic, bool):
            raise ConfigError(f"optimistic = {self.optimistic!r}; use true or false")
        if self.neighbours not in get_args(ListKind):
            raise ConfigError(f"neighbours = {self.neighbours!r}; use 'mixed' or 'pure'")

    def _label(self) -> str:
        parts = [self.method]
        parts += [f"ls={self.local_search}"] if self.local_search else []
        parts += [f"x={self.crossover}"] if self.crossover else []
        parts += [self.model] if self.model else []
        parts += ["optimistic"] if self.optimistic else []
        parts += [self.neighbours] if self.neighbours != "mixed" else []
        parts += [f"Γ{self.granularity}"] if self.granularity else []
        settings = [f"{name.rpartition('.')[2]}={value}" for name, value in self.config]
        return " ".join([*parts, *settings])


def solve_arguments(
    arm: Arm,
    instance: Instance,
    *,
    budget: Budget,
    best_known: float | None = None,
    heatmap: Any | None,
) -> dict[str, Any]:
    """The arguments of `kinroute.solve`; `heatmap` holds the scores of the arm's model."""
    arguments: dict[str, Any] = {
        "method": arm.method,
        "stop": budget.rules(instance.customers, best_known),
        "granularity": arm.granularity,
    }
    for operator in _OPERATORS:
        if (value := getattr(arm, operator)) is not None:
            arguments[operator] = value
    if heatmap is not None:
        arguments |= {"heatmap": heatmap, "optimistic": arm.optimistic}
        arguments |= {"neighbours": arm.neighbours}
    if arm.config:
        arguments["config"] = nested(arm.config)
    return arguments


def _canonical(relatedness: str | None) -> str | None:
    """The name in lower case, as in `kinroute.relatedness.named`; a file name is kept as it is."""
    if relatedness is None:
        return None
    lower = relatedness.lower()
    return ORACLE + relatedness[len(ORACLE) :] if lower.startswith(ORACLE) else lower


def _require_known(operator: str, relatedness: str | None) -> None:
    known = [*NAMED, "heatmap", *(CROSSOVERS if operator == "crossover" else ())]
    if relatedness is None or relatedness in known or relatedness.startswith(ORACLE):
        return
    names = ", ".join(f"'{name}'" for name in known)
    raise ConfigError(
        f"relatedness {relatedness!r} is unknown; use {names} or 'oracle:FILE.sol' for {operator}"
    )
