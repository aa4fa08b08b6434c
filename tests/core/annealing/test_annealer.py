import subprocess
import sys

import pytest

import kinroute
from kinroute import AfterIterations, SearchConfig
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER

LARGE = kinroute.generate(700, law="X", seed=3)


def annealing(**settings: float) -> SearchConfig:
    return PAPER.updated({"annealing": {"solutions": 1, "steps_per_customer": 2, **settings}})


def solved(**settings: float) -> kinroute.Result:
    return kinroute.solve(LARGE, config=annealing(**settings), stop=AfterIterations(1))


def test_parts_of_a_large_instance_come_together_again() -> None:
    result = solved(part_size=100, rounds=3)
    assert result.feasible
    assert result.routes == solved(part_size=100, rounds=3).routes


def test_more_steps_are_better() -> None:
    few, many = (solved(steps_per_customer=steps).cost for steps in (1, 10))
    assert many < few


def test_all_quick_or_none_are_both_allowed() -> None:
    assert solved(quick_share=1.0).feasible
    assert solved(quick_share=0.0).feasible


@pytest.mark.parametrize(
    "settings",
    [
        {"quick_share": 1.5},
        {"part_size": 3},
        {"rounds": 0},
        {"steps_per_customer": 0},
    ],
)
def test_bad_settings_are_named(settings: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match=next(iter(settings))):
        annealing(**settings)


def test_a_fleet_without_spare_routes_is_kept() -> None:
    routes = len(solved().routes)
    tight = LARGE.with_changes(vehicles=routes)
    result = kinroute.solve(tight, config=annealing(part_size=100), stop=AfterIterations(1))
    assert len(result.routes) <= routes


@pytest.mark.parametrize("settings", [{"thread_rounds": 7}, {"part_size": 100, "rounds": 3}])
@pytest.mark.parametrize("quick_share", [0.0, 0.5, 1.0])
def test_threads_anneal_one_solution_together_and_the_same_every_time(
    settings: dict[str, float], quick_share: float
) -> None:
    config = annealing(quick_share=quick_share, quick_steps=20, **settings)
    ways = [
        kinroute.solve(LARGE, config=config, stop=AfterIterations(1), threads=3) for _ in range(2)
    ]
    assert ways[0].feasible
    assert ways[0].routes == ways[1].routes
    alone = kinroute.solve(LARGE, config=config, stop=AfterIterations(1))
    assert ways[0].cost == pytest.approx(alone.cost, rel=0.02)


def test_threads_together_stop_when_asked_and_keep_what_they_have() -> None:
    config = annealing(thread_rounds=1000)
    seen: list[kinroute.Progress] = []

    def stop(progress: kinroute.Progress) -> bool:
        seen.append(progress)
        return len({at.best_cost for at in seen}) > 3

    result = kinroute.solve(LARGE, config=config, threads=2, stop=[kinroute.AfterSeconds(60), stop])
    assert result.stopped_by == "asked"
    assert result.feasible
    assert result.runtime < seen[-1].time + 5
    assert seen[-1].annealing_steps > seen[0].annealing_steps
    costs = [at.cost for at in result.trace]
    assert len(costs) > 2
    assert costs == sorted(costs, reverse=True)
    assert result.cost == costs[-1]


def test_an_end_in_the_midst_of_the_parts_is_an_end() -> None:
    # In another process, with a limit: the shares of many parts add up to one only nearly, and what
    # waits for the last bit of it would wait for ever.
    program = (
        "import kinroute\n"
        "from kinroute import AfterIterations, AfterSeconds\n"
        "from kinroute.search.config import PAPER\n"
        "annealing = {'solutions': 1, 'steps_per_customer': 10**6, 'part_size': 50}\n"
        "config = PAPER.updated({'annealing': annealing})\n"
        "stop = [AfterIterations(1), AfterSeconds(0.1)]\n"
        "for seed in range(12):\n"
        "    instance = kinroute.generate(150 + seed, seed=seed)\n"
        "    assert kinroute.solve(instance, config=config, seed=seed, stop=stop).feasible\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
