"""Heatmaps of a network for instances of any size, as lists of the hottest customers.

Up to n_G = 100 customers an instance is one graph. Above, every customer has a subproblem of its
own: itself, its nearest customers and the depot; only the customer's own row is kept.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from kinroute.errors import ConfigError, RelatednessError
from kinroute.neural.architecture import GRAPH_CUSTOMERS
from kinroute.neural.graphs import FloatArray, scaled_nodes
from kinroute.neural.models import Model
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import IntArray, distance_rows, nearest, tie_ranks
from kinroute.relatedness.neighbours import Neighbours
from kinroute.search.clock import Clock

log = logging.getLogger("kinroute")

Device = Literal["auto", "cpu", "cuda"]
"""Where a network is asked; `auto` takes a card for wide networks, if there is one."""

Ask = Callable[[FloatArray, list[list[int]]], list[FloatArray]]
"""From graphs (g, n, 3) and the rows wanted of each to their heat, (rows, n) for each graph."""

_GRAPHS_AT_ONCE = 256
_TRIAL_SECONDS = 1.0
"""So long, or for the time limit, a network is tried before it is called too slow."""
_WIDE = 64
"""Width from which a card is worth the time that torch takes to load."""


def heat_lists(
    instance: Instance,
    model: Model,
    *,
    threads: int = 1,
    device: Device = "auto",
    seconds: float | None = None,
) -> Neighbours:
    """The hottest customers of each, hottest first, with their heat; equal heat by distance.

    As many as a graph has other customers. The order of the customers within a graph follows from
    their places and demands, so the numbering of an instance changes nothing. A network that would
    take longer than `seconds` on this machine's cores is refused soon after it has begun.
    """
    if instance.coordinates is None:
        raise RelatednessError(
            f"{instance.name} has no coordinates, and model {model.name} looks at nothing else\n"
            "Use a method by distance such as D-D, or bring a heatmap of your own."
        )
    n, width = instance.customers, min(instance.customers, GRAPH_CUSTOMERS) - 1
    ids, scores = np.empty((n, width), np.int32), np.empty((n, width), np.float32)
    if width == 0:
        return Neighbours(ids, scores)
    points, ranks, distances = _points(instance), tie_ranks(instance), distance_rows(instance)
    all_groups = list(_groups(instance, ranks))
    ask = _asked_on(device, model, threads, _Pace(model.name, len(all_groups), seconds))
    for first in range(0, len(all_groups), _GRAPHS_AT_ONCE):
        groups = all_groups[first : first + _GRAPHS_AT_ONCE]
        members = np.stack([group[0] for group in groups])  # g m, customers from 0
        with_depot = np.concatenate((np.zeros_like(members[:, :1]), members + 1), axis=1)
        nodes = scaled_nodes(
            points[with_depot],
            instance.demands[members],
            np.full(len(members), instance.capacity, float),
        )
        places = [np.searchsorted(ranks[row], ranks[asked]) + 1 for row, asked in groups]
        heats = ask(nodes, [place.tolist() for place in places])
        for (row, asked), heat in zip(groups, heats, strict=True):
            near = np.stack([distances(int(customer))[row] for customer in asked])
            own = np.where(row == asked[:, None], -np.inf, heat[:, 1:])  # oneself comes last
            order = np.lexsort((np.broadcast_to(ranks[row], near.shape), near, -own))[:, :-1]
            ids[asked] = row[order] + 1
            scores[asked] = np.take_along_axis(own, order, axis=1)
    return Neighbours(ids, scores)


class _Pace:
    """Sees from the first graphs whether all of them can be done in the time there is."""

    def __init__(self, name: str, graphs: int, seconds: float | None) -> None:
        self.name, self.graphs = name, graphs
        self._seconds = math.inf if seconds is None else seconds
        self._clock = Clock.started_now()
        self._done = 0

    def one_done(self) -> None:
        """Count a graph; raises ConfigError where too many are left."""
        self._done += 1
        spent = self._clock.seconds()
        needed = spent * self.graphs / self._done
        is_tried = spent > min(_TRIAL_SECONDS, self._seconds)
        if is_tried and needed > self._seconds and self._done < self.graphs:
            raise ConfigError(
                f"{self.name} needs about {needed:,.1f} s on this machine for its {self.graphs} "
                f"graphs, longer than the whole time limit of {self._seconds:g} s\n"
                "Give the search more time, a CUDA card, or a smaller network such as light-2; or "
                "make the heatmap once with `kinroute heatmap` and bring it with --heatmap."
            )


def _asked_on(device: Device, model: Model, threads: int, pace: _Pace) -> Ask:
    if device not in get_args(Device):
        raise ConfigError(f"device {device!r}; use one of {', '.join(get_args(Device))}")
    if device == "cuda" or (device == "auto" and model.architecture.width >= _WIDE):
        from kinroute.neural import card

        if device == "cuda" or card.is_there():
            return card.asked(model)
        if pace.graphs > 1:
            log.warning(
                "%s is a large network: without a CUDA card it may take seconds for each of %d "
                "graphs; light-2 takes milliseconds",
                model.name,
                pace.graphs,
            )
    return _asked_here(model, threads, pace)


def _asked_here(model: Model, threads: int, pace: _Pace) -> Ask:
    network = model.network()

    def ask(nodes: FloatArray, rows: list[list[int]]) -> list[FloatArray]:
        heats = []
        pool = ThreadPoolExecutor(threads)
        try:
            done = pool.map if threads > 1 else map
            for heat in done(network.heat_of, rows, nodes):
                heats.append(heat)
                pace.one_done()
        finally:  # nobody waits for graphs that are no longer wanted
            pool.shutdown(cancel_futures=True)
        return heats

    return ask


def _groups(instance: Instance, ranks: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
    """The customers of each graph, by rank, and those that it is asked about: equal graphs once."""
    n = instance.customers
    if n <= GRAPH_CUSTOMERS:
        everyone = np.argsort(ranks).astype(np.int32)
        yield everyone, everyone
        return
    others, _ = nearest(instance, GRAPH_CUSTOMERS - 1)
    members = np.concatenate((np.arange(n, dtype=np.int32)[:, None], others - 1), axis=1)
    members = np.take_along_axis(members, np.argsort(ranks[members], axis=1), axis=1)
    asked: dict[bytes, list[int]] = {}
    for customer, row in enumerate(members):
        asked.setdefault(row.tobytes(), []).append(customer)
    for customers in asked.values():
        yield members[customers[0]], np.array(customers, np.int32)


def _points(instance: Instance) -> npt.NDArray[np.float64]:
    """Depot and customers in the plane; places on the globe as on a map around their middle."""
    assert instance.coordinates is not None
    points = np.asarray(instance.coordinates, np.float64)
    if instance.metric == "euclidean":
        return points
    latitude = np.radians(points[:, 0].mean())
    return np.column_stack((points[:, 1] * np.cos(latitude), points[:, 0]))
