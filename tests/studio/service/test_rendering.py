import json
from pathlib import Path

import pytest

import kinroute
from kinroute.errors import InputError
from kinroute.studio.service.execution import arguments, rules
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.reading import Submission, read_submission
from kinroute.studio.service.rendering import rebuilt, render
from tests.studio.service.servers import SMALL


@pytest.fixture
def sent(tmp_path: Path) -> Submission:
    path = tmp_path / "upload"
    path.write_text(json.dumps({"instance": SMALL, "options": {"method": "D-D", "iterations": 20}}))
    return Submission(path=path)


def test_a_result_is_the_same_after_it_was_stored(sent: Submission, tmp_path: Path) -> None:
    reading = read_submission(sent, most_customers=10)
    options: SearchOptions = reading.options
    result = kinroute.solve(reading.instance, **arguments(options), stop=rules(options, 60.0))
    values = json.loads(json.dumps(result.as_dict() | {"restarts": result.restarts}))
    again = rebuilt(reading.instance, options, values, 60.0)
    assert again.as_dict() == result.as_dict()
    for suffix in (".sol", ".csv", ".json"):
        result.write(tmp_path / f"direct{suffix}")
        render(sent, values, tmp_path / f"later{suffix}", most_seconds=60, most_customers=10)
        direct = (tmp_path / f"direct{suffix}").read_bytes()
        assert (tmp_path / f"later{suffix}").read_bytes() == direct


def test_a_refusal_does_not_name_the_file(sent: Submission, tmp_path: Path) -> None:
    values = {
        "routes": [[1], [2], [3, 4]],
        "method": "D-D",
        "seed": 1,
        "iterations": 1,
        "restarts": 0,
        "runtime": 1.0,
        "inference": 0.0,
        "trace": [],
        "stopped_by": "time",
    }
    with pytest.raises(InputError, match=r"request\.gpx: \.gpx needs latitudes") as raised:
        render(sent, values, tmp_path / "x.gpx", most_seconds=60, most_customers=10)
    assert str(tmp_path) not in str(raised.value)
    with pytest.raises(ProblemError) as failed:
        render(sent, values, tmp_path / "no" / "x.csv", most_seconds=60, most_customers=10)
    assert str(tmp_path) not in str(failed.value)
