import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kinroute.bench.cluster import connected
from kinroute.bench.solving.dispatch import Dispatch
from kinroute.bench.solving.task import Answer, Task
from kinroute.bench.solving.team import Team
from kinroute.errors import ConfigError
from tests.bench.processes import eventually
from tests.bench.solving.test_task import task_of

pytestmark = pytest.mark.thorough


def submitted(dispatch: Dispatch, **changes: Any) -> list[Task]:
    """A round with a task for every slot."""
    dispatch.begin_round()
    slots = dispatch.team.slots()
    tasks = [
        replace(task_of(**changes), number=k, sign=dispatch.sign, topic=dispatch.topic)
        for k in range(len(slots))
    ]
    dispatch.submit(tasks, slots)
    return tasks


def answered(dispatch: Dispatch, until: Callable[[], bool] = lambda: False) -> dict[int, Answer]:
    found: dict[int, Answer] = {}

    def is_over() -> bool:
        found.update(dispatch.answers(0.05))
        return not dispatch.is_waiting or until()

    assert eventually(is_over, seconds=60)
    return found


def test_rounds_are_answered_reported_stopped_and_survive_a_killed_worker() -> None:
    with connected(workers=2) as client:
        dispatch = Dispatch(client, Team(client, 1))
        with dispatch.listening():
            submitted(dispatch, iterations=20)
            assert set(answered(dispatch)) == {0, 1}

            submitted(dispatch, iterations=None, seconds=100.0)
            answered(dispatch, lambda: all(r.cost is not None for r in dispatch.reports.values()))
            dispatch.stop()
            assert set(answered(dispatch)) == {0, 1}

            submitted(dispatch, iterations=None, seconds=100.0)
            victim = next(iter(client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
            answered(dispatch, lambda: len(dispatch._tasks) == 1)
            dispatch.stop()
            assert len(answered(dispatch)) == 1
            assert dispatch.failures == []

            assert eventually(lambda: len(dispatch.team.slots()) == 2)  # Dask starts another one
            submitted(dispatch, iterations=None, seconds=100.0)
            dispatch.abandon()
            assert not dispatch.is_waiting
            submitted(dispatch, build="0.0")
            assert answered(dispatch) == {}
            assert isinstance(dispatch.failures[0], ConfigError)
            assert dispatch.team.slots() == []
