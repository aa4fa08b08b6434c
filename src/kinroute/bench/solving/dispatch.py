"""Hands the parts of a round to the slots of a team, and takes the answers."""

from __future__ import annotations

import logging
import threading
import uuid
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kinroute.bench.solving.task import Answer, Task, search_part
from kinroute.bench.solving.team import ClusterLostError, Slot, Team
from kinroute.bench.stop_sign import raise_sign

if TYPE_CHECKING:
    from distributed import Client, Future

log = logging.getLogger("kinroute")

_FETCH_SECONDS = 10.0
"""How long an answer may take from a worker that is done to the client."""


@dataclass(slots=True, kw_only=True)
class Report:
    """What a worker reported last of its search."""

    cost: float | None = None
    iterations: int = 0
    steps: int = 0


class Dispatch:
    """The cluster as a solve uses it: one round of tasks at a time."""

    def __init__(self, client: Client, team: Team) -> None:
        self.team = team
        self._client = client
        self._run = uuid.uuid4().hex
        self._round = 0
        self._tasks: dict[Future, tuple[int, Slot]] = {}
        self._changed = threading.Event()
        self.reports: dict[int, Report] = {}
        """By the number of the task."""
        self.failures: list[BaseException] = []
        """Of searches that ended with an error; a worker that dies is none."""

    @property
    def topic(self) -> str:
        """Where the tasks report."""
        return f"kinroute-part-{self._run}"

    @property
    def sign(self) -> str:
        """The stop sign of the current round."""
        return f"kinroute-stop-{self._run}-{self._round}"

    @property
    def is_waiting(self) -> bool:
        """Whether answers are due."""
        return bool(self._tasks)

    @contextmanager
    def listening(self) -> Iterator[Dispatch]:
        """Receive the reports of workers; at the end nothing is left on the cluster."""
        self._client.subscribe_topic(self.topic, self._receive)
        try:
            yield self
        finally:
            self.abandon()
            with suppress(Exception):
                self._client.unsubscribe_topic(self.topic)

    def begin_round(self) -> None:
        """Forget the reports of the round before, and its stop sign."""
        self._round += 1
        self.reports = {}

    def submit(self, tasks: Sequence[Task], slots: Sequence[Slot]) -> None:
        """Hand out tasks, each to its slot."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")
            for task, slot in zip(tasks, slots, strict=True):
                future = self._client.submit(
                    search_part,
                    task,
                    key=f"{self.sign}-{task.number}",
                    workers=[slot.worker],
                    pure=False,
                )
                self._tasks[future] = task.number, slot
                self.reports[task.number] = Report()
                future.add_done_callback(lambda _: self._changed.set())

    def answers(self, wait: float) -> list[tuple[int, Answer]]:
        """The answers that have come, after up to `wait` seconds if there are none yet.

        A task whose worker is gone has none, nor has one that failed.
        """
        self._changed.wait(wait)
        self._changed.clear()
        self.team.look()
        found = []
        for future, (number, slot) in list(self._tasks.items()):
            if future.done():
                if (answer := self._answer(future, slot)) is not None:
                    found.append((number, answer))
            elif self.team.has(slot):
                continue
            else:
                log.warning("%s is gone; its part stays as it was", slot.name)
            self._release(future)
        return found

    def stop(self) -> None:
        """Tell the workers to end the round with what they have."""
        with suppress(Exception):  # a cluster that is gone has ended it
            raise_sign(self._client, self.sign)

    def abandon(self) -> None:
        """Wait for no more answers."""
        with suppress(Exception):
            if self._tasks and self._client.status == "running":
                self._client.cancel(list(self._tasks), force=True)
        self._tasks.clear()

    def _answer(self, future: Any, slot: Slot) -> Answer | None:
        from distributed import CancelledError, KilledWorker
        from distributed.comm import CommClosedError

        try:
            answer: Answer = future.result(timeout=_FETCH_SECONDS)
        except (CancelledError, CommClosedError):
            if self._client.status != "running":
                raise ClusterLostError("the scheduler no longer responds") from None
            return None
        except (KilledWorker, TimeoutError):
            log.warning("%s is gone; its part stays as it was", slot.name)
            return None
        except Exception as error:
            log.warning("%s cannot search: %s", slot.name, error)
            self.team.dismiss(slot)
            self.failures.append(error)
            return None
        return answer

    def _release(self, future: Any) -> None:
        del self._tasks[future]
        with suppress(Exception):
            if not future.done():
                future.cancel()
            future.release()

    def _receive(self, event: tuple[float, dict[str, Any]]) -> None:
        """Called by a thread of Dask."""
        _, message = event
        if message["sign"] == self.sign and message["number"] in self.reports:
            self.reports[message["number"]] = Report(
                cost=message["cost"], iterations=message["iterations"], steps=message["steps"]
            )
