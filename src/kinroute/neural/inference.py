"""Inference: the heatmap of a network for an instance of any size, as lists of customers.

Up to n_G = 100 customers an instance is one graph. Above, every customer has a subproblem of its
own: itself, its nearest customers and the depot; only the customer's own row is kept.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from kinroute import _core
from kinroute.errors import ConfigError, RelatednessError
from kinroute.neural.architecture import GRAPH_CUSTOMERS
from kinroute.neural.graphs import FloatArray, scaled_nodes
from kinroute.neural.models import Model
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import IntArray, distance_rows, nearest, tie_ranks
from kinroute.relatedness.neighbours import Neighbours

log = logging.getLogger("kinroute")

Device = Literal["auto", "cpu", "cuda"]
"""Where inference runs; `auto` takes a GPU for wide networks, if there is one."""

RowInference = Callable[[FloatArray, list[list[int]]], list[FloatArray]]
"""From graphs (g, n, 3) and the rows needed of each to edge probabilities (rows, n) of each."""

_BATCH = 256
"""Graphs prepared at a time."""
_TRIAL_SECONDS = 1.0
"""How long, at most the time limit, inference runs before it may be refused as too slow."""
_WIDE = 64
"""Width from which a GPU is worth the time that torch takes to load."""


def infer(
    instance: Instance,
    model: Model,
    *,
    threads: int = 1,
    device: Device = "auto",
    seconds: float | None = None,
) -> Neighbours:
    """For each customer all others of its graph, by probability of an edge; ties by distance.

    The order of the customers within a graph follows from their coordinates and demands, so
    renumbering the customers renumbers the lists and changes nothing else. Raises `ConfigError`,
    soon after the start, where inference on the CPU would take longer than `seconds`, and
    `RelatednessError` for an instance without coordinates.
    """

    def rows_for(graphs: int) -> RowInference:
        return _on_device(device, model, threads, _Pace(model.name, graphs, seconds))

    return inferred_lists(instance, model.name, rows_for)


def inferred_lists(
    instance: Instance, name: str, rows_for: Callable[[int], RowInference]
) -> Neighbours:
    """The lists of `infer` by any network: `rows_for` prepares it for so many graphs."""
    if instance.coordinates is None:
        raise RelatednessError(
            f"{instance.name} has no coordinates; model {name} needs them\n"
            "Use a method by distance such as D-D, or give a heatmap of your own."
        )
    n, width = instance.customers, min(instance.customers, GRAPH_CUSTOMERS) - 1
    ids, scores = np.empty((n, width), np.int32), np.empty((n, width), np.float32)
    if width == 0:
        return Neighbours(ids, scores)
    points, ranks, distances = plane_points(instance), tie_ranks(instance), distance_rows(instance)
    all_subproblems = list(_subproblems(instance, ranks))
    rows_of = rows_for(len(all_subproblems))
    for start in range(0, len(all_subproblems), _BATCH):
        batch = all_subproblems[start : start + _BATCH]
        nodes = graph_nodes(instance, points, np.stack([members for members, _ in batch]))
        places = [np.searchsorted(ranks[row], ranks[centres]) for row, centres in batch]
        heats = rows_of(nodes, [(place + 1).tolist() for place in places])
        for (row, centres), place, heat in zip(batch, places, heats, strict=True):
            found = _core.ranked_by_heat(np.ascontiguousarray(heat), row + 1, place.tolist())
            ids[centres], scores[centres], tied = found
            for k in tied:
                near = distances(int(centres[k]))[row]
                own = np.where(row == centres[k], -np.inf, heat[k, 1:])  # itself comes last
                ids[centres[k]] = row[np.lexsort((ranks[row], near, -own))[:-1]] + 1
    return Neighbours(ids, scores)


def graph_nodes(
    instance: Instance, points: npt.NDArray[np.float64], members: IntArray
) -> FloatArray:
    """(g, m + 1, 3) the nodes of graphs, from their customers (g, m) numbered from 0."""
    with_depot = np.concatenate((np.zeros_like(members[:, :1]), members + 1), axis=1)
    capacity = np.full(len(members), instance.capacity, float)
    return scaled_nodes(points[with_depot], instance.demands[members], capacity)


class _Pace:
    """Extrapolates from the first graphs whether all of them fit into the time limit."""

    def __init__(self, name: str, graphs: int, seconds: float | None) -> None:
        self.name, self.graphs = name, graphs
        self._seconds = math.inf if seconds is None else seconds
        self._start = time.perf_counter()
        self._done = 0

    def one_done(self) -> None:
        """Count a graph; raises ConfigError where all of them need more than the time limit."""
        self._done += 1
        spent = time.perf_counter() - self._start
        needed = spent * self.graphs / self._done
        is_tried = spent > min(_TRIAL_SECONDS, self._seconds)
        is_refusable = self._seconds > 0 or self.graphs > 1  # 0 asks for a first solution only
        if is_tried and needed > self._seconds and is_refusable:
            raise too_slow(self.name, self.graphs, needed, self._seconds)


def too_slow(name: str, graphs: int, needed: float, limit: float) -> ConfigError:
    """The error of a network whose inference leaves a search no time."""
    which = f"{graphs} graphs" if graphs > 1 else "one graph"
    return ConfigError(
        f"{name} needs about {needed:,.1f} s on this machine for its {which}, longer than the "
        f"whole time limit of {limit:g} s\n"
        "Raise the time limit, use a CUDA GPU or a smaller network such as light-2; or "
        "compute the heatmap once with `kinroute heatmap` and pass it with --heatmap."
    )


def _on_device(device: Device, model: Model, threads: int, pace: _Pace) -> RowInference:
    if device not in get_args(Device):
        raise ConfigError(f"device {device!r}; use one of {', '.join(get_args(Device))}")
    if device == "cuda" or (device == "auto" and model.architecture.width >= _WIDE):
        from kinroute.neural import cuda

        if device == "cuda" or cuda.is_available():
            return cuda.batched(model)
        if pace.graphs > 1:
            log.warning(
                "%s is a large network: without a CUDA GPU it may take seconds for each of %d "
                "graphs; light-2 takes milliseconds",
                model.name,
                pace.graphs,
            )
    return _on_cpu(model, threads, pace)


def _on_cpu(model: Model, threads: int, pace: _Pace) -> RowInference:
    """Inference by the core."""
    network = model.network()

    def rows_of(nodes: FloatArray, rows: list[list[int]]) -> list[FloatArray]:
        heats = []
        pool = ThreadPoolExecutor(threads)
        try:
            done = pool.map if threads > 1 else map
            for heat in done(network.heat_of, rows, nodes):
                heats.append(heat)
                pace.one_done()
        finally:  # graphs that are no longer needed are not waited for
            pool.shutdown(cancel_futures=True)
        return heats

    return rows_of


def _subproblems(instance: Instance, ranks: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
    """The customers of each graph, by rank, and its centres: equal graphs share one inference."""
    n = instance.customers
    if n <= GRAPH_CUSTOMERS:
        everyone = np.argsort(ranks).astype(np.int32)
        yield everyone, everyone
        return
    others, _ = nearest(instance, GRAPH_CUSTOMERS - 1)
    members = np.concatenate((np.arange(n, dtype=np.int32)[:, None], others - 1), axis=1)
    members = np.take_along_axis(members, np.argsort(ranks[members], axis=1), axis=1)
    centres: dict[bytes, list[int]] = {}
    for customer, row in enumerate(members):
        centres.setdefault(row.tobytes(), []).append(customer)
    for customers in centres.values():
        yield members[customers[0]], np.array(customers, np.int32)


def plane_points(instance: Instance) -> npt.NDArray[np.float64]:
    """Depot and customers in the plane; points on the globe by an equirectangular projection."""
    assert instance.coordinates is not None
    points = np.asarray(instance.coordinates, np.float64)
    if instance.metric == "euclidean":
        return points
    latitude = np.radians(points[:, 0].mean())
    return np.column_stack((points[:, 1] * np.cos(latitude), points[:, 0]))
