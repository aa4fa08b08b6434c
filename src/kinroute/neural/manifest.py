"""The manifest of a folder of labels: which instances, solved how, in which files.

The splits have disjoint seeds: training, validation and test a million each, from 1,000,000,
2,000,000 and 3,000,000 up. None gives one of the 10,000 published instances: their generator uses
other random numbers than `kinroute.generate`, and there are 10⁴⁴² ways to choose a hundred points
of a million. The instances that ship with the package or its tests have seeds below 1,000,000.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Self, get_args

from kinroute.errors import LabelError
from kinroute.io.atomic import write_text
from kinroute.io.json_values import json_value

FORMAT = "kinroute-labels"
VERSION = 1
MANIFEST = "manifest.json"

Split = Literal["train", "validation", "test"]
SEEDS_PER_SPLIT = 1_000_000
FIRST_SEED: dict[Split, int] = {
    split: (number + 1) * SEEDS_PER_SPLIT for number, split in enumerate(get_args(Split))
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """The entry of one file of labels."""

    file: str
    first_seed: int
    count: int
    sha256: str
    mean_cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """How labels were computed, and which there are."""

    law: str
    customers: int
    split: str
    first_seed: int
    count: int
    """Number of labels planned; fewer are done while the run is unfinished."""
    shard_size: int
    solver: str
    """The version of Kinroute that solved them."""
    method: str
    settings: dict[str, Any]
    cpu_seconds: float
    """Processor time per instance."""
    shards: tuple[Shard, ...] = ()

    @property
    def done(self) -> int:
        """Number of labels done."""
        return sum(shard.count for shard in self.shards)

    def description(self) -> dict[str, Any]:
        """The labels as a model card describes them: with a hash instead of the shards."""
        values = {k: v for k, v in asdict(self).items() if k not in ("shards", "settings")}
        shards = json.dumps([asdict(shard) for shard in self.shards], sort_keys=True)
        digest = hashlib.sha256(shards.encode()).hexdigest()
        return {**values, "labels": self.done, "sha256": digest}

    def write(self, folder: Path) -> None:
        """Write it into its folder, whole or not at all."""
        values = {"format": FORMAT, "version": VERSION, **asdict(self)}
        write_text(folder / MANIFEST, json.dumps(values, indent=1) + "\n")

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read it; raises LabelError where it is missing or invalid."""
        path = folder / MANIFEST
        try:
            values = json_value(path.read_text("utf-8"))
        except OSError as error:
            reason = error.strerror or error
            raise LabelError(
                f"no labels here ({reason}); create them with `kinroute label`", source=str(path)
            ) from None
        except ValueError as error:
            raise LabelError(f"damaged: {error}", source=str(path)) from None
        if not isinstance(values, dict) or values.pop("format", None) != FORMAT:
            raise LabelError("not a manifest of Kinroute labels", source=str(path))
        version = values.pop("version", None)
        if version != VERSION:
            raise LabelError(
                f"format version {version!r}; this version of Kinroute reads {VERSION}\n"
                "Update Kinroute, or create the labels again.",
                source=str(path),
            )
        try:
            shards = tuple(Shard(**shard) for shard in values.pop("shards"))
            manifest = cls(**values, shards=shards)
        except (KeyError, TypeError, AttributeError) as error:
            raise LabelError(f"damaged: {error}", source=str(path)) from None
        manifest._refuse_odd_values(str(path))
        return manifest

    def _refuse_odd_values(self, source: str) -> None:
        """Raise LabelError where a value is of another type than it should be."""
        for record in (asdict(self), *map(asdict, self.shards)):
            for name, value in record.items():
                kind = _TYPES[name]
                if not isinstance(value, kind) or isinstance(value, bool):
                    raise LabelError(f"damaged: {name} is {repr(value)[:60]}", source=source)
                if isinstance(value, int | float) and not abs(value) < _LARGEST_NUMBER:
                    raise LabelError(
                        f"damaged: {name} is {repr(value)[:60]}, which is no such number",
                        source=source,
                    )
        for shard in self.shards:
            if Path(shard.file).name != shard.file or not shard.file.endswith(".npz"):
                raise LabelError(f"damaged: {shard.file!r} is no shard's name", source=source)


_LARGEST_NUMBER = 2**53
_TYPES: dict[str, type | tuple[type, ...]] = {
    "law": str,
    "customers": int,
    "split": str,
    "first_seed": int,
    "count": int,
    "shard_size": int,
    "solver": str,
    "method": str,
    "settings": dict,
    "cpu_seconds": (int, float),
    "shards": tuple,
    "file": str,
    "sha256": str,
    "mean_cost": (int, float),
}
