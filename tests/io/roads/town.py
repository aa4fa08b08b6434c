"""A made-up town: six streets by six, two of them one-way, and an island without a bridge."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from kinroute.problem import geometry

SIDE = 6
NORTH, EAST = 0.0025, 0.004  # degrees between streets: about 278 m and 271 m
ORIGIN = (52.5, 13.4)
ONE_WAY_NORTH = (2, 3)
"""Streets from south to north that may only be driven in that direction."""
ISLAND = SIDE * SIDE
"""The crossing at the island's western end; the eastern end is the next one."""


def place(crossing: int) -> tuple[float, float]:
    """Latitude and longitude of a crossing, numbered row by row from the south-west."""
    if crossing >= ISLAND:
        return ORIGIN[0], ORIGIN[1] + (10 + crossing - ISLAND) * EAST
    row, column = divmod(crossing, SIDE)
    return ORIGIN[0] + row * NORTH, ORIGIN[1] + column * EAST


def streets() -> list[tuple[list[int], bool]]:
    """The crossings along every street, and whether it is one-way."""
    rows = [([row * SIDE + column for column in range(SIDE)], False) for row in range(SIDE)]
    columns = [
        ([row * SIDE + column for row in range(SIDE)], column in ONE_WAY_NORTH)
        for column in range(SIDE)
    ]
    return [*rows, *columns, ([ISLAND, ISLAND + 1], False)]


def write_pbf(path: Path) -> None:
    """Write the town as OpenStreetMap data."""
    import osmium
    from osmium.osm.mutable import Node, Way

    with osmium.SimpleWriter(path) as writer:
        for crossing in range(ISLAND + 2):
            lat, lon = place(crossing)
            writer.add_node(Node(id=crossing + 1, location=(lon, lat), version=1))
        for number, (crossings, one_way) in enumerate(streets(), 1):
            tags = {"highway": "residential", "oneway": "yes" if one_way else "no"}
            nodes = [crossing + 1 for crossing in crossings]
            writer.add_way(Way(id=number, nodes=nodes, tags=tags, version=1))


def street_distances() -> npt.NDArray[np.float64]:
    """Shortest ways between all crossings in km, computed here."""
    graph = np.zeros((ISLAND + 2, ISLAND + 2))
    for crossings, one_way in streets():
        for a, b in pairwise(crossings):
            length = geometry.distance(place(a), place(b), "great_circle", "none")
            graph[a, b] = length
            graph[b, a] = 0.0 if one_way else length
    found: npt.NDArray[np.float64] = dijkstra(csr_matrix(graph))
    return found
