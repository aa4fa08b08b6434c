"""The panel that an instance comes from: a file, an example, or a law."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import html, run

from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution.measures import distance_text, duration_text
from kinroute.studio.model.networks import holds_scores
from kinroute.studio.model.reading import RefusedFileError, arguments_of
from kinroute.studio.model.session import Session
from kinroute.studio.model.sources import EXAMPLES, Drawn, Dropped, Source
from kinroute.studio.page.controls import (
    Markup,
    button,
    choice,
    entry,
    section,
    table,
    terms,
    text_of,
    tick,
)
from kinroute.studio.page.file_drop import FileDrop, Receiver
from kinroute.studio.page.law_form import LawForm

_READING = {
    "capacity": ("Capacity", "needed for tables of stops"),
    "vehicles": ("Vehicles at most", ""),
    "speed": ("Speed", "distance per hour, for travel times"),
    "max_duration": ("Longest duration", "8h, 90min or 7:30"),
    "max_distance": ("Longest distance", ""),
    "max_stops": ("Most stops", ""),
    "minimise": ("Minimise", "distance, duration, or 0.4*distance+0.5*duration"),
    "fixed_cost": ("Cost per route", ""),
    "columns": ("Columns", "demand=qty,name=client"),
    "ignore_columns": ("Ignore columns", "headers of what is not solved"),
    "distance_unit": ("Distance unit", ""),
    "time_unit": ("Time unit", "s, min or h"),
}


class InstancePanel:
    """Opens instances into the session; `opened` is called after each.

    Files that hold scores, dropped anywhere on the page, go to `scored`.
    """

    def __init__(
        self, session: Session, opened: Callable[[], None], scored: Receiver | None = None
    ) -> None:
        self._session = session
        self._scored = scored
        self._opened = opened
        self._upload: tuple[str, bytes] | None = None
        self._texts: dict[str, str] = {}
        with section("Instance", is_open=session.instance is None):
            FileDrop(
                "Open a file …",
                self._receive,
                hint="or drop it anywhere: .vrp, .csv, .xlsx, .npz",
                everywhere=True,
            )
            self._message = Markup().classes("message")
            self._message.props["role"] = "alert"
            names = {"": "choose …", **dict.fromkeys(EXAMPLES)}
            examples = {name: text or name for name, text in names.items()}
            choice("Example", examples, "", self._open_example)
            self._reading_options()
            first = session.source if isinstance(session.source, Drawn) else Drawn()
            self._law = LawForm(first, self.open, self._refuse)
        self._facts = Markup().classes("facts")
        self.show_facts()

    def _reading_options(self) -> None:
        with html.details().classes("more"):
            html.summary("Reading options")
            with html.div().classes("pair"):
                for name, (label, hint) in _READING.items():
                    entry(label, "", partial(self._note, name), hint=hint)
            tick("Routes end at the last stop", False, self._note_open)
            button("Read again", self._read_again, kind="small")

    async def _open_example(self, name: str) -> None:
        if name:
            await self.open(EXAMPLES[name])

    def _note(self, name: str, text: str) -> None:
        self._texts[name] = text

    def _note_open(self, is_open: bool) -> None:
        self._texts["open_routes"] = "yes" if is_open else ""

    async def _receive(self, name: str, content: bytes) -> None:
        if self._scored is not None and holds_scores(name, content):
            await self._scored(name, content)
            return
        self._upload = (name, content)
        await self._read_again()

    async def _read_again(self) -> None:
        if self._upload is None:
            self._refuse("there is no file yet; open one first")
            return
        name, content = self._upload
        try:
            arguments = arguments_of(self._texts)
        except InputError as error:
            self._refuse(str(error))
            return
        await self.open(Dropped(name=name, content=content, arguments=arguments))

    async def open(self, source: Source) -> None:
        """Open an instance, or say why it cannot be."""
        try:
            await run.io_bound(self._session.open, source)
        except RefusedFileError as error:
            self._refuse(str(error), error.header, error.row)
            return
        except InputError as error:
            self._refuse(str(error))
            return
        self._message.show(
            "".join(f"<p class='warning'>{text_of(text)}</p>" for text in self._session.warnings)
        )
        if isinstance(source, Drawn):
            self._law.show(source)
        self.show_facts()
        self._opened()

    def _refuse(self, text: str, header: tuple[str, ...] = (), row: tuple[str, ...] = ()) -> None:
        first, _, remedy = text.partition("\n")
        parts = [f"<p class='error'><strong>{text_of(first)}</strong>"]
        parts.append(f"<br>{text_of(remedy)}</p>" if remedy else "</p>")
        if row:
            cells = "".join(_cell(cell, first) for cell in row)
            parts.append(table("The row", header, f"<tr>{cells}</tr>", kind="row-shown"))
        self._message.show("".join(parts))

    def show_facts(self) -> None:
        """Show what the instance is."""
        instance = self._session.instance
        self._facts.show("" if instance is None else _facts(instance))


def _cell(text: str, message: str) -> str:
    """A cell of the row that a message is about, emphasised where the message quotes it."""
    is_quoted = bool(text.strip()) and repr(text.strip()) in message
    return f"<td class='over'>{text_of(text)}</td>" if is_quoted else f"<td>{text_of(text)}</td>"


def _facts(instance: Instance) -> str:
    rows = [
        ("customers", f"{instance.customers:,}"),
        ("total demand", f"{plain(round(instance.total_demand, 6))}"),
        ("capacity", plain(instance.capacity)),
        ("vehicles", f"at least {instance.fewest_vehicles:,}"),
    ]
    if instance.vehicles is not None:
        rows[-1] = ("vehicles", f"{instance.fewest_vehicles} to {instance.vehicles}")
    if instance.max_duration < float("inf"):
        rows.append(("longest route", duration_text(instance, instance.max_duration)))
    if instance.max_distance < float("inf"):
        rows.append(("longest route", distance_text(instance, instance.max_distance)))
    if instance.max_stops is not None:
        rows.append(("most stops", str(instance.max_stops)))
    return (
        f"<p class='title' dir='auto'>{text_of(instance.name)}</p>{terms(rows)}"
        f"<p class='soft'>{text_of(instance.rounding_text)}</p>"
    )
