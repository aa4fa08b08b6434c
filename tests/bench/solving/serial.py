"""A cluster without Dask: the searches of a round run one after the other in this process."""

from collections.abc import Callable, Sequence
from typing import Any

import kinroute
from kinroute.bench.solving.dispatch import Report
from kinroute.bench.solving.incumbent import Incumbent
from kinroute.bench.solving.request import Request, requested
from kinroute.bench.solving.search import ClusterSearch
from kinroute.bench.solving.task import Answer, Task
from kinroute.bench.solving.team import Slot
from kinroute.search.stop import AfterIterations, AfterSeconds, AtCost, Stop

Answering = Callable[[Task, Slot], Answer | None]


def searched(task: Task, _: Slot) -> Answer:
    """What a worker does, without reports."""
    limits: list[Stop] = []
    if task.seconds is not None:
        limits.append(AfterSeconds(task.seconds))
    if task.iterations is not None:
        limits.append(AfterIterations(task.iterations))
    if task.target is not None:
        limits.append(AtCost(task.target))
    result = kinroute.solve(
        task.instance, start=task.start, config=task.config, stop=limits, seed=task.seed
    )
    return Answer(
        routes=result.routes, iterations=result.iterations, restarts=result.restarts, steps=1
    )


class SerialTeam:
    """So many workers; `present` says how many there are in a round, from 1 on."""

    def __init__(self, present: Callable[[int], int]) -> None:
        self.round = 0
        self._present = present

    def slots(self) -> list[Slot]:
        count = self._present(self.round + 1)
        return [Slot(worker=f"tcp://{k}", name=f"worker {k}") for k in range(1, count + 1)]


class SerialDispatch:
    """Answers as `answering` does; None for a worker that dies."""

    topic = "topic"

    def __init__(self, workers: int | Callable[[int], int], answering: Answering) -> None:
        present = workers if callable(workers) else lambda _: workers
        self.team = SerialTeam(present)
        self.reports: dict[int, Report] = {}
        self.failures: list[BaseException] = []
        self.tasks: list[Task] = []
        """All tasks so far."""
        self.is_stopped = False
        self._answering = answering
        self._waiting: list[tuple[Task, Slot]] = []

    @property
    def sign(self) -> str:
        return f"sign {self.team.round}"

    @property
    def is_waiting(self) -> bool:
        return bool(self._waiting)

    def begin_round(self) -> None:
        self.team.round += 1
        self.reports = {}

    def submit(self, tasks: Sequence[Task], slots: Sequence[Slot]) -> None:
        self.tasks += tasks
        self._waiting = list(zip(tasks, slots, strict=True))

    def answers(self, wait: float) -> list[tuple[int, Answer]]:
        if not self._waiting:
            return []
        task, slot = self._waiting.pop(0)
        answer = self._answering(task, slot)
        return [] if answer is None else [(task.number, answer)]

    def stop(self) -> None:
        self.is_stopped = True

    def abandon(self) -> None:
        self._waiting = []


def serial_search(
    instance: kinroute.Instance,
    *,
    workers: int | Callable[[int], int] = 2,
    answering: Answering = searched,
    **changes: Any,
) -> tuple[ClusterSearch, SerialDispatch]:
    """A search on such a cluster, from a solution that is only built."""
    arguments: dict[str, Any] = {
        "stop": AfterIterations(0),
        "seed": 1,
        "start": None,
        "observer": None,
        "granularity": None,
        "config": None,
        "threads": 1,
        "least_part": None,
    }
    request: Request = requested(instance, **(arguments | changes))
    first = kinroute.solve(instance, config=request.config, stop=0.0, start=request.start)
    dispatch: Any = SerialDispatch(workers, answering)
    search = ClusterSearch(request, Incumbent.of(first), dispatch, closing=0.0)
    return search, dispatch
