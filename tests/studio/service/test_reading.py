import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.reading import Reading, Submission, file_label, read_submission
from tests.studio.service.servers import SMALL, STOPS


def read(folder: Path, content: str, label: str | None = None, **form: str) -> Reading:
    path = folder / "upload"
    path.write_text(content)
    return read_submission(Submission(path=path, label=label, form=form), most_customers=100)


def read_json(folder: Path, value: Any) -> Reading:
    return read(folder, json.dumps(value))


def test_a_json_body_is_an_instance_and_its_options(tmp_path: Path) -> None:
    found = read_json(tmp_path, {"instance": {**SMALL, "name": "four"}, "options": {"seed": 9}})
    assert (found.instance.name, found.instance.customers, found.options.seed) == ("four", 4, 9)


def test_a_file_is_read_with_the_options_of_the_command_line(tmp_path: Path) -> None:
    table = "client,lat,lon,qty\nd,52.5,13.4,\na,52.6,13.3,4\nb,52.4,13.2,5\n"
    found = read(
        tmp_path,
        table,
        "orders.csv",
        capacity="9",
        columns="demand=qty,name=client",
        speed="30",
        max_duration="8h",
        minimise="duration",
        rounding="none",
        method="D-D",
    )
    instance = found.instance
    assert (instance.name, instance.names) == ("orders", ("a", "b"))
    assert (instance.max_duration, instance.duration_cost) == (480, 1)
    assert found.options.method == "D-D"


def test_what_is_probably_a_mistake_is_told(tmp_path: Path) -> None:
    found = read(tmp_path, STOPS.replace("52.50,13.41", "0,0"), "stops.csv", capacity="20")
    assert "in the Atlantic" in found.warnings[0]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("[1]", "must be an object"),
        ('{"option": 1}', "'option' is not known"),
        ("{}", "'instance' is missing"),
        ('{"instance": 5}', "5 is not an object"),
    ],
)
def test_a_body_of_another_form_is_refused(tmp_path: Path, body: str, text: str) -> None:
    with pytest.raises(FormatError, match=text):
        read(tmp_path, body)


def test_customers_are_bounded_before_they_are_looked_at(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="customers 101"):
        read_json(tmp_path, {"instance": {"demands": [None] * 101, "capacity": 1}})


def test_only_installed_networks_are_models(tmp_path: Path) -> None:
    assert read_json(tmp_path, {"instance": SMALL, "options": {"model": "light-2"}})
    with pytest.raises(ConfigError, match="model 'heavy' is unknown; use one of"):
        read_json(tmp_path, {"instance": SMALL, "options": {"model": "heavy"}})


@given(st.text(max_size=300))
def test_a_label_is_a_short_name_without_folders(name: str) -> None:
    label = file_label(name)
    assert 0 < len(label) <= 1000  # a control character takes up to ten to spell out
    assert label.isprintable()
    assert "/" not in label


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.thorough
@given(JSON)
def test_any_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    for body in (value, {"instance": value}, {"instance": SMALL, "options": value}):
        path.write_text(json.dumps(body))
        with suppress(ProblemError, InputError):
            found = read_submission(Submission(path=path), most_customers=100)
            assert found.instance.customers == 4
