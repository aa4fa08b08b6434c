"""Hands runs out to the workers of a cluster, and stores their results."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from kinroute.bench.plan import Plan, Run
from kinroute.bench.record import Record, verify
from kinroute.bench.store import Store
from kinroute.bench.worker import execute
from kinroute.errors import InputError, InternalError

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 2
"""Runs handed out per worker thread, so that none waits for the next one."""
_RETRIES = 5
"""How often a run is handed out again after its worker died."""
_MOST_FAILURES = 20
"""Failures without a single success after which the campaign is given up."""
_COUNT_EVERY = 2.0
"""Seconds between two counts of the workers."""


class Observer(Protocol):
    """Receives the progress of a campaign."""

    def begun(self, plan: Plan, stored: list[Record]) -> None:
        """The campaign begins; these runs of the plan are stored already."""

    def done(self, record: Record) -> None:
        """A run is stored."""

    def failed(self, run: Run, error: BaseException) -> None:
        """A run failed; it can be tried again."""

    def workers(self, threads: int) -> None:
        """The number of runs that can be executed at once."""


@dataclass(slots=True)
class Outcome:
    """The counts of a campaign that ended."""

    stored: int = 0
    """Runs that were stored before, or by another process."""
    done: int = 0
    failures: list[tuple[Run, BaseException]] = field(default_factory=list)


class Dispatcher:
    """Keeps a bounded number of runs in flight."""

    def __init__(self, store: Store, client: Client, observer: Observer, outcome: Outcome) -> None:
        from distributed import as_completed

        self._store, self._client = store, client
        self._observer, self._outcome = observer, outcome
        self._completed = as_completed(loop=client.loop)
        self._in_flight: dict[Future, tuple[Run, int]] = {}
        self._threads = 0
        self._next_count = 0.0

    def execute(self, runs: list[Run]) -> None:
        """Execute the runs; raises InputError where the scheduler stops responding."""
        from distributed import CancelledError
        from distributed.comm import CommClosedError

        waiting = deque((run, 0) for run in runs)
        try:
            while waiting or self._in_flight:
                self._submit(waiting)
                if self._in_flight:
                    waiting.extendleft(self._collect(self._completed.next_batch(block=True)))
        except (CommClosedError, CancelledError):  # whichever call was pending
            raise _scheduler_lost() from None
        finally:
            with suppress(CommClosedError):
                if self._client.status == "running":
                    self._client.cancel(list(self._in_flight))

    def _submit(self, waiting: deque[tuple[Run, int]]) -> None:
        self._count_workers()
        while waiting and len(self._in_flight) < _AHEAD * max(1, self._threads):
            run, tries = waiting.popleft()
            if self._store.has(run.key):  # by another process
                self._outcome.stored += 1
                continue
            # Not pure: a retry must not get the result of the first try.
            future = self._client.submit(
                execute, run, key=f"kinroute-{run.key}-{tries}", pure=False
            )
            self._in_flight[future] = run, tries
            self._completed.add(future)

    def _collect(self, futures: list[Any]) -> list[tuple[Run, int]]:
        """Store the results; return the runs to retry."""
        again = []
        for future in futures:
            run, tries = self._in_flight.pop(future)
            error = self._error_of(future)
            if error is None:
                self._store_record(future.result(), run)
            elif _is_worker_death(error) and tries < _RETRIES:
                again.append((run, tries + 1))
            else:
                self._report_failure(run, error)
            future.release()
        return again

    def _error_of(self, future: Any) -> BaseException | None:
        if future.cancelled() and self._client.status != "running":
            raise _scheduler_lost()
        error: BaseException | None = (
            RuntimeError("cancelled") if future.cancelled() else future.exception()
        )
        return error

    def _store_record(self, record: Record, run: Run) -> None:
        try:
            verify(record, run)
        except InternalError as error:
            self._report_failure(run, error)
            return
        if self._store.add(record):
            self._outcome.done += 1
        else:
            self._outcome.stored += 1
        self._observer.done(record)

    def _report_failure(self, run: Run, error: BaseException) -> None:
        self._outcome.failures.append((run, error))
        self._observer.failed(run, error)
        if len(self._outcome.failures) >= _MOST_FAILURES and self._outcome.done == 0:
            raise InputError(
                f"the first {_MOST_FAILURES} runs failed, the last with: {error}\n"
                "The remaining ones were not tried."
            )

    def _count_workers(self) -> None:
        if time.monotonic() < self._next_count:
            return
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, RuntimeError):
            raise _scheduler_lost() from None
        self._observer.workers(self._threads)
        self._next_count = time.monotonic() + _COUNT_EVERY


def _scheduler_lost() -> InputError:
    return InputError(
        "the scheduler no longer responds\n"
        "Stored runs are safe; start it again, and repeat the command with its address."
    )


def _is_worker_death(error: BaseException) -> bool:
    """Whether the worker died, which does not mean that the run is at fault."""
    return type(error).__name__ == "KilledWorker"
