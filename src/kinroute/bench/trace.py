"""The improvements of a run as compressed columns: times, costs and iterations."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinroute.errors import FormatError
from kinroute.solution.result import Improvement

_HEAD = struct.Struct("<I")


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """Columns of equal length, one entry per improvement."""

    times: npt.NDArray[np.float32]
    costs: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int64]


def packed(improvements: Iterable[Improvement]) -> bytes:
    """The improvements as bytes."""
    rows = list(improvements)
    columns = (
        np.array([row.time for row in rows], "<f4"),
        np.array([row.cost for row in rows], "<f8"),
        np.array([row.iterations for row in rows], "<i8"),
    )
    return zlib.compress(_HEAD.pack(len(rows)) + b"".join(c.tobytes() for c in columns), 6)


def unpacked(content: bytes) -> Trace:
    """The improvements again; raises FormatError where the bytes are damaged."""
    try:
        plain = zlib.decompress(content)
        (count,) = _HEAD.unpack_from(plain)
        if len(plain) != _HEAD.size + 20 * count:
            raise ValueError("wrong length")
    except (zlib.error, struct.error, ValueError) as error:
        raise FormatError(f"a stored trace is damaged ({error})") from None
    at = _HEAD.size
    times = np.frombuffer(plain, "<f4", count, at)
    costs = np.frombuffer(plain, "<f8", count, at + 4 * count)
    return Trace(times, costs, np.frombuffer(plain, "<i8", count, at + 12 * count))
