import subprocess
import sys
from itertools import permutations
from typing import Any

import pytest

import kinroute
from kinroute import AfterIterations, AfterNoImprovement, AtCost, Solution
from kinroute.search.config import PAPER
from tests.core.problems import Routes, line

INSTANCE = kinroute.generate(40, seed=11)


def solved(**settings: Any) -> kinroute.Result:
    return kinroute.solve(INSTANCE, **{"stop": AfterIterations(100), **settings})


@pytest.mark.parametrize("method", ["auto", "D-O", "D-D", "fragment", "fragment-random"])
def test_the_same_seed_and_iterations_give_the_same_solution(method: str) -> None:
    first, again = solved(method=method, seed=3), solved(method=method, seed=3)
    assert first.routes == again.routes
    assert [(at.cost, at.iterations) for at in first.trace] == [
        (at.cost, at.iterations) for at in again.trace
    ]


def test_another_process_finds_the_same_solution() -> None:
    program = (
        "import kinroute; "
        "print(kinroute.solve(kinroute.generate(40, seed=11), method='D-D', seed=5, "
        "stop=kinroute.AfterIterations(100)).routes)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert outputs == {f"{solved(method='D-D', seed=5).routes}\n"}


def test_different_seeds_take_different_ways() -> None:
    ways = {tuple((at.cost, at.iterations) for at in solved(seed=seed).trace) for seed in range(4)}
    assert len(ways) == 4


def test_without_iterations_there_is_still_the_first_population() -> None:
    result = solved(stop=AfterIterations(0))
    assert result.iterations == 0
    assert result.feasible
    assert result.stopped_by == "iterations"


def test_the_iterations_are_counted_exactly() -> None:
    assert solved(stop=AfterIterations(37)).iterations == 37


def test_no_improvement_ends_the_search_that_long_after_the_last_one() -> None:
    result = solved(stop=AfterNoImprovement(60))
    assert result.stopped_by == "no_improvement"
    assert result.iterations - result.trace[-1].iterations == 60


def test_a_target_ends_the_search_as_soon_as_it_is_reached() -> None:
    best = solved(seed=2)
    result = solved(seed=2, stop=[AtCost(best.cost), AfterIterations(1000)])
    assert result.stopped_by == "target"
    assert result.cost == best.cost
    assert result.trace[-1].iterations == best.trace[-1].iterations
    assert result.iterations == best.trace[-1].iterations


def test_a_generous_target_ends_even_the_first_population() -> None:
    result = solved(method="D-O", stop=AtCost(1e9))
    assert (result.stopped_by, result.iterations, len(result.trace)) == ("target", 0, 1)


def test_the_first_population_is_as_large_as_requested() -> None:
    few, many = (
        solved(
            method="D-O",
            config=PAPER.updated({"population": {"initial_size": count}}),
            stop=AfterIterations(0),
        )
        for count in (1, 10)
    )
    assert (few.iterations, many.iterations) == (0, 0)
    assert many.trace[0].cost == few.trace[0].cost
    assert many.cost <= few.cost
    same = solved(
        method="D-O",
        config=PAPER.updated({"population": {"initial_size": 48}}),
        stop=AfterIterations(0),
    )
    assert same.trace[-1].cost == solved(method="D-O", stop=AfterIterations(0)).cost


def test_the_search_restarts_after_iterations_without_improvement() -> None:
    eager = PAPER.updated({"restarts": {"after": 20}})
    result = solved(config=eager, stop=AfterIterations(300))
    assert result.restarts >= 5
    assert solved(stop=AfterIterations(300)).restarts == 0


def test_the_best_solution_survives_restarts() -> None:
    result = solved(config=PAPER.updated({"restarts": {"after": 5}}), stop=AfterIterations(200))
    costs = [at.cost for at in result.trace]
    assert costs == sorted(costs, reverse=True)
    assert result.cost == costs[-1]


def test_a_warm_start_is_never_made_worse() -> None:
    good = solved(seed=1, stop=AfterIterations(500))
    for seed in (2, 3):
        result = solved(seed=seed, start=good.solution, stop=AfterIterations(0))
        assert result.cost <= good.cost
        assert result.trace[0].cost == good.cost


def test_a_warm_start_without_time_is_returned_or_improved() -> None:
    one_each = Solution([[customer] for customer in range(1, 41)])
    alone = kinroute.check(INSTANCE, one_each).cost
    result = solved(start=one_each, stop=0.0)
    assert result.feasible
    assert result.cost <= alone


def test_an_infeasible_warm_start_does_no_harm() -> None:
    everyone_at_once = Solution([range(1, 41)])
    assert solved(start=everyone_at_once).feasible


def test_a_warm_start_with_too_many_routes_is_cut_anew() -> None:
    few = INSTANCE.with_changes(vehicles=INSTANCE.fewest_vehicles + 1)
    one_each = Solution([[customer] for customer in range(1, 41)])
    result = kinroute.solve(few, start=one_each, stop=AfterIterations(100))
    assert result.feasible
    assert len(result.routes) <= INSTANCE.fewest_vehicles + 1


def test_six_customers_are_solved_to_optimality() -> None:
    # On a line at ±1, ±2, ±3 with capacity 2, the best routes are, by brute force over all orders
    # cut into pairs, as cheap as the search's.
    problem = line([1, 2, 3, -1, -2, -3], capacity=2)
    best = min(problem.cost(pairs(order), (1000, 0)) for order in permutations(range(1, 7)))
    instance = kinroute.Instance(demands=[1] * 6, capacity=2, distances=problem.distances)
    result = kinroute.solve(instance, stop=AfterIterations(50))
    assert result.cost == best == 2 * (3 + 3 + 1 + 1)


def pairs(order: tuple[int, ...]) -> Routes:
    return [list(order[k : k + 2]) for k in range(0, len(order), 2)]
