import kinroute
from kinroute.bench.solving.incumbent import Incumbent
from kinroute.bench.solving.parts import Part
from kinroute.solution import Solution

INSTANCE = kinroute.Instance(
    demands=[1] * 4, capacity=2, coordinates=[(0, 0), (0, 1), (0, 2), (0, -1), (0, -2)]
)


def test_pieces_are_replaced_by_better_ones_and_the_cost_is_their_sum() -> None:
    first = kinroute.solve(INSTANCE, stop=0.0)
    incumbent = Incumbent.of(first)
    up = Part.of_routes(INSTANCE, [(1,), (2,)], None)
    down = Part.of_routes(INSTANCE, [(3,), (4,)], None)
    incumbent.divide([up, down])
    incumbent.cost = 12.0
    better = up.better([(1, 2)])
    assert better is not None
    incumbent.improve(0, up, better, 1.5)
    assert (incumbent.cost, incumbent.trace[-1].time) == (10.0, 1.5)
    incumbent.improve(0, up, Solution([(1,), (2,)], 6.0), 2.0)
    assert incumbent.cost == 10.0
    assert incumbent.routes == ((1, 2), (3,), (4,))
    assert kinroute.check(INSTANCE, Solution(incumbent.routes)).cost == 10.0


def test_an_infeasible_incumbent_is_replaced_by_a_feasible_one_of_any_cost() -> None:
    part = Part.of_whole(INSTANCE, [(1, 2, 3, 4)])
    incumbent = Incumbent(cost=8.0, is_feasible=False, trace=[])
    incumbent.divide([part])
    incumbent.improve(0, part, Solution([(1,), (2,), (3,), (4,)], 12.0), 1.0)
    assert (incumbent.is_feasible, incumbent.cost) == (True, 12.0)
