"""The rounds of a solve on a cluster: which share of the annealing each of them is.

Temperatures fall over all rounds as they do in one search: a round from share a to b of the whole
begins where the one before ended. Annealing without local search, where there is any, comes first
and has rounds of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kinroute.search.config import SearchConfig

_QUICK_ROUNDS = 3
"""Rounds without local search, where there are any."""
_FIRST_ROUND = 0.5
"""Share of the annealing that is the first round where routes are not divided: a round begins with
the best solution of the one before, to which annealing at high temperatures does not come back."""
_LEAST_SECONDS = 1.0
_LEAST_SECONDS_PER_CUSTOMER = 1e-4
"""A shorter round is mostly preparation, which grows with the instance."""
_GENETIC_ROUNDS = 3
"""Rounds of searches that are not mainly an annealing: each begins with a new population."""
_NEARLY_ALL = 0.999
"""Share of a round for annealing; the core wants a share below 1."""
_MAINLY = 0.9
"""From this share of the time on a search is mainly the annealing of one solution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A share of the whole search."""

    number: int
    begin: float
    end: float


def rounds_of(
    config: SearchConfig, seconds: float | None, *, customers: int = 0, is_divided: bool = True
) -> list[Round]:
    """The rounds of a search with this much time; None: by steps instead of time.

    Where routes are divided, rounds are equally long, as borders between parts should not stay for
    long. Otherwise half of the annealing is one round.
    """
    if not is_annealing(config):
        ends = [(k + 1) / _GENETIC_ROUNDS for k in range(_GENETIC_ROUNDS)]
        return _numbered(ends)
    least = _LEAST_SECONDS + _LEAST_SECONDS_PER_CUSTOMER * customers
    most = math.inf if seconds is None else max(1.0, seconds / least)
    quick = config.annealing.quick_share
    quick_rounds = max(1, round(min(_QUICK_ROUNDS, most * quick))) if quick else 0
    ends = [quick * (k + 1) / quick_rounds for k in range(quick_rounds)]
    if quick < 1:
        count = max(1, round(min(config.annealing.rounds, most * (1 - quick))))
        shares = [(k + 1) / count for k in range(count)]
        if not is_divided:
            shares = [share for share in shares if share > _FIRST_ROUND - 0.01]
        ends += [quick + (1 - quick) * share for share in shares]
    return _numbered(ends)


def is_annealing(config: SearchConfig) -> bool:
    """Whether a search is mainly the annealing of one solution."""
    annealing = config.annealing
    return annealing.solutions == 1 and annealing.share >= _MAINLY


def config_between(config: SearchConfig, begin: float, end: float) -> SearchConfig:
    """The settings of a round: its temperatures, and its share of the steps."""
    if not is_annealing(config):
        # Annealed parents once; after that the incumbent is among the first parents.
        return config if begin == 0 else config.updated({"annealing": {"solutions": 0}})
    annealing = config.annealing
    quick = annealing.quick_share
    is_quick = begin < quick
    low, high = (0.0, quick) if is_quick else (quick, 1.0)
    first, last = ((at - low) / (high - low) for at in (begin, end))
    ratio = annealing.final_temperature / annealing.initial_temperature
    share = max(last - first, 1e-6)
    return config.updated(
        {
            "annealing": {
                "share": _NEARLY_ALL,
                "quick_share": 1.0 if is_quick else 0.0,
                "narrow_share": min(1.0, max(0.0, (annealing.narrow_share - first) / share)),
                "initial_temperature": annealing.initial_temperature * ratio**first,
                "final_temperature": annealing.initial_temperature * ratio ** min(1.0, last),
                "steps_per_customer": annealing.steps_per_customer * share,
                "quick_steps": annealing.quick_steps * share,
                "rounds": max(1, math.ceil(annealing.rounds * share - 0.01)),
            }
        }
    )


def _numbered(ends: list[float]) -> list[Round]:
    begins = [0.0, *ends[:-1]]
    return [
        Round(number=number, begin=begin, end=end)
        for number, (begin, end) in enumerate(zip(begins, ends, strict=True), 1)
    ]
