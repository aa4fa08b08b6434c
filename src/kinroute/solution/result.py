"""The result of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution import Solution
from kinroute.solution.check import Check
from kinroute.solution.itinerary import Itinerary, itineraries
from kinroute.solution.measures import distance_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from kinroute.search.auto import Settings
    from kinroute.search.stop import StopReason


@dataclass(frozen=True, slots=True)
class Improvement:
    """An improvement of the best feasible solution."""

    time: float
    """Seconds since `solve` was called."""
    cost: float
    iterations: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result:
    """The best solution of a search, with the findings of the checker and how it was found."""

    instance: Instance
    solution: Solution
    check: Check
    method: str
    seed: int
    iterations: int
    restarts: int
    runtime: float
    """Seconds, from the call of `solve` to its return, without pauses; without inference if
    `optimistic`."""
    trace: tuple[Improvement, ...]
    """Time, cost and iteration of every improvement of the best feasible solution."""
    stopped_by: StopReason
    settings: Settings
    """What the search ran with, and why."""
    inference: float = 0.0
    """Seconds of inference: what a network or a function took for its scores."""
    _itineraries: tuple[Itinerary, ...] | None = field(init=False, compare=False, default=None)

    @property
    def cost(self) -> float:
        """What is minimised: total distance, unless the instance says otherwise."""
        return self.check.cost

    @property
    def feasible(self) -> bool:
        """Whether every limit is kept; if not, this is the least infeasible solution seen."""
        return self.check.feasible

    @property
    def routes(self) -> tuple[tuple[int, ...], ...]:
        """Customers 1 … n of each route."""
        return self.solution.routes

    @property
    def itineraries(self) -> tuple[Itinerary, ...]:
        """The routes as drivers see them: stops by name with times, loads and distances."""
        if self._itineraries is None:
            found = itineraries(self.instance, self.routes)
            object.__setattr__(self, "_itineraries", found)
            return found
        return self._itineraries

    def write(self, path: str | PathLike[str], *, tiles: str | None = None) -> None:
        """Write the result in the format of the suffix, whole or not at all.

        .sol, .json, .csv (a row per stop), .xlsx, .geojson, .gpx, .html (a page with map and
        table), .pdf (drivers' sheets), .png and .svg. On an .html page, `tiles` draws street tiles
        from a URL with {z}, {x} and {y} below the routes.
        Raises `InputError` for other suffixes, and for .geojson and .gpx without latitudes.
        """
        from kinroute.solution.export import write

        write(self, path, tiles=tiles)

    def to_frame(self, of: Literal["stops", "routes"] = "stops") -> DataFrame:
        """Return a pandas data frame with a row per stop, as .csv has it, or per route."""
        from kinroute.solution.export.frames import frame

        return frame(self, of)

    def plot(self, path: str | PathLike[str] | None = None) -> Figure:
        """Draw the routes; with a path, into a picture file as well."""
        from kinroute.plot.files import save
        from kinroute.plot.routes import draw

        figure = draw(self.instance, self.solution)
        if path is not None:
            save(figure, path)
        return figure

    def as_dict(self) -> dict[str, Any]:
        """The result in plain values, as `kinroute solve --json` prints it."""
        values: dict[str, Any] = {
            "instance": self.instance.name,
            "method": self.method,
            "seed": self.seed,
            "cost": _plain(self.cost),
            "feasible": self.feasible,
            "routes": [list(route) for route in self.routes],
            "units": {"distance": distance_unit(self.instance), "time": self.instance.time_unit},
            "itineraries": [route.as_dict() for route in self.itineraries],
            "iterations": self.iterations,
            "runtime": round(self.runtime, 6),
            "inference": round(self.inference, 6),
            "trace": [
                {"time": round(at.time, 6), "cost": _plain(at.cost), "iterations": at.iterations}
                for at in self.trace
            ],
            "stopped_by": self.stopped_by,
            "settings": self.settings.as_dict(),
            "problems": list(self.check.problems),
        }
        if self.instance.names is not None:
            names = self.instance.names
            values["names"] = [[names[c - 1] for c in route] for route in self.routes]
        return values

    def __repr__(self) -> str:
        """Return cost, feasibility and how it was found, in one line."""
        return (
            f"Result(cost={plain(self.cost)}, feasible={self.feasible}, "
            f"routes={len(self.routes)}, method={self.method!r}, seed={self.seed}, "
            f"iterations={self.iterations}, runtime={self.runtime:.3f}, "
            f"stopped_by={self.stopped_by!r})"
        )


def _plain(value: float) -> float | int | None:
    """A whole number as an int, so that it is printed without a point; None for an infinite one."""
    if not math.isfinite(value):
        return None
    return int(value) if float(value).is_integer() else value
