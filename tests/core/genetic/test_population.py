import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import _core
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from tests.core.problems import Routes, line, problems, routed, testing

# Customers at 1, 2, 3, 4 on a line: these cost 8, 4 + 8 = 12 and 6 + 8 = 14.
WHOLE = [[1, 2, 3, 4]]
HALVES = [[1, 2], [3, 4]]
MIXED = [[1, 3], [2, 4]]
# Broken-pairs distances: WHOLE-HALVES 2/4, WHOLE-MIXED 4/4, HALVES-MIXED 2/4.


def population(**settings: int) -> _core.PopulationConfig:
    config = core_config(PAPER).population
    for name, value in settings.items():
        setattr(config, name, value)
    return config


def survivors(
    solutions: list[Routes],
    *,
    keep: int = 10,
    born: int = 10,
    elite: int = 1,
    close: int = 2,
    unique: bool = False,
) -> list[tuple[Routes, float]]:
    config = population(
        min_size=keep, generation_size=born, elite=elite, close=close, unique=unique
    )
    return testing.survivors(line([1, 2, 3, 4]).core, solutions, config)


def test_members_are_in_order_of_cost() -> None:
    members = [routes for routes, _ in survivors([MIXED, WHOLE, HALVES])]
    assert members == [WHOLE, HALVES, MIXED]


def test_biased_fitness_adds_the_rank_of_cost_and_the_weighted_rank_of_diversity() -> None:
    # Mean distance to the two others: WHOLE 3/4, HALVES 1/2, MIXED 3/4. Ranks by diversity (ties
    # by cost): WHOLE 0, MIXED 1/2, HALVES 1; by cost: 0, 1/2, 1. Weight 1 - 1/3.
    #   WHOLE 0 + 2/3·0 = 0     HALVES 1/2 + 2/3·1 = 7/6     MIXED 1 + 2/3·1/2 = 4/3
    fitness = [value for _, value in survivors([WHOLE, HALVES, MIXED])]
    assert fitness == pytest.approx([0, 7 / 6, 4 / 3])


def test_diversity_counts_for_nothing_while_all_are_elite() -> None:
    fitness = [value for _, value in survivors([WHOLE, HALVES, MIXED], elite=3)]
    assert fitness == pytest.approx([0, 1 / 2, 1])


def test_only_the_closest_measure_diversity() -> None:
    # Every one has another at 1/2, so the ranks by diversity are those by cost.
    fitness = [value for _, value in survivors([WHOLE, HALVES, MIXED], close=1)]
    assert fitness == pytest.approx([0, 1 / 2 + 2 / 3 * 1 / 2, 1 + 2 / 3])


def test_a_lonely_member_is_perfectly_fit() -> None:
    assert survivors([HALVES]) == [(HALVES, 0.0)]


def test_nobody_goes_before_the_generation_is_full() -> None:
    assert len(survivors([WHOLE, HALVES, MIXED], keep=2, born=1)) == 3
    assert len(survivors([WHOLE, HALVES, MIXED, WHOLE], keep=2, born=1)) == 2


def test_a_unique_population_has_no_clones() -> None:
    backwards = [[4, 3], [2, 1]]
    solutions = [WHOLE, HALVES, backwards, MIXED, WHOLE]
    assert len(survivors(solutions)) == 5
    assert [routes for routes, _ in survivors(solutions, unique=True)] == [WHOLE, HALVES, MIXED]


def test_clones_go_before_worse_solutions() -> None:
    # HALVES driven backwards costs 12 like HALVES; MIXED costs more but is no clone.
    backwards = [[2, 1], [4, 3]]
    kept = [routes for routes, _ in survivors([WHOLE, HALVES, backwards, MIXED], keep=3, born=0)]
    assert len(kept) == 3
    assert kept[0] == WHOLE
    assert kept[2] == MIXED


def test_the_cheapest_stays_even_if_it_has_a_clone() -> None:
    kept = [routes for routes, _ in survivors([WHOLE, WHOLE, HALVES, MIXED], keep=3, born=0)]
    assert kept == [WHOLE, HALVES, MIXED]


def test_the_least_fit_go_when_there_are_no_clones() -> None:
    # As computed above, MIXED is the least fit of the three.
    kept = [routes for routes, _ in survivors([WHOLE, HALVES, MIXED], keep=2, born=0)]
    assert kept == [WHOLE, HALVES]


@given(data=st.data(), keep=st.integers(2, 5), born=st.integers(1, 5))
@settings(max_examples=150, deadline=None)
def test_the_cheapest_solution_ever_added_always_survives(
    data: st.DataObject, keep: int, born: int
) -> None:
    problem = data.draw(problems(timed=False))
    solutions = data.draw(st.lists(routed(problem), min_size=1, max_size=25))
    config = population(
        min_size=keep, generation_size=born, elite=1, close=2, unique=data.draw(st.booleans())
    )
    members = testing.survivors(problem.core, solutions, config)
    costs = [problem.cost(routes, (1, 256)) for routes, _ in members]
    assert costs == sorted(costs)
    assert costs[0] == min(problem.cost(routes, (1, 256)) for routes in solutions)
    assert len(members) <= keep + born
    assert members[0][1] <= 1
