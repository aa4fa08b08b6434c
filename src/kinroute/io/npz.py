"""Instances as NumPy archives (.npz): arrays named like the arguments of `Instance`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.archives import ArchiveError, Array, read_arrays
from kinroute.io.draft import Draft
from kinroute.io.matrix import NO_CAPACITY, NO_DEMANDS, REASON
from kinroute.io.text import finite, shown

_MEANT = {
    "demand": "demands",
    "q": "demands",
    "matrix": "distances",
    "dist": "distances",
    "distance_matrix": "distances",
    "time": "durations",
    "times": "durations",
    "travel_times": "durations",
    "duration_matrix": "durations",
    "time_matrix": "durations",
    "coords": "coordinates",
    "xy": "coordinates",
    "locations": "coordinates",
    "locs": "coordinates",
    "service_times": "service",
    "num_vehicles": "vehicles",
    "open": "open_routes",
}
_NOT_SOLVED = {
    "time_windows": "time windows",
    "tw": "time windows",
    "pickups": "pickups",
    "priorities": "priorities",
    "prizes": "priorities",
    "capacities": "vehicles of several capacities",
    "skills": "skills",
}


@dataclass(frozen=True, slots=True)
class _Archive:
    source: str
    arrays: dict[str, Array]

    def array(self, name: str) -> Array | None:
        return self.arrays.get(name)

    def number(self, name: str, default: Any) -> Any:
        """The one number in an array."""
        value = self._item(name, default)
        if value is default:
            return default
        try:
            return finite(value) if isinstance(value, str) else float(value)
        except (TypeError, ValueError, OverflowError):
            raise self.error(f"{name} {shown(str(value))} is not a number") from None

    def whole(self, name: str) -> int | None:
        """The one whole number in an array."""
        value = self.number(name, None)
        if value is None:
            return None
        if not value.is_integer():
            raise self.error(f"{name} {value:g} must be a whole number")
        return int(value)

    def truth(self, name: str) -> bool:
        """The one truth value in an array."""
        value = self.number(name, 0.0)
        if value not in (0.0, 1.0):
            raise self.error(f"{name} {value:g} must be true or false")
        return bool(value)

    def text(self, name: str, default: str) -> Any:
        """The one text in an array."""
        return str(self._item(name, default))

    def texts(self, name: str) -> list[str] | None:
        array = self.arrays.get(name)
        return None if array is None else [str(value) for value in array.ravel().tolist()]

    def error(self, text: str) -> FormatError:
        return FormatError(text, source=self.source)

    def _item(self, name: str, default: Any) -> Any:
        array = self.arrays.get(name)
        if array is None:
            return default
        if array.size != 1:
            raise self.error(f"{name} has shape {array.shape}; give one value")
        return array.ravel()[0].item()


def parse_npz(content: bytes, source: str) -> Draft:
    """Return the instance of a .npz file; nothing in it is ever executed."""
    try:
        file = _Archive(source, read_arrays(content, _all_known))
    except ArchiveError as error:
        raise FormatError(f"this .npz file {error}", source=source) from None
    except FormatError as error:
        raise FormatError(error.text, source=source) from None
    nodes = _nodes(file)
    demands = file.array("demands")
    names, depot_name = _names(file, nodes)
    return Draft(
        source=source,
        demands=np.ones(max(0, nodes - 1)) if demands is None else demands,
        places=[f"customer {customer}" for customer in range(1, nodes)],
        capacity=file.number("capacity", None),
        no_capacity=NO_CAPACITY,
        coordinates=file.array("coordinates"),
        distances=file.array("distances"),
        durations=file.array("durations"),
        speed=file.number("speed", None),
        metric=file.text("metric", "euclidean"),
        rounding=file.text("rounding", "none"),
        rounding_reason="" if file.array("distances") is None else REASON,
        service=np.zeros(0) if file.array("service") is None else file.array("service"),
        max_duration=file.number("max_duration", math.inf),
        max_distance=file.number("max_distance", math.inf),
        max_stops=file.whole("max_stops"),
        open_routes=file.truth("open_routes"),
        distance_cost=file.number("distance_cost", 1.0),
        duration_cost=file.number("duration_cost", 0.0),
        fixed_cost=file.number("fixed_cost", 0.0),
        distance_unit=file.text("distance_unit", ""),
        time_unit=file.text("time_unit", ""),
        vehicles=file.whole("vehicles"),
        name=file.text("name", Path(source).stem),
        names=names,
        depot_name=depot_name,
        attributes=_attributes(file, nodes - 1),
        notes=[NO_DEMANDS] if demands is None else [],
    )


ARRAYS = (
    *("distances", "durations", "demands", "capacity", "coordinates", "service", "speed"),
    *("max_duration", "max_distance", "max_stops", "vehicles", "open_routes", "metric"),
    *("rounding", "distance_cost", "duration_cost", "fixed_cost", "distance_unit", "time_unit"),
    *("name", "names", "depot_name", "attribute_names", "attributes"),
)


def _all_known(names: list[str]) -> list[str]:
    """Return the names of the arrays; raises FormatError for one that is not known."""
    if "heatmap" in names or {"ids", "scores"} <= set(names):
        raise FormatError("this is a heatmap, not an instance; give it with --heatmap")
    for name in names:
        if name in ARRAYS:
            continue
        key = name.lower()
        if key in _NOT_SOLVED:
            raise FormatError(
                f"the array {shown(name)} states {_NOT_SOLVED[key]}, which are not solved; "
                "leave it out"
            )
        close = _MEANT.get(key) or next(iter(get_close_matches(key, ARRAYS, 1)), None)
        hint = f"did you mean {close!r}?" if close else f"there may be {', '.join(ARRAYS)}"
        raise FormatError(f"the array {shown(name)} is not known; {hint}")
    if len(set(names)) < len(names):
        raise FormatError("an array is there twice")
    if not {"distances", "coordinates"} & set(names):
        found = ", ".join(sorted(names)) or "nothing"
        raise FormatError(f"there is no array 'distances'; found: {found}")
    return names


def _nodes(file: _Archive) -> int:
    """The number of nodes, as far as it is known before the arrays are checked."""
    for name in ("distances", "coordinates"):
        array = file.array(name)
        if array is not None:
            return len(array) if array.ndim else 0
    return 0


def _attributes(file: _Archive, customers: int) -> list[dict[str, str]] | None:
    """Further columns of the customers: `attributes` (n, k) under `attribute_names` (k,)."""
    names, cells = file.texts("attribute_names"), file.array("attributes")
    if names is None and cells is None:
        return None
    if names is None or cells is None:
        raise file.error("attributes and attribute_names belong together; one of them is missing")
    if cells.shape != (customers, len(names)):
        raise file.error(
            f"attributes have shape {cells.shape}; give one row per customer and one column per "
            f"name, ({customers}, {len(names)})"
        )
    return [dict(zip(names, map(str, row), strict=True)) for row in cells.tolist()]


def _names(file: _Archive, nodes: int) -> tuple[list[str] | None, str]:
    """The names of the customers, and that of the depot, which may come first among them."""
    names = file.texts("names")
    depot = "depot"
    if names is not None and len(names) == nodes and nodes:
        depot, names = names[0], names[1:]
    return names, file.text("depot_name", depot)
