"""The map as an element of a page."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from kinroute.problem.instance import Instance
from kinroute.solution.export.page_data import map_places, scale_unit
from kinroute.studio.model.colors import RouteNumbers, RouteStream

_FEW_ROUTES = 8


class RouteMap(Element, component="route_map.js", esm={"kinroute-map": "map"}):
    """Draws an instance and routes on it; only what changed is sent to the browser."""

    def __init__(self, *, label: str, controls: bool = True, editable: bool = False) -> None:
        super().__init__()
        self._props["label"] = label
        self._props["controls"] = controls
        self._props["editable"] = editable
        self._instance: Instance | None = None
        self._stream: RouteStream | None = None
        self._rings: list[int] = []
        self.on("ready", self._load)

    def show(self, instance: Instance, numbers: RouteNumbers | None = None) -> None:
        """Show another instance, without routes; maps with the same `numbers` agree on colours."""
        self._instance, self._rings = instance, []
        self._stream = RouteStream(numbers or route_numbers(instance))
        self._load()

    def draw(self, routes: Sequence[Sequence[int]]) -> None:
        """Draw routes in place of those before."""
        if self._stream is None:
            return
        changes = self._stream.changes(routes)
        if changes["set"] or changes["drop"]:
            self.run_method("update", changes)

    def select(
        self, *, customer: int = -1, route: int = -1, links: Sequence[dict[str, Any]] = ()
    ) -> None:
        """Emphasise a customer with its links, or a route by its number on the map."""
        self.run_method("select", {"customer": customer, "route": route, "links": list(links)})

    def put_rings(self, customers: Sequence[int]) -> None:
        """Put a ring around customers."""
        self._rings = list(customers)
        self.run_method("mark", self._rings)

    def set_editable(self, editable: bool) -> None:
        """Whether stops can be dragged."""
        if self._props["editable"] != editable:
            self._props["editable"] = editable
            self.update()

    def number_of(self, route: Sequence[int]) -> int:
        """The number that a route has on the map; -1 for none."""
        shown = {} if self._stream is None else self._stream.shown
        return next((number for number, known in shown.items() if known == tuple(route)), -1)

    def route_numbered(self, number: int) -> tuple[int, ...]:
        """The route of a number on the map."""
        return () if self._stream is None else self._stream.shown.get(number, ())

    def color_of(self, route: Sequence[int]) -> str:
        """The colour of a route on the map."""
        number = self.number_of(route)
        return "#8b939c" if self._stream is None or number < 0 else self._stream.color(number)

    def on_pick(self, handler: Callable[[int, int], object]) -> None:
        """Call `handler(customer, route number)` after a click; -1 for none."""
        self.on("pick", lambda event: handler(*_customer_and_route(event)))

    def on_drop(self, handler: Callable[[int, int], object]) -> None:
        """Call `handler(customer, route number)` after a stop was dragged on to a route."""
        self.on("drop", lambda event: handler(*_customer_and_route(event)))

    def _load(self) -> None:
        if self._instance is None or self._stream is None:
            return
        self.run_method("load", map_data(self._instance))
        shown = list(self._stream.shown.values())
        self._stream.forget()
        if shown:
            self.draw(shown)
        if self._rings:
            self.put_rings(self._rings)


def route_numbers(instance: Instance) -> RouteNumbers:
    """Numbers and colours for the routes of an instance."""
    few = instance.fewest_vehicles <= _FEW_ROUTES
    return RouteNumbers(instance.positions(), few=few)


def map_data(instance: Instance) -> dict[str, Any]:
    """Places relative to the depot as 32-bit floats, demands, names and the unit of the scale."""
    places = map_places(instance)
    return {
        "x": _packed(places[:, 0] - places[0, 0]),
        "y": _packed(places[:, 1] - places[0, 1]),
        "demands": _packed(instance.demands),
        "names": None if instance.names is None else [instance.depot_name, *instance.names],
        "globe": instance.degrees() is not None,
        "unit": scale_unit(instance),
        "origin": places[0].tolist(),
    }


def _packed(values: npt.NDArray[np.float64]) -> str:
    return base64.b64encode(values.astype("<f4").tobytes()).decode()


def _customer_and_route(event: GenericEventArguments) -> tuple[int, int]:
    return int(event.args["customer"]), int(event.args["route"])
