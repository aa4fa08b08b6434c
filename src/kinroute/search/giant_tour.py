"""The giant tour of a solution, as parents of a crossover have it."""

from __future__ import annotations

from dataclasses import replace

from kinroute import _core
from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.search.core_problem import core_problem
from kinroute.solution import Solution


def giant_tour(instance: Instance, solution: Solution) -> tuple[int, ...]:
    """The routes joined in the order of the search: by the angle of their barycentres.

    The solution must visit every customer once; it may be infeasible in any other way.
    """
    routes = [list(route) for route in solution]
    if sorted(c for route in routes for c in route) != list(range(1, instance.customers + 1)):
        raise InputError("a giant tour needs a solution that visits every customer once")
    problem = core_problem(replace(instance, vehicles=None), routes=len(routes)).problem
    return tuple(_core.giant_tour(problem, routes))
