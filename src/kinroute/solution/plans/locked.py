"""A search that leaves locked stops where they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kinroute.errors import ConfigError, ImpossibleError, InternalError, Interrupted
from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.plans.contraction import Contraction, contract
from kinroute.solution.plans.start import Start
from kinroute.solution.result import Result

if TYPE_CHECKING:
    from kinroute.search.progress import Observer, Progress

_OF_THE_INSTANCE = ("heatmap", "local_search", "crossover")


def solve_locked(
    instance: Instance, start: Start, solve: Callable[..., Result], settings: dict[str, Any]
) -> Result:
    """Solve the contracted instance, and return the result for the original one.

    `settings` are further arguments of `solve`. Raises ConfigError where nothing is left to
    search, and for scores of the original customers.
    """
    for name in _OF_THE_INSTANCE:
        if settings.get(name) is not None and not _is_named(settings[name]):
            raise ConfigError(f"{name} is for all customers, and cannot be used with locked stops")
    try:
        contraction = contract(instance, chains=start.chains, closed=start.closed)
        if len(contraction.members) == len(start.closed):
            raise ConfigError("every route is locked; nothing is left to search for")
        first = contraction.contracted(start.solution)
        if settings.get("observer") is not None:
            settings = settings | {"observer": _expanding(contraction, settings["observer"])}
        return _expanded(contraction, solve(contraction.instance, start=first, **settings))
    except Interrupted as interrupted:
        raise Interrupted(_expanded(contraction, interrupted.result)) from None
    except ImpossibleError as error:
        raise ImpossibleError(f"with what is locked, {error.text}", source=error.source) from None


def _is_named(value: Any) -> bool:
    return isinstance(value, str) and not value.lower().startswith(("oracle:", "heatmap"))


def _expanding(contraction: Contraction, observer: Observer) -> Observer:
    """An observer whose progress has the routes of the original instance."""

    def observe(progress: Progress) -> object:
        def routes() -> list[list[int]]:
            return [list(r) for r in contraction.expanded(Solution(progress.routes())).routes]

        return observer(replace(progress, routes=routes))

    return observe


def _expanded(contraction: Contraction, result: Result) -> Result:
    solution = contraction.expanded(result.solution)
    verdict = check(contraction.original, solution)
    if result.feasible and not verdict.feasible:
        raise InternalError(f"feasible with locked stops, but: {verdict.problems[0]}")
    return replace(
        result,
        instance=contraction.original,
        solution=type(solution)(solution.routes, verdict.cost),
        check=verdict,
    )
