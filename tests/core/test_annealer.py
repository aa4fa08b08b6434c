import subprocess
import sys

import pytest

import kinroute
from kinroute import AfterIterations, SearchConfig
from kinroute.errors import ConfigError

LARGE = kinroute.generate(700, law="X", seed=3)


def solved(**settings: float) -> kinroute.Result:
    config = SearchConfig(annealed=1, annealing_steps=2, **settings)  # type: ignore[arg-type]
    return kinroute.solve(LARGE, config=config, stop=AfterIterations(1))


def test_parts_of_a_large_instance_come_together_again() -> None:
    result = solved(annealing_part_size=100, annealing_rounds=3)
    assert result.feasible
    assert result.routes == solved(annealing_part_size=100, annealing_rounds=3).routes


def test_more_steps_are_better() -> None:
    few, many = (
        kinroute.solve(
            LARGE,
            config=SearchConfig(annealed=1, annealing_steps=steps),
            stop=AfterIterations(1),
        ).cost
        for steps in (1, 10)
    )
    assert many < few


def test_all_quick_or_none_are_both_allowed() -> None:
    assert solved(annealing_quick_share=1.0).feasible
    assert solved(annealing_quick_share=0.0).feasible


@pytest.mark.parametrize(
    "settings",
    [
        {"annealing_quick_share": 1.5},
        {"annealing_part_size": 3},
        {"annealing_rounds": 0},
        {"annealing_steps": 0},
    ],
)
def test_bad_settings_are_named(settings: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match=next(iter(settings))):
        SearchConfig(**settings)  # type: ignore[arg-type]


def test_a_fleet_without_spare_routes_is_kept() -> None:
    routes = len(solved().routes)
    tight = LARGE.with_changes(vehicles=routes)
    config = SearchConfig(annealed=1, annealing_steps=2, annealing_part_size=100)
    result = kinroute.solve(tight, config=config, stop=AfterIterations(1))
    assert len(result.routes) <= routes


def test_an_end_in_the_midst_of_the_parts_is_an_end() -> None:
    # In another process, with a limit: the shares of many parts add up to one only nearly, and what
    # waits for the last bit of it would wait for ever.
    program = (
        "import kinroute\n"
        "from kinroute import AfterIterations, AfterSeconds, SearchConfig\n"
        "config = SearchConfig(annealed=1, annealing_steps=10**6, annealing_part_size=50)\n"
        "stop = [AfterIterations(1), AfterSeconds(0.1)]\n"
        "for seed in range(12):\n"
        "    instance = kinroute.generate(150 + seed, seed=seed)\n"
        "    assert kinroute.solve(instance, config=config, seed=seed, stop=stop).feasible\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
