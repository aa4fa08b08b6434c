import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute.bench.solving.parts import Part, parts_of
from kinroute.problem.instance import Instance

KINDS = ("plain", "durations", "matrix", "open", "fixed", "stops", "fleet")


def instance_of(kind: str, seed: int) -> Instance:
    base = kinroute.generate(40, seed=seed, route_size=(4, 6))
    rng = np.random.default_rng(seed)
    matrix = rng.integers(1, 100, (41, 41)).astype(float)
    match kind:
        case "durations":
            return base.with_changes(
                speed=60.0, service=2.0, max_duration=4000.0, duration_cost=0.3, rounding="none"
            )
        case "matrix":
            return base.with_changes(
                distances=matrix, durations=matrix.T, max_duration=400.0, metric="matrix"
            )
        case "open":
            return base.with_changes(open_routes=True, max_distance=2500.0)
        case "fixed":
            return base.with_changes(fixed_cost=77.0)
        case "stops":
            return base.with_changes(max_stops=4)
        case "fleet":
            return base.with_changes(vehicles=base.fewest_vehicles + 2)
    return base


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(KINDS), st.integers(0, 20), st.integers(1, 5))
def test_parts_cost_what_the_whole_costs_and_keep_its_limits(
    kind: str, seed: int, count: int
) -> None:
    whole = instance_of(kind, seed)
    found = kinroute.solve(whole, method="D-O", stop=kinroute.AfterIterations(20))
    if not found.feasible:
        return
    rng = np.random.default_rng(seed)
    parts = parts_of(whole, found.routes, positions=whole.positions(), count=count, rng=rng)
    assert len(parts) == min(count, len(found.routes))
    assert all(part.is_feasible for part in parts)
    assert math.isclose(sum(part.start.cost or 0 for part in parts), found.cost)
    joined = [route for part in parts for route in part.in_whole(part.start.routes)]
    assert sorted(joined) == sorted(found.routes)
    if whole.vehicles is not None:
        assert sum(part.instance.vehicles or 0 for part in parts) == whole.vehicles
    better: list[tuple[int, ...]] = []
    for part in parts:
        result = kinroute.solve(
            part.instance, start=part.start, method="D-O", stop=kinroute.AfterIterations(20)
        )
        better += part.in_whole(result.routes)
    verdict = kinroute.check(whole, kinroute.Solution(better))
    assert verdict.feasible
    assert verdict.cost <= found.cost * (1 + 1e-9)


@pytest.fixture
def whole() -> Part:
    instance = kinroute.Instance(
        demands=[1, 1, 1], capacity=2, coordinates=[(0, 0), (0, 1), (0, 2), (5, 0)]
    )
    return Part.of_whole(instance, [(1,), (2,), (3,)])  # 2 + 4 + 10


def test_a_better_answer_has_its_true_cost(whole: Part) -> None:
    better = whole.better([(1, 2), (3,)])
    assert better is not None
    assert better.cost == 14


@pytest.mark.parametrize(
    "wrong",
    [
        [(1,), (2,), (3,)],
        [(1, 2, 3)],
        [(1, 2)],
        [(1, 2), (3, 3)],
        [(1, 2), (4,)],
        [],
    ],
    ids=["equal", "too full", "missing", "twice", "unknown", "nothing"],
)
def test_an_answer_that_is_not_better_or_not_valid_is_not_taken(
    whole: Part, wrong: list[tuple[int, ...]]
) -> None:
    assert whole.better(wrong) is None


def test_an_infeasible_start_is_replaced_by_anything_feasible() -> None:
    instance = kinroute.generate(10, seed=1)
    part = Part.of_whole(instance, [range(1, 11)])
    assert not part.is_feasible
    assert part.better([(c,) for c in range(1, 11)]) is not None
