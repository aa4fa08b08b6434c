from collections import Counter

import pytest

from kinroute.bench.groups import group_of
from kinroute.bench.instances import Drawn, Entry
from kinroute.bench.sample import sampled
from kinroute.errors import ConfigError

ENTRIES = Drawn(customers=12, seeds=tuple(range(400))).entries()


def names(entries: list[Entry]) -> set[str]:
    return {entry.name for entry in entries}


def test_a_sample_has_as_many_as_asked_and_is_the_same_again() -> None:
    assert len(names(sampled(ENTRIES, 60))) == 60
    assert names(sampled(ENTRIES, 60)) == names(sampled(list(reversed(ENTRIES)), 60))
    assert names(sampled(ENTRIES, 60)) != names(sampled(ENTRIES, 60, seed=2))
    assert names(sampled(ENTRIES, 1000)) == names(ENTRIES)


def test_a_larger_sample_holds_the_smaller_one() -> None:
    assert names(sampled(ENTRIES, 40)) <= names(sampled(ENTRIES, 100))


@pytest.mark.parametrize("trait", ["depot", "layout", "demand", "route_length"])
def test_a_sample_keeps_the_proportions(trait: str) -> None:
    whole, part = (
        Counter(getattr(group_of(e.name, e.instance), trait) for e in entries)
        for entries in (ENTRIES, sampled(ENTRIES, 100))
    )
    for value, count in whole.items():
        assert abs(part[value] - count / 4) <= 6


def test_no_instance_is_no_sample() -> None:
    with pytest.raises(ConfigError, match="1 or more"):
        sampled(ENTRIES, 0)
