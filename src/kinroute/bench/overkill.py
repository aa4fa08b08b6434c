"""The campaign of `kinroute overkill`: do heatmaps gain anything over distance?"""

from __future__ import annotations

import shlex
from pathlib import Path

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files, InstanceSet, files_in
from kinroute.errors import ConfigError

DRAWN = 80
"""Random instances for a function. In half a second a third of the pairs differ; in one second
too few do to show anything."""
_METHODS = ("D-O", "D-D", "D-N", "N-O", "N-N")
_FIRST_SEED = 900_000
"""Of the random instances; far from the seeds that networks are trained on."""


def overkill_campaign(
    model: str, *, instances: Path | None, seconds: float, seeds: int, granularity: int | None
) -> Campaign:
    """OX and distance against the heatmaps, on the same instances and seeds."""
    if seeds < 1:
        raise ConfigError(f"{seeds} seeds make no run; use 1 or more")
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
        "distance steers both in D-D, and D-O is the baseline with OX. Inference time counts."
        + (f" Instances left out because they have no heatmap: {left_out}." if left_out else ""),
        instances=_instances(model, instances),
        budget=Budget(measure="seconds", amount=seconds),
        seeds=tuple(range(1, seeds + 1)),
        arms=tuple(arms),
        baseline="D-O",
        command=shlex.join(("kinroute", "overkill", model)),
    )


def without_heatmap(model: str, instances: Path | None) -> int:
    """The number of instances that are left out because the folder has no heatmap for them."""
    folder = Path(model)
    if not folder.is_dir():
        return 0
    paths = _files(instances or folder)
    return len(paths) - len(_with_heatmap(paths, folder))


def _instances(model: str, given: Path | None) -> InstanceSet:
    """The given instances, those beside the heatmaps, or for a function random ones."""
    folder = Path(model)
    if given is not None:
        return Files(paths=_with_heatmap(_files(given), folder))
    if folder.is_dir():
        return Files(paths=_with_heatmap(_files(folder), folder))
    return Drawn(seeds=tuple(range(_FIRST_SEED, _FIRST_SEED + DRAWN)))


def _files(given: Path) -> tuple[Path, ...]:
    """The instance files of a folder, of a pattern, or one file."""
    if given.is_file():
        return (given,)
    if given.is_dir():
        return files_in(given, "*.vrp")
    return files_in(given.parent, given.name)


def _with_heatmap(paths: tuple[Path, ...], folder: Path) -> tuple[Path, ...]:
    """The instances that have a heatmap, where heatmaps are files."""
    if not folder.is_dir():
        return paths
    known = {path.stem for path in folder.glob("*.npz")}
    matched = tuple(path for path in paths if path.stem in known)
    if not matched:
        raise ConfigError(
            f"none of the {len(paths)} instances has a heatmap in {folder}; it must be named "
            f"after its instance, such as {paths[0].stem}.npz"
        )
    return matched
