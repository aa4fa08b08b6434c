from functools import partial
from operator import ne

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import _core
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from tests.core.problems import Rng, everyone, line, neighbours, testing

SEEDS = st.integers(0, 2**40)
Parents = tuple[list[int], list[int]]


def crossed(
    kind: str, first: list[int], second: list[int], seed: int, related: _core.Neighbours
) -> list[int]:
    problem = line(list(range(1, len(first) + 1))).core
    return testing.crossover(problem, kind, related, first, second, seed)


def cut_points(rng: Rng, n: int) -> tuple[int, int]:
    """The first and the last position of the fragment, as the generator draws them."""
    start = end = rng.below(n)
    while end == start:
        end = rng.below(n)
    return start, end


def circular(first: int, last: int, n: int) -> list[int]:
    return [(first + k) % n for k in range((last - first) % n + 1)]


def filled(child: dict[int, int], order: list[int], start: int, after: int) -> list[int]:
    """The rest of a child: customers of `order` from `start` on go to the places after a cut."""
    n = len(order)
    rest = [order[(start + k) % n] for k in range(n)]
    rest = [customer for customer in rest if customer not in child.values()]
    places = [(after + 1 + k) % n for k in range(len(rest))]
    child = {**child, **dict(zip(places, rest, strict=True))}
    return [child[place] for place in range(n)]


@st.composite
def parents(draw: st.DrawFn, least: int = 3) -> tuple[list[int], list[int]]:
    n = draw(st.integers(least, 12))
    return draw(st.permutations(range(1, n + 1))), draw(st.permutations(range(1, n + 1)))


@given(
    parents=parents(1),
    kind=st.sampled_from(["ox", "related", "fragment", "fragment_random"]),
    seed=SEEDS,
)
@settings(max_examples=300, deadline=None)
def test_a_child_visits_every_customer_once(parents: Parents, kind: str, seed: int) -> None:
    first, second = parents
    child = crossed(kind, first, second, seed, everyone(len(first)))
    assert sorted(child) == sorted(first)


@given(parents=parents(), seed=SEEDS)
@settings(max_examples=300, deadline=None)
def test_ox_keeps_the_fragment_in_place_and_goes_on_behind_the_second_cut(
    parents: Parents, seed: int
) -> None:
    first, second = parents
    n = len(first)
    start, end = cut_points(Rng(seed), n)
    fragment = {place: first[place] for place in circular(start, end, n)}
    child = crossed("ox", first, second, seed, everyone(n))
    assert child == filled(fragment, second, end + 1, end)


@given(parents=parents(), seed=SEEDS, data=st.data())
@settings(max_examples=300, deadline=None)
def test_a_related_crossover_goes_on_at_a_customer_related_to_the_end_of_the_fragment(
    parents: Parents, seed: int, data: st.DataObject
) -> None:
    first, second = parents
    n = len(first)
    rows = [
        data.draw(st.lists(st.integers(1, n).filter(partial(ne, i)), max_size=3, unique=True))
        for i in range(1, n + 1)
    ]
    rng = Rng(seed)
    start, end = cut_points(rng, n)
    fragment = {place: first[place] for place in circular(start, end, n)}
    eligible = [j for j in rows[first[end] - 1] if j not in fragment.values()]
    begin = second.index(eligible[rng.below(len(eligible))]) if eligible else rng.below(n)
    child = crossed("related", first, second, seed, neighbours([*rows[:-1], rows[-1] or [0]]))
    assert child == filled(fragment, second, begin, end)
    if eligible:
        assert child[(end + 1) % n] in eligible


@given(parents=parents(), seed=SEEDS)
@settings(max_examples=200, deadline=None)
def test_a_fragment_runs_from_a_customer_to_a_related_one(parents: Parents, seed: int) -> None:
    first, second = parents
    n = len(first)
    rows = [[i % n + 1] for i in range(1, n + 1)]  # each customer's only relative is the next one
    rng = Rng(seed)
    start = rng.below(n)
    end = first.index(rows[first[start] - 1][0])
    fragment = {place: first[place] for place in circular(start, end, n)}
    child = crossed("fragment", first, second, seed, neighbours(rows))
    assert child == filled(fragment, second, end + 1, end)


@given(parents=parents(), seed=SEEDS)
@settings(max_examples=200, deadline=None)
def test_a_random_fragment_is_as_long_as_a_related_one_but_anywhere(
    parents: Parents, seed: int
) -> None:
    first, second = parents
    n = len(first)
    rows = [[i % n + 1] for i in range(1, n + 1)]  # each customer's only relative is the next one
    rng = Rng(seed)
    start = rng.below(n)
    end = first.index(rows[first[start] - 1][0])
    rng.below(1)  # which of the relatives
    moved = rng.below(n)
    last = (moved + end - start) % n
    fragment = {place: first[place] for place in circular(moved, last, n)}
    assert len(fragment) == len(circular(start, end, n))
    child = crossed("fragment_random", first, second, seed, neighbours(rows))
    assert child == filled(fragment, second, last + 1, last)


def seed_with_cuts(start: int, end: int, n: int) -> int:
    return next(seed for seed in range(10_000) if cut_points(Rng(seed), n) == (start, end))


def test_ox_by_hand() -> None:
    # Positions 3 to 5 of parent 1 stay: _ _ _ 4 5 6 _ _ _. Parent 2 behind them, circularly:
    # 3 2 1 9 8 7 6 5 4, without 4, 5 and 6: 3 2 1 9 8 7, from position 6 on.
    first = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    second = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    child = crossed("ox", first, second, seed_with_cuts(3, 5, 9), everyone(9))
    assert child == [9, 8, 7, 4, 5, 6, 3, 2, 1]


def test_a_related_crossover_by_hand() -> None:
    # The same fragment 4 5 6. Its end is 6, whose relatives are 5 (in the fragment) and 8: the
    # rest is parent 2 from 8 on: 8 7 3 2 1 9, from position 6 on.
    first = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    second = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    related = neighbours([[0, 0]] * 5 + [[5, 8]] + [[0, 0]] * 3)
    child = crossed("related", first, second, seed_with_cuts(3, 5, 9), related)
    assert child == [2, 1, 9, 4, 5, 6, 8, 7, 3]


def test_a_fragment_may_run_over_the_end_of_the_tour() -> None:
    # Positions 7, 8 and 0 stay: 1 _ _ _ _ _ _ 8 9. Parent 2 from position 1 on without them:
    # 7 6 5 4 3 2.
    first = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    second = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    child = crossed("ox", first, second, seed_with_cuts(7, 0, 9), everyone(9))
    assert child == [1, 7, 6, 5, 4, 3, 2, 8, 9]


def test_an_unknown_crossover_is_refused_by_the_hook_as_by_the_search() -> None:
    with pytest.raises(ValueError, match="unknown crossover bananas"):
        crossed("bananas", [1, 2, 3], [3, 2, 1], 1, everyone(3))
    problem = line([1, 2, 3]).core
    with pytest.raises(ValueError, match="unknown crossover bananas"):
        _core.search(
            problem=problem,
            local_search=everyone(3),
            crossover=everyone(3),
            ruin=everyone(3),
            crossover_kind="bananas",
            config=core_config(PAPER),
            seed=1,
            limits=_core.Limits(),
            start=[],
            poll=None,
        )
