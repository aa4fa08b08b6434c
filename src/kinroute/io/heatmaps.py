"""Heatmaps in `.npz` and `.npy` files: dense (`heatmap`), or sparse (`ids` and `scores`)."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kinroute.errors import RelatednessError
from kinroute.io.archives import ArchiveError, read_arrays, read_npy
from kinroute.io.atomic import replacing

SUFFIXES = (".npz", ".npy")
_NPY_MAGIC = b"\x93NUMPY"


@dataclass(frozen=True, slots=True, eq=False)
class HeatmapFile:
    """What a heatmap file holds: square scores, or rows of customers with their scores."""

    scores: npt.NDArray[np.float32]
    ids: npt.NDArray[np.int32] | None = None


def is_heatmap_file(path: str | PathLike[str]) -> bool:
    """Whether a path is that of a heatmap, by its suffix in any case."""
    return Path(path).suffix.lower() in SUFFIXES


def read_heatmap(path: str | PathLike[str]) -> HeatmapFile:
    """Read a heatmap; raises RelatednessError naming the file and what is wrong with it."""
    source = str(path)
    if not Path(path).is_file():
        raise RelatednessError("no such file; give an .npz file with a heatmap", source=source)
    try:
        content = Path(path).read_bytes()
        if content.startswith(_NPY_MAGIC):
            return HeatmapFile(read_npy(content))
        arrays = read_arrays(content, lambda names: names)
    except (OSError, ArchiveError) as error:
        raise RelatednessError(f"not a readable .npz file: it {error}", source=source) from None
    if set(arrays) == {"ids", "scores"}:
        return HeatmapFile(arrays["scores"], arrays["ids"])
    if len(arrays) == 1:
        return HeatmapFile(next(iter(arrays.values())))
    raise RelatednessError(
        f"holds {', '.join(sorted(arrays)) or 'nothing'}; a heatmap is stored as `heatmap`, or as "
        "`ids` and `scores`",
        source=source,
    )


def write_heatmap(
    path: str | PathLike[str],
    scores: npt.NDArray[np.float32],
    ids: npt.NDArray[np.int32] | None = None,
) -> None:
    """Write a heatmap that `read_heatmap` reads, whole or not at all."""
    arrays = {"heatmap": scores} if ids is None else {"ids": ids, "scores": scores}
    with replacing(path) as beside, open(beside, "wb") as file:
        np.savez_compressed(file, **arrays)
