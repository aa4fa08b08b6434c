import pytest

from kinroute.errors import ConfigError
from kinroute.search.methods import METHODS, method_named


def test_the_papers_methods_are_there() -> None:
    assert {"D-O", "D-D", "D-N", "N-O", "N-D", "N-N"} <= set(METHODS)


@pytest.mark.parametrize("name", ["d-d", " D-D ", "D-d"])
def test_methods_are_found_in_any_case(name: str) -> None:
    assert method_named(name).name == "D-D"


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"unknown method 'D-X'; use one of auto, D-O, .*N-N"):
        method_named("D-X")


def test_only_methods_with_an_n_need_a_heatmap() -> None:
    needy = {name for name, method in METHODS.items() if method.needs_heatmap}
    assert needy == {"D-N", "N-O", "N-D", "N-N"}
