"""The routes as a table, a page of rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import html

from kinroute.cli.console import shown_cost
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import exceeds, plain
from kinroute.solution.check import Check
from kinroute.solution.itinerary import itineraries
from kinroute.solution.measures import cost_unit, count, distance_text, duration_text, is_timed
from kinroute.studio.model.edits import Locks
from kinroute.studio.page.controls import Markup, button, enable, section, table, text_of

Route = tuple[int, ...]

_ROWS = 25
_LOCK = (
    "<svg viewBox='0 0 16 16' width='15' height='15' aria-hidden='true'>"
    "<path d='M5 7V5a3 3 0 0 1 6 0v2' fill='none' stroke='currentColor' stroke-width='1.8'/>"
    "<rect x='3' y='7' width='10' height='7' rx='1.5' fill='currentColor'/></svg>"
)


class RoutesPanel:
    """Calls `picked` with the index of a route, `locked` with that of one to lock or unlock."""

    def __init__(self, picked: Callable[[int], None], locked: Callable[[int], None]) -> None:
        self._first = 0
        self._routes: tuple[Route, ...] = ()
        self._instance: Instance | None = None
        self._cells: dict[Route, str] = {}
        self._color: Callable[[Route], str] = lambda _: "#8b939c"
        self._locks: Locks | None = Locks()
        with section("Routes"):
            self._totals = Markup(tag="p").classes("totals")
            self._table = Markup("<p class='soft'>no routes yet</p>")
            self._table.on_data("route", lambda text: picked(int(text)))
            self._table.on_data("lock", lambda text: locked(int(text)))
            with html.div().classes("pager"):
                self._back = button(
                    "‹", lambda: self._turn(-_ROWS), kind="small", label="Previous routes"
                )
                self._place = html.span("").classes("soft")
                self._on = button("›", lambda: self._turn(_ROWS), kind="small", label="Next routes")

    def show(
        self,
        instance: Instance | None,
        routes: Sequence[Route],
        color: Callable[[Route], str],
        locks: Locks | None,
    ) -> None:
        """Show the routes of a plan; without `locks` none can be locked."""
        if instance is not self._instance:
            self._cells, self._first = {}, 0
        self._instance, self._routes, self._color = instance, tuple(routes), color
        self._locks = locks
        self._refresh()

    def show_totals(self, text: str) -> None:
        """Show the sums of a plan above its table."""
        self._totals.show(text_of(text))

    def _turn(self, by: int) -> None:
        self._first = min(max(0, self._first + by), max(0, len(self._routes) - 1))
        self._refresh()

    def _refresh(self) -> None:
        total = len(self._routes)
        if self._instance is None or not total:
            self._table.show("<p class='soft'>no routes yet</p>")
            text = ""
        else:
            self._first = min(self._first, (total - 1) // _ROWS * _ROWS)
            page = range(self._first, min(total, self._first + _ROWS))
            rows = "".join(self._row(self._instance, number) for number in page)
            self._table.show(table("Routes", _heads(self._instance), rows, kind="routes"))
            text = f"{page.start + 1}–{page.stop} of {total:,}" if total > _ROWS else ""
        if self._place._text != text:
            self._place._text = text
            self._place.update()
        enable(self._back, self._first > 0)
        enable(self._on, self._first + _ROWS < total)

    def _row(self, instance: Instance, number: int) -> str:
        route = self._routes[number]
        cells = self._cells.get(route)
        if cells is None:
            if len(self._cells) > 4 * _ROWS:
                self._cells.clear()
            cells = self._cells[route] = _cells(instance, route)
        is_locked = self._locks is not None and self._locks.is_whole(route)
        pressed = "true" if is_locked else "false"
        disabled = " disabled" if self._locks is None else ""
        link = f"<button type='button' class='route-link' data-route='{number}'>"
        return (
            f"<tr><th scope='row'>{link}<i style='--route:{self._color(route)}'></i>"
            f"Route {number + 1}</button></th>{cells}"
            f"<td><button type='button' class='lock' data-lock='{number}' aria-pressed='{pressed}' "
            f"aria-label='Lock route {number + 1}'{disabled}>{_LOCK}</button></td></tr>"
        )


def totals(instance: Instance, found: Check) -> str:
    """The sums of a plan that was checked."""
    cost = shown_cost(found.cost, cost_unit(instance))
    parts = [count(len(found.loads), "route"), f"cost {cost}"]
    length = distance_text(instance, sum(found.distances))
    if length != cost:
        parts.append(f"distance {length}")
    if is_timed(instance) and found.durations is not None:
        parts.append(f"time {duration_text(instance, sum(found.durations))}")
    return ", ".join(parts) + ("" if found.feasible else "; not feasible")


def _heads(instance: Instance) -> tuple[str, ...]:
    return (
        "Route",
        "Stops",
        "Load",
        "Distance",
        *(("Time",) if is_timed(instance) else ()),
        "Lock",
    )


def _cells(instance: Instance, route: Route) -> str:
    (found,) = itineraries(instance, (route,))
    share = min(1.0, found.load / instance.capacity)
    is_over = exceeds(found.load, instance.capacity, len(route))
    load = (
        f"<td class='{'over' if is_over else ''}'>{plain(round(found.load, 6))}"
        f"<meter min='0' max='1' value='{share:.3f}' aria-label='load'></meter></td>"
    )
    time = ""
    if is_timed(instance) and found.duration is not None:
        late = " class='over'" if found.duration > instance.max_duration * (1 + 1e-9) else ""
        time = f"<td{late}>{text_of(duration_text(instance, found.duration))}</td>"
    distance = text_of(distance_text(instance, found.distance))
    return f"<td>{len(route)}</td>{load}<td>{distance}</td>{time}"
