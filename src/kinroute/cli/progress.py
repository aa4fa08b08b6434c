"""How a running search is shown: live on a terminal, line by line anywhere else, or not at all."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Protocol

from kinroute.cli.console import say, shown_cost, shown_time
from kinroute.search.progress import Progress
from kinroute.search.stop import StopPlan


@dataclass(slots=True, kw_only=True)
class Story:
    """What has been heard of a search so far."""

    plan: StopPlan
    now: Progress | None = None
    improvements: list[tuple[float, float]] = field(default_factory=list)
    """Time and cost of each improvement that was seen."""
    cpu_start: float = field(default_factory=time.thread_time)
    cpu_now: float = field(default_factory=time.thread_time)

    def hear(self, progress: Progress) -> bool:
        """Take in a report, on the thread that searches; return whether it brings a better cost."""
        self.now = progress
        self.cpu_now = time.thread_time()
        cost = progress.best_cost
        if cost is None or (self.improvements and cost >= self.improvements[-1][1]):
            return False
        self.improvements.append((progress.time, cost))
        return True

    @property
    def share_done(self) -> float | None:
        """How far the search has come towards its nearest limit; None without one to measure."""
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
        """Seconds to the nearest limit, by the speed so far; None while nobody can tell."""
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
        """Hear where the search stands."""


class Silent:
    """Shows nothing."""

    def __enter__(self) -> Silent:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was begun."""

    def observe(self, progress: Progress) -> None:
        """Nothing is shown."""


class PlainLog:
    """A line for improvements, not too often: the longer the search, the rarer they are."""

    def __init__(self, plan: StopPlan) -> None:
        self._story = Story(plan=plan)
        self._has_news = False
        self._next_news = 0.0
        self._next_sign = 30.0

    def __enter__(self) -> PlainLog:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_news:
            self._write()

    def observe(self, progress: Progress) -> None:
        """Write a line where there is something new, and now and then a sign of life."""
        self._has_news = self._story.hear(progress) or self._has_news
        is_due = self._has_news and progress.time >= self._next_news
        if is_due or progress.time >= self._next_sign:
            self._write()

    def _write(self) -> None:
        now = self._story.now
        assert now is not None
        left = self._story.time_left
        parts = [
            f"{shown_time(now.time):>9}",
            "no feasible solution yet"
            if now.best_cost is None
            else f"best {shown_cost(now.best_cost)}",
        ]
        if now.is_annealing:
            parts.append(f"{now.annealing_steps} annealing steps")
        else:
            parts.append(f"{now.iterations} iterations ({now.iterations_per_second:.0f}/s)")
            parts.append(f"{100 * now.feasible_share:.0f} % feasible")
        if left is not None:
            parts.append(f"{shown_time(left)} left")
        say("  ".join(parts))
        self._has_news = False
        self._next_news = now.time + max(1.0, 0.03 * now.time)
        self._next_sign = now.time + max(30.0, 0.3 * now.time)


def display_for(plan: StopPlan, *, quiet: bool, is_transient: bool) -> Display:
    """The display that suits standard error."""
    if quiet:
        return Silent()
    if sys.stderr.isatty():
        from kinroute.cli.live import LiveDisplay

        return LiveDisplay(plan, is_transient=is_transient)
    return PlainLog(plan)
