"""A folder of heatmaps: one `.npz` file per instance, named after it."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from kinroute.errors import RelatednessError
from kinroute.problem.instance import Instance

_SUFFIX = ".npz"


@dataclass(frozen=True, slots=True)
class HeatmapFolder:
    """The files of a folder; `stem` is the file of one instance that is not called by its name."""

    path: Path
    stem: str | None = None

    def file(self, instance: Instance) -> Path:
        """The heatmap of an instance; raises RelatednessError where there is none."""
        names = [Path(name).name for name in (self.stem, instance.name) if name]
        for name in names:
            if (found := self.path / f"{name}{_SUFFIX}").is_file():
                return found
        raise RelatednessError(
            f"there is no {names[0]}{_SUFFIX}; every instance needs its heatmap",
            source=str(self.path),
        )


def is_heatmap_folder(source: object) -> bool:
    """Whether a path is that of a folder with heatmaps."""
    if not isinstance(source, str | PathLike) or not str(source):
        return False
    path = Path(source)
    return path.is_dir() and any(path.glob(f"*{_SUFFIX}"))
