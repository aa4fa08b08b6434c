"""Checks of the arguments of an instance, and their conversion to read-only arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from operator import index
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from kinroute.errors import InstanceError
from kinroute.problem.geometry import FloatArray, Metric
from kinroute.problem.tolerance import plain

LARGEST_AMOUNT = 1e15
"""Demands and costs up to this are whole numbers in double precision."""
SMALLEST_AMOUNT = 1e-15
LARGEST_COUNT = 2**31 - 1
LARGEST_DISTANCE = 2.0**28
"""The core counts distances in 32-bit integers."""


def customer_values(values: Any, field: str, n: int | None = None) -> FloatArray:
    """Return one finite, non-negative number per customer.

    With a leading number for the depot, that one must be 0 and is dropped; this needs `n`.
    """
    array = _floats(values, field)
    if array.ndim != 1:
        raise InstanceError(
            f"{field} has shape {array.shape}; give one number per customer, shape (n,)"
        )
    if n is not None and len(array) == n + 1:
        if array[0] != 0:
            raise InstanceError(
                f"{field}[0] = {plain(array[0])} belongs to the depot; it must be 0, or left out"
            )
        array = array[1:]
    if n is not None and len(array) != n:
        raise InstanceError(f"{field} has {len(array)} values; there are {n} customers")
    bad = np.flatnonzero(~np.isfinite(array) | (array < 0))
    if bad.size:
        customer = int(bad[0]) + 1
        raise InstanceError(
            f"{field} {array[bad[0]]:g} of customer {customer} must be a finite number, 0 or more",
            customer=customer,
        )
    if array.size and array.max() > LARGEST_AMOUNT:
        customer = int(array.argmax()) + 1
        raise InstanceError(
            f"{field} {array.max():g} of customer {customer} must be at most {LARGEST_AMOUNT:g}; "
            "use a larger unit",
            customer=customer,
        )
    return _frozen(array)


def service_times(values: Any, n: int) -> FloatArray:
    """Return one service time per customer; nothing means 0, a single number holds for all."""
    array = _floats(values, "service")
    if array.ndim == 0 or array.size == 0:
        array = np.full(n, array if array.ndim == 0 else 0.0)
    times = customer_values(array, "service", n)
    if times.max() > LARGEST_DISTANCE:
        raise InstanceError(
            f"service {times.max():g} of customer {int(times.argmax()) + 1} is more than can be "
            "counted (2^28 = 268435456)\nUse a larger unit."
        )
    return times


def coordinate_pairs(values: Any, metric: Metric) -> FloatArray:
    """Return (n + 1, 2) finite coordinates; degrees in range for the metrics on the globe."""
    array = _floats(values, "coordinates")
    if array.ndim != 2 or array.shape[1] != 2:
        raise InstanceError(
            f"coordinates have shape {array.shape}; give one pair per node, depot first: (n + 1, 2)"
        )
    _refuse_rows(array, ~np.isfinite(array).all(axis=1), "must be two finite numbers")
    if metric in ("geo", "great_circle"):
        outside = (np.abs(array[:, 0]) > 90) | (np.abs(array[:, 1]) > 180)
        is_turned = (np.abs(array[:, 1]) <= 90).all() and (np.abs(array[:, 0]) <= 180).all()
        hint = "; are they swapped?" if is_turned else ""
        fault = f"must be (latitude, longitude) within ±90 and ±180 degrees{hint}"
        _refuse_rows(array, outside, fault)
    elif metric == "euclidean" and len(array):
        with np.errstate(over="ignore"):  # infinity is refused below
            diagonal = math.hypot(*np.ptp(array, axis=0))
        if diagonal > LARGEST_DISTANCE:
            raise InstanceError(
                f"coordinates span a distance of {diagonal:g}; at most 2^28 = 268435456 can be "
                "counted\nRescale them, for example by using a larger unit."
            )
    return _frozen(array)


DEGREES = (
    "the coordinates look like degrees, but distances between them are Euclidean; for latitude and "
    'longitude give metric="great_circle" (in a table: columns lat,lon)'
)


def look_like_degrees(pairs: FloatArray) -> bool:
    """Return whether coordinates in a plane are probably latitudes and longitudes.

    These have many decimals, and differ by little compared with their size.
    """
    if len(pairs) < 2 or np.abs(pairs).max() > 180:
        return False
    extent = np.ptp(pairs, axis=0).max()
    is_fine = (np.abs(pairs * 100 - np.round(pairs * 100)) > 1e-6).mean() > 0.5
    return bool(is_fine and 0 < extent < 0.1 * np.abs(pairs).max())


def square_matrix(values: Any, field: str) -> FloatArray:
    """Return a square matrix of numbers from 0 to 2^28, or inf; its diagonal is set to 0."""
    array = _floats(values, field)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InstanceError(
            f"{field} have shape {array.shape}; the matrix must be square, depot first"
        )
    np.fill_diagonal(array, 0.0)
    too_large = np.isfinite(array) & (array > LARGEST_DISTANCE)
    for bad, fault in (
        (np.isnan(array), "must be a number; inf forbids the arc"),
        (array < 0, "must be 0 or more"),
        (too_large, "must be at most 2^28 = 268435456, or inf to forbid it; use a larger unit"),
    ):
        if bad.any():
            i, j = divmod(int(bad.argmax()), len(array))
            name = field.removesuffix("s")
            raise InstanceError(f"the {name} {array[i, j]:g} from node {i} to node {j} {fault}")
    return _frozen(array)


def customer_names(names: Iterable[Any], n: int) -> tuple[str, ...]:
    """Return one name per customer, no two the same."""
    result = tuple(str(name) for name in names)
    if len(result) != n:
        raise InstanceError(f"names has {len(result)} values; there are {n} customers")
    first: dict[str, int] = {}
    for customer, name in enumerate(result, 1):
        if name in first:
            raise InstanceError(
                f"customers {first[name]} and {customer} are both named {name!r}; "
                "give every customer its own name",
                customer=customer,
            )
        first[name] = customer
    return result


def positive(value: Any, field: str, *, or_infinite: bool = False) -> float:
    """Return a number above 0 that is finite, unless infinity means "no limit"."""
    try:
        number = _float(value)
    except (TypeError, ValueError, OverflowError):
        raise InstanceError(f"{field} {repr(value)[:60]} is not a number") from None
    if not number > 0 or (math.isinf(number) and not or_infinite):
        raise InstanceError(f"{field} {number:g} must be a finite number above 0")
    if number < SMALLEST_AMOUNT:
        raise InstanceError(
            f"{field} {number:g} must be at least {SMALLEST_AMOUNT:g}; use a smaller unit"
        )
    return number


def amount(value: Any, field: str) -> float:
    """Return a finite number, 0 or more."""
    try:
        number = _float(value)
    except (TypeError, ValueError, OverflowError):
        raise InstanceError(f"{field} {value!r} is not a number") from None
    if not 0 <= number <= LARGEST_AMOUNT:
        raise InstanceError(f"{field} {number:g} must be from 0 to {LARGEST_AMOUNT:g}")
    return number


def attributes(rows: Iterable[Mapping[str, str]], n: int) -> tuple[Mapping[str, str], ...]:
    """Return one mapping of texts per customer."""
    result = tuple(
        MappingProxyType({str(key): str(value) for key, value in row.items()}) for row in rows
    )
    if len(result) != n:
        raise InstanceError(f"attributes has {len(result)} values; there are {n} customers")
    return result


def stop_counts(values: Any, n: int) -> npt.NDArray[np.int64]:
    """Return one whole number, 1 or more, per customer."""
    array = customer_values(values, "stop count", n)
    if (array < 1).any() or (array != np.rint(array)).any():
        raise InstanceError("stop counts must be whole numbers, 1 or more")
    whole = array.astype(np.int64)
    whole.setflags(write=False)
    return whole


def count(value: Any, field: str) -> int:
    """Return a whole number, 1 or more."""
    try:
        number = index(value)
    except TypeError:
        raise InstanceError(f"{field} {value!r} is not a whole number") from None
    if number < 1:
        raise InstanceError(f"{field} {number} must be 1 or more; leave it out for no bound")
    if number > LARGEST_COUNT:
        raise InstanceError(f"{field} must be at most {LARGEST_COUNT}; leave it out for no bound")
    return number


def _floats(values: Any, field: str) -> FloatArray:
    try:
        array = np.asarray(values)
        if array.dtype.kind in "cmMV" or (array.dtype.kind in "US" and _has_underscores(array)):
            raise TypeError
        return np.array(array, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InstanceError(f"{field} must be numbers in a regular array") from None


def _has_underscores(texts: Any) -> bool:
    """Python reads 1_0 as ten, nobody else does."""
    return any("_" in str(text) for text in texts.ravel().tolist())


def _float(value: Any) -> float:
    if isinstance(value, str) and "_" in value:
        raise ValueError
    return float(value)


def _frozen(array: FloatArray) -> FloatArray:
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


def _refuse_rows(array: FloatArray, bad: Any, fault: str) -> None:
    if bad.any():
        node = int(np.flatnonzero(bad)[0])
        who = "the depot" if node == 0 else f"customer {node}"
        x, y = array[node]
        raise InstanceError(
            f"the coordinates ({x:g}, {y:g}) of {who} {fault}", customer=node if node else None
        )
