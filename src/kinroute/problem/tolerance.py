"""When a sum of floating-point numbers is over its bound."""

from __future__ import annotations


def slack(bound: float, terms: int) -> float:
    """Return how far a sum of `terms` numbers may pass `bound` and still keep it.

    One millionth of the bound (at least of 1), and half a millionth per term for values that were
    written with six decimals.
    """
    return 1e-6 * max(1.0, abs(bound)) + 0.5e-6 * terms


def exceeds(total: float, bound: float, terms: int) -> bool:
    """Say whether a sum of `terms` numbers breaks its upper bound; whole numbers are exact."""
    if total.is_integer() and bound.is_integer():
        return total > bound
    return total > bound + slack(bound, terms)


def plain(value: float) -> str:
    """Write a number for people: whole numbers without ".0", others with up to six decimals."""
    value = float(value)
    if value.is_integer():
        return str(int(value))
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return text if float(text) else f"{value:.6g}"
