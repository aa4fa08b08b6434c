"""A part of an instance: some of its customers, under all of its limits."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np

from kinroute.errors import InputWarning
from kinroute.problem.instance import Instance


def part_of(instance: Instance, customers: Sequence[int], *, vehicles: int | None) -> Instance:
    """The instance of these customers alone, which get the numbers 1, 2, … in this order.

    Distances, limits, costs and units stay as they are, so that a route costs what it costs in the
    whole. `vehicles` is the bound on the routes of the part; names and attributes are left out.
    """
    rows = np.asarray(customers, np.intp) - 1
    nodes = np.append(0, rows + 1)
    square = np.ix_(nodes, nodes)
    counts, places = instance.stop_counts, instance.coordinates
    with warnings.catch_warnings():
        # What is said of coordinates was said of the whole.
        warnings.simplefilter("ignore", InputWarning)
        return instance.with_changes(
            demands=instance.demands[rows],
            service=instance.service[rows],
            coordinates=None if places is None else places[nodes],
            distances=None if instance.distances is None else instance.distances[square],
            durations=None if instance.durations is None else instance.durations[square],
            stop_counts=None if counts is None else counts[rows],
            vehicles=vehicles,
            names=None,
            attributes=None,
        )
