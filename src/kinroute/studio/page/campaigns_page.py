"""Campaigns: the list of them, and one with its runs, its arms and its report."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from nicegui import html, run, ui

from kinroute.bench.record import Record
from kinroute.bench.results import Results
from kinroute.cli.console import shown_cost
from kinroute.errors import InputError
from kinroute.studio.model.campaigns import (
    Listed,
    arm_rows,
    filtered,
    listed,
    pairs,
    path_of,
    read_campaign_results,
    verdict_line,
)
from kinroute.studio.model.session import Session
from kinroute.studio.page.charts import scatter
from kinroute.studio.page.controls import (
    Markup,
    button,
    choice,
    enable,
    entry,
    table,
    text_of,
    tick,
)
from kinroute.studio.page.frame import Announcer, frame

_SECONDS = 2.0
_ROWS = 30


def campaigns_page(session: Session, folder: Path) -> None:
    """The list of all campaigns, with their progress while they run."""
    with frame(session, "/campaigns"):
        html.p(f"Campaigns in the folder {folder.name}/").classes("hint")
        table = Markup().classes("comparison")

        async def refresh() -> None:
            table.show(list_text(await run.io_bound(listed, folder) or []))

        ui.timer(_SECONDS, refresh, immediate=True)


def list_text(campaigns: list[Listed]) -> str:
    """A row for each campaign."""
    if not campaigns:
        return (
            "<p>There are none yet. <code>kinroute bench run campaigns/smoke.toml</code> makes "
            "one.</p>"
        )
    rows = "".join(_list_row(one) for one in campaigns)
    return table("Campaigns", ("Store", "Campaign", "Runs", "Progress"), rows)


def _list_row(one: Listed) -> str:
    name = text_of(one.name)
    if one.error is not None:
        return f"<tr><th scope='row'>{name}</th><td colspan='3'>{text_of(one.error)}</td></tr>"
    planned = f" of {one.planned:,}" if one.planned else ""
    meter = ""
    if one.share is not None:
        given = f"max='1' value='{one.share:.4f}' aria-label='progress of {name}'"
        meter = f"<progress {given}></progress> {100 * one.share:.0f} %"
    return (
        f"<tr><th scope='row'><a href='/campaigns/view?store={quote(one.name)}'>{name}"
        f"</a></th><td>{text_of(one.title)}</td>"
        f"<td class='one-line'>{one.runs:,}{planned}</td><td class='one-line'>{meter}</td></tr>"
    )


def campaign_page(session: Session, folder: Path, name: str) -> None:
    """One campaign."""
    with frame(session, "/campaigns") as announcer:
        try:
            path = path_of(folder, name)
        except InputError as error:
            html.p(str(error)).classes("hint")
            html.a("To all campaigns", href="/campaigns").classes("btn primary")
            return
        CampaignView(path, name, announcer)


class CampaignView:
    """The runs of a campaign; they are read again when there are more."""

    def __init__(self, path: Path, name: str, announcer: Announcer) -> None:
        self._path = path
        self._name = name
        self._announcer = announcer
        self._results: Results | None = None
        self._first = 0
        self._filter = {"arm": "", "text": "", "worst": ""}
        self._sides = ["", ""]
        self._stamp: object = None
        self._head = Markup("<p class='hint'>reading …</p>").classes("comparison")
        self._message = Markup().classes("message")
        self._body = html.div().classes("lanes")
        ui.timer(_SECONDS, self._refresh, immediate=True)

    async def _refresh(self) -> None:
        """Read the store again where its file changed."""
        stamp = await run.io_bound(_stamp, self._path)
        if stamp is None or stamp == self._stamp:
            return
        is_first, self._stamp = self._stamp is None, stamp
        try:
            self._results = await run.io_bound(read_campaign_results, self._path)
        except InputError as error:
            self._head.show(f"<p class='error'>{text_of(error)}</p>")
            return
        if self._results is None:
            return
        self._show_head(self._results)
        if is_first:
            self._build(self._results)
        self._show_runs()
        self._show_pairs()

    def _show_head(self, results: Results) -> None:
        campaign = results.campaign
        done = f"{len(results.records):,}" + (f" of {results.planned:,}" if results.planned else "")
        rows = "".join(
            f"<tr><th scope='row'>{text_of(label)}</th><td>{runs:,}</td>"
            f"<td>{'–' if mean is None else f'{mean:.3f} %'}</td><td>{best:,}</td></tr>"
            for label, runs, mean, best in arm_rows(results)
        )
        report = f"/campaigns/report?store={quote(self._name)}"
        self._head.show(
            f"<h2>{text_of(campaign.title)}</h2><p>{text_of(campaign.about)}</p>"
            f"<p>{done} runs, budget {text_of(campaign.budget)}. "
            f"<a href='{report}' target='_blank' rel='noopener'>Open the report</a></p>"
            + table("Arms", ("Arm", "Runs", "Mean gap", "Best known reached"), rows)
        )

    def _build(self, results: Results) -> None:
        labels = [arm.label for arm in results.campaign.arms]
        done = [arm.label for arm in results.arms]
        self._sides = [done[0], done[-1]] if done else ["", ""]
        arms = {label: label for label in labels}
        with self._body:
            with html.section().classes("lane") as part:
                part.props["aria-label"] = "Two arms against each other"
                html.h2("Two arms, instance by instance")
                with html.div().classes("pair"):
                    for side, label in enumerate(("Across", "Upwards")):
                        choice(label, arms, self._sides[side], self._set_side(side))
                self._pairs = Markup()
            with html.section().classes("lane") as part:
                part.props["aria-label"] = "Runs"
                html.h2("Runs")
                with html.div().classes("pair"):
                    choice("Arm", {"": "all", **arms}, "", self._set_filter("arm"))
                    entry("Instance has", "", self._set_filter("text"))
                worst = self._set_filter("worst")
                tick("Largest gaps first", False, lambda on: worst("yes" if on else ""))
                self._runs = Markup()
                with html.div().classes("pager"):
                    self._back = button("‹", lambda: self._turn(-_ROWS), label="Previous runs")
                    self._place = Markup(tag="span")
                    self._on = button("›", lambda: self._turn(_ROWS), label="Next runs")

    def _set_side(self, side: int) -> Callable[[str], None]:
        def change(label: str) -> None:
            self._sides[side] = label
            self._show_pairs()

        return change

    def _set_filter(self, name: str) -> Callable[[str], None]:
        def change(value: str) -> None:
            self._filter[name] = value
            self._first = 0
            self._show_runs()

        return change

    def _turn(self, by: int) -> None:
        self._first = max(0, self._first + by)
        self._show_runs()

    def _show_runs(self) -> None:
        results = self._results
        if results is None:
            return
        found = filtered(
            results,
            arm=self._filter["arm"],
            text=self._filter["text"],
            worst_first=bool(self._filter["worst"]),
        )
        self._first = min(self._first, max(0, len(found) - 1) // _ROWS * _ROWS)
        shown = found[self._first : self._first + _ROWS]
        rows = "".join(_run_row(record, results.gap(record)) for record in shown)
        heads = ("Instance", "Arm", "Seed", "Cost", "Gap", "Time")
        self._runs.show(table("Table of runs", heads, rows))
        last = self._first + len(shown)
        self._place.show(f"{self._first + 1 if shown else 0}–{last} of {len(found):,}")
        enable(self._back, self._first > 0)
        enable(self._on, last < len(found))

    def _show_pairs(self) -> None:
        results = self._results
        if results is None or not all(self._sides):
            return
        one, other = self._sides
        found = pairs(results, one, other)
        better = sum(pair.second < pair.first for pair in found)
        worse = sum(pair.second > pair.first for pair in found)
        summary = (
            f"{other} is better on {better} instances, worse on {worse}, equal on "
            f"{len(found) - better - worse}."
        )
        points = [
            (p.first, p.second, f"{p.instance}: {p.first:.3f}, {p.second:.3f}") for p in found
        ]
        chart = scatter(points, label=f"Gaps of {one} and {other}. {summary}", names=(one, other))
        verdict = verdict_line(results, one, other)
        self._pairs.show(f"<p>{text_of(summary)} {text_of(verdict)}</p>{chart}")
        self._announcer.say(summary)


def _run_row(record: Record, gap: float) -> str:
    cost = shown_cost(record.cost) if record.feasible else "none"
    shown = "–" if math.isnan(gap) else f"{gap:.3f} %"
    return (
        f"<tr><th scope='row'>{text_of(record.instance)}</th>"
        f"<td class='one-line'>{text_of(record.arm)}</td><td>{record.seed}</td><td>{cost}</td>"
        f"<td class='one-line'>{shown}</td><td class='one-line'>{record.seconds:.1f} s</td></tr>"
    )


def _stamp(path: Path) -> tuple[int, int] | None:
    """Changes with every run: those of SQLite are first in a file beside the store.

    None for a store that is gone.
    """
    beside = path.with_name(path.name + "-wal")
    try:
        times = [file.stat().st_mtime_ns for file in (path, beside) if file.exists()]
        return max(times, default=0), path.stat().st_size
    except OSError:
        return None
