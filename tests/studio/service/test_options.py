import pytest

from kinroute.search.methods import METHODS
from kinroute.studio.service.options import (
    FileOptions,
    SearchOptions,
    UploadOptions,
    search_options,
    upload_options,
)
from kinroute.studio.service.problems import ProblemError


def test_options_are_those_of_the_command_line() -> None:
    from kinroute.cli.options import InstanceArguments

    names = set(InstanceArguments.__slots__) - {"file", "rounded"} | {"rounding"}
    assert set(FileOptions.model_fields) == names
    assert set(UploadOptions.model_fields) == names | set(SearchOptions.model_fields)
    assert SearchOptions.model_json_schema()["properties"]["method"]["enum"] == list(METHODS)


def test_json_values_are_not_converted() -> None:
    assert search_options({"seconds": 5, "seed": 3}).seconds == 5.0
    for wrong in ({"seed": "3"}, {"seed": 3.5}, {"threads": True}, {"method": None}):
        with pytest.raises(ProblemError):
            search_options(wrong)
    with pytest.raises(ProblemError):
        search_options([])


def test_fields_of_a_form_are_texts() -> None:
    given = upload_options({"capacity": "250", "open_routes": "true", "seed": "4"})
    assert (given.capacity, given.open_routes, given.seed) == (250.0, True, 4)
    for wrong in ({"capacity": "nan"}, {"capacity": "-1"}, {"seed": "x"}, {"rounding": "down"}):
        with pytest.raises(ProblemError):
            upload_options(wrong)


@pytest.mark.parametrize(
    ("value", "place", "text"),
    [
        ({"method": "X-X"}, "options.method", "'X-X': unknown; use one of auto, D-O"),
        ({"crossover": "oracle:/etc/passwd"}, "options.crossover", "unknown; use one of"),
        ({"model": "../x"}, "options.model", "pattern"),
        ({"seconds": 0}, "options.seconds", "0: Input should be greater than 0"),
        ({"seconds": float("inf")}, "options.seconds", "finite"),
        ({"colour": 1}, "options.colour", "1: unknown; use one of method, local_search"),
    ],
)
def test_errors_name_the_place_and_the_value(
    value: dict[str, object], place: str, text: str
) -> None:
    with pytest.raises(ProblemError) as raised:
        search_options(value)
    assert raised.value.more["place"] == place
    assert text in raised.value.detail
