"""VRPLIB and TSPLIB files (.vrp), in the variants found in public benchmark sets.

Two headers go beyond the published formats, so that every instance can be written and read back:
`ROUNDING : nearest | up | none` overrides what the edge weight type implies, and
`EDGE_WEIGHT_TYPE : GREAT_CIRCLE` means haversine distances in km between (lat, lon) in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import get_args

import numpy as np

from kinroute.errors import InputError
from kinroute.io.atomic import write_text
from kinroute.io.draft import Draft
from kinroute.io.keywords import refuse_unknown
from kinroute.io.nodes import depot_node, node_order, node_rows, node_values
from kinroute.io.sections import Layout, layout
from kinroute.io.text import shown
from kinroute.io.weights import weight_matrix
from kinroute.problem.geometry import FloatArray, Metric, Rounding
from kinroute.problem.instance import Instance

CVRPLIB_ROUNDING = "EUC_2D as CVRPLIB counts it"

_TYPES = ("CVRP", "VRP", "DCVRP", "ACVRP")
_WEIGHT_TYPES: dict[str, tuple[Metric, Rounding]] = {
    "EUC_2D": ("euclidean", "nearest"),
    "CEIL_2D": ("euclidean", "up"),
    "EXACT_2D": ("euclidean", "none"),
    "GEO": ("geo", "nearest"),
    "GREAT_CIRCLE": ("great_circle", "none"),
    "EXPLICIT": ("matrix", "none"),
}
_WRITTEN_TYPES = {
    "euclidean": "EUC_2D",
    "geo": "GEO",
    "great_circle": "GREAT_CIRCLE",
    "matrix": "EXPLICIT",
}


def parse_vrplib(text: str, source: str) -> Draft:
    """Parse a VRPLIB file; raises FormatError with the line."""
    file = layout(text, source)
    _refuse_other_problems(file)
    refuse_unknown(file)
    metric, rounding, reason = _distance_rule(file)
    nodes = node_order(file, by_number=metric == "matrix")
    depot = depot_node(file, nodes)
    order = [depot, *(node for node in nodes if node != depot)]
    demands, lines = node_values(file, "DEMAND_SECTION", order)
    coordinates, distances = _places_of_nodes(file, metric, order)
    limit = file.number("DISTANCE")
    return Draft(
        source=source,
        demands=demands,
        places=[f"line {line}" for line in lines[1:]],
        capacity=file.number("CAPACITY"),
        no_capacity="there is no CAPACITY line; add one, or give the capacity",
        coordinates=coordinates,
        distances=distances,
        metric=metric,
        rounding=rounding,
        rounding_reason=reason,
        service=_service(file, order),
        max_duration=math.inf if limit is None else limit,
        vehicles=file.whole("VEHICLES"),
        name=file.text("NAME") or Path(source).stem,
    )


def write_vrplib(instance: Instance, path: str | PathLike[str]) -> None:
    """Write an instance as a VRPLIB file, whole or not at all.

    It reads back as the same instance, except for the customers' names, which it does not hold.
    """
    write_text(path, vrplib_text(instance))


def vrplib_text(instance: Instance) -> str:
    """Return the text of a VRPLIB file, the depot as node 1."""
    _refuse_what_it_cannot_hold(instance)
    n = instance.customers
    lines = [
        f"NAME : {' '.join(instance.name.split()) or 'unnamed'}",
        "TYPE : CVRP",
        f"DIMENSION : {n + 1}",
        f"EDGE_WEIGHT_TYPE : {_written_type(instance)}",
        f"CAPACITY : {_exact(instance.capacity)}",
    ]
    if instance.distances is not None:
        lines.append("EDGE_WEIGHT_FORMAT : FULL_MATRIX")
    if math.isfinite(instance.max_duration):
        lines.append(f"DISTANCE : {_exact(instance.max_duration)}")
    if instance.vehicles is not None:
        lines.append(f"VEHICLES : {instance.vehicles}")
    if _implied_rounding(instance) != instance.rounding:
        lines.append(f"ROUNDING : {instance.rounding}")
    if instance.distances is not None:
        lines += ["EDGE_WEIGHT_SECTION", *(_row(row) for row in instance.distances.tolist())]
    if instance.coordinates is not None:
        lines += ["NODE_COORD_SECTION", *_numbered(map(_row, instance.coordinates.tolist()))]
    lines += ["DEMAND_SECTION", *_numbered(map(_exact, [0.0, *instance.demands.tolist()]))]
    if instance.service.any():
        service = [0.0, *instance.service.tolist()]
        lines += ["SERVICE_TIME_SECTION", *_numbered(map(_exact, service))]
    return "\n".join([*lines, "DEPOT_SECTION", "1", "-1", "EOF", ""])


def _refuse_other_problems(file: Layout) -> None:
    kind = file.text("TYPE", "CVRP").upper()
    if kind not in _TYPES:
        raise file.error(
            f"TYPE {shown(kind)} is not solved here; it must be one of {', '.join(_TYPES)}",
            file.headers["TYPE"].line,
        )


def _distance_rule(file: Layout) -> tuple[Metric, Rounding, str]:
    """Return the metric, the rounding of one distance, and the reason for it."""
    header = file.headers.get("EDGE_WEIGHT_TYPE")
    weight_type = file.text("EDGE_WEIGHT_TYPE").upper()
    if weight_type not in _WEIGHT_TYPES:
        known = ", ".join(_WEIGHT_TYPES)
        if header is None:
            raise file.error(f"there is no EDGE_WEIGHT_TYPE line; it must be one of {known}")
        raise file.error(
            f"EDGE_WEIGHT_TYPE {shown(weight_type)} is not known; it must be one of {known}",
            header.line,
        )
    metric, rounding = _WEIGHT_TYPES[weight_type]
    override = file.text("ROUNDING").lower()
    if override:
        if override not in get_args(Rounding):
            raise file.error(
                f"ROUNDING {shown(override)} must be one of {', '.join(get_args(Rounding))}",
                file.headers["ROUNDING"].line,
            )
        named: dict[str, Rounding] = {"nearest": "nearest", "up": "up", "none": "none"}
        return metric, named[override], "ROUNDING in the file"
    if weight_type != "EUC_2D":
        return metric, rounding, f"{weight_type} in the file"
    if "DISTANCE" in file.headers:
        return metric, "none", "the file has a route-duration limit"
    if _is_fraction(file.text("COMMENT")):
        return metric, "none", "the file's comment is a fractional cost"
    return metric, rounding, CVRPLIB_ROUNDING


def _is_fraction(text: str) -> bool:
    # The files of Christofides et al. and of Golden et al. quote their unrounded best cost.
    try:
        return "." in text and math.isfinite(float(text))
    except ValueError:
        return False


def _places_of_nodes(
    file: Layout, metric: Metric, order: Sequence[int]
) -> tuple[FloatArray | None, FloatArray | None]:
    coordinates: FloatArray | None = None
    if metric != "matrix" or "NODE_COORD_SECTION" in file.sections:
        coordinates = np.array(node_rows(file, "NODE_COORD_SECTION", order, width=2)[0])
    if metric != "matrix":
        return coordinates, None
    matrix = weight_matrix(file, len(order))
    rank = {node: row for row, node in enumerate(sorted(order))}
    rows = [rank[node] for node in order]
    return coordinates, matrix[np.ix_(rows, rows)]


def _refuse_what_it_cannot_hold(instance: Instance) -> None:
    values = {
        "durations": instance.durations is not None,
        "a speed": instance.speed is not None,
        "max_distance": math.isfinite(instance.max_distance),
        "max_stops": instance.max_stops is not None,
        "open routes": instance.open_routes,
        "fixed_cost": instance.fixed_cost > 0,
        "cost weights": instance.duration_cost > 0 or instance.distance_cost != 1,
        "forbidden arcs": instance.has_forbidden_arcs,
    }
    for name, is_there in values.items():
        if is_there:
            raise InputError(f"a .vrp file cannot hold {name} of {instance.name}")


def _service(file: Layout, order: Sequence[int]) -> Sequence[float] | float:
    if "SERVICE_TIME_SECTION" in file.sections:
        return node_values(file, "SERVICE_TIME_SECTION", order)[0]
    return file.number("SERVICE_TIME") or 0.0


def _written_type(instance: Instance) -> str:
    if instance.metric == "euclidean" and instance.rounding == "up":
        return "CEIL_2D"
    return _WRITTEN_TYPES[instance.metric]


def _implied_rounding(instance: Instance) -> Rounding:
    """Return how a reader rounds the file without a ROUNDING header."""
    weight_type = _written_type(instance)
    if weight_type == "EUC_2D" and math.isfinite(instance.max_duration):
        return "none"
    return _WEIGHT_TYPES[weight_type][1]


def _numbered(rows: Iterable[str]) -> list[str]:
    return [f"{node} {row}" for node, row in enumerate(rows, 1)]


def _row(values: Iterable[float]) -> str:
    return " ".join(map(_exact, values))


def _exact(value: float) -> str:
    """Return the shortest text that reads back as the same number."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
