import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import kinroute
from kinroute import AfterIterations
from kinroute.bench.api import solve_on_cluster
from kinroute.bench.solving.progress import ClusterProgress
from kinroute.errors import ConfigError, InputWarning, Interrupted
from kinroute.search.progress import Progress
from tests.bench.processes import by_hand, workers_of

INSTANCE = kinroute.generate(400, law="X", seed=4, route_size=(6, 10))
SECONDS = 15.0
"""Enough for workers to start on a busy machine."""


class Following:
    """Calls a function once, in a given round of a cluster."""

    def __init__(self, act: Any, turn: int = 1) -> None:
        self._act, self._turn = act, turn
        self.seen: list[ClusterProgress] = []

    def __call__(self, progress: Progress) -> None:
        if not isinstance(progress, ClusterProgress) or not progress.activities:
            return
        self.seen.append(progress)
        if progress.round >= self._turn and self._act is not None:
            act, self._act = self._act, None
            act()


def test_two_places_to_search_are_refused() -> None:
    with pytest.raises(ConfigError, match="workers and scheduler are both given"):
        solve_on_cluster(INSTANCE, workers=2, scheduler="tls://host:8786")


def test_a_limit_that_workers_would_exceed_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"^1\.5 s are over .* use at least 3 s, or no workers$"):
        solve_on_cluster(INSTANCE, workers=2, stop=1.5)


def test_a_handful_of_customers_is_solved_at_once() -> None:
    tiny = kinroute.generate(6, seed=1)
    assert solve_on_cluster(tiny, workers=2, stop=60.0).stopped_by == "optimal"


@pytest.mark.thorough
def test_two_workers_share_an_instance_within_the_time() -> None:
    seen = Following(None)
    start = kinroute.solve(INSTANCE, stop=0.0).solution
    result = solve_on_cluster(
        INSTANCE, workers=2, stop=SECONDS, start=start, observer=seen, least_part=100
    )
    assert result.feasible
    assert result.cost < (start.cost or 0)
    assert kinroute.check(INSTANCE, result.solution).ok
    assert result.stopped_by == "time"
    assert result.runtime < SECONDS + 3
    assert {len(now.activities) for now in seen.seen} == {2}
    assert {now.exchange for now in seen.seen} == {"parts"}
    assert result.trace[-1].cost == pytest.approx(result.cost)


@pytest.mark.thorough
def test_counted_steps_give_the_same_routes_again() -> None:
    config = {"annealing": {"solutions": 1, "share": 0.95, "steps_per_customer": 2.0}}
    found = [
        solve_on_cluster(
            INSTANCE, workers=2, stop=AfterIterations(10), config=config, least_part=100, seed=3
        )
        for _ in range(2)
    ]
    assert found[0].routes == found[1].routes
    assert found[0].stopped_by == "iterations"


@pytest.mark.thorough
def test_killed_workers_lose_nothing_but_their_parts() -> None:
    def kill() -> None:
        os.kill(workers_of(os.getpid())[0], signal.SIGKILL)

    seen = Following(kill)
    result = solve_on_cluster(INSTANCE, workers=2, stop=SECONDS, observer=seen, least_part=100)
    assert kinroute.check(INSTANCE, result.solution).ok
    assert result.cost <= (seen.seen[0].best_cost or 0)
    assert result.runtime < SECONDS + 5


@pytest.mark.thorough
def test_ctrl_c_keeps_the_best() -> None:
    seen = Following(lambda: signal.raise_signal(signal.SIGINT), turn=2)
    began = time.monotonic()
    with pytest.raises(Interrupted) as interrupted:
        solve_on_cluster(INSTANCE, workers=2, stop=60.0, observer=seen, least_part=100)
    assert time.monotonic() - began < 55
    result = interrupted.value.result
    assert result.stopped_by == "interrupted"
    assert result.feasible
    assert result.cost <= (seen.seen[-1].best_cost or 0)


@pytest.mark.thorough
def test_a_scheduler_and_its_workers_may_be_elsewhere_come_late_and_vanish(tmp_path: Path) -> None:
    contact = tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=2) as processes:
        address = json.loads(contact.read_text())["address"]

        def vanish() -> None:
            for process in processes:
                process.kill()

        with pytest.warns(InputWarning, match="does not use TLS"):
            result = solve_on_cluster(
                INSTANCE, scheduler=address, stop=SECONDS, least_part=100, threads=1
            )
        assert result.feasible
        seen = Following(vanish)
        with pytest.warns(InputWarning) as warned:
            result = solve_on_cluster(
                INSTANCE, scheduler=address, stop=SECONDS, observer=seen, least_part=100
            )
    assert "no longer responds; going on without it" in str(warned[-1].message)
    assert kinroute.check(INSTANCE, result.solution).ok
    assert result.cost <= (seen.seen[0].best_cost or 0)
    assert result.runtime < SECONDS + 30


@pytest.mark.thorough
def test_a_cluster_without_workers_leaves_the_search_to_the_client(tmp_path: Path) -> None:
    contact = tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=0):
        address = json.loads(contact.read_text())["address"]
        with pytest.warns(InputWarning, match="does not use TLS"):
            result = solve_on_cluster(INSTANCE, scheduler=address, stop=2.0)
    assert result.feasible
    assert result.stopped_by == "time"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "limits",
    [
        {"open_routes": True, "max_stops": 7, "fixed_cost": 30.0},
        {"speed": 60.0, "service": 3.0, "max_duration": 4000.0, "duration_cost": 0.2},
    ],
    ids=["open", "durations"],
)
def test_limits_are_kept(limits: dict[str, Any]) -> None:
    limited = INSTANCE.with_changes(**limits)
    result = solve_on_cluster(limited, workers=2, stop=8.0, least_part=100)
    assert kinroute.check(limited, result.solution).ok
