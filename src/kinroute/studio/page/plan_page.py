"""The first page: an instance, a search, and its routes on a map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from nicegui import html, ui
from nicegui.element import Element

from kinroute.cli.console import shown_cost
from kinroute.errors import InputError
from kinroute.studio.model.edits import Routes
from kinroute.studio.model.history import Frame
from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import settings_of
from kinroute.studio.model.sources import EXAMPLES, drawn_of
from kinroute.studio.page.change_panel import LIMITS, ChangePanel, ExportPanel, limits_of
from kinroute.studio.page.controls import Markup, button, notice, text_of
from kinroute.studio.page.film_bar import FilmBar
from kinroute.studio.page.frame import Announcer, frame
from kinroute.studio.page.instance_panel import InstancePanel
from kinroute.studio.page.progress_panel import ProgressPanel
from kinroute.studio.page.route_map import RouteMap
from kinroute.studio.page.routes_panel import RoutesPanel, totals
from kinroute.studio.page.search_panel import SearchPanel
from kinroute.studio.page.selection_panel import Links, SelectionPanel

_SECONDS = 0.25


def plan_page(session: Session, link: Mapping[str, str]) -> None:
    """Build the page; a link may name an instance and settings."""
    open_link(session, link)
    with frame(session, "/") as announcer:
        PlanView(session, announcer)


def open_link(session: Session, link: Mapping[str, str]) -> None:
    """Take the instance and the settings that a link names; what is wrong in it is left out.

    Once: a page that is loaded again shows what became of them.
    """
    if not link or link == session.opened_link:
        return
    session.opened_link = dict(link)
    try:
        drawn = drawn_of(link)
        if drawn is not None and drawn != session.source:
            session.open(drawn)
        if drawn is not None and session.instance is not None:
            limits = limits_of(
                {name: link[name] for name in LIMITS if name in link}, session.instance
            )
            session.change_limits(**limits)
        session.settings = settings_of(link)
    except (InputError, ValueError):
        return


class PlanView:
    """The panels around the map, kept up to date by a timer."""

    def __init__(self, session: Session, announcer: Announcer) -> None:
        self._session = session
        self._announcer = announcer
        self._frame: Frame | None = None
        self._drawn: object = None
        self._version = -1
        self._shown: Routes = ()
        """The routes on the map: the plan, or a frame of the film."""
        self._route = -1
        """The selected route, by its number on the map."""
        with html.aside().classes("panel left") as left:
            left.props["aria-label"] = "Instance and search"
            self._instance = InstancePanel(session, self._opened, self._scored)
            self._search = SearchPanel(session, self._changed)
            self._change = ChangePanel(session, self._changed)
        with html.section().classes("stage") as stage:
            stage.props["aria-label"] = "Map"
            self._map = RouteMap(label="Map of the customers and routes", editable=True)
            self._map.on_pick(self._picked)
            self._map.on_drop(self._dropped)
            self._welcome = self._welcomed()
            self._verdict = Markup().classes("verdict")
            self._film = FilmBar(self._show_frame)
        with html.aside().classes("panel right") as right:
            right.props["aria-label"] = "Progress and routes"
            self._progress = ProgressPanel()
            self._selection = SelectionPanel(
                session,
                routes=lambda: self._shown,
                is_editable=lambda: self._is_editable,
                drawn=self._draw_links,
                moved=self._move,
                picked=self._show_customer,
                changed=self._changed,
            )
            self._routes = RoutesPanel(self._pick_route, self._lock_route)
            self._export = ExportPanel(session)
        self._refresh()
        ui.timer(_SECONDS, self._refresh)

    def _welcomed(self) -> Element:
        """What the map shows while there is no instance."""
        made: Element = html.div().classes("welcome")
        with made:
            html.p("Drop a file to begin").classes("lead")
            html.p(
                "Stops as .csv or .xlsx, a benchmark as .vrp, a matrix as .npz. Or look at an "
                "example first:"
            )
            with html.div().classes("buttons"):
                for name in list(EXAMPLES)[:3]:
                    button(name, partial(self._instance.open, EXAMPLES[name]), kind="small")
        return made

    def _opened(self) -> None:
        self._frame, self._route = None, -1
        self._selection.clear()
        self._announcer.say(
            f"Opened {self._session.instance.name}" if self._session.instance else ""
        )
        self._changed()

    async def _scored(self, name: str, content: bytes) -> None:
        await self._search.receive(name, content)

    def _changed(self) -> None:
        """Something other than the search changed: show all of it again."""
        self._drawn = None
        self._instance.show_facts()
        self._refresh()

    @property
    def _is_editable(self) -> bool:
        return bool(self._shown) and not self._session.is_searching and self._frame is None

    def _refresh(self) -> None:
        session = self._session
        if session.version != self._version and session.instance is not None:
            self._version = session.version
            self._map.show(session.instance)
            self._welcome.set_visibility(False)
            self._instance.show_facts()
        self._search.refresh()
        self._progress.refresh(session.run)
        self._film.follow(None if session.run is None else session.run.history)
        routes = session.routes if self._frame is None else self._frame.routes
        mark = (routes, session.is_searching, session.locks)
        if self._drawn is not None and mark == self._drawn:
            return
        self._drawn = mark
        self._show(routes)

    def _show(self, routes: Routes) -> None:
        session = self._session
        self._shown = routes
        self._map.draw(routes)
        self._map.set_editable(self._is_editable)
        can_lock = self._frame is None
        self._routes.show(
            session.instance, routes, self._map.color_of, session.locks if can_lock else None
        )
        self._follow_selection()
        self._change.refresh()
        self._export.refresh()
        self._show_verdict(routes)

    def _show_verdict(self, routes: Routes) -> None:
        """While a search runs its best is feasible; afterwards the checker says so."""
        session = self._session
        if not routes or session.is_searching or self._frame or session.instance is None:
            self._verdict.show("")
            self._routes.show_totals("")
            return
        verdict = session.check()
        problems = "".join(f"<li>{text_of(problem)}</li>" for problem in verdict.problems[:6])
        self._verdict.show(f"<ul class='error' role='alert'>{problems}</ul>" if problems else "")
        text = totals(session.instance, verdict)
        self._routes.show_totals(text)
        self._announcer.say(text)

    def _follow_selection(self) -> None:
        """What is selected goes with the routes."""
        stops = self._map.route_numbered(self._route)
        if stops in self._shown:
            self._selection.show_route(self._shown.index(stops))
        elif self._route >= 0:
            self._clear()
        else:
            self._selection.follow()

    def _clear(self) -> None:
        self._route = -1
        self._selection.clear()
        self._map.select()

    def _show_frame(self, shown: Frame | None) -> None:
        self._frame = shown
        self._changed()

    async def _picked(self, customer: int, route: int) -> None:
        self._route = -1
        if customer > 0:
            await self._selection.show_customer(customer)
        elif route >= 0:
            stops = self._map.route_numbered(route)
            if stops in self._shown:
                self._route = route
                self._selection.show_route(self._shown.index(stops))
        else:
            self._selection.clear()

    async def _show_customer(self, customer: int) -> None:
        self._route = -1
        await self._selection.show_customer(customer)

    def _draw_links(self, customer: int, links: Links) -> None:
        self._map.select(customer=customer, links=links)

    def _pick_route(self, number: int) -> None:
        if number < len(self._shown):
            self._route = self._map.number_of(self._shown[number])
            self._map.select(route=self._route)
            self._selection.show_route(number)

    def _lock_route(self, number: int) -> None:
        if number < len(self._shown) and self._frame is None:
            self._session.lock_route(self._shown[number])
            self._changed()

    def _dropped(self, customer: int, route: int) -> None:
        stops = self._map.route_numbered(route)
        if stops in self._session.routes:
            self._move(customer, self._session.routes.index(stops))

    def _move(self, customer: int, target: int) -> None:
        try:
            price = self._session.move(customer, target)
        except InputError as error:
            notice(str(error), is_error=True)
            return
        sign = "costs" if price >= 0 else "saves"
        notice(f"Moved: {sign} {shown_cost(abs(round(price, 2)))}. Go on to re-optimise from here.")
        self._clear()
        self._changed()
