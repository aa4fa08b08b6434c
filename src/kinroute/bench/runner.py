"""Carries out what is missing of a campaign, and keeps every run as soon as it is done."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from kinroute.bench.asked import note_asked
from kinroute.bench.groups import TRAITS, group_of
from kinroute.bench.plan import Plan, Run
from kinroute.bench.record import Record, require_true
from kinroute.bench.store import Store
from kinroute.bench.worker import perform
from kinroute.errors import InputError, InternalError

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 2
"""Runs handed out per worker thread, so that none waits for the next one."""
_TRIES = 5
"""How often a run is handed out again when its worker died."""
_HOPELESS = 20
"""Failures without a single success after which the rest is not tried."""
_COUNT_EVERY = 2.0
"""Seconds between two looks at how many workers there are."""


class Observer(Protocol):
    """Hears how a campaign goes."""

    def begun(self, plan: Plan, stored: list[Record]) -> None:
        """What is planned, and what of it was there already."""

    def done(self, record: Record) -> None:
        """A run is stored."""

    def failed(self, run: Run, error: BaseException) -> None:
        """A run brought nothing; it can be tried again."""

    def workers(self, threads: int) -> None:
        """So many runs can go on at once."""


@dataclass(slots=True)
class Outcome:
    """How a campaign ended."""

    stored: int = 0
    done: int = 0
    failures: list[tuple[Run, BaseException]] = field(default_factory=list)


def note_plan(plan: Plan, store: Store) -> None:
    """Write into the store what its report will need."""
    traits = {}
    for entry in plan.entries:
        group = group_of(entry.name, entry.instance)
        values = {name: getattr(group, name) for name in TRAITS}
        traits[entry.digest] = values | {"is_derived": group.is_derived}
    store.note_instances(plan.entries, traits)
    store.note_fact("campaign", plan.campaign.plain)
    note_asked(plan, store)


def stored_of(plan: Plan, store: Store) -> list[Record]:
    """The runs of a plan that are done."""
    planned = {run.key for run in plan.runs}
    return [record for record in store.records() if record.key in planned]


def carry_out(plan: Plan, store: Store, client: Client, observer: Observer) -> Outcome:
    """Do the runs that the store does not hold yet, in the plan's order."""
    stored = stored_of(plan, store)
    known = {record.key for record in stored}
    missing = [run for run in plan.runs if run.key not in known]
    outcome = Outcome(stored=len(stored))
    observer.begun(plan, stored)
    if missing:
        _Errand(store, client, observer, outcome).run(missing)
    return outcome


class _Errand:
    """Keeps a bounded number of runs under way."""

    def __init__(self, store: Store, client: Client, observer: Observer, outcome: Outcome) -> None:
        from distributed import as_completed

        self._store, self._client = store, client
        self._observer, self._outcome = observer, outcome
        self._ended = as_completed(loop=client.loop)
        self._under_way: dict[Future, tuple[Run, int]] = {}
        self._threads = 0
        self._next_count = 0.0

    def run(self, missing: list[Run]) -> None:
        from distributed import CancelledError
        from distributed.comm import CommClosedError

        waiting = deque((run, 0) for run in missing)
        try:
            while waiting or self._under_way:
                self._hand_out(waiting)
                if self._under_way:
                    waiting.extendleft(self._taken_in(self._ended.next_batch(block=True)))
        except (CommClosedError, CancelledError):  # whatever was asked of it when it died
            raise _scheduler_gone() from None
        finally:
            with suppress(CommClosedError):
                if self._client.status == "running":
                    self._client.cancel(list(self._under_way))

    def _hand_out(self, waiting: deque[tuple[Run, int]]) -> None:
        self._count_workers()
        while waiting and len(self._under_way) < _AHEAD * max(1, self._threads):
            run, tries = waiting.popleft()
            if self._store.has(run.key):  # another process was quicker
                self._outcome.stored += 1
                continue
            # Not pure: a run that is handed out again must not get the answer of the first try.
            future = self._client.submit(
                perform, run, key=f"kinroute-{run.key}-{tries}", pure=False
            )
            self._under_way[future] = run, tries
            self._ended.add(future)

    def _taken_in(self, futures: list[Any]) -> list[tuple[Run, int]]:
        """Store what has ended; return what must be done again."""
        again = []
        for future in futures:
            run, tries = self._under_way.pop(future)
            error = self._error_of(future)
            if error is None:
                self._keep(future.result(), run)
            elif _is_lost(error) and tries < _TRIES:
                again.append((run, tries + 1))
            else:
                self._note_failure(run, error)
            future.release()
        return again

    def _error_of(self, future: Any) -> BaseException | None:
        if future.cancelled() and self._client.status != "running":
            raise _scheduler_gone()
        error: BaseException | None = (
            RuntimeError("it was cancelled") if future.cancelled() else future.exception()
        )
        return error

    def _keep(self, record: Record, run: Run) -> None:
        try:
            require_true(record, run)
        except InternalError as error:
            self._note_failure(run, error)
            return
        if self._store.add(record):
            self._outcome.done += 1
        else:
            self._outcome.stored += 1
        self._observer.done(record)

    def _note_failure(self, run: Run, error: BaseException) -> None:
        self._outcome.failures.append((run, error))
        self._observer.failed(run, error)
        if len(self._outcome.failures) >= _HOPELESS and self._outcome.done == 0:
            raise InputError(
                f"the first {_HOPELESS} runs failed, the last with: {error}\n"
                "The rest was not tried."
            )

    def _count_workers(self) -> None:
        if time.monotonic() < self._next_count:
            return
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, RuntimeError):
            raise _scheduler_gone() from None
        self._observer.workers(self._threads)
        self._next_count = time.monotonic() + _COUNT_EVERY


def _scheduler_gone() -> InputError:
    return InputError(
        "the scheduler is gone\n"
        "What was stored is safe; start it again, and run the same command with its address."
    )


def _is_lost(error: BaseException) -> bool:
    """Whether the worker died, which says nothing about the run."""
    return type(error).__name__ == "KilledWorker"
