import pytest

import kinroute
from kinroute import Instance
from kinroute.bench.groups import group_of
from kinroute.problem.generate import generate
from kinroute.problem.kinds import DEMANDS, DEPOTS, LAYOUTS, ROUTE_LENGTHS


def test_a_name_of_set_xml_tells() -> None:
    group = group_of("XML100_2316_07", generate(10))
    assert (group.depot, group.layout) == ("center", "mixed")
    assert (group.demand, group.route_length, group.is_derived) == ("unit", "25-50", False)


@pytest.mark.parametrize("kind", range(1, 8))
def test_what_the_data_tell_is_what_the_law_was_told(kind: int) -> None:
    right = 0
    for seed in range(12):
        depot, layout, size = 1 + seed % 3, 1 + seed // 4, 1 + seed % 6
        drawn = generate(
            120, depot=depot, layout=layout, demand=kind, route_size=size, seed=1000 * kind + seed
        )
        group = group_of("unheard of", drawn)
        assert group.is_derived
        assert group.depot == DEPOTS[depot - 1]
        assert group.demand == DEMANDS[kind - 1]
        right += group.layout == LAYOUTS[layout - 1]
        right += group.route_length == ROUTE_LENGTHS[size - 1]
    assert right >= 21  # of 24: near the borders of a class, samples of either look alike


def test_what_has_no_points_has_no_place() -> None:
    matrix = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    group = group_of("m", Instance(demands=[200, 1], capacity=300, distances=matrix))
    assert (group.depot, group.layout, group.demand) == ("other", "other", "other")


def test_points_on_a_line_have_a_layout() -> None:
    line = kinroute.Instance(demands=[1] * 3, capacity=2, coordinates=[(x, 0) for x in range(4)])
    assert group_of("line", line).layout in LAYOUTS
