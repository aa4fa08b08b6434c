"""Labelled instances: random instances of the XML distribution with good solutions, as arrays.

A folder of labels holds `manifest.json` and shards `shard-00000.npz`, each with the arrays of
`Labels` for about a thousand instances. The manifest records distribution, seeds, solver and time
limit, and the SHA-256 of every shard. Nothing in them is executed (no pickle).
"""

from __future__ import annotations

import hashlib
import io
import math
import re
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kinroute.errors import InputError, LabelError
from kinroute.io.archives import ArchiveError, read_arrays
from kinroute.io.atomic import write_bytes
from kinroute.io.text import shown
from kinroute.neural.manifest import Manifest, Shard
from kinroute.neural.solved_files import solved_instances
from kinroute.problem.instance import Instance
from kinroute.solution import Solution

Array = npt.NDArray[Any]

_KIND = re.compile(r"[KX]ML\d+_([1-3])([1-3])([1-7])([1-6])_")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Labels:
    """m instances of n customers each, with a solution of each, as arrays."""

    seed: npt.NDArray[np.int64]
    """(m,) the seed of `kinroute.generate`; of published instances their number in the list."""
    xy: npt.NDArray[np.int16]
    """(m, n + 1, 2) the depot first."""
    demand: npt.NDArray[np.int16]
    """(m, n)"""
    capacity: npt.NDArray[np.int32]
    """(m,)"""
    kind: npt.NDArray[np.uint8]
    """(m, 4) classes of depot, layout, demand and route size, as in the name; 0 if unknown."""
    tour: npt.NDArray[np.unsignedinteger[Any]]
    """(m, n) the customers, from 1, route after route."""
    first: npt.NDArray[np.bool_]
    """(m, n) whether a route starts at this position of the tour."""
    cost: npt.NDArray[np.int32]
    """(m,)"""
    names: tuple[str, ...] | None = None
    """(m,) of instances from files."""
    manifest: Manifest | None = None
    """None for those from files."""

    def __post_init__(self) -> None:
        fault = _fault(self.arrays())
        if fault is not None:
            raise LabelError(f"invalid labels: {fault}")

    def __len__(self) -> int:
        """Return the number of instances, m."""
        return len(self.seed)

    @property
    def customers(self) -> int:
        """The number of customers of each, n."""
        return int(self.demand.shape[1])

    def arrays(self) -> dict[str, Array]:
        """The arrays by their names, as in a shard."""
        return {name: getattr(self, name) for name in _ARRAYS}

    def instance(self, k: int) -> Instance:
        """Instance k, from 0, as it was solved."""
        digits = "".join(map(str, self.kind[k].tolist()))
        name = f"KML{self.customers}_{digits}_s{self.seed[k]}" if not self.names else self.names[k]
        return Instance(
            demands=self.demand[k].astype(np.float64),
            capacity=int(self.capacity[k]),
            coordinates=self.xy[k].astype(np.float64),
            rounding="nearest",
            rounding_reason="EUC_2D as CVRPLIB counts it",
            name=name,
        )

    def solution(self, k: int) -> Solution:
        """The solution of instance k."""
        starts = np.flatnonzero(self.first[k])[1:]
        routes = np.split(self.tour[k].astype(int), starts)
        return Solution((route.tolist() for route in routes), float(self.cost[k]))

    def edges(self, k: int, *, with_depot: bool = False) -> npt.NDArray[np.int64]:
        """The edges (e, 2) of the solution of instance k, smaller node first, each once.

        Without the depot's these are the pairs of customers that follow one another on a route.
        """
        tour, first = self.tour[k].astype(np.int64), self.first[k]
        inside = ~first[1:]
        pairs = np.column_stack((tour[:-1][inside], tour[1:][inside]))
        if with_depot:
            ends = np.concatenate((tour[first], tour[np.append(first[1:], True)]))
            pairs = np.vstack((np.column_stack((np.zeros_like(ends), ends)), pairs))
        pairs.sort(axis=1)
        return np.unique(pairs, axis=0)

    def chosen(self, which: npt.NDArray[Any] | slice) -> Labels:
        """Some of the instances, by index, mask or slice."""
        parts: dict[str, Any] = {name: array[which] for name, array in self.arrays().items()}
        names = None if self.names is None else tuple(np.array(self.names, object)[which])
        return Labels(**parts, names=names, manifest=self.manifest)


_ARRAYS = ("seed", "xy", "demand", "capacity", "kind", "tour", "first", "cost")
_MOST_CUSTOMERS = 30_000


def kind_of(name: str) -> tuple[int, int, int, int]:
    """The digits A, B, C, D in the name of an XML instance; zeros where there are none."""
    match = _KIND.match(name)
    a, b, c, d = (0, 0, 0, 0) if match is None else map(int, match.groups())
    return (a, b, c, d)


def labelled(
    instances: list[Instance], solutions: list[Solution], seeds: list[int], **more: Any
) -> Labels:
    """Labels of instances of the same size, with integer coordinates and demands."""
    sizes = {instance.customers for instance in instances}
    if len(sizes) != 1:
        raise LabelError(f"instances of {sorted(sizes)} customers; labels hold one size")
    n = sizes.pop()
    if n > _MOST_CUSTOMERS:
        raise LabelError(f"{n} customers; labels hold up to {_MOST_CUSTOMERS}")
    firsts = np.zeros((len(instances), n), np.bool_)
    for row, solution in zip(firsts, solutions, strict=True):
        row[np.cumsum([0, *map(len, solution.routes[:-1])])] = True
    return Labels(
        seed=np.array(seeds, np.int64),
        xy=_whole(np.array([_points(i) for i in instances]), np.int16, "coordinates"),
        demand=_whole(np.array([i.demands for i in instances]), np.int16, "demands"),
        capacity=_whole(np.array([i.capacity for i in instances]), np.int32, "capacities"),
        kind=np.array([kind_of(i.name) for i in instances], np.uint8),
        tour=np.array([np.concatenate(s.routes) for s in solutions], _tour_type(n)),
        first=firsts,
        cost=_whole(np.array([s.cost for s in solutions], np.float64), np.int32, "costs"),
        **more,
    )


def write_shard(path: Path, labels: Labels) -> Shard:
    """Write one shard, whole or not at all, and return its entry of the manifest."""
    stream = io.BytesIO()
    arrays: dict[str, Any] = labels.arrays()
    np.savez_compressed(stream, **arrays)
    write_bytes(path, stream.getvalue())
    return Shard(
        file=path.name,
        first_seed=int(labels.seed[0]),
        count=len(labels),
        sha256=hashlib.sha256(stream.getvalue()).hexdigest(),
        mean_cost=round(float(labels.cost.mean()), 3),
    )


def read_shard(folder: Path, shard: Shard, customers: int) -> Labels:
    """Read one shard; raises LabelError where it does not match the manifest."""
    path = folder / shard.file
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LabelError(f"cannot be read: {error.strerror or error}", source=str(path)) from None
    if hashlib.sha256(content).hexdigest() != shard.sha256:
        raise LabelError(
            "its content does not match the manifest (SHA-256 differs)\n"
            "Run the same `kinroute label` again: it replaces damaged shards.",
            source=str(path),
        )
    try:
        arrays: dict[str, Any] = read_arrays(content, _require_all)
        labels = Labels(**arrays)
    except (ArchiveError, LabelError) as error:
        raise LabelError(f"not a shard of labels: it {error}", source=str(path)) from None
    if (
        labels.customers != customers
        or len(labels) != shard.count
        or not np.array_equal(labels.seed, shard.first_seed + np.arange(shard.count))
    ):
        raise LabelError("its seeds or its size do not match the manifest", source=str(path))
    return labels


def _require_all(names: list[str]) -> list[str]:
    if sorted(names) != sorted(_ARRAYS):
        raise ArchiveError(f"holds {shown(', '.join(sorted(names)))}, not {', '.join(_ARRAYS)}")
    return names


def read(folder: str | PathLike[str]) -> Labels:
    """Read a folder of labels, finished or not; every shard is checked."""
    manifest = Manifest.read(Path(folder))
    if not manifest.shards:
        raise LabelError("there are no shards yet; resume `kinroute label`", source=str(folder))
    shards = [read_shard(Path(folder), shard, manifest.customers) for shard in manifest.shards]
    parts: dict[str, Any] = {
        name: np.concatenate([getattr(shard, name) for shard in shards]) for name in _ARRAYS
    }
    return Labels(**parts, manifest=manifest)


def from_files(folder: str | PathLike[str]) -> Labels:
    """Labels from a folder of `.vrp` files with `.sol` files beside them.

    An instance whose solution fails the check (the routes of some published files do not have the
    cost that they claim) is left out, with a warning in the log.
    """
    found = solved_instances(folder)
    instances = [solved.instance for solved in found]
    solutions = [solved.solution for solved in found]
    try:
        names = tuple(instance.name for instance in instances)
        return labelled(instances, solutions, list(range(len(names))), names=names)
    except InputError as error:
        raise LabelError(error.text, source=str(folder)) from None


def _points(instance: Instance) -> Array:
    if instance.metric != "euclidean" or instance.rounding != "nearest":
        raise LabelError(f"{instance.name}: {instance.rounding_text}; labels are EUC_2D, rounded")
    changes = _not_kept(instance)
    if changes:
        raise LabelError(
            f"{instance.name}: {changes[0]} is not kept by labels, which are plain CVRP; leave the "
            "instance out"
        )
    assert instance.coordinates is not None
    return instance.coordinates


def _not_kept(instance: Instance) -> list[str]:
    """The fields of an instance that would be lost, although its solution depends on them."""
    defaults = {
        "durations": None,
        "max_duration": math.inf,
        "max_distance": math.inf,
        "max_stops": None,
        "open_routes": False,
        "distance_cost": 1.0,
        "duration_cost": 0.0,
        "fixed_cost": 0.0,
    }
    return [
        name
        for name, default in defaults.items()
        if not np.array_equal(getattr(instance, name), default)  # type: ignore[arg-type]
    ]


def _whole(values: Array, kind: type[np.signedinteger[Any]], what: str) -> Array:
    limit = np.iinfo(kind).max
    if (values != np.round(values)).any() or np.abs(values).max() > limit:
        raise LabelError(f"{what} must be whole numbers up to {limit}")
    return values.astype(kind)


def _tour_type(n: int) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if n <= 255 else np.uint16


def _fault(arrays: dict[str, Array]) -> str | None:
    """The first inconsistency of the arrays, or None."""
    if arrays["demand"].ndim != 2:
        return "demand is not two-dimensional"
    m, n = arrays["demand"].shape
    shapes = {
        "seed": ((m,), np.int64),
        "xy": ((m, n + 1, 2), np.int16),
        "demand": ((m, n), np.int16),
        "capacity": ((m,), np.int32),
        "kind": ((m, 4), np.uint8),
        "tour": ((m, n), _tour_type(n)),
        "first": ((m, n), np.bool_),
        "cost": ((m,), np.int32),
    }
    for name, (shape, kind) in shapes.items():
        array = arrays[name]
        if array.shape != shape or array.dtype != kind:
            wanted = f"{np.dtype(kind)} {shape}"
            return f"{name} is {array.dtype} {array.shape} and should be {wanted}"
    if n == 0 or m == 0:
        return "they are empty"
    if not (np.sort(arrays["tour"], axis=1) == np.arange(1, n + 1)).all():
        return "a tour does not visit every customer once"
    if not arrays["first"][:, 0].all():
        return "a tour does not start with a route"
    return None
