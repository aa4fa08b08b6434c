"""The settings of a search: the paper's parameters, or those that `auto` chooses, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kinroute.problem.instance import Instance
from kinroute.search.config import PAPER, SearchConfig
from kinroute.search.fleet import needed_routes
from kinroute.search.methods import Method
from kinroute.search.stop import StopPlan

_TINY = 150
"""Up to this many customers random parents are as good as annealed ones, and cost less."""
_SMALL = 330
"""Up to this many customers generations find more than one long annealing."""
_LARGE = 1500
"""Above this many customers annealing decomposes the instance."""
_SHORT_BUDGET = 0.02
"""Seconds per customer, of all threads together, below which there is no time for generations, and
above `_SMALL` none for local search from the start."""
_MEDIUM_BUDGET = 0.1
"""The same, up to `_SMALL`, from which there is time for a large population."""
_LONG_ROUTES = 40
"""From this many customers on a full vehicle, above `_LARGE`, a step is too expensive if local
search examines whole routes, and parts of a few hundred customers hold too few routes."""
_WITH_EXCESS: dict[str, Any] = {
    "annealing": {"lighter_only": True, "target_feasible": 0.9},
    "ruin": {"allows_excess": True},
}
"""Recreate overloads routes rather than open one, and local search leaves out what that cannot
help."""
_ROUND_SECONDS = 0.05
_ROUND_SECONDS_PER_CUSTOMER = 5e-5
"""The least time after which threads divide an instance anew: preparing it takes some of that."""
_MOST_ROUNDS = PAPER.annealing.thread_rounds


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search, and the reason for them."""

    config: SearchConfig
    reason: str

    @property
    def phases(self) -> str:
        """The phases of the search with these settings, in one line."""
        annealing, share = self.config.annealing, self.config.breeding.edge_assembly_share
        first = "random first population"
        if annealing.solutions:
            solutions = "solutions" if annealing.solutions > 1 else "solution"
            first = (
                f"{annealing.solutions} annealed {solutions} ({annealing.share:.0%} of the time)"
            )
        children = "crossover" if not share else f"edge assembly ({share:.0%}) and crossover"
        sizes = f"population {self.config.population.min_size} + "
        sizes += f"{self.config.population.generation_size}"
        return f"{first}, then generations by {children}; Γ {self.config.granularity}, {sizes}"

    def updated(self, changes: Mapping[str, Any]) -> Settings:
        """The same with the caller's values."""
        names = ", ".join(changes)
        return Settings(self.config.updated(changes), f"{self.reason}; {names} set by the caller")

    def as_dict(self) -> dict[str, Any]:
        """In plain values."""
        return {"phases": self.phases, "reason": self.reason, "config": asdict(self.config)}


def chosen_settings(
    method: Method,
    instance: Instance,
    plan: StopPlan,
    *,
    config: SearchConfig | Mapping[str, Any] | None = None,
    granularity: int | None = None,
) -> Settings:
    """The paper's parameters, or for `auto` what `settings` chooses; with the caller's changes."""
    chosen = Settings(PAPER, f"method {method.name} has the paper's parameters")
    if method.name == "auto":
        chosen = settings(instance, plan)
    if isinstance(config, SearchConfig):
        chosen = Settings(config, "set by the caller")
    elif config:
        chosen = chosen.updated(config)
    return chosen if granularity is None else chosen.updated({"granularity": granularity})


def settings(instance: Instance, plan: StopPlan) -> Settings:
    """The settings of `auto` for an instance, by its size, route lengths and budget."""
    seconds, customers = plan.thread_seconds, instance.customers
    on_route = customers / needed_routes(instance)
    is_small = customers <= _SMALL
    config = _small(customers, seconds) if is_small else _large(customers, on_route, seconds)
    if seconds is not None and config.annealing.solutions:
        least = max(_ROUND_SECONDS, _ROUND_SECONDS_PER_CUSTOMER * customers)
        rounds = min(_MOST_ROUNDS, max(1, int(seconds / plan.threads / least)))
        config = config.updated({"annealing": {"thread_rounds": rounds}})
    return Settings(config, _reason(customers, on_route, seconds))


def _small(customers: int, seconds: float | None) -> SearchConfig:
    if _is_below(seconds, _SHORT_BUDGET, customers):
        return PAPER.updated({"annealing": {"solutions": 1, "share": 0.8}})
    # Longer lists and more feasible parents than in the paper: some optima need both.
    patient = PAPER.updated({"granularity": 25, "penalties": {"target_feasible": 0.3}})
    patient = patient.updated({"breeding": {"edge_assembly_share": 0.8}})
    if _is_below(seconds, _MEDIUM_BUDGET, customers):
        # Small populations stagnate soon; then they are merged.
        merging = patient.updated(
            {
                "population": {"unique": True},
                "restarts": {"after": 20 * customers, "merge_every": 4},
            }
        )
        if customers <= _TINY:
            return merging
        return merging.updated({"annealing": {"solutions": 4, "share": 0.2}})
    return patient.updated(
        {
            "population": {"min_size": 25, "generation_size": 40},
            "annealing": {"solutions": 8, "share": 0.5},
        }
    )


def _large(customers: int, on_route: float, seconds: float | None) -> SearchConfig:
    long = PAPER.updated(
        {
            "granularity": 20,
            "annealing": {
                "solutions": 1,
                "share": 0.97,
                "quick_share": 0.25 if _is_below(seconds, _SHORT_BUDGET, customers) else 0.0,
                "part_size": 400 if customers > _LARGE else _LARGE,
            },
        }
    )
    if customers > _LARGE and on_route >= _LONG_ROUTES:
        is_short = _is_below(seconds, _SHORT_BUDGET, customers)
        return _with_long_routes(long, customers, is_short=is_short)
    return long.updated(_WITH_EXCESS) if customers <= _LARGE else long


def _with_long_routes(long: SearchConfig, customers: int, *, is_short: bool) -> SearchConfig:
    """Steps that do not depend on the lengths of routes, so that no parts are needed; short lists
    for local search where there is time for few steps; and lists for ruin and recreate that reach
    more than the few routes around a customer."""
    return long.updated(
        {
            "granularity": 8 if is_short else 20,
            "annealing": {"touched_only": True, "narrow_share": 0.5, "part_size": customers},
            "ruin": {"granularity": 80, "split_stop": 0.99, "allows_excess": True},
        }
    )


def _is_below(seconds: float | None, per_customer: float, customers: int) -> bool:
    return seconds is not None and seconds < per_customer * customers


def _reason(customers: int, on_route: float, seconds: float | None) -> str:
    """The bounds above that decided."""
    sizes = [size for size in (_TINY, _SMALL, _LARGE) if customers <= size]
    size = f"up to {sizes[0]}" if sizes else f"above {_LARGE}"
    if seconds is None:
        time = "no time limit"
    else:
        budgets = [_SHORT_BUDGET, _MEDIUM_BUDGET] if customers <= _SMALL else [_SHORT_BUDGET]
        bounds = [bound for bound in budgets if _is_below(seconds, bound, customers)]
        bound = f"below {bounds[0]:g}" if bounds else f"at least {budgets[-1]:g}"
        time = f"{seconds / customers:.2g} s for each ({bound})"
    return f"{customers} customers ({size}), about {on_route:.0f} on a route, {time}"
