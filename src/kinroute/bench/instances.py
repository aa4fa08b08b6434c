"""The instances of a campaign: files, or random ones; with their best known costs."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import ConfigError, FormatError
from kinroute.io import read
from kinroute.io.solutions import read_solution
from kinroute.io.text import read_text
from kinroute.problem.generate import Law, generate
from kinroute.problem.instance import Instance

Routes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An instance of a campaign with its best known solution."""

    name: str
    instance: Instance
    digest: str
    best_known: float | None = None
    routes: Routes | None = None
    """The best known solution, where a `.sol` file has it and it visits every customer once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Instances in files; a `.sol` beside each has the best known cost."""

    paths: tuple[Path, ...]
    best_known: Path | None = None
    """A JSON object from names to costs, which takes precedence over the `.sol` files."""

    def entries(self) -> list[Entry]:
        """Read them all; raises the error of the first that cannot be read or is a duplicate."""
        if not self.paths:
            raise ConfigError("the campaign has no instances; give its .toml file")
        costs = _costs(self.best_known) if self.best_known else {}
        entries = [_entry_of(path, costs) for path in self.paths]
        _require_distinct(entries, [str(path) for path in self.paths])
        return entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Random instances of a benchmark set's distribution, one for each seed."""

    law: Law = "XML"
    customers: int = 100
    seeds: tuple[int, ...] = (0,)
    kinds: tuple[tuple[str, Any], ...] = ()
    """Further arguments of `kinroute.generate`."""

    def entries(self) -> list[Entry]:
        """Generate them all; their best known costs are unknown."""
        kinds: dict[str, Any] = dict(self.kinds)
        drawn = [generate(self.customers, law=self.law, seed=seed, **kinds) for seed in self.seeds]
        entries = [Entry(name=one.name, instance=one, digest=digest_of(one)) for one in drawn]
        _require_distinct(entries, [entry.name for entry in entries])
        return entries


InstanceSet = Files | Drawn


def files_in(folder: Path, glob: str, exclude: Path | None = None) -> tuple[Path, ...]:
    """The files that match a pattern, by name; raises ConfigError where there is none."""
    if not os.path.isdir(folder):  # unlike that of a Path, it never raises
        raise ConfigError(
            f"there is no folder {folder}\n"
            "Folders are relative to the campaign file, or to --data DIR "
            "(KINROUTE_DATA in the environment)."
        )
    excluded = _names_in(exclude) if exclude else set()
    try:
        found = tuple(sorted(path for path in folder.glob(glob) if path.stem not in excluded))
    except (ValueError, NotImplementedError):
        raise ConfigError(f"glob = {glob!r}; use a pattern in the folder, such as *.vrp") from None
    if not found:
        raise ConfigError(f"no file matches {glob} in {folder}")
    return found


_HASHED_SINCE_THEY_EXIST = (
    "speed",
    "max_distance",
    "max_stops",
    "open_routes",
    "distance_cost",
    "duration_cost",
    "fixed_cost",
    "durations",
    "stop_counts",
)
"""Fields that are hashed where they are not the default: other instances keep their digests."""


def digest_of(instance: Instance) -> str:
    """A hash of the problem itself, without its name."""
    digest = hashlib.sha256()
    limits = (instance.capacity, instance.max_duration, instance.vehicles)
    digest.update(json.dumps([instance.metric, instance.rounding, *map(str, limits)]).encode())
    for array in (instance.demands, instance.service, instance.coordinates, instance.distances):
        digest.update(b"-" if array is None else array.astype("<f8").tobytes())
    defaults = {part.name: part.default for part in fields(Instance)}
    for name in _HASHED_SINCE_THEY_EXIST:
        value = getattr(instance, name)
        if isinstance(value, np.ndarray):
            digest.update(name.encode() + value.astype("<f8").tobytes())
        elif value != defaults[name]:
            digest.update(f"{name}={value!r}".encode())
    if instance.speed is not None:
        digest.update(instance.time_unit.encode())
    return digest.hexdigest()[:16]


def _names_in(path: Path) -> set[str]:
    """The words of a text file, which may be empty."""
    return set(read_text(path).split()) if path.stat().st_size else set()


def _require_distinct(entries: list[Entry], places: list[str]) -> None:
    """Raise ConfigError for two instances with the same content, or with the same name."""
    for clash, values in (
        ("hold the same instance", [entry.digest for entry in entries]),
        ("have the same name", [entry.name for entry in entries]),
    ):
        seen: dict[str, str] = {}
        for value, place in zip(values, places, strict=True):
            if value in seen:
                raise ConfigError(f"{seen[value]} and {place} {clash}; exclude one of them")
            seen[value] = place


def _entry_of(path: Path, costs: dict[str, float]) -> Entry:
    instance = read(path)
    routes, cost = _solution_beside(path, instance.customers)
    return Entry(
        name=path.stem,
        instance=instance,
        digest=digest_of(instance),
        best_known=costs.get(path.stem, cost),
        routes=routes,
    )


def _solution_beside(path: Path, customers: int) -> tuple[Routes | None, float | None]:
    """The routes and the cost of the `.sol` file; some published files have damaged routes."""
    solution = path.with_suffix(".sol")
    if not solution.is_file():
        return None, None
    routes, cost = read_solution(solution)
    visits = sorted(customer for route in routes for customer in route)
    return (tuple(routes) if visits == list(range(1, customers + 1)) else None), cost


def _costs(path: Path) -> dict[str, float]:
    text = read_text(path)
    try:
        costs = json.loads(text)
    except (ValueError, RecursionError):
        costs = None
    if not isinstance(costs, dict):
        raise FormatError("this is not a JSON object from names to costs", source=str(path))
    for name, cost in costs.items():
        is_number = isinstance(cost, int | float) and not isinstance(cost, bool)
        if not is_number or not 0 < cost <= sys.float_info.max:
            raise FormatError(
                f"the best known cost of {name!r} is {cost!r}; use a number above 0",
                source=str(path),
            )
    return {name: float(cost) for name, cost in costs.items()}
