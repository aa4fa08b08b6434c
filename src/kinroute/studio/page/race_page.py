"""Two to four searches side by side on the same instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nicegui import html, run, ui

from kinroute.cli.console import shown_cost, shown_time
from kinroute.errors import InputError
from kinroute.solution.measures import cost_unit
from kinroute.studio.model.run import Run
from kinroute.studio.model.session import MOST_RACERS, Session
from kinroute.studio.model.settings import CROSSOVER_CHOICES, LOCAL_SEARCHES, SearchSettings
from kinroute.studio.page.charts import DASHES, Curve, curves
from kinroute.studio.page.controls import (
    Markup,
    button,
    choice,
    enable,
    entry,
    notice,
    put_text,
    terms,
    text_of,
)
from kinroute.studio.page.file_drop import FileDrop
from kinroute.studio.page.frame import Announcer, frame
from kinroute.studio.page.network_choice import NetworkChoice
from kinroute.studio.page.route_map import RouteMap
from kinroute.studio.page.search_panel import method_choices

_SECONDS = 0.3


def race_page(session: Session) -> None:
    """Build the page."""
    with frame(session, "/race") as announcer:
        if session.instance is None:
            html.p("There is no instance yet. Open one on the page Plan.").classes("hint")
            html.a("To the page Plan", href="/").classes("btn primary")
            return
        RaceView(session, announcer)


class RaceView:
    """A lane for each search: its settings, its map and its figures."""

    def __init__(self, session: Session, announcer: Announcer) -> None:
        self._session = session
        self._announcer = announcer
        self._maps: list[RouteMap] = []
        self._figures: list[Markup] = []
        self._shown: list[object] = []
        self._networks: list[NetworkChoice] = []
        self._leader = ""
        assert session.instance is not None
        with html.div().classes("bar race"):
            html.p(session.instance.name).classes("title")
            seconds = session.lanes[0].time_limit
            entry("Seconds", seconds, self._set_all("time_limit", float), placeholder="by size")
            entry("Seed", session.lanes[0].seed, self._set_all("seed", int))
            with html.div().classes("buttons"):
                self._start = button("Start the race", self._begin, kind="primary")
                self._pause = button("Pause", self._pause_or_resume)
                self._stop = button("Stop", self._end)
                self._more = button("Add a search", self._add)
                self._less = button("Remove one", self._remove)
            FileDrop("Heatmap or network …", self._receive)
        self._message = Markup().classes("message")
        self._message.props["role"] = "alert"
        self._chart = Markup(curves([], label="Convergence of all searches")).classes("race-chart")
        self._lanes = html.div().classes("lanes")
        self._build()
        ui.timer(_SECONDS, self._refresh)

    def _build(self) -> None:
        session = self._session
        self._maps, self._figures, self._shown, self._networks = [], [], [], []
        self._lanes.clear()
        with self._lanes:
            for number, lane in enumerate(session.lanes):
                self._lane(number, lane)
        self._refresh()

    def _lane(self, number: int, lane: SearchSettings) -> None:
        own = {"": "the method's"}
        lists = own | {name: name for name in LOCAL_SEARCHES}
        crossings = own | {name: name for name in CROSSOVER_CHOICES}
        with html.section().classes(f"lane lane{number}") as part:
            part.props["aria-label"] = f"Search {number + 1}"
            html.h2(f"Search {number + 1}")
            with html.div().classes("pair"):
                choice("Method", method_choices(), lane.method, self._set(number, "method"))
                value = lane.local_search or ""
                choice("Local search by", lists, value, self._set(number, "local_search"))
                value = lane.crossover or ""
                choice("Crossover by", crossings, value, self._set(number, "crossover"))
                self._networks.append(
                    NetworkChoice(
                        self._session.networks,
                        lambda: self._session.lanes[number],
                        lambda settings: self._take(number, settings),
                    )
                )
            shown = RouteMap(label=f"Routes of search {number + 1}", controls=False)
            assert self._session.instance is not None
            shown.show(self._session.instance)
            self._maps.append(shown)
            self._figures.append(Markup().classes("figures"))
            self._shown.append(None)
            button("Take as the plan", lambda: self._adopt(number), kind="small")

    def _set(self, number: int, name: str) -> Callable[[str], None]:
        def change(text: str) -> None:
            changes: dict[str, Any] = {name: text or None}
            self._take(number, replace(self._session.lanes[number], **changes))

        return change

    def _take(self, number: int, settings: SearchSettings) -> None:
        self._session.lanes[number] = settings
        unused = [lane.unused_network for lane in self._session.lanes]
        notes = [f"Search {k}: {text}" for k, text in enumerate(unused, 1) if text]
        self._message.show("".join(f"<p class='warning'>{text_of(note)}</p>" for note in notes))

    async def _receive(self, name: str, content: bytes) -> None:
        try:
            scores = await run.io_bound(self._session.add_scores, name, content)
        except InputError as error:
            self._message.show(f"<p class='error'>{text_of(error)}</p>")
            return
        if scores is not None:
            self._message.show("")
            notice(f"{scores.name} can be chosen as the network of a search now")
            for one in self._networks:
                one.refresh()

    def _set_all(self, name: str, kind: Callable[[str], Any]) -> Callable[[str], None]:
        def change(text: str) -> None:
            default = SearchSettings.__dataclass_fields__[name].default
            try:
                changes: dict[str, Any] = {name: kind(text) if text.strip() else default}
                self._session.lanes = [replace(lane, **changes) for lane in self._session.lanes]
            except InputError as error:
                self._message.show(f"<p class='error'>{text_of(error)}</p>")
            except ValueError:
                what = name.replace("_", " ")
                text = f"{what} {text!r} is not a number; write it as in 10"
                self._message.show(f"<p class='error'>{text_of(text)}</p>")
            else:
                self._message.show("")

        return change

    def _begin(self) -> None:
        if any(racer.is_active for racer in self._session.racers):
            return
        try:
            self._session.race(self._session.lanes)
        except InputError as error:
            self._message.show(f"<p class='error'>{text_of(error)}</p>")
        self._refresh()

    def _pause_or_resume(self) -> None:
        is_paused = self._is_paused
        for racer in self._session.racers:
            racer.resume() if is_paused else racer.pause()
        self._refresh()

    @property
    def _is_paused(self) -> bool:
        return any(racer.state == "paused" for racer in self._session.racers)

    def _end(self) -> None:
        for racer in self._session.racers:
            racer.stop()

    def _add(self) -> None:
        lanes = self._session.lanes
        if len(lanes) >= MOST_RACERS:  # clicked before the button was disabled
            return
        unused = next(m for m in ("D-D", "N-N", "D-N", "D-O") if m not in [x.method for x in lanes])
        lanes.append(replace(lanes[0], method=unused))
        self._build()

    def _remove(self) -> None:
        if len(self._session.lanes) <= 2:
            return
        self._session.lanes.pop()
        for racer in self._session.racers[len(self._session.lanes) :]:
            racer.stop()
        del self._session.racers[len(self._session.lanes) :]
        self._build()

    def _adopt(self, number: int) -> None:
        if number < len(self._session.racers):
            self._session.adopt(self._session.racers[number])
            notice(f"Search {number + 1} is the plan now; see the page Plan")

    def _refresh(self) -> None:
        racers = self._session.racers
        is_racing = any(racer.is_active for racer in racers)
        enable(self._start, not is_racing)
        enable(self._stop, is_racing)
        enable(self._pause, is_racing)
        put_text(self._pause, "Resume" if self._is_paused else "Pause")
        enable(self._more, not is_racing and len(self._session.lanes) < MOST_RACERS)
        enable(self._less, not is_racing and len(self._session.lanes) > 2)
        for number, racer in enumerate(racers[: len(self._maps)]):
            self._show(number, racer)
        if racers:
            self._show_chart(racers)
            self._announce(racers)

    def _show(self, number: int, racer: Run) -> None:
        mark = (racer, racer.progress, racer.state)
        if mark == self._shown[number]:
            return
        self._shown[number] = mark
        best = racer.history.best
        if best is not None:
            self._maps[number].draw(best.routes)
        self._figures[number].show(lane_figures(racer, self._session.racers))

    def _show_chart(self, racers: list[Run]) -> None:
        until = max((r.progress.time for r in racers if r.progress is not None), default=0.0)
        lines = [
            Curve(name=f"{number}: {racer.label}", points=racer.history.curve())
            for number, racer in enumerate(racers, 1)
        ]
        legend = "".join(
            f"<li><svg viewBox='0 0 24 8' aria-hidden='true'><path class='curve c{k}' "
            f"stroke-dasharray='{DASHES[k]}' d='M0 4H24'/>"
            f"</svg>{text_of(line.name)}</li>"
            for k, line in enumerate(lines)
        )
        chart = curves(
            lines, label="Convergence of all searches", until=until, height=190, width=560
        )
        self._chart.show(f"<ul class='legend'>{legend}</ul>{chart}")

    def _announce(self, racers: list[Run]) -> None:
        ranked = [r for r in racers if r.best_cost is not None]
        if not ranked:
            return
        leader = min(ranked, key=lambda racer: racer.best_cost or 0.0)
        text = f"Search {racers.index(leader) + 1}, {leader.label}, leads"
        if text != self._leader:
            self._leader = text
            self._announcer.say(text)


def lane_figures(racer: Run, racers: list[Run]) -> str:
    """The figures of one search beside the best of all."""
    costs = [r.best_cost for r in racers if r.best_cost is not None]
    if racer.best_cost is None:
        gap = "–"
    else:
        behind = 100 * (racer.best_cost / min(costs) - 1) if min(costs) else 0.0
        gap = "leads" if behind == 0 else f"+{behind:.2f} %"
    progress, unit = racer.progress, cost_unit(racer.instance)
    rows = [
        ("cost", "–" if racer.best_cost is None else shown_cost(racer.best_cost, unit)),
        ("behind", gap),
        ("improvements", str(racer.history.seen)),
        ("iterations", f"{0 if progress is None else progress.iterations:,}"),
        ("time", shown_time(0.0 if progress is None else progress.time)),
        ("state", racer.error or racer.state),
    ]
    return terms(rows)
