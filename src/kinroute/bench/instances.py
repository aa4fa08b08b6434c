"""The instances of a campaign: files, or drawn by a law; with their best known costs."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.generate import Law, generate
from kinroute.instance import Instance
from kinroute.io import read
from kinroute.io.solutions import read_solution

Routes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An instance of a campaign with what is known of it."""

    name: str
    instance: Instance
    digest: str
    best_known: float | None = None
    routes: Routes | None = None
    """The best known solution, where a file brings it and it visits every customer once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Instances in files; a `.sol` beside each tells the best known cost."""

    paths: tuple[Path, ...]
    best_known: Path | None = None
    """A JSON object from names to costs, which overrules the `.sol` files."""

    def entries(self) -> list[Entry]:
        """Read them all; raises the error of the first that cannot be read."""
        costs = _costs(self.best_known) if self.best_known else {}
        return [_entry_of(path, costs) for path in self.paths]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Instances drawn by a law, one for each seed."""

    law: Law = "XML"
    customers: int = 100
    seeds: tuple[int, ...] = (0,)
    kinds: tuple[tuple[str, Any], ...] = ()
    """Further arguments of `kinroute.generate`."""

    def entries(self) -> list[Entry]:
        """Draw them all; nobody knows their best costs."""
        kinds: dict[str, Any] = dict(self.kinds)
        drawn = [generate(self.customers, law=self.law, seed=seed, **kinds) for seed in self.seeds]
        return [Entry(name=one.name, instance=one, digest=digest_of(one)) for one in drawn]


InstanceSet = Files | Drawn


def files_in(folder: Path, glob: str, exclude: Path | None = None) -> tuple[Path, ...]:
    """The files that a pattern finds, by name; raises ConfigError where there is none."""
    if not folder.is_dir():
        raise ConfigError(
            f"there is no folder {folder}\n"
            "Folders are looked for beside the campaign file, or below --data DIR "
            "(KINROUTE_DATA in the environment)."
        )
    left_out = set(exclude.read_text().split()) if exclude else set()
    found = tuple(sorted(path for path in folder.glob(glob) if path.stem not in left_out))
    if not found:
        raise ConfigError(f"no file matches {glob} in {folder}")
    return found


def digest_of(instance: Instance) -> str:
    """A hash of the problem itself; names do not count."""
    digest = hashlib.sha256()
    limits = (instance.capacity, instance.max_duration, instance.vehicles)
    digest.update(json.dumps([instance.metric, instance.rounding, *map(str, limits)]).encode())
    for array in (instance.demands, instance.service, instance.coordinates, instance.distances):
        digest.update(b"-" if array is None else array.astype("<f8").tobytes())
    return digest.hexdigest()[:16]


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
    try:
        values = json.loads(path.read_text())
        return {str(name): float(cost) for name, cost in values.items()}
    except OSError as error:
        raise InputError(f"cannot read it: {error.strerror}", source=str(path)) from None
    except (ValueError, AttributeError, TypeError):
        raise FormatError("this is no JSON object from names to costs", source=str(path)) from None
