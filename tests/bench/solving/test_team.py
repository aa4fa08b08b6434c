from types import SimpleNamespace
from typing import Any

import pytest

from kinroute.bench.solving.team import ClusterLostError, Team


def team_of(workers: dict[str, int], threads: int = 1) -> tuple[Team, Any]:
    client: Any = SimpleNamespace(nthreads=lambda: dict(workers), status="running")
    return Team(client, threads), client


def test_a_worker_has_a_slot_for_its_threads() -> None:
    workers = {"tcp://127.0.0.1:1": 1, "tcp://10.0.0.7:1": 8}
    assert len(team_of(workers)[0].slots()) == 9
    slots = team_of(workers, threads=4)[0].slots()
    assert [slot.name for slot in slots] == [
        "worker 1 (10.0.0.7)",
        "worker 1 (10.0.0.7)",
        "worker 2",
    ]


def test_workers_keep_their_numbers_when_others_come_and_go() -> None:
    workers = {"tcp://127.0.0.1:5": 1}
    team, _ = team_of(workers)
    (first,) = team.slots()
    workers["tcp://127.0.0.1:1"] = 1
    assert [slot.name for slot in team.slots()] == ["worker 1", "worker 2"]
    del workers["tcp://127.0.0.1:5"]
    assert [slot.name for slot in team.slots()] == ["worker 2"]
    assert not team.has(first)


def test_a_dismissed_worker_gets_nothing_more() -> None:
    team, _ = team_of({"tcp://127.0.0.1:5": 1})
    team.dismiss(team.slots()[0])
    assert team.slots() == []


def test_a_scheduler_that_is_gone_is_reported() -> None:
    team, client = team_of({})
    client.status = "closed"
    with pytest.raises(ClusterLostError, match="no longer responds"):
        team.slots()

    def failing() -> dict[str, int]:
        raise OSError

    client.nthreads = failing
    with pytest.raises(ClusterLostError, match="no longer responds"):
        team.slots()
