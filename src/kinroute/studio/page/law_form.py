"""The controls that draw an instance by its law."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from nicegui import html
from nicegui.element import Element

from kinroute.problem.kinds import DEMANDS, DEPOTS, LAYOUTS, ROUTE_LENGTHS
from kinroute.studio.model.sources import MOST_CUSTOMERS, Drawn
from kinroute.studio.page.controls import choice, entry, put_value, slider

_LAWS = {"XML": "XML: routes of any size", "X": "X: routes of 3 to 25 stops"}
_SIZES = {str(k): f"{text} stops" for k, text in enumerate(ROUTE_LENGTHS, 1)}
CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "law": ("Law", _LAWS),
    "depot": ("Depot", {"": "any", **{value: value for value in DEPOTS}}),
    "layout": ("Layout", {"": "any", **{value: value for value in LAYOUTS}}),
    "demand": ("Demands", {"": "any", **{value: value for value in DEMANDS}}),
    "route_size": ("Route size", {"": "any", **_SIZES}),
}
_NUMBERS = ("customers", "draw", "route_size")


class LawForm:
    """Calls `drawn` with what was chosen, `refused` with what is wrong."""

    def __init__(
        self,
        first: Drawn,
        drawn: Callable[[Drawn], Awaitable[None]],
        refused: Callable[[str], None],
    ) -> None:
        self._now = first
        self._drawn = drawn
        self._refused = refused
        self._controls: dict[str, Element] = {}
        with html.details().classes("more"):
            html.summary("Draw one by its law")
            sliders = {"customers": ("Customers", (10, 2_000, 10)), "draw": ("Draw", (0, 99, 1))}
            for name, (label, bounds) in sliders.items():
                self._controls[name] = slider(label, getattr(first, name), bounds, self._set(name))
            for name, (label, options) in CHOICES.items():
                value = _text(getattr(first, name))
                self._controls[name] = choice(label, options, value, self._set(name))
            self._exactly = entry(
                "Exactly so many customers",
                first.customers,
                self._set("customers"),
                number=True,
                hint=f"up to {MOST_CUSTOMERS:,}",
            )

    def show(self, drawn: Drawn) -> None:
        """Show an instance that was chosen elsewhere."""
        for name, element in self._controls.items():
            if getattr(drawn, name) != getattr(self._now, name):
                put_value(element, _text(getattr(drawn, name)))
        if drawn.customers != self._now.customers:
            put_value(self._exactly, str(drawn.customers))
        self._now = drawn

    def _set(self, name: str) -> Callable[[str], Any]:
        async def change(text: str) -> None:
            try:
                value = (int(text) if name in _NUMBERS else text) if text else None
            except ValueError:
                self._refused(f"{name} {text!r} is not a whole number; write it as in 100")
                return
            if value is None and name == "customers":
                return
            changes: dict[str, Any] = {name: value}
            await self._drawn(replace(self._now, **changes))

        return change


def _text(value: object) -> str:
    return "" if value is None else str(value)
