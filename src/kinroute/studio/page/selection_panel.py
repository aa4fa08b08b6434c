"""What was clicked: a customer with those related to it, or a route with its stops."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import html, run

from kinroute.cli.console import shown_cost
from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution.itinerary import Stop
from kinroute.solution.measures import clock_text, distance_text, duration_text, is_timed
from kinroute.studio.model.edits import Routes, home_of
from kinroute.studio.model.explanation import RouteFacts, StopCost, route_facts
from kinroute.studio.model.related import Related
from kinroute.studio.model.session import Session
from kinroute.studio.page.controls import Markup, button, choice, section, table, terms, text_of

Links = list[dict[str, object]]


class SelectionPanel:
    """Shows the selection; `drawn` puts links on the map, `moved` moves a stop to a route.

    `routes` are those on the map.
    """

    def __init__(
        self,
        session: Session,
        *,
        routes: Callable[[], Routes],
        is_editable: Callable[[], bool],
        drawn: Callable[[int, Links], None],
        moved: Callable[[int, int], None],
        picked: Callable[[int], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._session = session
        self._routes = routes
        self._is_editable = is_editable
        self._drawn = drawn
        self._moved = moved
        self._picked = picked
        self._changed = changed
        self.customer = -1
        self._by = ""
        """The relatedness whose links are drawn."""
        with section("Selection"):
            self._place = html.div().classes("selection")
        self.clear()

    def clear(self) -> None:
        """Show that nothing is selected."""
        self.customer = -1
        self._about: Markup | None = None
        self._place.clear()
        with self._place:
            html.p("Click a customer or a route, on the map or in the table.").classes("soft")

    async def show_customer(self, customer: int) -> None:
        """Show a customer, its place in the plan and the customers related to it."""
        self.customer, self._about = customer, None
        session, instance = self._session, self._session.instance
        if instance is None or session.related is None:
            return
        session.related.choose(session.settings)
        lists = await run.io_bound(self._related, customer)
        if lists is None or self.customer != customer:
            return
        self._by = lists[0].name if lists else ""
        self._place.clear()
        with self._place:
            self._about = Markup()
            self._changes = html.div()
            self._offered: object = None
            html.h3("Most related customers")
            self._table = Markup()
            self._table.on_data("related", self._draw_by)
            names = {str(c): node_name(instance, c) for c in lists[0].customers} if lists else {}
            if names:
                choice("Go to", {"": "choose …", **names}, "", self._go_to)
        self._show_lists(instance, lists)

    def follow(self) -> None:
        """Show the customer as it is in the routes by now."""
        instance = self._session.instance
        if instance is not None and self.customer > 0 and self._about is not None:
            self._show_lists(instance, self._related(self.customer))

    def show_route(self, number: int) -> None:
        """Show a route on the map, counted from 0."""
        instance, routes = self._session.instance, self._routes()
        if instance is None or not 0 <= number < len(routes):
            return
        text = route_text(instance, route_facts(instance, routes, number))
        if self.customer < 0 and self._about is not None:
            self._about.show(text)
            return
        self.customer = -1
        self._place.clear()
        with self._place:
            self._about = Markup(text)
            self._about.on_data("stop", self._go_to)

    async def _go_to(self, text: str) -> None:
        if text:
            await self._picked(int(text))

    def _related(self, customer: int) -> list[Related]:
        lists = self._session.related
        return [] if lists is None else [lists.of(n, customer, self._routes()) for n in lists.names]

    def _show_lists(self, instance: Instance, lists: list[Related]) -> None:
        assert self._about is not None
        self._lists = lists
        self._about.show(customer_text(instance, self.customer, self._routes()))
        self._show_changes()
        self._table.show(related_table(lists, instance))
        self._draw_by(self._by)

    def _draw_by(self, name: str) -> None:
        shown = next((one for one in self._lists if one.name == name), None)
        if shown is not None:
            self._by = name
            at = self.customer
            self._drawn(
                at, [{"from": at, "to": c, "isUsed": c in shown.used} for c in shown.customers]
            )

    def _show_changes(self) -> None:
        """What can be done with the customer; nothing while routes come from elsewhere."""
        routes = self._routes() if self._is_editable() else ()
        offered = (self.customer, routes)
        if offered == self._offered:
            return
        self._offered = offered
        self._changes.clear()
        if routes:
            with self._changes:
                self._move_menu(self.customer, routes)

    def _move_menu(self, customer: int, routes: Routes) -> None:
        home = home_of(routes, customer)
        targets = {
            str(number): f"route {number + 1}" for number in range(len(routes)) if number != home
        }
        options = {"": "choose …", **targets, str(len(routes)): "a new route"}
        choice("Move to", options, "", lambda text: self._move(customer, text))
        route = routes[home]
        button(
            f"Lock route {home + 1} up to here",
            lambda: self._lock_upto(route, customer),
            kind="small",
        )

    def _move(self, customer: int, text: str) -> None:
        if text:
            self._moved(customer, int(text))

    def _lock_upto(self, route: tuple[int, ...], customer: int) -> None:
        self._session.locks = self._session.locks.upto(route, customer)
        self._changed()


def node_name(instance: Instance, node: int) -> str:
    """The name of a customer, or its number."""
    if node == 0:
        return instance.depot_name
    name = instance.names[node - 1] if instance.names else ""
    return name if name.strip() else f"Customer {node}"


def _short_name(instance: Instance, node: int) -> str:
    return text_of(node_name(instance, node).removeprefix("Customer "))


def customer_text(instance: Instance, customer: int, routes: tuple[tuple[int, ...], ...]) -> str:
    """Who a customer is, and where on which route."""
    rows = [("demand", plain(float(instance.demands[customer - 1])))]
    if float(instance.service[customer - 1]):
        rows.append(("service", duration_text(instance, float(instance.service[customer - 1]))))
    try:
        home = home_of(routes, customer)
        place = routes[home].index(customer) + 1
        rows.append(("place", f"stop {place} of {len(routes[home])} on route {home + 1}"))
    except InputError:
        pass
    attributes = instance.attributes[customer - 1] if instance.attributes else {}
    rows += [(name, value) for name, value in attributes.items() if value]
    return f"<h3 dir='auto'>{text_of(node_name(instance, customer))}</h3>{terms(rows)}"


def related_table(lists: list[Related], instance: Instance) -> str:
    """A row for each relatedness: its list, and how many of its links the routes use."""
    rows = "".join(
        f"<tr><th scope='row'><button type='button' class='route-link' data-related='{one.name}'>"
        f"{text_of(one.name)}</button></th><td>{len(one.used)}</td><td>"
        + ", ".join(
            f"<b>{_short_name(instance, c)}</b>" if c in one.used else _short_name(instance, c)
            for c in one.customers
        )
        + "</td></tr>"
        for one in lists
    )
    return table("Related customers", ("by", "used", "best first"), rows) + (
        "<p class='soft'>Bold: links that the routes use. "
        "Choose a relatedness to draw its links.</p>"
    )


def route_text(instance: Instance, facts: RouteFacts) -> str:
    """A route with its totals, its stops and what each of them costs."""
    route = facts.itinerary
    timed = is_timed(instance)
    rows = [("load", f"{plain(round(route.load, 6))} of {plain(instance.capacity)}")]
    rows.append(("distance", distance_text(instance, route.distance)))
    if timed and route.duration is not None:
        rows.append(("time", duration_text(instance, route.duration)))
    rows.append(("cost", shown_cost(facts.cost)))
    best = facts.best_to_remove
    if best is not None:
        saved = f"{node_name(instance, best.customer)}, saves {shown_cost(round(best.saving, 2))}"
        rows.append(("best stop to remove", saved))
    heads = ("#", "Stop", "Demand", *(("Arrive",) if timed else ()), "Costs")
    body = "".join(
        _stop_row(instance, place, stop, price, timed=timed)
        for place, (stop, price) in enumerate(zip(route.customers, facts.stops, strict=True), 1)
    )
    return f"<h3>Route {route.number}</h3>{terms(rows)}{table('Stops', heads, body)}" + (
        "<p class='soft'>Costs: what the route would cost less without the stop.</p>"
    )


def _stop_row(instance: Instance, place: int, stop: Stop, price: StopCost, *, timed: bool) -> str:
    name = text_of(node_name(instance, stop.node))
    link = f"<button type='button' class='route-link' data-stop='{stop.node}' dir='auto'>"
    arrival = f"<td>{text_of(clock_text(instance, stop.arrival))}</td>" if timed else ""
    return (
        f"<tr><td>{place}</td><th scope='row'>{link}{name}</button></th>"
        f"<td>{plain(stop.demand)}</td>{arrival}<td>{shown_cost(round(price.saving, 2))}</td></tr>"
    )
