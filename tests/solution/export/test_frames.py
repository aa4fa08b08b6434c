import sys
from typing import Any

import pytest

from kinroute.errors import ConfigError
from kinroute.solution.export.frames import frame
from kinroute.solution.export.tables import stop_columns
from tests.solution.export.made_up import plane, utrecht


def test_stops_are_a_frame_with_the_columns_of_the_table() -> None:
    stops = utrecht().to_frame()
    assert tuple(stops.columns) == stop_columns(utrecht().instance)
    assert stops["name"].tolist()[1] == "=1+1"  # no file, no guard
    assert stops.groupby("route")["demand"].sum().tolist() == [10, 3]
    assert stops["distance"].dtype == float


def test_routes_are_a_frame_too() -> None:
    routes = plane().to_frame("routes")
    assert routes["distance"].tolist() == [18, 20]
    assert routes["stops"].tolist() == [2, 1]


def test_no_other_frame_is_known() -> None:
    wrong: Any = "legs"
    with pytest.raises(ConfigError, match="use 'stops' or 'routes'"):
        frame(plane(), wrong)


def test_without_pandas_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ConfigError, match="pip install pandas"):
        plane().to_frame()
