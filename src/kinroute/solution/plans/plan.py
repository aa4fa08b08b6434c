"""Routes by the names of their stops, as an export has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kinroute.errors import FormatError

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRoute:
    """One route of a plan."""

    label: str
    """Its number in the file: 1, 2, ..."""
    stops: tuple[str, ...]
    """The names of its customers in order; their numbers where they have no names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The routes of a file, without the instance they were made for.

    Raises FormatError where there are no stops, and where a stop or a label is there twice.
    """

    source: str
    routes: tuple[PlanRoute, ...]
    has_names: bool
    """Whether stops are known by name; if not, by the numbers of their customers."""
    numbers: dict[str, int] | None = None
    """The customer numbers of the stops, where the file has them beside the names."""
    cost: float | None = None
    distance: float | None = None
    duration: float | None = None
    distance_unit: str = ""
    time_unit: str = ""
    places: dict[str, Place] | None = None
    """Where all stops are, if the file says it: (x, y), or (lat, lon) where `is_geographic`."""
    depot: Place | None = None
    is_geographic: bool = False
    is_open: bool = False
    """Whether routes end at their last stop, as far as the file shows."""

    def __post_init__(self) -> None:
        if not self.stops:
            raise FormatError("there are no stops", source=self.source)
        labels = Counter(route.label for route in self.routes)
        stops = Counter(stop for route in self.routes for stop in route.stops)
        for what, counts in (("route", labels), ("stop", stops)):
            for name, times in counts.items():
                if times > 1:
                    raise FormatError(
                        f"the {what} {name!r} is there {times} times; every {what} needs its own "
                        "name",
                        source=self.source,
                    )

    @property
    def stops(self) -> tuple[str, ...]:
        """The stops of all routes."""
        return tuple(stop for route in self.routes for stop in route.stops)
