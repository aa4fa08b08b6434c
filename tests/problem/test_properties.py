"""Properties of random instances with every kind of limit, by the exact dynamic program."""

from __future__ import annotations

import math
import re
from dataclasses import fields as fields_of
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute import Instance, Solution, check
from kinroute.errors import ImpossibleError
from kinroute.problem.tolerance import exceeds
from kinroute.problem.units import TimeUnit, amount_of_time, shown_time_of
from tests.search.dynamic_program import Floats, distance_matrix, duration_matrix, optimum
from tests.search.tiny import Fields, random_routes, tiny, unrefused

BLOCKS, SEEDS = 8, 4000


def refusal(fields: Fields) -> str | None:
    try:
        Instance(**fields)
    except ImpossibleError as error:
        return str(error)
    return None


@pytest.mark.parametrize("block", range(BLOCKS))
def test_nothing_that_has_a_feasible_solution_is_called_impossible(block: int) -> None:
    refused = 0
    for seed in range(block, SEEDS, BLOCKS):
        message = refusal(tiny(seed))
        refused += message is not None
        assert message is None or optimum(unrefused(tiny(seed))) is None, (seed, message)
    assert refused > 0.05 * SEEDS / BLOCKS


def test_distances_that_round_at_one_half_are_those_of_the_instance() -> None:
    # 0.9 * (21, 28) is 31.5 away, or a little less in floating point, where it is rounded down:
    # out over customer 1, 31 + 31, and back 63 make 125.
    points = [(0, 0), (18.9, 25.2), (37.8, 50.4)]
    line = Instance(
        demands=[1, 1], capacity=2, coordinates=points, rounding="nearest", max_distance=125
    )
    assert check(line, Solution([[1, 2]])).feasible


def advised(fields: Fields, message: str) -> Fields:
    """The instance as the last line of a message suggests it."""
    found = re.search(r"at least ([0-9.e+-]+?)(?: (?:s|min|h|km))?( vehicles|, or|\.$)", message)
    assert found, message
    if found[2] == " vehicles":
        return fields | {"vehicles": int(found[1])}
    limit = re.search(r"(capacity|duration|distance) (?:limit )?to at least", message)
    assert limit, message
    name = limit[1] if limit[1] == "capacity" else f"max_{limit[1]}"
    return fields | {name: float(found[1])}


@pytest.mark.parametrize("block", range(BLOCKS))
def test_following_the_advice_of_a_refusal_removes_it(block: int) -> None:
    for seed in range(block, SEEDS, BLOCKS):
        fields = tiny(seed)
        message = refusal(fields)
        while message is not None and "cannot be reached" not in message:
            fields = advised(fields, message)
            again = refusal(fields)
            assert again != message, seed
            message = again


def same(one: Instance, other: Instance) -> bool:
    def plain(value: Any) -> Any:
        return value.tolist() if isinstance(value, np.ndarray) else value

    return all(
        plain(getattr(one, part.name)) == plain(getattr(other, part.name))
        for part in fields_of(Instance)
    )


@pytest.mark.parametrize("seed", range(100))
def test_changes_that_are_undone_leave_the_instance_as_it_was(seed: int) -> None:
    instance = unrefused(tiny(seed))
    if refusal(tiny(seed)) is not None:
        with pytest.raises(ImpossibleError):
            instance.with_changes(name="again")
        return
    assert same(instance.with_changes(), instance)
    n = instance.customers
    looser: Fields = {
        "capacity": 2 * instance.capacity,
        "max_duration": math.inf,
        "max_distance": math.inf,
        "max_stops": None,
        "vehicles": None,
        "open_routes": not instance.open_routes,
        "fixed_cost": instance.fixed_cost + 1,
        "names": [f"stop {i}" for i in range(n)],
        "attributes": [{"phone": str(i)} for i in range(n)],
    }
    changed = instance.with_changes(**looser)
    assert not same(changed, instance)
    back = changed.with_changes(**{name: getattr(instance, name) for name in looser})
    assert same(back, instance)


def renumbered(fields: Fields, order: list[int]) -> Fields:
    """The same instance; its customer k was order[k - 1] before."""
    nodes = [0, *order]
    changed = dict(fields)
    for name in fields.keys() & {"demands", "service"}:
        changed[name] = fields[name][np.array(order) - 1]
    if "coordinates" in fields:
        changed["coordinates"] = fields["coordinates"][nodes]
    for name in fields.keys() & {"distances", "durations"}:
        changed[name] = fields[name][np.ix_(nodes, nodes)]
    return changed


@pytest.mark.parametrize("seed", range(300))
def test_renumbering_customers_changes_nothing(seed: int) -> None:
    rng, fields = np.random.default_rng(seed), tiny(seed)
    instance = unrefused(fields)
    order = (rng.permutation(instance.customers) + 1).tolist()
    other = renumbered(fields, order)
    assert (refusal(fields) is None) == (refusal(other) is None)
    mirror = unrefused(other)
    assert mirror.is_symmetric == instance.is_symmetric
    assert mirror.has_forbidden_arcs == instance.has_forbidden_arcs
    assert mirror.fewest_vehicles == instance.fewest_vehicles
    routes = random_routes(rng, instance.customers)
    moved = [[order.index(i) + 1 for i in route] for route in routes]
    one, two = check(instance, Solution(routes)), check(mirror, Solution(moved))
    assert (one.feasible, len(one.problems)) == (two.feasible, len(two.problems))
    np.testing.assert_allclose([one.cost, *one.distances], [two.cost, *two.distances])


@pytest.mark.parametrize("seed", range(100))
def test_distances_and_durations_are_those_of_the_fields(seed: int) -> None:
    instance = unrefused(tiny(seed))
    lengths, times = distance_matrix(instance), duration_matrix(instance)
    nodes = range(instance.customers + 1)

    def matrix(leg: Any) -> Floats:
        return np.array([[leg(i, j) for j in nodes] for i in nodes])

    np.testing.assert_allclose(matrix(instance.distance), lengths, rtol=1e-9)
    np.testing.assert_allclose(matrix(instance.duration), times, rtol=1e-9)
    assert (matrix(instance.is_forbidden) == (np.isinf(lengths) | np.isinf(times))).all()


@given(
    n=st.integers(1, 6),
    unit=st.sampled_from(("s", "min", "h")),
    speed=st.floats(0.1, 200),
    seed=st.integers(0, 99),
)
def test_times_of_a_speed_are_the_same_in_every_unit(
    n: int, unit: TimeUnit, speed: float, seed: int
) -> None:
    points = np.random.default_rng(seed).uniform(0, 1000, (n + 1, 2))
    known = Instance(demands=[1] * n, capacity=n, coordinates=points, speed=speed, time_unit=unit)
    per_hour = {"s": 3600, "min": 60, "h": 1}[unit]
    for i in range(1, n + 1):
        hours = known.distance(0, i) / speed
        assert known.duration(0, i) == pytest.approx(hours * per_hour)


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59))
def test_a_time_is_the_same_however_it_is_written(hours: int, minutes: int, seconds: int) -> None:
    exact = 3600 * hours + 60 * minutes + seconds
    texts = [
        f"{hours}:{minutes:02d}:{seconds:02d}",
        f"{hours}h {minutes}min {seconds}s",
        f"{hours} hours {minutes} minutes {seconds} sec",
        f"{60 * hours + minutes}min{seconds}s",
        str(exact),
    ]
    for text in texts:
        assert amount_of_time(text, "s", "service") == pytest.approx(exact)
    shown = amount_of_time(shown_time_of(exact, "s"), "s", "service")
    assert shown == pytest.approx(exact, abs=0 if exact < 60 else 30)


@given(
    st.lists(st.integers(1, 50), min_size=1, max_size=8),
    st.sampled_from([1e-9, 1e-6, 1e-3, 1e3, 1e6]),
)
def test_a_sum_exceeds_its_bound_by_a_part_of_it_at_every_scale(
    parts: list[int], scale: float
) -> None:
    total = math.fsum(part * scale for part in parts)
    bound = sum(parts) * scale
    assert not exceeds(total, bound, len(parts))
    assert exceeds(total, bound * (1 - 5e-4), len(parts))
