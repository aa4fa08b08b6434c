"""The panel that starts, pauses and stops a search, with its settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nicegui import html, run

from kinroute.errors import InputError
from kinroute.search.cores import available_cores
from kinroute.search.methods import METHODS
from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import CROSSOVER_CHOICES, LOCAL_SEARCHES, SearchSettings
from kinroute.studio.page.controls import (
    Markup,
    button,
    choice,
    enable,
    entry,
    put_text,
    section,
    text_of,
)
from kinroute.studio.page.file_drop import FileDrop
from kinroute.studio.page.network_choice import NetworkChoice

METHOD_TEXTS = {
    "auto": "auto: chosen by size and time",
    "D-O": "D-O: distance, order crossover",
    "D-D": "D-D: distance, distance",
    "D-N": "D-N: distance, network",
    "N-O": "N-O: network, order crossover",
    "N-D": "N-D: network, distance",
    "N-N": "N-N: network, network",
}


def method_choices() -> dict[str, str]:
    """The methods with a few words on each: local search, crossover."""
    return {name: METHOD_TEXTS.get(name, name) for name in METHODS}


class SearchPanel:
    """Settings and the four buttons; `began` is called when a search starts."""

    def __init__(self, session: Session, began: Callable[[], None]) -> None:
        self._session = session
        self._began = began
        with section("Search"):
            now = session.settings
            choice("Method", method_choices(), now.method, self._set("method", str))
            with html.div().classes("pair"):
                entry(
                    "Seconds",
                    now.time_limit,
                    self._set("time_limit", float),
                    placeholder="by size",
                    number=True,
                )
                entry("Seed", now.seed, self._set("seed", int), number=True)
            self._more(now)
            self._message = Markup().classes("message")
            self._message.props["role"] = "alert"
            with html.div().classes("buttons"):
                self._start = button("Start", self._begin, kind="primary")
                self._pause = button("Pause", self._pause_or_resume)
                self._stop = button("Stop", self._end)
                self._go_on = button("Go on", self._continue)
        self.refresh()

    def _more(self, now: SearchSettings) -> None:
        with html.details().classes("more"):
            html.summary("Relatedness, network, limits")
            own = {"": "the method's"}
            lists = {name: name for name in LOCAL_SEARCHES}
            crossings = {name: name for name in CROSSOVER_CHOICES}
            for name, label, choices in (
                ("local_search", "Local search by", lists),
                ("crossover", "Crossover by", crossings),
            ):
                value = getattr(now, name) or ""
                choice(label, {**own, **choices}, value, self._set(name, str))
            self._network = NetworkChoice(
                self._session.networks, lambda: self._session.settings, self._take
            )
            FileDrop("Heatmap or network …", self.receive, hint=".npz, .npy or .safetensors")
            with html.div().classes("pair"):
                for name, label, kind, empty in (
                    ("iterations", "Iterations", int, "no limit"),
                    ("no_improvement", "Unimproved for", int, "iterations"),
                    ("target", "Until cost", float, "no limit"),
                    ("granularity", "Granularity Γ", int, "the method's"),
                ):
                    value = getattr(now, name)
                    entry(label, value, self._set(name, kind), number=True, placeholder=empty)
            entry(
                "Threads",
                now.threads,
                self._set("threads", int),
                number=True,
                hint=f"this machine has {len(available_cores())}",
            )

    def _set(self, name: str, kind: Callable[[str], Any]) -> Callable[[str], None]:
        def change(text: str) -> None:
            default = SearchSettings.__dataclass_fields__[name].default
            try:
                changes: dict[str, Any] = {name: kind(text) if text.strip() else default}
                self._take(replace(self._session.settings, **changes))
            except InputError as error:
                self._complain(str(error))
            except ValueError:
                self._complain(
                    f"{name.replace('_', ' ')} {text!r} is not a number; write it as in 10"
                )

        return change

    def _take(self, settings: SearchSettings) -> None:
        """Use these settings; a network that they do not use is a mistake, but none that stops."""
        self._session.settings = settings
        unused = settings.unused_network
        self._message.show(f"<p class='warning'>{text_of(unused)}</p>" if unused else "")

    async def receive(self, name: str, content: bytes) -> None:
        """Take a heatmap or a network, and choose it."""
        try:
            scores = await run.io_bound(self._session.add_scores, name, content)
        except InputError as error:
            self._complain(str(error))
            return
        if scores is not None:
            self._take(replace(self._session.settings, model=None, scores=scores))
            self._network.refresh()

    def _complain(self, text: str) -> None:
        self._message.show(f"<p class='error'>{text_of(text)}</p>")

    def _begin(self) -> None:
        self._try(lambda: self._session.begin())

    def _continue(self) -> None:
        self._try(lambda: self._session.begin(from_plan=True))

    def _try(self, act: Callable[[], object]) -> None:
        if self._session.is_searching:  # a second click, or another tab
            return
        try:
            act()
        except InputError as error:
            self._complain(str(error))
            return
        self._message.show("")
        self._began()
        self.refresh()

    def _pause_or_resume(self) -> None:
        run = self._session.run
        if run is not None:
            run.resume() if run.state == "paused" else run.pause()
        self.refresh()

    def _end(self) -> None:
        if self._session.run is not None:
            self._session.run.stop()
        self.refresh()

    def refresh(self) -> None:
        """Show what can be done now."""
        self._network.refresh()
        session = self._session
        state = "ready" if session.run is None else session.run.state
        enable(self._start, session.instance is not None and not session.is_searching)
        enable(self._pause, state in ("running", "paused"))
        enable(self._stop, state in ("running", "paused"))
        enable(self._go_on, bool(session.routes) and not session.is_searching)
        put_text(self._pause, "Resume" if state == "paused" else "Pause")
        if session.run is not None and session.run.error is not None:
            self._complain(session.run.error)
