"""How many units of the core make one unit of the user: fine, and within what it can count."""

from __future__ import annotations

import math

import numpy as np

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.validation import LARGEST_DISTANCE
from kinroute.search.arcs import Arcs

LARGEST_TOTAL_DEMAND = 2**30
WHOLE_SCALE = 1_000.0  # for integers: penalties can take values between them
_FINEST = 1_000_000.0
_ENOUGH = 10_000.0
"""Units that a typical arc should have; what is then too long to be counted is cut off."""
_NEEDED = 10.0
"""Arcs up to so many times those that routes need are not cut off."""
_MOST_ROOM = 1_000


def arc_scale(arcs: Arcs, *, room: float = 1.0) -> float:
    """Core units per unit of an arc: a power of ten.

    As fine as the longest arc allows, with `room` times its length above it. A few very long arcs
    must not coarsen all others: they are cut off instead, at 2^28 units, unless they are
    among those that routes may need.
    """
    finest = WHOLE_SCALE if arcs.is_whole else _FINEST
    if not arcs.is_whole and 0 < arcs.longest < 1:
        finest *= 10.0 ** math.ceil(-math.log10(arcs.longest))
    scale = finest
    while arcs.longest * room * scale > LARGEST_DISTANCE:
        scale /= 10
    if 0 < arcs.typical * scale < _ENOUGH:
        wanted = min(finest, 10.0 ** math.ceil(math.log10(_ENOUGH / arcs.typical)))
        whole = min(arcs.longest, _NEEDED * arcs.needed)
        while wanted > scale and whole * wanted > LARGEST_DISTANCE:
            wanted /= 10
        scale = max(scale, wanted)
    return scale


def room_for_forbidden_arcs(instance: Instance) -> float:
    """How much longer than all others a forbidden arc must be, so that none is worth its use."""
    return min(2.0 * instance.customers + 2, _MOST_ROOM) if instance.has_forbidden_arcs else 1.0


def demand_scale(instance: Instance) -> tuple[float, bool]:
    """Core units per unit of demand, and whether they count all demands without rounding.

    The smallest power of ten that makes the demands whole, as far as their sum allows.
    """
    amounts = np.append(instance.demands, instance.capacity)
    scale = 10.0 ** max(0, math.ceil(-math.log10(instance.capacity)))
    finest = scale * _FINEST
    while scale < finest and not are_whole(amounts * scale):
        scale *= 10
    while instance.total_demand * scale > LARGEST_TOTAL_DEMAND:
        scale /= 10
    return scale, are_whole(amounts * scale)


def are_whole(values: FloatArray) -> bool:
    """Whether every value is a whole number, but for rounding errors."""
    return bool(np.allclose(values, np.rint(values), rtol=0, atol=1e-6))
