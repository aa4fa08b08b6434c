import pytest

from kinroute.problem.generate import generate
from kinroute.problem.kinds import ATTRIBUTES, ROUTE_LENGTHS, kinds_in_name


def test_set_xml_has_378_groups() -> None:
    count = 1
    for values in ATTRIBUTES.values():
        count *= len(set(values))
    assert count == 378


def test_a_name_of_set_xml_has_a_digit_for_each_attribute() -> None:
    assert kinds_in_name("XML100_2317_07") is None
    assert kinds_in_name("XML100_2316_07") == {
        "depot": "center",
        "layout": "mixed",
        "demand": "unit",
        "route_length": "25-50",
    }


@pytest.mark.parametrize("name", ["X-n101-k25", "XML100_0111_01", "XML100_1181_01", "kinds"])
def test_other_names_tell_nothing(name: str) -> None:
    assert kinds_in_name(name) is None


def test_the_generator_s_names_are_read_back() -> None:
    made = generate(10, depot="corner", layout="clustered", demand="mostly-small", route_size=3)
    assert kinds_in_name(made.name) == {
        "depot": "corner",
        "layout": "clustered",
        "demand": "mostly-small",
        "route_length": ROUTE_LENGTHS[2],
    }
