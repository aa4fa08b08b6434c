"""The compact campaign that tells whether heatmaps bring anything over distance."""

from __future__ import annotations

import shlex
from pathlib import Path

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files, InstanceSet, files_in
from kinroute.errors import ConfigError

DRAWN = 80
"""At half a second each a third of the pairs differ; at a second too few to tell anything."""
_METHODS = ("D-O", "D-D", "D-N", "N-O", "N-N")
_FIRST_SEED = 900_000
"""Of the instances drawn for a function; far from those that networks are trained on."""


def overkill_campaign(
    model: str, *, instances: Path | None, seconds: float, seeds: int, granularity: int | None
) -> Campaign:
    """OX and distance against the heatmaps, pair by pair."""
    if seeds < 1:
        raise ConfigError(f"{seeds} seeds run nothing; use 1 or more")
    arms = [
        Arm(
            method=method,
            model=model if "N" in method else None,
            granularity=granularity,
            label=method,
        )
        for method in _METHODS
    ]
    left_out = without_heatmap(model, instances)
    return Campaign(
        name="overkill",
        title=f"Is it overkill? {model} against distance",
        about="The heatmaps steer the crossover (D-N), the local search (N-O) and both (N-N); "
        "distance does the same in D-D, and D-O is the plain search with OX. Their time counts."
        + (f" Left out, for they have no heatmap: {left_out}." if left_out else ""),
        instances=_instances(model, instances),
        budget=Budget(measure="seconds", amount=seconds),
        seeds=tuple(range(1, seeds + 1)),
        arms=tuple(arms),
        baseline="D-O",
        command=shlex.join(("kinroute", "overkill", model)),
    )


def without_heatmap(model: str, instances: Path | None) -> int:
    """How many of the instances are left out because a folder has no heatmap of theirs."""
    folder = Path(model)
    if not folder.is_dir():
        return 0
    paths = _files(instances or folder)
    return len(paths) - len(_with_heatmap(paths, folder))


def _instances(model: str, given: Path | None) -> InstanceSet:
    """Those given, or those beside the heatmaps, or for a function some that are drawn."""
    folder = Path(model)
    if given is not None:
        return Files(paths=_with_heatmap(_files(given), folder))
    if folder.is_dir():
        return Files(paths=_with_heatmap(_files(folder), folder))
    return Drawn(seeds=tuple(range(_FIRST_SEED, _FIRST_SEED + DRAWN)))


def _files(given: Path) -> tuple[Path, ...]:
    """The instances of a folder, of a pattern, or one file."""
    if given.is_file():
        return (given,)
    if given.is_dir():
        return files_in(given, "*.vrp")
    return files_in(given.parent, given.name)


def _with_heatmap(paths: tuple[Path, ...], folder: Path) -> tuple[Path, ...]:
    """Those that have a heatmap, where heatmaps are files."""
    if not folder.is_dir():
        return paths
    known = {path.stem for path in folder.glob("*.npz")}
    matched = tuple(path for path in paths if path.stem in known)
    if not matched:
        raise ConfigError(
            f"none of the {len(paths)} instances has a heatmap in {folder}; it must be called "
            f"after its instance, such as {paths[0].stem}.npz"
        )
    return matched
