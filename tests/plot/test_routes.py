import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import SolutionError
from kinroute.plot.files import save
from kinroute.plot.routes import draw
from kinroute.problem.instance import Instance
from kinroute.solution import Solution

# Depot (0, 0); 0-1 5, 1-2 5, 2-0 8, 0-3 10: routes 1 2 and 3 cost 38.
SMALL = Instance(
    demands=[4, 6, 3],
    capacity=10,
    coordinates=[(0, 0), (3, 4), (0, 8), (6, 8)],
    name="small",
    names=("Bakery", "50 $ shop $", "C"),
)
ROUTES = Solution(((1, 2), (3,)))


def texts(figure: object) -> list[str]:
    from matplotlib.text import Text

    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]  # type: ignore[attr-defined]


def colors_of(figure: object, start: str) -> list[str]:
    from matplotlib.text import Text

    found = figure.findobj(Text)  # type: ignore[attr-defined]
    return [str(text.get_color()) for text in found if text.get_text().startswith(start)]


def test_the_heading_shows_name_cost_routes_and_distance() -> None:
    shown = texts(draw(SMALL, ROUTES))
    assert "small" in shown
    assert "cost 38 · 2 routes · total distance 38 · 3 customers" in shown
    assert "1   2 stops, 10 of 10, distance 18" in shown


def test_the_legend_has_kilometres_and_minutes_of_each_route() -> None:
    timed = SMALL.with_changes(distance_unit="km", speed=30, service=5)
    shown = texts(draw(timed, ROUTES))
    assert "1   2 stops, 10 of 10, 18 km, 46 min" in shown
    assert "2   1 stop, 3 of 10, 20 km, 45 min" in shown
    measures = "cost 38 km · 2 routes · total distance 38 km · 1 h 31 min with service"
    assert f"{measures} · 3 customers" in shown


def test_an_open_route_is_drawn_without_the_way_back() -> None:
    def ends(instance: Instance) -> list[list[list[float]]]:
        (lines, *_) = draw(instance, ROUTES).axes[0].collections
        return [segment.tolist() for segment in lines.get_segments()]  # type: ignore[attr-defined]

    there, back = [[0, 0], [3, 4]], [[0, 0], [0, 8]]
    assert ends(SMALL)[:2] == [there, back]
    assert ends(SMALL.with_changes(open_routes=True)) == [there, [[0, 0], [6, 8]]]


def test_latitudes_beside_a_matrix_are_drawn_as_a_map() -> None:
    # Customer 1 north of the depot, customer 2 east of it.
    roads = Instance(
        demands=[1, 1],
        capacity=2,
        coordinates=[(60, 25), (60.1, 25), (60, 25.1)],
        distances=[[0, 12, 6], [12, 0, 14], [6, 14, 0]],
        geographic=True,
    )
    figure = draw(roads, Solution([[1, 2]]))
    assert "km north of the depot" in texts(figure)
    north, east = np.asarray(figure.axes[0].collections[-1].get_offsets()).tolist()
    assert north == pytest.approx([0, 11.12], abs=0.01)
    assert east == pytest.approx([5.56, 0], abs=0.01)


def test_names_in_any_script_are_drawn_without_a_warning(tmp_path: Path) -> None:
    names = ("مخبز", "面包店 🥐", "a\x07\nb")
    save(draw(SMALL.with_changes(names=names, name="面"), ROUTES), tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 1000


def test_the_total_distance_is_not_rounded() -> None:
    rounded = Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1, 1)], rounding="nearest")
    assert "cost 2 · 1 route · total distance 2.83 · 1 customer" in texts(
        draw(rounded, Solution(((1,),)))
    )


def test_an_infeasible_solution_is_marked_in_red() -> None:
    figure = draw(SMALL, Solution(((1, 2, 3),)))
    assert "infeasible: route 1 carries 13, 3 over capacity 10" in texts(figure)
    assert colors_of(figure, "infeasible") == ["#c62828"]


def test_positions_made_from_distances_are_called_schematic() -> None:
    matrix = [[0, 5, 8, 10], [5, 0, 5, 5], [8, 5, 0, 6], [10, 5, 6, 0]]
    only_distances = Instance(demands=[4, 6, 3], capacity=10, distances=matrix)
    note = "schematic: positions drawn from the distances"
    assert note in texts(draw(only_distances, ROUTES))
    assert note not in texts(draw(SMALL, ROUTES))


def test_places_on_the_globe_are_drawn_in_km() -> None:
    globe = Instance(
        demands=[1], capacity=1, coordinates=[(60, 25), (60.1, 25)], metric="great_circle"
    )
    assert "km north of the depot" in texts(draw(globe))


def test_an_instance_without_routes_is_drawn_too() -> None:
    assert "3 customers · capacity 10 · total demand 13" in texts(draw(SMALL, title="Monday"))
    assert "Monday" in texts(draw(SMALL, title="Monday"))


def test_customers_that_the_instance_does_not_have_are_refused() -> None:
    with pytest.raises(SolutionError, match="route 1 visits customer 4"):
        draw(SMALL, Solution(((1, 4),)))


def test_unvisited_and_repeated_customers_are_drawn_all_the_same() -> None:
    assert any(t.startswith("infeasible") for t in texts(draw(SMALL, Solution(((1, 1),)))))
    assert any(t.startswith("infeasible") for t in texts(draw(SMALL, Solution(()))))


def test_a_result_draws_itself(tmp_path: Path) -> None:
    result = kinroute.solve(SMALL, stop=kinroute.AfterIterations(5))
    result.plot(tmp_path / "a.png")
    assert (tmp_path / "a.png").exists()


def test_ten_thousand_customers_are_drawn_in_seconds(tmp_path: Path) -> None:
    instance = kinroute.generate(10_000, seed=1, layout=1, demand=1, route_size=(50, 50))
    x, y = np.asarray(instance.coordinates)[1:].T
    order = np.lexsort((y, x // 20)) + 1
    routes = Solution(tuple(order[at : at + 50].tolist() for at in range(0, 10_000, 50)))
    began = time.monotonic()
    save(draw(instance, routes), tmp_path / "large.png")
    assert time.monotonic() - began < 10


@pytest.mark.thorough
def test_threads_draw_side_by_side(tmp_path: Path) -> None:
    def work(number: int) -> None:
        for _ in range(3):
            save(draw(SMALL, ROUTES), tmp_path / f"{number}.png")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1
    assert len(list(tmp_path.iterdir())) == 4


def test_pyplot_is_never_loaded() -> None:
    draw(SMALL, ROUTES)
    assert "matplotlib.pyplot" not in sys.modules
