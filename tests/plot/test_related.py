from pathlib import Path

import pytest

from kinroute import ByDistance, Instance, Solution
from kinroute.errors import InputError, SolutionError
from kinroute.plot.files import save
from kinroute.plot.related import draw_related
from kinroute.relatedness import ByRoutes

LINE = Instance(
    demands=[1] * 5,
    capacity=5,
    coordinates=[(0, 0), (1, 0), (2, 1), (3, 0), (4, 1), (9, 0)],
    name="line",
)
ROUTES = Solution([(1, 5, 3), (4, 2)])


def test_each_relatedness_has_a_panel_beside_the_solution(tmp_path: Path) -> None:
    figure = draw_related(
        LINE, 1, {"distance": ByDistance(), "oracle": ByRoutes(ROUTES)}, ROUTES, count=2
    )
    names = [axes.get_title(loc="left") for axes in figure.axes]
    assert names == ["distance", "oracle", "in the solution"]
    # Customer 1 has one neighbour on its route, 5, far away.
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "0 of its 1 edge among 2",
        "1 of its 1 edge among 2",
        "its route has 3 stops",
    ]
    assert figure.get_suptitle() == "line: most related to customer 1"
    save(figure, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_all_panels_show_the_same_part_of_the_map() -> None:
    figure = draw_related(LINE, 4, {"distance": ByDistance()}, ROUTES, count=1)
    one, two = figure.axes
    assert one.get_xlim() == two.get_xlim()
    assert one.get_ylim() == two.get_ylim()
    low, high = one.get_xlim()
    assert low < 2 < 4 < high < 9  # customer 4, its neighbour 2 on the route, and the nearest


def test_an_unvisited_customer_has_a_picture_without_edges() -> None:
    figure = draw_related(LINE, 5, {"distance": ByDistance()}, Solution([(1, 2)]))
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "0 of its 0 edges among 4",
        "its route has 1 stop",
    ]


def test_a_customer_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="there is no customer 6; line has customers 1 to 5"):
        draw_related(LINE, 6, {"distance": ByDistance()}, ROUTES)


def test_a_solution_of_another_instance_is_refused() -> None:
    with pytest.raises(SolutionError, match="route 1 visits customer 7"):
        draw_related(LINE, 1, {}, Solution([(7,)]))
