"""What `auto` chooses: the settings of a search by its size and its time."""

from __future__ import annotations

from dataclasses import replace

from kinroute.search.config import Method, SearchConfig

PAPER = SearchConfig()

_TINY = 150
"""Up to this many customers random parents are as good as annealed ones, and cost less."""
_SMALL = 330
"""Up to this many customers generations find more than one long annealing."""
_MIDDLE = 600
"""Up to this many customers a few annealed parents, with time, find more than a long annealing."""
_LARGE = 1500
"""Above this many customers annealing goes from one neighbourhood of routes to the next."""
_HURRY = 0.02
"""Seconds per customer below which there is no time for generations."""
_PATIENCE = 0.1
"""Seconds per customer from which there is time for a large population."""
_LEISURE = 0.2
"""The same, above `_SMALL`, for generations after annealing."""
_SHORT = 7
"""Up to this many customers on a full vehicle annealing gets stuck, and generations help."""


def default_config(
    method: Method, customers: int, seconds: float | None, *, full_vehicles: float = 0.0
) -> SearchConfig:
    """The settings of a method: the paper's, or for `auto` what is best at that size and time.

    `full_vehicles` is the demand in vehicles: whether routes will be short.
    """
    if method.name != "auto":
        return PAPER
    is_hurried = seconds is not None and seconds < _HURRY * customers
    if customers <= _SMALL:
        if is_hurried:
            return replace(PAPER, annealed=1, annealing_share=0.8)
        # Longer lists and more feasible parents than the paper's: some optima need both.
        patient = SearchConfig(granularity=25, target_feasible=0.3)
        if seconds is not None and seconds < _PATIENCE * customers:
            # Small populations that soon get stuck, and then what they found put together.
            quick = replace(
                patient,
                unique=True,
                assembly_share=0.8,
                restart_after=20 * customers,
                reunion_every=4,
            )
            if customers <= _TINY:
                return quick
            return replace(quick, annealed=4, annealing_share=0.2)
        return replace(
            patient,
            assembly_share=0.8,
            min_size=25,
            generation_size=40,
            annealed=8,
            annealing_share=0.5,
        )
    long = SearchConfig(
        granularity=20,
        annealed=1,
        annealing_share=0.97,
        annealing_quick_share=0.25 if is_hurried else 0.0,
        annealing_part_size=400 if customers > _LARGE else _LARGE,
    )
    if seconds is not None and seconds < _LEISURE * customers:
        return long
    mixed = replace(long, target_feasible=0.3, assembly_share=0.8)
    if customers <= _MIDDLE:
        return replace(mixed, annealed=4, annealing_share=0.6)
    if customers <= min(_LARGE, _SHORT * full_vehicles):
        return replace(mixed, annealed=2, annealing_share=0.8)
    return long
