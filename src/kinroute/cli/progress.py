"""Displays of a running search: live on a terminal, lines of text elsewhere, or none."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Protocol

from kinroute.bench.solving.progress import ClusterProgress
from kinroute.cli.console import say, shown_cost, shown_time
from kinroute.search.progress import Progress
from kinroute.search.stop import StopPlan

_WORKERS = 4
"""Named in a line."""


@dataclass(slots=True, kw_only=True)
class History:
    """The reports of a search so far."""

    plan: StopPlan
    unit: str = ""
    """Of costs."""
    now: Progress | None = None
    improvements: list[tuple[float, float]] = field(default_factory=list)
    """Time and cost of each reported improvement."""
    cpu_start: float = field(default_factory=time.thread_time)
    cpu_now: float = field(default_factory=time.thread_time)

    def add(self, progress: Progress) -> bool:
        """Add a report, on the thread that searches; return whether it improves the cost."""
        self.now = progress
        self.cpu_now = time.thread_time()
        cost = progress.best_cost
        if cost is None or (self.improvements and cost >= self.improvements[-1][1]):
            return False
        self.improvements.append((progress.time, cost))
        return True

    @property
    def share_done(self) -> float | None:
        """Share of the nearest limit that is used up; None without a limit that can be measured."""
        now, plan = self.now, self.plan
        if now is None:
            return 0.0
        measured = (
            (now.time, plan.seconds),
            (self.cpu_now - self.cpu_start, plan.cpu_seconds),
            (now.iterations, plan.iterations),
        )
        shares = [spent / limit if limit else 1.0 for spent, limit in measured if limit is not None]
        return min(1.0, max(shares)) if shares else None

    @property
    def time_left(self) -> float | None:
        """Estimated seconds to the nearest limit; None while there is no estimate."""
        now, plan = self.now, self.plan
        if now is None:
            return plan.seconds
        left = [] if now.time_left is None else [now.time_left]
        if plan.cpu_seconds is not None:
            left.append(max(0.0, plan.cpu_seconds - (self.cpu_now - self.cpu_start)))
        if plan.iterations is not None and now.iterations > 0:
            left.append(max(0, plan.iterations - now.iterations) / now.iterations_per_second)
        return min(left, default=None)


class Display(Protocol):
    """Shows a search while it runs, as a context."""

    def __enter__(self) -> Display: ...

    def __exit__(self, *_: object) -> None: ...

    def observe(self, progress: Progress) -> None:
        """Take a report of the search."""


class Silent:
    """Shows nothing."""

    def __enter__(self) -> Silent:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def observe(self, progress: Progress) -> None:
        """Ignore the report."""


class PlainLog:
    """A line for improvements, less often the longer the search takes."""

    def __init__(self, plan: StopPlan, unit: str = "") -> None:
        self._history = History(plan=plan, unit=unit)
        self._has_improved = False
        self._next_line = 0.0
        self._next_idle_line = 30.0

    def __enter__(self) -> PlainLog:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_improved:
            self._write()

    def observe(self, progress: Progress) -> None:
        """Write a line for improvements, and at long intervals without any."""
        self._has_improved = self._history.add(progress) or self._has_improved
        is_due = self._has_improved and progress.time >= self._next_line
        if is_due or progress.time >= self._next_idle_line:
            self._write()

    def _write(self) -> None:
        now = self._history.now
        assert now is not None
        left = self._history.time_left
        parts = [
            f"{shown_time(now.time):>9}",
            "no feasible solution yet"
            if now.best_cost is None
            else f"best {shown_cost(now.best_cost, self._history.unit)}",
        ]
        if now.is_annealing:
            parts.append(f"{now.annealing_steps} annealing steps")
        else:
            parts.append(f"{now.iterations} iterations ({now.iterations_per_second:.0f}/s)")
            parts.append(f"{100 * now.feasible_share:.0f} % feasible")
        if isinstance(now, ClusterProgress):
            parts.append(_round_text(now))
        if left is not None:
            parts.append(f"{shown_time(left)} left")
        say("  ".join(parts))
        self._has_improved = False
        self._next_line = now.time + max(1.0, 0.03 * now.time)
        self._next_idle_line = now.time + max(30.0, 0.3 * now.time)


def _round_text(now: ClusterProgress) -> str:
    """Who does what: so many customers for each worker."""
    text = f"round {now.round} of {now.rounds}"
    if not now.activities:
        return f"{text}, waiting for a worker"
    workers = ", ".join(f"{at.worker}: {at.customers}" for at in now.activities[:_WORKERS])
    more = ", …" if len(now.activities) > _WORKERS else ""
    return f"{text}, {now.exchange} ({workers}{more})"


def display_for(plan: StopPlan, *, quiet: bool, is_transient: bool, unit: str = "") -> Display:
    """The display that suits standard error; `unit` is that of costs."""
    if quiet:
        return Silent()
    if sys.stderr.isatty():
        from kinroute.cli.live import LiveDisplay

        return LiveDisplay(plan, unit, is_transient=is_transient)
    return PlainLog(plan, unit)
