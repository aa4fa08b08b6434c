"""The live display of a search on a terminal."""

from __future__ import annotations

import sys
from bisect import bisect_right
from contextlib import suppress

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from kinroute.bench.solving.progress import ClusterProgress
from kinroute.cli.console import rich_console, shown_cost, shown_time
from kinroute.cli.progress import History
from kinroute.search.progress import Progress
from kinroute.search.stop import StopPlan

_BLOCKS = "▁▂▃▄▅▆▇█"
_SPARKS = 40
_RECENT = 4
_WORKERS = 12


class LiveDisplay:
    """A progress bar, the current figures, and the history of the best cost.

    It is drawn by a separate thread, so that the search does not wait for the terminal.
    """

    def __init__(self, plan: StopPlan, unit: str = "", *, is_transient: bool) -> None:
        self.history = History(plan=plan, unit=unit)
        self._live = Live(
            console=rich_console(sys.stderr),
            get_renderable=lambda: rendered(self.history),
            refresh_per_second=5,
            transient=is_transient,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> LiveDisplay:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # the terminal may be gone; the result must not be lost
            self._live.stop()

    def observe(self, progress: Progress) -> None:
        """Keep the progress until the next refresh."""
        self.history.add(progress)


def rendered(history: History) -> RenderableType:
    """The whole display in its current state."""
    if history.now is None:
        return Text("preparing …", style="dim")
    parts: list[RenderableType] = [_bar(history), _figures(history.now, history.unit)]
    if history.improvements:
        parts += [_sparkline(history), _recent(history)]
    if isinstance(history.now, ClusterProgress):
        parts.append(_workers(history.now, history.unit))
    return Group(*parts)


def _bar(history: History) -> RenderableType:
    share, left = history.share_done, history.time_left
    assert history.now is not None
    row = Table.grid(padding=(0, 2))
    bar = ProgressBar(
        total=1.0, completed=share or 0.0, width=_SPARKS, pulse=share is None, style="grey37"
    )
    row.add_row(
        bar,
        "" if share is None else f"{100 * share:3.0f} %",
        shown_time(history.now.time),
        "" if left is None else f"{shown_time(left)} left",
    )
    return row


def _figures(now: Progress, unit: str) -> RenderableType:
    best = "none yet" if now.best_cost is None else shown_cost(now.best_cost, unit)
    text = Text()
    figures = [("best ", best, "bold green" if now.best_cost is not None else "bold yellow")]
    if now.is_annealing:
        figures += [
            ("   annealing steps ", f"{now.annealing_steps:,}", "bold"),
            ("   speed ", f"{now.annealing_steps / now.time:,.0f}/s", "bold"),
        ]
    else:
        figures += [
            ("   iterations ", f"{now.iterations:,}", "bold"),
            ("   speed ", f"{now.iterations_per_second:.0f}/s", "bold"),
            ("   feasible ", f"{100 * now.feasible_share:.0f} %", "bold"),
            ("   restarts ", f"{now.restarts}", "bold"),
        ]
    for label, value, style in figures:
        text.append(label, "dim").append(value, style)
    return text


def _workers(now: ClusterProgress, unit: str) -> RenderableType:
    """Who does what: at most a dozen lines."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="green")
    waiting = "waiting for a worker" if not now.activities else now.exchange
    table.add_row(f"round {now.round} of {now.rounds}", waiting, "")
    for activity in now.activities[:_WORKERS]:
        change = activity.cost_change
        table.add_row(
            activity.worker,
            f"{activity.customers:,} customers",
            "done" if activity.is_done else f"−{shown_cost(-change, unit)}" if change else "",
        )
    if (more := len(now.activities) - _WORKERS) > 0:
        table.add_row(f"and {more} more", "", "")
    return table


def _sparkline(history: History) -> RenderableType:
    """The best cost over time, on a power scale that stretches the small last steps."""
    assert history.now is not None
    improvements = list(history.improvements)
    times = [at for at, _ in improvements]
    first, last = improvements[0][1], improvements[-1][1]
    text = Text()
    for spark in range(_SPARKS):
        at = history.now.time * (spark + 1) / _SPARKS
        seen = bisect_right(times, at)
        if seen == 0:
            text.append(" ")
            continue
        height = ((improvements[seen - 1][1] - last) / (first - last)) ** 0.4 if first > last else 0
        text.append(_BLOCKS[round(height * (len(_BLOCKS) - 1))], "green")
    if first > last:
        text.append(f"  {_change(first, last, history.unit)} since the first", "dim")
    return text


def _recent(history: History) -> RenderableType:
    """The latest improvements, newest first."""
    improvements = list(history.improvements)
    before = [None, *(cost for _, cost in improvements)]
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim", min_width=10)
    table.add_column(justify="right")
    table.add_column(style="green")
    rows = list(zip(improvements, before, strict=False))[-_RECENT:]
    for (at, cost), old in reversed(rows):
        table.add_row(
            shown_time(at),
            shown_cost(cost, history.unit),
            "first feasible" if old is None else _change(old, cost, history.unit),
        )
    return table


def _change(old: float, new: float, unit: str) -> str:
    share = f" (−{100 * (old - new) / old:.2f} %)" if old > 0 else ""
    return f"−{shown_cost(old - new, unit)}{share}"
