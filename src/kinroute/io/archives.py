"""Files that are ZIP archives (.npz, .xlsx): their size is checked before they are unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from kinroute.errors import KinrouteError

Array = npt.NDArray[Any]

_LARGEST = 16 * 2**30
"""Bytes: two matrices of 30,000 nodes."""
_SUSPICIOUS = 2**30
_RATIO = 50
"""What unpacks to more than that does not shrink to a fiftieth, unless on purpose."""
_SUFFIX = ".npy"
_LAST_CHARACTER = 0x10FFFF


class ArchiveError(Exception):
    """What is wrong with an archive, as the end of a sentence about it."""


def read_arrays(content: bytes, choose: Callable[[list[str]], Collection[str]]) -> dict[str, Array]:
    """Return arrays of a .npz file; `choose` gets the names of all and returns those to unpack.

    Raises ArchiveError where it cannot be read; nothing in it is ever executed.
    """
    with opened(content) as archive:
        members = {item.filename: item for item in archive.infolist()}
        for name in members:
            if not name.endswith(_SUFFIX):
                raise ArchiveError(f"holds {name[:60]!r}, which is no array")
        wanted = choose([name.removesuffix(_SUFFIX) for name in members])
        arrays = {}
        for name in wanted:
            item = members[name + _SUFFIX]
            with archive.open(item) as stream:
                arrays[name] = read_array(stream, item.file_size)
        return arrays


def read_npy(content: bytes) -> Array:
    """Return the array of a .npy file; raises ArchiveError where it cannot be read."""
    with _as_archive_errors():
        return read_array(io.BytesIO(content), len(content))


@contextmanager
def opened(content: bytes) -> Iterator[zipfile.ZipFile]:
    """Open an archive whose members are of a plausible size; all failures are ArchiveErrors."""
    with _as_archive_errors(), zipfile.ZipFile(io.BytesIO(content)) as archive:
        _refuse_bombs(archive, len(content))
        yield archive


@contextmanager
def _as_archive_errors() -> Iterator[None]:
    try:
        yield
    except (ArchiveError, KinrouteError):
        raise
    except MemoryError:
        raise ArchiveError("does not fit into memory") from None
    except Exception as error:  # a damaged archive may raise nearly anything
        raise ArchiveError(f"is damaged: {error}") from None


def read_array(stream: IO[bytes], size: int) -> Array:
    """Return the array of a .npy stream of `size` bytes, the declared shape checked first."""
    version = np.lib.format.read_magic(stream)
    if version == (1, 0):
        shape, is_fortran, kind = np.lib.format.read_array_header_1_0(stream)
    elif version == (2, 0):
        shape, is_fortran, kind = np.lib.format.read_array_header_2_0(stream)
    else:
        raise ArchiveError(f"has an array of the unknown version {version}")
    if kind.hasobject:
        raise ArchiveError("has an array of Python objects; give plain numbers or texts")
    count = 1
    for length in shape:
        count *= length
    if count < 0 or count * kind.itemsize > size:
        raise ArchiveError(f"has an array that claims the shape {shape} and is shorter")
    content = stream.read(count * kind.itemsize)
    array = np.frombuffer(content, dtype=kind, count=count)
    if kind.kind == "U" and (array.view(kind.byteorder + "u4") > _LAST_CHARACTER).any():
        raise ArchiveError("has a text with characters that do not exist")
    return array.reshape(shape, order="F" if is_fortran else "C")


def _refuse_bombs(archive: zipfile.ZipFile, size: int) -> None:
    unpacked = sum(item.file_size for item in archive.infolist())
    if unpacked > _LARGEST or (unpacked > _SUSPICIOUS and unpacked > _RATIO * size):
        raise ArchiveError(
            f"has {size / 1e6:.1f} MB and would unpack to {unpacked / 1e6:.0f} MB, which is not "
            "done"
        )
