"""Micro-benchmarks of the core: one local search, one Split, one crossover. Run by `make bench`."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import kinroute
from kinroute import _core
from kinroute._core import testing
from kinroute.search.core_problem import core_problem

PENALTIES = (10_000, 256)


class Case:
    """A generated instance with a random tour, its routes, and the lists that steer the search."""

    def __init__(self, customers: int) -> None:
        instance = kinroute.generate(customers, law="X", seed=customers)
        self.problem = core_problem(instance).problem
        self.related = _core.Neighbours(kinroute.ByDistance().neighbours(instance, 15).ids)
        generator = np.random.default_rng(1)
        self.first = (generator.permutation(customers) + 1).tolist()
        self.second = (generator.permutation(customers) + 1).tolist()
        self.routes = testing.split(self.problem, self.first, self.problem.fleet, PENALTIES)


@pytest.fixture(params=[100, 300, 1000], scope="module")
def case(request: pytest.FixtureRequest) -> Case:
    return Case(request.param)


def test_local_search(benchmark: BenchmarkFixture, case: Case) -> None:
    routes = benchmark(
        testing.local_search, case.problem, case.related, case.routes, PENALTIES, seed=1
    )
    assert sum(map(len, routes)) == len(case.first)


def test_split(benchmark: BenchmarkFixture, case: Case) -> None:
    routes = benchmark(testing.split, case.problem, case.first, case.problem.fleet, PENALTIES)
    assert sum(map(len, routes)) == len(case.first)


def test_limited_split(benchmark: BenchmarkFixture, case: Case) -> None:
    bound = max(1, len(case.routes) - 2)
    routes = benchmark(testing.split, case.problem, case.first, bound, PENALTIES)
    assert sum(map(len, routes)) == len(case.first)


@pytest.mark.parametrize("kind", ["ox", "related"])
def test_crossover(benchmark: BenchmarkFixture, case: Case, kind: str) -> None:
    child = benchmark(
        testing.crossover, case.problem, kind, case.related, case.first, case.second, seed=1
    )
    assert sorted(child) == sorted(case.first)
