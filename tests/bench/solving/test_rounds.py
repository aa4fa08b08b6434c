import math
from itertools import pairwise

import pytest

from kinroute.bench.solving.rounds import config_between, is_annealing, rounds_of
from kinroute.search.config import PAPER

LONG = PAPER.updated({"annealing": {"solutions": 1, "share": 0.97}})
QUICK = LONG.updated({"annealing": {"quick_share": 0.25}})


def test_rounds_follow_one_another_to_the_end() -> None:
    for config, seconds in ((LONG, None), (QUICK, 120.0), (PAPER, 60.0), (QUICK, 0.5)):
        rounds = rounds_of(config, seconds)
        assert [r.begin for r in rounds] == [0.0, *(r.end for r in rounds[:-1])]
        assert [r.number for r in rounds] == list(range(1, len(rounds) + 1))
        assert rounds[-1].end == pytest.approx(1.0)


def test_annealing_without_local_search_has_rounds_of_its_own() -> None:
    assert [r.end for r in rounds_of(QUICK, 120.0)][:3] == pytest.approx([0.25 / 3, 0.5 / 3, 0.25])


def test_a_short_time_has_few_rounds() -> None:
    counts = [len(rounds_of(LONG, seconds)) for seconds in (None, 120.0, 5.0, 0.5)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1
    assert len(rounds_of(LONG, 12.0, customers=30_000)) == 3


def test_temperatures_fall_over_all_rounds_as_in_one_search() -> None:
    configs = [config_between(LONG, r.begin, r.end).annealing for r in rounds_of(LONG, None)]
    assert configs[0].initial_temperature == LONG.annealing.initial_temperature
    assert configs[-1].final_temperature == pytest.approx(LONG.annealing.final_temperature)
    for before, after in pairwise(configs):
        assert before.final_temperature == pytest.approx(after.initial_temperature)


def test_steps_and_decompositions_are_shared_out() -> None:
    rounds = rounds_of(QUICK, None)
    configs = [config_between(QUICK, r.begin, r.end).annealing for r in rounds]
    quick = [c for c in configs if c.quick_share == 1]
    search = [c for c in configs if c.quick_share == 0]
    assert len(quick) == 3
    assert math.isclose(sum(c.quick_steps for c in quick), QUICK.annealing.quick_steps)
    steps = sum(c.steps_per_customer for c in search)
    assert math.isclose(steps, QUICK.annealing.steps_per_customer)
    assert 10 <= sum(c.rounds for c in search) <= 10 + len(search)


def test_the_narrow_share_is_that_of_the_whole_annealing() -> None:
    config = QUICK.updated({"annealing": {"narrow_share": 0.5}})
    rounds = [r for r in rounds_of(config, None) if r.begin >= 0.25]
    shares = [config_between(config, r.begin, r.end).annealing.narrow_share for r in rounds]
    narrow = sum(share * (r.end - r.begin) for share, r in zip(shares, rounds, strict=True))
    assert math.isclose(narrow, 0.5 * 0.75)
    assert shares == sorted(shares, reverse=True)


def test_a_round_that_begins_late_begins_cooler() -> None:
    on_time, late = (config_between(LONG, at, 0.2).annealing for at in (0.1, 0.15))
    assert late.initial_temperature < on_time.initial_temperature
    assert late.final_temperature == on_time.final_temperature


def test_generations_have_annealed_parents_in_the_first_round_only() -> None:
    config = PAPER.updated({"annealing": {"solutions": 8, "share": 0.5}})
    assert not is_annealing(config)
    assert config_between(config, 0.0, 0.5) == config
    assert config_between(config, 0.5, 1.0).annealing.solutions == 0


def test_where_nothing_is_divided_half_of_the_annealing_is_one_round() -> None:
    ends = [r.end for r in rounds_of(LONG, 120.0, is_divided=False)]
    assert ends == pytest.approx([0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
    assert [r.end for r in rounds_of(LONG, 0.5, is_divided=False)] == [1.0]
