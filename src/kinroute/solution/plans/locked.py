"""A search that leaves locked stops where they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kinroute.errors import ConfigError, ImpossibleError, InternalError, Interrupted
from kinroute.problem.instance import Instance
from kinroute.relatedness.network import ByNetwork
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

    `settings` are further arguments of `solve`. Raises what `contraction_of` raises.
    """
    contraction = contraction_of(instance, start, settings)
    try:
        first = contraction.contracted(start.solution)
        if settings.get("observer") is not None:
            settings = settings | {"observer": _expanding(contraction, settings["observer"])}
        return _expanded(contraction, solve(contraction.instance, start=first, **settings))
    except Interrupted as interrupted:
        raise Interrupted(_expanded(contraction, interrupted.result)) from None
    except ImpossibleError as error:
        raise _with_locks(error) from None


def contraction_of(instance: Instance, start: Start, settings: Mapping[str, Any]) -> Contraction:
    """The instance in which what is locked is one customer each.

    Raises ConfigError where nothing is left to search, and where `settings` of `solve` have scores
    of the original customers; ImpossibleError where nothing is feasible.
    """
    for name in _OF_THE_INSTANCE:
        if settings.get(name) is not None and not _is_named(settings[name]):
            raise ConfigError(f"{name} is for all customers, and cannot be used with locked stops")
    try:
        contraction = contract(instance, chains=start.chains, closed=start.closed)
    except ImpossibleError as error:
        raise _with_locks(error) from None
    if len(contraction.members) == len(start.closed):
        raise ConfigError("every route is locked; nothing is left to search for")
    return contraction


def _with_locks(error: ImpossibleError) -> ImpossibleError:
    return ImpossibleError(f"with what is locked, {error.text}", source=error.source)


def _is_named(value: Any) -> bool:
    """Whether it is computed for whichever instance is solved."""
    if isinstance(value, str):
        return not value.lower().startswith(("oracle:", "heatmap"))
    return isinstance(value, ByNetwork)


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
