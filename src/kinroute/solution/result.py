"""The result of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import Check
from kinroute.solution.itinerary import Itinerary, itineraries

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kinroute.search.auto import Settings
    from kinroute.search.stop import StopReason


@dataclass(frozen=True, slots=True)
class Improvement:
    """An improvement of the best feasible solution."""

    time: float
    """Seconds since `solve` was called."""
    cost: float
    iterations: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The best solution of a search, with the findings of the checker and how it was found."""

    instance: Instance = field(repr=False)
    solution: Solution = field(repr=False)
    check: Check = field(repr=False)
    method: str
    seed: int
    iterations: int
    restarts: int
    runtime: float
    """Seconds, from the call of `solve` to its return; without inference if `optimistic`."""
    trace: tuple[Improvement, ...] = field(repr=False)
    """Time, cost and iteration of every improvement of the best feasible solution."""
    stopped_by: StopReason
    settings: Settings = field(repr=False)
    """What the search ran with, and why."""
    inference: float = 0.0
    """Seconds of inference: what a network or a function took for its scores."""

    @property
    def cost(self) -> float:
        """Total distance of the routes, in the instance's unit."""
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
        return itineraries(self.instance, self.routes)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the routes as a CVRPLIB solution file."""
        self.solution.write(path)

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


def _plain(value: float) -> float | int:
    """A whole number as an int, so that it is printed without a point."""
    return int(value) if float(value).is_integer() else value
