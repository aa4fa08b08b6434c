"""Comparison of floating-point sums with their bounds."""

from __future__ import annotations


def slack(bound: float, terms: int) -> float:
    """Return the tolerance by which a sum of `terms` numbers may pass `bound`.

    One millionth of the bound, and half a millionth per term (of the bound, where it is below 1)
    for values that were written with six decimals.
    """
    return 1e-6 * abs(bound) + 0.5e-6 * terms * min(1.0, abs(bound))


def exceeds(total: float, bound: float, terms: int) -> bool:
    """Return whether a sum of `terms` numbers violates its upper bound; integers are exact."""
    if total.is_integer() and bound.is_integer():
        return total > bound
    return total > bound + slack(bound, terms)


def plain(value: float) -> str:
    """Format a number: integers without ".0", others with up to six decimals."""
    value = float(value)
    if value.is_integer():
        return str(int(value))
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return text if float(text) else f"{value:.6g}"
