"""Comparison of floating-point sums with their bounds."""

from __future__ import annotations

from decimal import Decimal


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
    """Format a number: integers without ".0", others with six decimals, or digits below 1."""
    value = float(value)
    if value.is_integer():
        return str(int(value))
    return f"{value:.6g}" if abs(value) < 1 else f"{value:.6f}".rstrip("0").rstrip(".")


def exact(value: float) -> str:
    """Format a number for a program: all of its digits, integers without ".0"."""
    value = float(value)
    return str(int(value)) if value.is_integer() else repr(value)


def plain_at_least(value: float) -> str:
    """Format a number for advice: what is shown is not below it."""
    text = plain(value)
    if float(text) >= value:
        return text
    shown = Decimal(text)
    return plain(float(shown + Decimal((0, (1,), int(shown.as_tuple().exponent)))))
