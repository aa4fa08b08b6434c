from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from kinroute import AfterCpuSeconds, AfterIterations, Instance
from kinroute.search.auto import Settings, chosen_settings, settings
from kinroute.search.config import PAPER
from kinroute.search.methods import METHODS
from kinroute.search.stop import StopPlan, stop_plan

LONG_ROUTES = 20.0
"""Customers on a full vehicle."""


def instance(customers: int, on_route: float = LONG_ROUTES, **changes: Any) -> Instance:
    places = np.random.default_rng(customers).uniform(0, 1000, (customers + 1, 2))
    values: dict[str, Any] = {
        "demands": np.ones(customers),
        "capacity": on_route,
        "coordinates": places,
    }
    return Instance(**{**values, **changes})


def settings_for(
    customers: int, seconds: float | None, on_route: float = LONG_ROUTES, **changes: Any
) -> Settings:
    return settings(instance(customers, on_route, **changes), StopPlan(seconds=seconds))


@pytest.mark.parametrize("name", [name for name in METHODS if name != "auto"])
def test_named_methods_keep_the_settings_of_the_paper(name: str) -> None:
    found = chosen_settings(METHODS[name], instance(1000), StopPlan(seconds=10.0))
    assert found == Settings(PAPER, f"method {name} has the paper's parameters")


def test_auto_is_what_settings_choose() -> None:
    plan = StopPlan(seconds=10.0)
    assert chosen_settings(METHODS["auto"], instance(200), plan) == settings(instance(200), plan)


@pytest.mark.parametrize(
    ("customers", "on_route", "seconds", "touched_only", "quick_share", "part_size"),
    [
        (5000, 80.0, 60.0, True, 0.25, 5000),  # no parts: a few routes would fill one
        (5000, 80.0, 600.0, True, 0.0, 5000),
        (5000, 80.0, None, True, 0.0, 5000),
        (5000, 20.0, 60.0, False, 0.25, 400),
        (1000, 80.0, 10.0, False, 0.25, 1500),
    ],
)
def test_large_instances_with_long_routes_are_annealed_around_what_was_touched(
    customers: int,
    on_route: float,
    seconds: float | None,
    touched_only: bool,
    quick_share: float,
    part_size: int,
) -> None:
    config = settings_for(customers, seconds, on_route).config
    annealing = config.annealing
    assert annealing.touched_only is touched_only
    assert annealing.narrow_share == (0.5 if touched_only else 0.0)
    assert config.ruin.granularity == (80 if touched_only else 40)
    assert config.ruin.split_stop == (0.99 if touched_only else 0.01)
    assert config.ruin.allows_excess is (touched_only or customers <= 1500)
    assert config.granularity == (8 if touched_only and seconds == 60.0 else 20)
    assert annealing.quick_share == quick_share
    assert annealing.part_size == part_size


@pytest.mark.parametrize(
    ("customers", "seconds", "annealed", "quick_share", "part_size"),
    [
        (100, 5.0, 0, 0, 400),  # tiny: small populations that are merged
        (200, 10.0, 4, 0, 400),  # small: several annealed parents, then generations
        (100, 1.0, 1, 0, 400),  # short budget: all of the time goes into one solution
        (330, 80.0, 8, 0, 400),
        (500, 120.0, 1, 0, 1500),
        (500, 75.0, 1, 0, 1500),
        (1000, 240.0, 1, 0, 1500),
        (1000, None, 1, 0, 1500),
        (1000, 1.0, 1, 0.25, 1500),
        (10_000, 120.0, 1, 0.25, 400),  # large: one neighbourhood of routes after the other
    ],
)
def test_auto_chooses_by_size_and_time(
    customers: int, seconds: float | None, annealed: int, quick_share: float, part_size: int
) -> None:
    annealing = settings_for(customers, seconds).config.annealing
    assert annealing.solutions == annealed
    assert annealing.quick_share == quick_share
    assert annealing.part_size == part_size


@pytest.mark.parametrize(
    ("customers", "on_route", "seconds", "allows_excess"),
    [
        (330, 20.0, 1.0, False),
        (331, 20.0, 1.0, True),
        (500, 20.0, 75.0, True),
        (500, 20.0, 120.0, True),
        (900, 20.0, 216.0, True),
        (900, 6.0, 216.0, True),
    ],
)
def test_recreate_may_overload_routes_where_annealing_has_most_of_the_time(
    customers: int, on_route: float, seconds: float, allows_excess: bool
) -> None:
    config = settings_for(customers, seconds, on_route).config
    assert config.ruin.allows_excess is allows_excess
    assert config.annealing.lighter_only is allows_excess
    assert config.annealing.target_feasible == (0.9 if allows_excess else 0.8)


def test_the_shorter_of_wall_and_processor_time_counts_but_not_beside_iterations() -> None:
    customers = 200

    def annealed(*rules: Any) -> int:
        plan = stop_plan(rules, customers)
        return settings(instance(customers), plan).config.annealing.solutions

    assert annealed(10.0) == annealed(1000.0, AfterCpuSeconds(10)) == 4
    assert annealed(10.0, AfterIterations(5)) == annealed(AfterIterations(5)) == 8


def test_the_time_of_all_threads_together_counts() -> None:
    alone = settings(instance(1000), StopPlan(seconds=30.0))
    together = settings(instance(1000), StopPlan(seconds=15.0, threads=2))
    assert together == alone
    assert settings(instance(1000), StopPlan(seconds=15.0)) != alone


@pytest.mark.parametrize(
    ("seconds", "threads", "rounds"), [(0.01, 1, 1), (1.0, 2, 20), (60.0, 2, 160)]
)
def test_threads_divide_an_instance_anew_only_after_some_time(
    seconds: float, threads: int, rounds: int
) -> None:
    found = settings(instance(1000), StopPlan(seconds=seconds, threads=threads))
    assert found.config.annealing.thread_rounds == rounds


def test_routes_that_a_limit_makes_short_are_treated_as_short_ones() -> None:
    free = settings_for(2000, 60.0, 100)
    short = settings_for(2000, 60.0, 100, max_stops=6)
    assert "about 100 on a route" in free.reason
    assert "about 6 on a route" in short.reason
    touched_only = [found.config.annealing.touched_only for found in (free, short)]
    assert touched_only == [True, False]


def test_a_duration_limit_that_never_binds_changes_nothing() -> None:
    assert settings_for(200, 10.0, max_duration=1e12) == settings_for(200, 10.0)


@pytest.mark.parametrize(
    ("customers", "seconds", "reason"),
    [
        (100, 5.0, "100 customers (up to 150), about 20 on a route, 0.05 s for each (below 0.1)"),
        (200, 1.0, "200 customers (up to 330), about 20 on a route, 0.005 s for each (below 0.02)"),
        (
            500,
            75.0,
            "500 customers (up to 1500), about 20 on a route, 0.15 s for each (at least 0.02)",
        ),
        (
            1000,
            9.0,
            "1000 customers (up to 1500), about 20 on a route, 0.009 s for each (below 0.02)",
        ),
        (1000, None, "1000 customers (up to 1500), about 20 on a route, no time limit"),
        (
            2000,
            800.0,
            "2000 customers (above 1500), about 20 on a route, 0.4 s for each (at least 0.02)",
        ),
    ],
)
def test_the_reason_names_the_bounds_that_decided(
    customers: int, seconds: float | None, reason: str
) -> None:
    assert settings_for(customers, seconds).reason == reason


@pytest.mark.parametrize(
    ("customers", "seconds", "phases"),
    [
        (
            100,
            5.0,
            "random first population, then generations by edge assembly (80%) and crossover; "
            "Γ 25, population 12 + 20",
        ),
        (
            330,
            80.0,
            "8 annealed solutions (50% of the time), then generations by edge assembly (80%) and "
            "crossover; Γ 25, population 25 + 40",
        ),
        (
            1000,
            None,
            "1 annealed solution (97% of the time), then generations by crossover; "
            "Γ 20, population 12 + 20",
        ),
    ],
)
def test_the_phases_are_one_line(customers: int, seconds: float | None, phases: str) -> None:
    assert settings_for(customers, seconds).phases == phases


def test_the_settings_in_plain_values() -> None:
    found = settings_for(200, 10.0)
    assert found.as_dict() == {
        "phases": found.phases,
        "reason": found.reason,
        "config": asdict(found.config),
    }
    assert "\n" not in found.phases + found.reason
