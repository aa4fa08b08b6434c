"""The film: every improvement of a search, to step through."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import html, ui

from kinroute.cli.console import shown_cost, shown_time
from kinroute.studio.model.history import Frame, History
from kinroute.studio.page.controls import button, native_input

_SECONDS_PER_FRAME = 0.15
_PLAY = "Play the improvements"


class FilmBar:
    """A slider over the frames; `shown` is called with one, or with None for the newest."""

    def __init__(self, shown: Callable[[Frame | None], None]) -> None:
        self._history: History | None = None
        self._shown = shown
        self._at: int | None = None
        with html.div().classes("film"):
            self._play = button("▶", self._toggle, label=_PLAY)
            button("‹", lambda: self.step(-1), label="Previous improvement")
            button("›", lambda: self.step(1), label="Next improvement")
            self._slider = native_input(type="range", min=0, max=0, step=1, value=0)
            self._slider.props["aria-label"] = "Improvement"
            self._text = html.output("no improvements yet")
        self._slider.on(
            "input",
            lambda event: self.go_to(int(event.args)),
            js_handler="(event) => emit(event.target.value)",
            throttle=0.05,
        )
        self._timer = ui.timer(_SECONDS_PER_FRAME, self._next, active=False)

    @property
    def is_live(self) -> bool:
        """Whether the newest improvement is shown."""
        return self._at is None

    def follow(self, history: History | None) -> None:
        """Show the film of a run; an earlier frame stays until it is left."""
        if history is not self._history:
            self._history, self._at = history, None
        self._refresh()

    def go_to(self, index: int) -> None:
        """Show one frame; the last one is live again."""
        if self._history is None or not len(self._history):
            return
        last = len(self._history) - 1
        self._at = None if index >= last else max(0, index)
        self._shown(None if self._at is None else self._history[self._at])
        self._refresh()

    def step(self, by: int) -> None:
        """Go some frames on, or back."""
        if self._history is not None:
            self.go_to((len(self._history) - 1 if self._at is None else self._at) + by)

    def _toggle(self) -> None:
        if self._timer.active:
            self._stop()
        elif self._history is not None and len(self._history):
            if self._at is None:
                self.go_to(0)
            self._timer.activate()
            self._show_button("❚❚", "Pause the film")

    def _stop(self) -> None:
        self._timer.deactivate()
        self._show_button("▶", _PLAY)

    def _next(self) -> None:
        self.step(1)
        if self._at is None:
            self._stop()

    def _show_button(self, text: str, label: str) -> None:
        self._play._text = text
        self._play.props["aria-label"] = label
        self._play.update()

    def _refresh(self) -> None:
        frames = 0 if self._history is None else len(self._history)
        last = max(0, frames - 1)
        at = last if self._at is None else min(self._at, last)
        wanted = {"max": last, "value": at}
        if any(self._slider.props.get(name) != value for name, value in wanted.items()):
            self._slider.props.update(wanted)
            self._slider.update()
        text = "no improvements yet"
        if self._history is not None and frames:
            frame = self._history[at]
            text = f"{at + 1} of {frames} · {shown_cost(frame.cost)} · {shown_time(frame.time)}"
        if self._text._text != text:
            self._text._text = text
            self._text.update()
