from matplotlib.figure import Figure
from matplotlib.text import Text

from kinroute import Instance, Solution, check
from kinroute.plot.heading import draw_heading, fault_text, instance_text, solution_text
from kinroute.plot.palette import ALERT, INK

# Depot (0, 0), customers at 1.4 and 2.8: out and back is 5.6, or 1 + 1 + 3 = 5 rounded.
LINE = Instance(
    demands=[4, 6], capacity=10, coordinates=[(0, 0), (1.4, 0), (2.8, 0)], rounding="nearest"
)
BOTH = Solution([(1, 2)])
TWICE = Solution([(1, 2), (2, 1)])


def test_an_instance_is_described_by_size_capacity_and_demand() -> None:
    assert instance_text(LINE) == "2 customers · capacity 10 · total demand 10"


def test_a_solution_is_described_by_its_cost_and_its_unrounded_distance() -> None:
    text = solution_text(LINE, BOTH, check(LINE, BOTH))
    assert text == "cost 5 · 1 route · total distance 5.60 · 2 customers"


def test_distances_on_the_globe_are_in_km() -> None:
    globe = LINE.with_changes(metric="great_circle", rounding="none")
    text = solution_text(globe, BOTH, check(globe, BOTH))
    assert " km · 2 customers" in text


def test_a_feasible_solution_has_no_fault() -> None:
    assert fault_text(check(LINE, BOTH)) is None


def test_the_first_fault_is_shown_with_the_number_of_others() -> None:
    text = fault_text(check(LINE, TWICE))
    assert text == "infeasible: customer 1 is visited 2 times (and 1 more)"


def test_the_lines_stand_above_one_another_and_faults_are_red() -> None:
    axes = Figure().add_axes((0, 0, 1, 1))
    draw_heading(axes, "name", "figures", "infeasible: too long")
    heights = {}
    for annotation in axes.texts:
        assert isinstance(annotation, Text)
        heights[annotation.get_text()] = annotation.xyann[1]  # type: ignore[attr-defined]
    assert heights["name"] > heights["figures"] > heights["infeasible: too long"] > 0
    colors = {text.get_text(): text.get_color() for text in axes.texts}
    assert colors == {"name": ALERT, "figures": INK, "infeasible: too long": ALERT}
