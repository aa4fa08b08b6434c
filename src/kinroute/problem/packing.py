"""Bounds on the number of vehicles from bin packing.

Sizes and capacity are integers here; `whole_sizes` makes them so without ever making the problem
harder, so that what is impossible afterwards was impossible before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from itertools import accumulate
from math import floor

from kinroute.problem.tolerance import slack

_UNITS = 10**12
_NODE_LIMIT = 20_000
_WORK_LIMIT = 1_000_000


def whole_sizes(sizes: Sequence[float], capacity: float) -> tuple[list[int], int]:
    """Return integer sizes and capacity that any packing of the given ones also satisfies.

    Whole numbers stay as they are. Others are scaled and rounded in favour of fitting, within the
    tolerance that the checker grants a load.
    """
    if float(capacity).is_integer() and all(float(size).is_integer() for size in sizes):
        return [int(size) for size in sizes], int(capacity)
    scale = _UNITS / capacity
    allowed = capacity + slack(capacity, len(sizes))
    return [floor(size * scale) for size in sizes], floor(allowed * scale) + 1


def fewest_bins(sizes: Sequence[int], capacity: int) -> int:
    """Return a lower bound on the bins of `capacity` that hold all sizes (Martello and Toth's L2).

    No size may be above the capacity.
    """
    ordered = sorted(size for size in sizes if size > 0)
    if not ordered:
        return 0
    sums = [0, *accumulate(ordered)]
    half = bisect_right(ordered, capacity // 2)  # first size that fills more than half a bin
    best = 0
    for threshold in {0, *ordered[:half]}:
        small = bisect_left(ordered, threshold)
        alone = bisect_right(ordered, capacity - threshold)
        large = max(half, alone) - half
        room = large * capacity - (sums[half + large] - sums[half])
        overflow = max(0, sums[half] - sums[small] - room)
        best = max(best, len(ordered) - half + -(-overflow // capacity))
    return best


def packs(
    sizes: Sequence[int], capacity: int, bins: int, *, node_limit: int = _NODE_LIMIT
) -> bool | None:
    """Return whether the sizes fit into `bins` bins; None where the node limit was reached."""
    ordered = sorted((size for size in sizes if size > 0), reverse=True)
    if not ordered:
        return True
    if ordered[0] > capacity or fewest_bins(ordered, capacity) > bins:
        return False
    if best_fit_bins(ordered, capacity) <= bins:
        return True
    return _search(ordered, capacity, bins, min(node_limit, _WORK_LIMIT // bins))


def best_fit_bins(ordered: Sequence[int], capacity: int) -> int:
    """Return the number of bins that best-fit decreasing opens."""
    rooms: list[int] = []
    for size in ordered:
        place = bisect_left(rooms, size)
        room = rooms.pop(place) if place < len(rooms) else capacity
        insort(rooms, room - size)
    return len(rooms)


def _search(ordered: Sequence[int], capacity: int, bins: int, node_limit: int) -> bool | None:
    """Place the largest item left into every bin that differs, depth first, over all states."""
    left = list(accumulate(reversed(ordered)))[::-1]
    start = (0, (capacity,) * bins)
    stack, seen, nodes = [start], {start}, 0
    while stack:
        item, rooms = stack.pop()
        if item == len(ordered):
            return True
        nodes += 1
        if nodes > node_limit:
            return None
        for state in _placements(item, rooms, ordered, left):
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return False


def _placements(
    item: int, rooms: tuple[int, ...], ordered: Sequence[int], left: Sequence[int]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the states after placing one item; the last is the tightest, which is tried first.

    Rooms are sorted. Rooms too small for the smallest item are lost, and a state whose other rooms
    cannot hold all that is left is no state at all.
    """
    size = ordered[item]
    if sum(room for room in rooms if room >= ordered[-1]) < left[item]:
        return []
    first = bisect_left(rooms, size)
    if first < len(rooms) and rooms[first] == size:  # a perfect fit is never a mistake
        return [(item + 1, (0, *rooms[:first], *rooms[first + 1 :]))]
    states = []
    for place in range(len(rooms) - 1, first - 1, -1):
        if place > first and rooms[place] == rooms[place - 1]:
            continue
        shrunk = [*rooms[:place], *rooms[place + 1 :]]
        insort(shrunk, rooms[place] - size)
        states.append((item + 1, tuple(shrunk)))
    return states
