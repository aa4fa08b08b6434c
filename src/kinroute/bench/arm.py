"""An arm of a campaign: one way to search, and how `kinroute.solve` is told of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from kinroute.bench.budget import Budget
from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.relatedness.named import ORACLE
from kinroute.search.auto import default_config
from kinroute.search.config import METHODS, Method, SearchConfig, method_named
from kinroute.search.steering import steering
from kinroute.search.stop import stop_plan

Settings = tuple[tuple[str, Any], ...]

_TEXTS = ("method", "model", "local_search", "crossover", "label")
_MOST = 2**31 - 1
"""The core counts in 32-bit integers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A method with its model, Γ and settings; names and numbers in one spelling."""

    method: str
    model: str | None = None
    optimistic: bool = False
    """Whether the model's time is left out of the budget."""
    granularity: int | None = None
    local_search: str | None = None
    """A named relatedness instead of the method's."""
    crossover: str | None = None
    config: Settings = ()
    """Settings of `SearchConfig` that differ, sorted by name."""
    label: str = ""
    """What the report calls it."""

    def __post_init__(self) -> None:
        self._require_types()
        object.__setattr__(self, "method", method_named(self.method).name)
        object.__setattr__(self, "local_search", _canonical(self.local_search))
        object.__setattr__(self, "crossover", _canonical(self.crossover))
        object.__setattr__(self, "config", _typed(dict(self.config)))
        if self.needs_model and self.model is None:
            raise ConfigError(f"method {self.method} needs a model; give one with model = …")
        if not self.label:
            object.__setattr__(self, "label", self._label())

    @property
    def known_method(self) -> Method:
        """The method itself."""
        return METHODS[self.method]

    @property
    def by(self) -> tuple[str, str]:
        """What steers the local search and the crossover: "distance", "heatmap", "ox" or a name."""
        method = self.known_method
        return self.local_search or method.local_search, self.crossover or method.crossover

    @property
    def needs_model(self) -> bool:
        """Whether there must be a model to run it."""
        return "heatmap" in self.by

    @property
    def content(self) -> dict[str, Any]:
        """Everything that decides what is found, in plain values; the label does not."""
        values = asdict(self) | {"config": dict(self.config)}
        del values["label"]
        return values

    def _require_types(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            is_text = isinstance(value, str) and bool(value.strip())
            if part.name in _TEXTS and value != part.default and not is_text:
                raise ConfigError(f"{part.name} = {value!r}; use a text in quotes")
        if not isinstance(self.optimistic, bool):
            raise ConfigError(f"optimistic = {self.optimistic!r}; use true or false")
        if self.granularity is None:
            return
        _typed({"granularity": self.granularity})
        if "granularity" in dict(self.config):
            raise ConfigError("granularity is given twice, in config too; leave out one of them")

    def _label(self) -> str:
        parts = [self.method]
        parts += [f"ls={self.local_search}"] if self.local_search else []
        parts += [f"x={self.crossover}"] if self.crossover else []
        parts += [self.model] if self.model else []
        parts += ["optimistic"] if self.optimistic else []
        parts += [f"Γ{self.granularity}"] if self.granularity else []
        return " ".join([*parts, *(f"{name}={value}" for name, value in self.config)])


def _canonical(relatedness: str | None) -> str | None:
    """The name in the case of `kinroute.relatedness.named`; that of a file stays as it is."""
    if relatedness is None:
        return None
    lower = relatedness.lower()
    return ORACLE + relatedness[len(ORACLE) :] if lower.startswith(ORACLE) else lower


def _typed(settings: dict[str, Any]) -> Settings:
    """The settings by name, whole numbers for shares as floats; raises ConfigError for odd ones."""
    shares = {part.name for part in fields(SearchConfig) if isinstance(part.default, float)}
    for name, value in settings.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if name in shares and not is_number:
            raise ConfigError(f"{name} = {value!r}; use a number")
        if name not in shares and is_number and value > _MOST:
            raise ConfigError(f"{name} = {value!r}; use at most {_MOST}")
    SearchConfig(**settings)
    return tuple(
        (name, float(settings[name]) if name in shares else settings[name])
        for name in sorted(settings)
    )


def require_steering(arm: Arm) -> None:
    """Raise ConfigError where the arm names a relatedness that nobody knows."""
    if arm.local_search is None and arm.crossover is None:
        return
    tiny = Instance(demands=[1.0] * 4, capacity=2, coordinates=[(k, k * k) for k in range(5)])
    steering(
        tiny,
        arm.known_method,
        config=SearchConfig(granularity=3),
        local_search=arm.local_search,
        crossover=arm.crossover,
        heatmap=np.zeros((4, 4)),
    )


def solve_arguments(
    arm: Arm,
    instance: Instance,
    *,
    budget: Budget,
    best_known: float | None = None,
    heatmap: Any | None,
) -> dict[str, Any]:
    """What `kinroute.solve` is called with; `heatmap` is what the arm's model says of it."""
    rules = budget.rules(instance.customers, best_known)
    given: dict[str, Any] = {"method": arm.method, "stop": rules, "granularity": arm.granularity}
    for name in ("local_search", "crossover"):
        if (value := getattr(arm, name)) is not None:
            given[name] = value
    if heatmap is not None:
        given["heatmap"] = heatmap
        given["optimistic"] = arm.optimistic
    if arm.config:
        seconds = stop_plan(rules, instance.customers).time_for_annealing
        settings = default_config(
            arm.known_method,
            instance.customers,
            seconds,
            full_vehicles=instance.full_vehicles,
        )
        given["config"] = replace(settings, **dict(arm.config))
    return given
