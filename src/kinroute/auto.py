"""What `auto` chooses: the settings of a search by its size and its time."""

from __future__ import annotations

from dataclasses import replace

from kinroute.config import Method, SearchConfig

_STEPS_PER_SECOND = 150_000  # of ruin and recreate, at any size

PAPER = SearchConfig()
_WIDE = SearchConfig(granularity=20, min_size=25, generation_size=40)
"""HGS-CVRP's own population: it takes longer to converge, and gets farther."""


def default_config(method: Method, customers: int, seconds: float | None) -> SearchConfig:
    """The settings of a method: the paper's, or for `auto` what is best at that size and time."""
    if method.name != "auto":
        return PAPER
    if customers > 330:
        if seconds is None or _STEPS_PER_SECOND * seconds / customers >= 8_000:
            return replace(_WIDE, annealed=8, annealing_share=0.3)
        # No time for generations: one solution is annealed, and the rest is for polishing it.
        return replace(PAPER, annealed=1, annealing_share=0.8 if customers <= 500 else 0.95)
    if seconds is None or seconds >= 0.2 * customers:
        return replace(_WIDE, annealed=8 if customers > 200 else 0, annealing_share=0.3)
    return _WIDE if seconds >= 0.02 * customers and customers <= 100 else PAPER
