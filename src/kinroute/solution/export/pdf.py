"""Drivers' sheets (.pdf): a summary, then a page per route with its map and its stops.

A list that is longer than its page continues on the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike

from matplotlib.backends.backend_pdf import PdfPages

from kinroute.io.atomic import replacing
from kinroute.plot.palette import ALERT, INK, Points
from kinroute.problem.tolerance import plain
from kinroute.solution.export.colors import hex_colors
from kinroute.solution.export.page_data import facts
from kinroute.solution.export.sheet import HEIGHT, MARGIN, SOFT, WIDTH, Sheet, shortened
from kinroute.solution.export.sheet_lists import draw_headings, draw_stop, route_lines, stop_height
from kinroute.solution.export.sheet_map import draw_all, draw_one
from kinroute.solution.itinerary import Itinerary, Stop
from kinroute.solution.measures import count, measures_text
from kinroute.solution.result import Result

_END = HEIGHT - 54.0  # of lists
_MAP_HEIGHT = 270.0
_LINE = 16.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """A page of one route: its stops from one position on."""

    route: Itinerary
    stops: tuple[Stop, ...]
    first: int
    """The position of its first stop; 0 is on the first page of a route, with the map."""


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the sheets, A4."""
    places, colors = result.instance.positions(), hex_colors(result)
    lists = _summary_lists(result)
    pages = [page for route in result.itineraries for page in _pages(result, route)]
    total = len(lists) + len(pages)
    with replacing(path) as beside, PdfPages(beside, metadata=_metadata(result)) as book:
        for number, lines in enumerate(lists, 1):
            sheet = _summary(result, places, colors, lines, is_first=number == 1)
            _finish(book, sheet, result, number, total)
        for number, page in enumerate(pages, len(lists) + 1):
            sheet = _route_sheet(result, places, colors[page.route.number - 1], page)
            _finish(book, sheet, result, number, total)


def _summary_lists(result: Result) -> list[list[int]]:
    """The routes of each summary page, by their place in `itineraries`."""
    first = int((_END - _summary_top()) // _LINE)
    later = int((_END - MARGIN - 60.0) // _LINE)
    rest = list(range(len(result.routes)))
    lists = [rest[:first]]
    rest = rest[first:]
    return lists + [rest[at : at + later] for at in range(0, len(rest), later)]


def _summary_top() -> float:
    return MARGIN + 96.0 + _MAP_HEIGHT


def _summary(
    result: Result, places: Points, colors: Sequence[str], lines: Sequence[int], *, is_first: bool
) -> Sheet:
    sheet = Sheet()
    name = shortened(result.instance.name, WIDTH - 2 * MARGIN, 20.0)
    sheet.text(MARGIN, MARGIN + 18, name, size=20, bold=True)
    top = MARGIN + 52.0
    if is_first:
        line = "  ·  ".join(f"{name} {value}" for name, value in facts(result))
        sheet.text(MARGIN, MARGIN + 38, line, size=9.5, color=SOFT)
        if result.check.problems:
            problem = shortened(result.check.problems[0], WIDTH - 2 * MARGIN, 9.0)
            sheet.text(MARGIN, MARGIN + 54, problem, color=ALERT)
        axes = sheet.axes(MARGIN, MARGIN + 66, WIDTH - 2 * MARGIN, _MAP_HEIGHT)
        draw_all(axes, places, result.itineraries, colors)
        top = _summary_top()
    route_lines(sheet, top, result, lines, colors)
    return sheet


def _pages(result: Result, route: Itinerary) -> Iterator[_Page]:
    """The pages of a route; the first has less room, for the map."""
    first, at, y = 0, 0, _list_top(has_map=True)
    for at, stop in enumerate(route.stops):
        height = stop_height(stop)
        if y + height > _END and at > first:
            yield _Page(route=route, stops=route.stops[first:at], first=first)
            first, y = at, _list_top(has_map=False)
        y += height
    yield _Page(route=route, stops=route.stops[first:], first=first)


def _list_top(*, has_map: bool) -> float:
    return MARGIN + 64.0 + (_MAP_HEIGHT + 22.0 if has_map else 0.0)


def _route_sheet(result: Result, places: Points, color: str, page: _Page) -> Sheet:
    sheet = Sheet()
    route, instance = page.route, result.instance
    sheet.box(MARGIN, MARGIN, 6, 38, facecolor=color)
    more = " (continued)" if page.first else ""
    sheet.text(MARGIN + 16, MARGIN + 16, f"Route {route.number}{more}", size=18, bold=True)
    load = f"load {plain(round(route.load, 6))} of {plain(instance.capacity)}"
    measures = measures_text(instance, route.distance, route.duration).replace(", ", "  ·  ")
    line = f"{count(len(route.customers), 'stop')}  ·  {load}  ·  {measures}"
    sheet.text(MARGIN + 16, MARGIN + 34, line, size=10, color=INK)
    if not page.first:
        axes = sheet.axes(MARGIN, MARGIN + 52, WIDTH - 2 * MARGIN, _MAP_HEIGHT)
        draw_one(axes, places, route, color)
    y = _list_top(has_map=not page.first)
    draw_headings(sheet, y, instance)
    for position, stop in enumerate(page.stops, page.first):
        draw_stop(sheet, y, instance, position, stop)
        y += stop_height(stop)
    return sheet


def _finish(book: PdfPages, sheet: Sheet, result: Result, number: int, total: int) -> None:
    """Write the foot of the page, and the page into the book."""
    name = shortened(result.instance.name, 360.0, 8.0)
    sheet.text(MARGIN, HEIGHT - 28, name, size=8, color=SOFT)
    sheet.text(WIDTH - MARGIN, HEIGHT - 28, f"{number} of {total}", size=8, color=SOFT, right=True)
    book.savefig(sheet.figure)  # type: ignore[no-untyped-call]


def _metadata(result: Result) -> dict[str, str]:
    return {"Title": result.instance.name, "Creator": "Kinroute"}
