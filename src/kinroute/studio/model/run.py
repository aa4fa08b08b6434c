"""One search in the background that can be watched, paused and stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from kinroute.errors import Interrupted, KinrouteError
from kinroute.problem.instance import Instance
from kinroute.search.pause import Pause
from kinroute.search.progress import Progress
from kinroute.search.solve import solve
from kinroute.solution import Solution
from kinroute.solution.result import Result
from kinroute.studio.model.history import History
from kinroute.studio.model.memory import release_memory
from kinroute.studio.model.settings import SearchSettings

State = Literal["ready", "running", "paused", "done", "failed"]

_MOST_SAMPLES = 400


@dataclass(frozen=True, slots=True)
class Sample:
    """The state of a search at a moment, for its curves."""

    time: float
    iterations: int
    feasible_share: float
    penalty: float
    limit_penalty: float
    diversity: float


class Run:
    """A call of `kinroute.solve` on a thread of its own; the search does not hold the GIL."""

    def __init__(
        self,
        instance: Instance,
        settings: SearchSettings,
        *,
        start: Solution | None = None,
        lock: Iterable[str] = (),
        label: str = "",
    ) -> None:
        self.instance = instance
        self.settings = settings
        self.label = label or settings.label
        self.history = History()
        self.progress: Progress | None = None
        self.result: Result | None = None
        self.error: str | None = None
        self.start = start
        """The plan that it begins with, if any."""
        self.lock = tuple(lock)
        self._samples: list[Sample] = []
        self._pause = Pause()
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kinroute-run", daemon=True)

    @property
    def state(self) -> State:
        """Whether it runs, and how it ended."""
        if self.error is not None:
            return "failed"
        if self.result is not None:
            return "done"
        if self._thread.ident is None:
            return "ready"
        return "paused" if self._pause.is_on else "running"

    @property
    def is_active(self) -> bool:
        """Whether its thread is at work or waits."""
        return self.state in ("running", "paused")

    @property
    def samples(self) -> tuple[Sample, ...]:
        """At most some hundred, evenly spread over the time so far."""
        return tuple(self._samples)

    @property
    def best_cost(self) -> float | None:
        """The cost of the best feasible solution so far."""
        best = self.history.best
        return None if best is None else best.cost

    def begin(self) -> None:
        """Start the search."""
        self._thread.start()

    def pause(self) -> None:
        """Hold the search up; the time that passes is not counted."""
        if self.state == "running":
            self._pause.begin()

    def resume(self) -> None:
        """Let a paused search run again."""
        self._pause.end()

    def stop(self) -> None:
        """End the search with its best routes so far."""
        self._is_stopped.set()
        self._pause.end()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end."""
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            self._search()
        finally:
            release_memory()

    def _search(self) -> None:
        arguments = self.settings.solve_arguments(
            self.instance.customers, lambda _: self._is_stopped.is_set()
        )
        if self.start is not None:
            arguments |= {"start": self.start, "lock": self.lock}
        try:
            result = solve(self.instance, observer=self._observe, pause=self._pause, **arguments)
        except Interrupted as interrupted:
            result = interrupted.result
        except KinrouteError as error:
            self.error = str(error)
            return
        except Exception as error:
            self.error = f"internal error: {error!r}"
            raise
        best = self.history.best
        if result.feasible and (best is None or best.routes != result.routes):
            self.history.add(result.runtime, result.cost, result.iterations, result.routes)
        self.result = result

    def _observe(self, progress: Progress) -> None:
        # Its routes, which can only be had now, would keep the whole search in memory.
        self.progress = replace(progress, routes=list)
        best, cost = self.history.best, progress.best_cost
        if cost is not None and (best is None or cost < best.cost):
            routes = progress.routes()
            if any(routes):
                self.history.add(progress.time, cost, progress.iterations, routes)
        self._sample(progress)

    def _sample(self, progress: Progress) -> None:
        self._samples.append(
            Sample(
                progress.time,
                progress.iterations + progress.annealing_steps,
                progress.feasible_share,
                progress.load_penalty,
                progress.limit_penalty,
                progress.diversity,
            )
        )
        if len(self._samples) > _MOST_SAMPLES:
            self._samples = self._samples[::2]
