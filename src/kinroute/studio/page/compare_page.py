"""Two plans beside each other: what moved, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import html

from kinroute.cli.console import shown_cost
from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.measures import count, distance_text, duration_text, is_timed
from kinroute.solution.plans.comparison import Comparison
from kinroute.studio.model.comparing import change_rows, changes
from kinroute.studio.model.edits import Routes
from kinroute.studio.model.plan_files import read_routes
from kinroute.studio.model.session import Session
from kinroute.studio.page.controls import Markup, choice, table, text_of
from kinroute.studio.page.file_drop import FileDrop
from kinroute.studio.page.frame import frame
from kinroute.studio.page.route_map import RouteMap, route_numbers
from kinroute.studio.page.selection_panel import node_name

_NOW = "the plan as it is"


def compare_page(session: Session) -> None:
    """Build the page."""
    with frame(session, "/compare"):
        if session.instance is None:
            html.p("There is no instance yet. Open one on the page Plan.").classes("hint")
            html.a("To the page Plan", href="/").classes("btn primary")
            return
        CompareView(session)


class CompareView:
    """Chooses two plans of those that are kept, the present one, and files."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sides = ["", ""]
        self._bar = html.div().classes("bar")
        self._message = Markup().classes("message")
        self._message.props["role"] = "alert"
        self._facts = Markup().classes("comparison")
        assert session.instance is not None
        self._numbers = route_numbers(session.instance)
        with html.div().classes("lanes"):
            self._maps = [self._lane(title) for title in ("First plan", "Second plan")]
        self._rows = Markup().classes("comparison")
        self._build()

    def _lane(self, title: str) -> RouteMap:
        with html.section().classes("lane") as part:
            part.props["aria-label"] = title
            html.h2(title)
            shown = RouteMap(label=title)
            assert self._session.instance is not None
            shown.show(self._session.instance, self._numbers)
            return shown

    def _plans(self) -> dict[str, Routes]:
        plans = {plan.name: plan.routes for plan in self._session.kept}
        return {**plans, _NOW: self._session.routes} if self._session.routes else plans

    def _build(self) -> None:
        names = list(self._plans())
        self._sides = [names[0], names[-1]] if names else ["", ""]
        self._bar.clear()
        with self._bar:
            options = {name: name for name in names} or {"": "no plan yet"}
            for side, label in enumerate(("First plan", "Second plan")):
                choice(label, options, self._sides[side], self._set(side))
            FileDrop(
                "Add a plan from a file …",
                self._receive,
                hint=".sol, .csv, .json, .xlsx, .geojson",
                everywhere=True,
            )
        self._show()

    def _set(self, side: int) -> Callable[[str], None]:
        def change(name: str) -> None:
            self._sides[side] = name
            self._show()

        return change

    async def _receive(self, name: str, content: bytes) -> None:
        instance = self._session.instance
        assert instance is not None
        try:
            routes = read_routes(name, content, instance)
        except InputError as error:
            self._message.show(f"<p class='error'>{text_of(error)}</p>")
            return
        self._message.show("")
        self._session.set_aside(name, routes)
        self._build()

    def _show(self) -> None:
        instance, plans = self._session.instance, self._plans()
        assert instance is not None
        routes = [plans.get(name, ()) for name in self._sides]
        for shown, own in zip(self._maps, routes, strict=True):
            shown.draw(own)
        if not all(routes):
            self._facts.show(
                "<p class='hint'>Keep a plan on the page Plan, change it there or go on, and come "
                "back: both are compared here.</p>"
            )
            return
        found = changes(instance, *routes)
        moved = [int(move.stop) for move in found.moved]
        for shown in self._maps:
            shown.put_rings(moved)
        self._facts.show(facts_table(instance, routes, self._sides, found))
        self._rows.show(changes_table(instance, found))


def facts_table(
    instance: Instance, routes: list[Routes], names: list[str], found: Comparison
) -> str:
    """The figures of both plans and their differences."""
    one, other = (check(instance, Solution(own)) for own in routes)
    lines: list[tuple[str, str, str, str]] = [
        ("cost", shown_cost(one.cost), shown_cost(other.cost), _change(one.cost, other.cost)),
        ("routes", str(len(one.loads)), str(len(other.loads)), ""),
    ]
    length, longer = sum(one.distances), sum(other.distances)
    shown = (distance_text(instance, length), distance_text(instance, longer))
    lines.append(("distance", *shown, _change(length, longer)))
    if is_timed(instance) and one.durations is not None and other.durations is not None:
        time, later = sum(one.durations), sum(other.durations)
        shown = (duration_text(instance, time), duration_text(instance, later))
        lines.append(("duration", *shown, _change(time, later)))
    words = {True: "yes", False: "no"}
    lines.append(("feasible", words[one.feasible], words[other.feasible], ""))
    body = "".join(
        f"<tr><th scope='row'>{a}</th><td>{text_of(b)}</td><td>{text_of(c)}</td><td>{d}</td></tr>"
        for a, b, c, d in lines
    )
    moved = "No stop is on another route."
    if found.moved:
        moved = f"{count(len(found.moved), 'stop')} on another route, marked on both maps."
    return table("Figures", ("figure", *names, "difference"), body) + f"<p>{moved}</p>"


def changes_table(instance: Instance, found: Comparison) -> str:
    """A row for each route that is not as it was."""
    names = [node_name(instance, node) for node in range(instance.customers + 1)]
    rows = change_rows(found, names)
    if not rows:
        return "<p>All routes are the same.</p>"
    body = "".join(
        f"<tr><th scope='row'>{text_of(new)}</th><td>{text_of(old)}</td><td>{stops}</td>"
        f"<td>{text_of(text)}</td></tr>"
        for new, old, stops, text in rows
    )
    return table("Changes", ("Route", "was", "Stops", "What changed"), body)


def _change(before: float, after: float) -> str:
    if abs(after - before) <= 1e-9 * max(1.0, abs(before)):
        return "the same"
    share = f" ({_signed(100 * (after - before) / before)}\u00a0%)" if before else ""
    sign = "+" if after > before else "−"
    return f"{sign}{plain(round(abs(after - before), 2))}{share}"


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")
