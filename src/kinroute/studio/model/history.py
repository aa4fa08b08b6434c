"""Every improvement of a search with its routes, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Routes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One improvement."""

    time: float
    cost: float
    iterations: int
    routes: Routes


class History:
    """The improvements of a search, oldest first.

    Frames share the routes that they have in common. Beyond `most` frames, or `most_stops` stops in
    distinct routes, every second frame of the older half goes.
    """

    def __init__(self, *, most: int = 2_000, most_stops: int = 4_000_000) -> None:
        self._most = most
        self._most_stops = most_stops
        self._frames: list[Frame] = []
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._stops = 0
        self.seen = 0
        """How many improvements there were, those that are no longer kept included."""

    def add(
        self, time: float, cost: float, iterations: int, routes: Iterable[Iterable[int]]
    ) -> None:
        """Note an improvement; empty routes are left out."""
        shared = tuple(self._shared(tuple(route)) for route in routes)
        self._frames.append(Frame(time, cost, iterations, tuple(filter(None, shared))))
        self.seen += 1
        while len(self._frames) > 4 and self._is_full():
            self._thin_out()

    def __len__(self) -> int:
        """Return the number of frames that are kept."""
        return len(self._frames)

    def __getitem__(self, index: int) -> Frame:
        """Return a frame; negative indices count from the newest."""
        return self._frames[index]

    def __iter__(self) -> Iterator[Frame]:
        """Iterate over the frames, oldest first."""
        return iter(tuple(self._frames))

    @property
    def best(self) -> Frame | None:
        """The newest frame; None before the first improvement."""
        return self._frames[-1] if self._frames else None

    def curve(self) -> list[tuple[float, float]]:
        """Time and cost of every frame."""
        return [(frame.time, frame.cost) for frame in tuple(self._frames)]

    def _shared(self, route: tuple[int, ...]) -> tuple[int, ...]:
        known = self._known.get(route)
        if known is None:
            self._known[route] = known = route
            self._stops += len(route)
        return known

    def _is_full(self) -> bool:
        return len(self._frames) > self._most or self._stops > self._most_stops

    def _thin_out(self) -> None:
        half = len(self._frames) // 2
        self._frames = [*self._frames[:half:2], *self._frames[half:]]
        self._known = {route: route for frame in self._frames for route in frame.routes}
        self._stops = sum(map(len, self._known))
