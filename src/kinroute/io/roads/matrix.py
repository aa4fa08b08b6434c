"""The matrix of an instance by road: fetched in blocks, resumable, written as .npz."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import InputError, InstanceError
from kinroute.io.atomic import replacing
from kinroute.io.roads.engines import Engine
from kinroute.io.roads.partial import partial_matrix
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance

Observer = Callable[[int, float], None]
"""Is called with the number of blocks that are there, and the seconds so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadMatrix:
    """Ways between all nodes of an instance, the depot first."""

    distances: FloatArray
    """(n + 1, n + 1) in km; inf where there is no way."""
    durations: FloatArray
    """(n + 1, n + 1) in minutes."""
    offsets: FloatArray
    """(n + 1,) km from each node to the nearest road; nan where that is not known."""


def block_count(nodes: int, engine: Engine) -> int:
    """The number of requests for a matrix of so many nodes."""
    return (-(-nodes // engine.block)) ** 2


def partial_path(output: str | PathLike[str]) -> Path:
    """Where blocks are kept until the matrix is complete."""
    return Path(f"{output}.partial")


def road_matrix(
    instance: Instance,
    engine: Engine,
    *,
    partial: str | PathLike[str],
    observer: Observer | None = None,
) -> RoadMatrix:
    """Fetch the matrix of an instance with latitudes and longitudes.

    Every block is kept in the file `partial` at once, and is not fetched again when the same
    request is repeated; the file is left to the caller. Raises InputError where the server fails.
    """
    points = _points(instance)
    start = time.monotonic()
    with partial_matrix(Path(partial), _key(points, engine)) as kept:
        there = kept.blocks()
        for at, rows, columns in _blocks(len(points), engine.block):
            if at not in there:
                kept.add(at, _fetched(engine, points, rows, columns))
                there.add(at)
            if observer is not None:
                observer(len(there), time.monotonic() - start)
        return _assembled(len(points), engine.block, kept.tables())


def write_matrix(path: str | PathLike[str], instance: Instance, roads: RoadMatrix) -> None:
    """Write a .npz that `kinroute.read` takes: the matrices, and what the stops had."""
    arrays: dict[str, Any] = {
        "distances": roads.distances,
        "durations": roads.durations,
        "coordinates": instance.coordinates,
        "metric": np.array("great_circle"),  # of the coordinates: latitudes and longitudes
        "demands": instance.demands,
        "distance_unit": np.array("km"),
        "time_unit": np.array("min"),
    }
    if instance.service.any():
        arrays["service"] = instance.service
    if instance.names is not None:
        arrays["names"] = np.array(instance.names)
        arrays["depot_name"] = np.array(instance.depot_name)
    if instance.attributes is not None:
        columns = list(dict.fromkeys(key for row in instance.attributes for key in row))
        cells = [[row.get(column, "") for column in columns] for row in instance.attributes]
        if columns:
            arrays["attribute_names"] = np.array(columns)
            arrays["attributes"] = np.array(cells)
    with replacing(path) as beside:
        np.savez_compressed(beside, allow_pickle=False, **arrays)


def _points(instance: Instance) -> FloatArray:
    """(n + 1, 2) latitudes and longitudes."""
    if instance.coordinates is None or instance.metric not in ("great_circle", "geo"):
        raise InstanceError(
            "roads need the latitude and longitude of every stop; name the columns lat and lon",
            source=instance.source,
        )
    if instance.metric == "geo":
        raise InstanceError(
            "coordinates of TSPLIB's GEO are degrees and minutes; give lat and lon in degrees",
            source=instance.source,
        )
    return instance.coordinates


def _key(points: FloatArray, engine: Engine) -> str:
    request = f"1 {engine.name} {engine.url} {engine.profile} {engine.block} {points.shape}"
    return hashlib.sha256(request.encode() + points.astype("<f8").tobytes()).hexdigest()


def _blocks(nodes: int, size: int) -> Iterator[tuple[tuple[int, int], slice, slice]]:
    starts = list(enumerate(range(0, nodes, size)))
    for row, top in starts:
        for column, left in starts:
            yield (row, column), slice(top, top + size), slice(left, left + size)


def _fetched(engine: Engine, points: FloatArray, rows: slice, columns: slice) -> Any:
    try:
        return engine.table(points[rows], points[columns])
    except InputError as error:
        sources, targets = points[rows], points[columns]
        where = (
            f"stops {rows.start} to {rows.start + len(sources) - 1}, "
            f"to {columns.start} to {columns.start + len(targets) - 1} (0 is the depot)"
        )
        first, *more = error.text.split("\n")
        raise InputError("\n".join([f"{first}, requested for {where}", *more])) from None


def _assembled(nodes: int, size: int, tables: Iterator[tuple[tuple[int, int], Any]]) -> RoadMatrix:
    distances, durations = np.full((nodes, nodes), np.inf), np.full((nodes, nodes), np.inf)
    offsets = np.full(nodes, np.nan)
    for (row, column), table in tables:
        rows = slice(row * size, row * size + len(table.offsets))
        columns = slice(column * size, column * size + table.distances.shape[1])
        distances[rows, columns], durations[rows, columns] = table.distances, table.durations
        offsets[rows] = np.fmin(offsets[rows], table.offsets)
    # A pair that lacks either is not to be driven.
    broken = ~np.isfinite(distances) | ~np.isfinite(durations)
    distances[broken] = durations[broken] = np.inf
    for matrix in (distances, durations):
        np.fill_diagonal(matrix, 0.0)
    return RoadMatrix(distances=distances, durations=durations, offsets=offsets)
