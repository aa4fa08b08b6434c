import re

from kinroute.solution.export.colors import hex_colors
from tests.solution.export.made_up import large, utrecht


def test_every_route_has_a_colour() -> None:
    assert len(set(hex_colors(utrecht()))) == 2
    colors = hex_colors(large(200))
    assert len(colors) == 200
    assert all(re.fullmatch("#[0-9a-f]{6}", color) for color in colors)
