"""The display of a running campaign: live on a terminal, log lines elsewhere."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from kinroute.bench.plan import Plan, Run
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.record import Record
from kinroute.cli.console import rich_console, say, shown_time

if TYPE_CHECKING:
    from rich.console import RenderableType


class CampaignLog(CampaignProgress):
    """Log lines at growing intervals."""

    _next: float = 0.0

    def __enter__(self) -> CampaignLog:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ended:
            say(progress_line(self))

    def begun(self, plan: Plan, stored: list[Record]) -> None:
        CampaignProgress.begun(self, plan, stored)
        self._next = 1.0

    def done(self, record: Record) -> None:
        CampaignProgress.done(self, record)
        if self.elapsed >= self._next:
            say(progress_line(self))
            self._next = self.elapsed + max(5.0, 0.1 * self.elapsed)

    def failed(self, run: Run, error: BaseException) -> None:
        CampaignProgress.failed(self, run, error)
        say(f"failed: {self.last_failure}")


class QuietCampaign(CampaignProgress):
    """Shows nothing."""

    def __enter__(self) -> QuietCampaign:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""


class LiveCampaign(CampaignProgress):
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


CampaignDisplay = CampaignLog | QuietCampaign | LiveCampaign


def campaign_display(*, quiet: bool) -> CampaignDisplay:
    """The display that suits standard error."""
    if quiet:
        return QuietCampaign()
    return LiveCampaign() if sys.stderr.isatty() else CampaignLog()


def progress_line(progress: CampaignProgress) -> str:
    """The progress in one line."""
    done = progress.stored + progress.ended - progress.failures
    parts = [
        f"{shown_time(progress.elapsed):>9}",
        f"{done} of {progress.total} runs",
        f"{progress.threads} at a time",
    ]
    if progress.time_left is not None and progress.ended < progress.total - progress.stored:
        parts.append(f"{shown_time(progress.time_left)} left")
    if progress.failures:
        parts.append(f"{progress.failures} failed")
    return "  ".join(parts)


def rendered(progress: CampaignProgress) -> RenderableType:
    """The whole live display."""
    from rich import box
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    bar = Table.grid(padding=(0, 2))
    bar.add_row(
        ProgressBar(total=1.0, completed=progress.share_done, width=40, style="grey37"),
        f"{100 * progress.share_done:3.0f} %",
        progress_line(progress).strip(),
    )
    table = Table(box=box.SIMPLE_HEAD, header_style="cyan")
    table.add_column("arm", no_wrap=True)
    for heading in ("runs", "optimal", "mean gap %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for label, arm in progress.arms.items():
        mean = arm.mean_gap
        table.add_row(
            Text(label),
            f"{arm.runs}",
            f"{arm.optimal}" if arm.compared else "",
            "" if mean is None else f"{mean:.3f}",
        )
    last = (
        [Text(f"failed: {progress.last_failure}", style="yellow")] if progress.last_failure else []
    )
    waiting = progress.threads == 0 and progress.ended == 0
    hint = [Text("waiting for workers …", style="dim")] if waiting else []
    return Group(bar, table, *hint, *last)
