"""Stops and routes as pandas data frames, where pandas is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kinroute.errors import ConfigError
from kinroute.solution.export.tables import route_columns, route_rows, stop_columns, stop_rows
from kinroute.solution.result import Result

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(result: Result, of: Literal["stops", "routes"]) -> DataFrame:
    """Return the table of stops or of routes."""
    if of not in ("stops", "routes"):
        raise ConfigError(f"there is no frame of {of!r}; use 'stops' or 'routes'")
    try:
        from pandas import DataFrame
    except ModuleNotFoundError:
        raise ConfigError(
            "data frames need pandas, which is not installed\nInstall it: pip install pandas"
        ) from None
    if of == "routes":
        rows = route_rows(result.instance, result.itineraries)
        return DataFrame(list(rows), columns=list(route_columns()))
    return DataFrame(list(stop_rows(result)), columns=list(stop_columns(result.instance)))
