"""How a running campaign is shown: live on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from kinroute.bench.plan import Plan, Run
from kinroute.bench.record import Record
from kinroute.bench.tally import Tally
from kinroute.cli.console import rich_console, say, shown_time

if TYPE_CHECKING:
    from rich.console import RenderableType


class CampaignLog(Tally):
    """A line at the start, and then the rarer the longer it takes."""

    _next: float = 0.0

    def __enter__(self) -> CampaignLog:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ended:
            say(progress_line(self))

    def begun(self, plan: Plan, stored: list[Record]) -> None:
        Tally.begun(self, plan, stored)
        self._next = 1.0

    def done(self, record: Record) -> None:
        Tally.done(self, record)
        if self.elapsed >= self._next:
            say(progress_line(self))
            self._next = self.elapsed + max(5.0, 0.1 * self.elapsed)

    def failed(self, run: Run, error: BaseException) -> None:
        Tally.failed(self, run, error)
        say(f"failed: {self.last_failure}")


class CampaignSilence(Tally):
    """Shows nothing."""

    def __enter__(self) -> CampaignSilence:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was begun."""


class LiveCampaign(Tally):
    """A progress bar and a table of the arms, drawn on a thread of its own."""

    def __enter__(self) -> LiveCampaign:
        from rich.live import Live

        self._live = Live(
            console=rich_console(sys.stderr),
            get_renderable=lambda: rendered(self),
            refresh_per_second=2,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._live.stop()


CampaignDisplay = CampaignLog | CampaignSilence | LiveCampaign


def campaign_display(*, quiet: bool) -> CampaignDisplay:
    """The display that suits standard error."""
    if quiet:
        return CampaignSilence()
    return LiveCampaign() if sys.stderr.isatty() else CampaignLog()


def progress_line(tally: Tally) -> str:
    """Where the campaign stands, in one line."""
    done = tally.stored + tally.ended - tally.failures
    parts = [
        f"{shown_time(tally.elapsed):>9}",
        f"{done} of {tally.total} runs",
        f"{tally.threads} at a time",
    ]
    if tally.time_left is not None and tally.ended < tally.total - tally.stored:
        parts.append(f"{shown_time(tally.time_left)} left")
    if tally.failures:
        parts.append(f"{tally.failures} failed")
    return "  ".join(parts)


def rendered(tally: Tally) -> RenderableType:
    """The whole display, as it stands."""
    from rich import box
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    bar = Table.grid(padding=(0, 2))
    bar.add_row(
        ProgressBar(total=1.0, completed=tally.share_done, width=40, style="grey37"),
        f"{100 * tally.share_done:3.0f} %",
        progress_line(tally).strip(),
    )
    table = Table(box=box.SIMPLE_HEAD, header_style="cyan")
    table.add_column("arm", no_wrap=True)
    for heading in ("runs", "optimal", "mean gap %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for label, arm in tally.arms.items():
        mean = arm.mean_gap
        table.add_row(
            Text(label),
            f"{arm.runs}",
            f"{arm.optimal}" if arm.compared else "",
            "" if mean is None else f"{mean:.3f}",
        )
    last = [Text(f"failed: {tally.last_failure}", style="yellow")] if tally.last_failure else []
    waiting = tally.threads == 0 and tally.ended == 0
    hint = [Text("waiting for workers …", style="dim")] if waiting else []
    return Group(bar, table, *hint, *last)
