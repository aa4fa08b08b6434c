"""The named methods: which relatedness steers the local search, and which the crossover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kinroute import _core
from kinroute.errors import ConfigError

BY_RELATEDNESS = "related"
"""The crossover that reconnects parent 2 by whatever relatedness steers it."""
CROSSOVERS = tuple(name for name in _core.crossovers() if name != BY_RELATEDNESS)
"""The core's other crossovers, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A named search: which relatedness steers the local search and which the crossover."""

    name: str
    local_search: Literal["distance", "heatmap"]
    crossover: str
    """A crossover of the core by name, or the relatedness that steers it."""

    @property
    def needs_heatmap(self) -> bool:
        """Whether it uses a heatmap."""
        return "heatmap" in (self.local_search, self.crossover)


METHODS = {
    method.name: method
    for method in (
        Method(name="auto", local_search="distance", crossover="ox"),
        Method(name="D-O", local_search="distance", crossover="ox"),
        Method(name="D-D", local_search="distance", crossover="distance"),
        Method(name="D-N", local_search="distance", crossover="heatmap"),
        Method(name="N-O", local_search="heatmap", crossover="ox"),
        Method(name="N-D", local_search="heatmap", crossover="distance"),
        Method(name="N-N", local_search="heatmap", crossover="heatmap"),
        Method(name="fragment", local_search="distance", crossover="fragment"),
        Method(name="fragment-random", local_search="distance", crossover="fragment_random"),
    )
}
"""`auto`, the paper's six methods, `fragment`: the crossover of the authors' own program, and
`fragment-random`: fragments of the same length from random positions, without relatedness."""


def method_named(name: str) -> Method:
    """The method of that name, case-insensitive; raises ConfigError for unknown names."""
    for known, method in METHODS.items():
        if known.lower() == name.strip().lower():
            return method
    raise ConfigError(f"unknown method {name!r}; use one of {', '.join(METHODS)}")


def unused_heatmap(
    name: str, method: Method, local_search: str | None, crossover: str | None
) -> str | None:
    """What is said of a heatmap of that name that nothing is steered by; None where it is used."""
    steered = (local_search or method.local_search, crossover or method.crossover)
    if "heatmap" in (by.lower() for by in steered):
        return None
    users = ", ".join(known.name for known in METHODS.values() if known.needs_heatmap)
    return f"{name}: method {method.name} uses no heatmap; these do: {users}"
