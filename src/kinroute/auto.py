"""What `auto` chooses: the settings of a search by its size and its time."""

from __future__ import annotations

from dataclasses import replace

from kinroute.config import Method, SearchConfig

_STEPS_PER_SECOND = 150_000  # of ruin and recreate, at any size
_STEPS_THAT_PAY = 1_500  # per customer: with fewer, all of the time is best spent annealing
_SMALL = 200  # customers up to which the random population finds as much

PAPER = SearchConfig()
_WIDE = SearchConfig(granularity=20, min_size=25, generation_size=40)  # HGS-CVRP's own


def default_config(method: Method, customers: int, seconds: float | None) -> SearchConfig:
    """The settings of a method: the paper's, or for `auto` what is best at that size and time."""
    if method.name != "auto":
        return PAPER
    if seconds is not None and _STEPS_PER_SECOND * seconds / customers < _STEPS_THAT_PAY:
        return replace(_WIDE, annealed=1, annealing_share=0.95)
    if customers <= _SMALL:
        return _WIDE
    return replace(_WIDE, annealed=8, annealing_share=0.3)
