"""Changes of the plan: fleet and limits, undo, plans set aside, and the way out of the page."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import html, run, ui
from nicegui.element import Element

from kinroute.errors import InputError
from kinroute.io.text import finite
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.problem.units import amount_of_time
from kinroute.solution.measures import duration_text
from kinroute.studio.model.exports import exported, file_name, ready_formats, solution_file
from kinroute.studio.model.repetition import START
from kinroute.studio.model.session import Session
from kinroute.studio.model.sources import Dropped
from kinroute.studio.page.controls import (
    Markup,
    button,
    enable,
    entry,
    notice,
    put_placeholder,
    section,
    text_of,
)

LIMITS = {
    "vehicles": "Vehicles at most",
    "capacity": "Capacity",
    "max_duration": "Longest duration",
    "max_stops": "Most stops",
}
"""What can be changed of an instance, with its label."""


class ChangePanel:
    """The fleet and the limits, undo and plans that are kept; `changed` follows every change."""

    def __init__(self, session: Session, changed: Callable[[], None]) -> None:
        self._session = session
        self._changed = changed
        self._texts: dict[str, str] = {}
        self._entries: dict[str, Element] = {}
        with section("Change the plan", is_open=False):
            html.p(
                "Drag a stop on to another route, or move it from the selection. Then go on: the "
                "search starts from your plan and keeps what is locked."
            ).classes("soft")
            with html.div().classes("pair"):
                for name, label in LIMITS.items():
                    self._entries[name] = entry(label, "", partial(self._note, name))
            self._message = Markup().classes("message")
            self._message.props["role"] = "alert"
            with html.div().classes("buttons loose"):
                self._apply = button("Apply limits", self._apply_limits, kind="small")
                self._undo = button("Undo", self._take_back, kind="small")
                self._keep = button("Keep for comparison", self._set_aside, kind="small")
        self.refresh()

    def refresh(self) -> None:
        """Enable what can be done now."""
        enable(self._undo, self._session.can_undo and not self._session.is_searching)
        enable(self._keep, bool(self._session.routes))
        enable(self._apply, self._session.instance is not None and not self._session.is_searching)
        if self._session.instance is not None:
            for name, text in limit_texts(self._session.instance).items():
                put_placeholder(self._entries[name], text)

    def _note(self, name: str, text: str) -> None:
        self._texts[name] = text.strip()

    def _apply_limits(self) -> None:
        instance = self._session.instance
        if instance is None:
            return
        try:
            self._session.change_limits(**limits_of(self._texts, instance))
        except InputError as error:
            self._message.show(f"<p class='error'>{text_of(error)}</p>")
            return
        self._message.show("")
        self._changed()

    def _take_back(self) -> None:
        self._session.undo()
        self._changed()

    def _set_aside(self) -> None:
        plan = self._session.keep()
        notice(f"{plan.name} is kept; see Compare")
        self._changed()


def limit_texts(instance: Instance) -> dict[str, str]:
    """The limits as they are."""
    texts = {"vehicles": "no limit", "capacity": plain(instance.capacity)}
    if instance.vehicles is not None:
        texts["vehicles"] = str(instance.vehicles)
    is_limited = math.isfinite(instance.max_duration)
    texts["max_duration"] = "such as 8h"
    if is_limited:
        texts["max_duration"] = duration_text(instance, instance.max_duration)
    texts["max_stops"] = "no limit" if instance.max_stops is None else str(instance.max_stops)
    return texts


def limits_of(texts: dict[str, str], instance: Instance) -> dict[str, Any]:
    """The limits of a form; what is empty stays as it is."""
    changes: dict[str, Any] = {}
    for name, text in texts.items():
        if not text:
            continue
        if name == "max_duration":
            changes[name] = amount_of_time(text, instance.time_unit, name)
            continue
        try:
            value = finite(text)
        except ValueError:
            value = math.nan
        if not value > 0 or (name in ("vehicles", "max_stops") and not value.is_integer()):
            raise InputError(f"{name.replace('_', ' ')} {text!r} is not a number above 0")
        changes[name] = value if name == "capacity" else int(value)
    return changes


class ExportPanel:
    """Every format of the command line, the command itself, and a link."""

    def __init__(self, session: Session) -> None:
        self._session = session
        with section("Export", is_open=False):
            self._formats = Markup().classes("formats")
            self._formats.on_data("suffix", self._download)
            html.h3("The same from a shell")
            self._command = Markup()
            self._start = button(f"Download {START}", self._download_start, kind="small")
            html.h3("A link to this instance and these settings")
            self._link = Markup()
        self.refresh()

    def refresh(self) -> None:
        """Show the formats that the plan can have, and the command."""
        session = self._session
        if session.instance is None:
            self._formats.show("<p class='soft'>no plan yet</p>")
        elif session.routes:
            self._formats.show(formats_text(session.instance))
        else:
            self._formats.show("<p class='soft'>no routes yet</p>")
        repeated = session.repetition()
        commands = "\n".join(map(command_text, repeated.commands())) or "–"
        self._command.show(
            f"<pre tabindex='0' role='region' aria-label='Command'><code>{commands}</code></pre>"
        )
        self._start.set_visibility(bool(repeated.start))
        link = repeated.link()
        parts = [f"<a href='/?{text_of(link)}'>/?{text_of(link)}</a>"] if link else []
        if isinstance(session.source, Dropped):
            parts.append("<p class='soft'>A file is no part of a link: open it again.</p>")
        self._link.show("".join(parts) or "–")

    def _download_start(self) -> None:
        instance, start = self._session.instance, self._session.repetition().start
        if instance is not None and start:
            ui.download.content(solution_file(instance, start), START)

    async def _download(self, suffix: str) -> None:
        try:
            result = self._session.result()
            content = await run.io_bound(exported, result, suffix)
        except InputError as error:
            notice(str(error), is_error=True)
            return
        if content is not None:
            ui.download.content(content, file_name(result.instance, suffix))


def command_text(command: str) -> str:
    """A command whose lines break between words only."""
    return " ".join(f"<span>{text_of(word)}</span>" for word in command.split(" "))


def formats_text(instance: Instance) -> str:
    """A button for each format; those that cannot be written say why."""
    parts = []
    for suffix, (form, reason) in ready_formats(instance).items():
        name = f"{suffix} <small>{text_of(form.content)}</small>"
        given = f"data-suffix='{suffix}'"
        if reason is not None:
            given = f"disabled title='{text_of(reason)}'"
        parts.append(f"<button type='button' class='btn small' {given}>{name}</button>")
    return "".join(parts)
