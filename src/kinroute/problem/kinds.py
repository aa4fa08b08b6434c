"""The kinds of instances that benchmark set XML combines: its four attributes and their values.

The position of a value plus one is its digit in a name `XML100_ABCD_ii`: depot, layout, demand,
route length, in this order.
"""

from __future__ import annotations

import re

DEPOTS = ("random", "center", "corner")
LAYOUTS = ("random", "clustered", "mixed")
DEMANDS = ("unit", "1-10", "5-10", "1-100", "50-100", "quadrant", "mostly-small")
ROUTE_SIZES = ((3, 5), (5, 8), (8, 12), (12, 16), (16, 25), (25, 50))
"""Customers per route, as ranges."""
ROUTE_LENGTHS = tuple(f"{low}-{high}" for low, high in ROUTE_SIZES)
"""The same by name."""

ATTRIBUTES = {
    "depot": DEPOTS,
    "layout": LAYOUTS,
    "demand": DEMANDS,
    "route_length": ROUTE_LENGTHS,
}
"""The values of each attribute, both in the order of the digits."""

_NAME = re.compile(r"[XK]ML\d+_([1-3])([1-3])([1-7])([1-6])_")


def kinds_in_name(name: str) -> dict[str, str] | None:
    """The value of each attribute by an instance's name; None where it is not of set XML.

    The generator's own names (`KML100_ABCD_s7`) count as well.
    """
    match = _NAME.match(name)
    if match is None:
        return None
    digits = zip(ATTRIBUTES.items(), match.groups(), strict=True)
    return {attribute: values[int(digit) - 1] for (attribute, values), digit in digits}
