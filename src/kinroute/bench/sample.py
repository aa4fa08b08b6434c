"""A stratified sample of a set of instances."""

from __future__ import annotations

import hashlib

from kinroute.bench.groups import group_of
from kinroute.bench.instances import Entry
from kinroute.errors import ConfigError

_GOLDEN = 0.6180339887498949


def sampled(entries: list[Entry], count: int, seed: int = 1) -> list[Entry]:
    """A sample spread evenly over groups and sizes; a larger one contains a smaller one.

    The instances are ordered by group and taken at steps of the golden ratio, which never leave
    large gaps.
    """
    if count < 1:
        raise ConfigError(f"a sample of {count} instances is empty; use 1 or more")
    if count >= len(entries):
        return list(entries)
    line = sorted(entries, key=lambda entry: (_stratum(entry), _random_rank(entry, seed)))
    free = list(range(len(line)))
    shift = seed * 0.7548776662466927
    taken = []
    for k in range(count):
        place = int(len(line) * ((shift + k * _GOLDEN) % 1.0))
        nearest = min(free, key=lambda at: (abs(at - place), at))
        free.remove(nearest)
        taken.append(nearest)
    return [line[at] for at in sorted(taken)]


def _stratum(entry: Entry) -> tuple[str, ...]:
    group = group_of(entry.name, entry.instance)
    size = f"{entry.instance.customers:09d}"
    return (group.route_length, group.layout, group.depot, group.demand, size)


def _random_rank(entry: Entry, seed: int) -> str:
    return hashlib.sha256(f"{seed} {entry.digest}".encode()).hexdigest()
