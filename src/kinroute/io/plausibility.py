"""What a file of stops on the globe has that is surely a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from kinroute.io.draft import Draft
from kinroute.problem.geometry import FloatArray

_EARTH_RADIUS = 6371.0
_FAR_KM = 300.0
_FAR_SHARE = 20.0
"""A stop this much farther from its nearest than the median is not a matter of taste."""
_FEWEST = 5
_POLAR = 75.0
"""Degrees of latitude beyond which nobody delivers."""
_LISTED = 3


def oddities(draft: Draft) -> Iterator[str]:
    """What a planner should look at again, in words; the instance is solved as it is."""
    points = draft.coordinates
    if points is None:
        if draft.distances is not None and draft.distances.size > 4 and not draft.distances.any():
            yield "all distances are 0"
        return
    if not (points.ndim == 2 and points.shape[1] == 2 and np.isfinite(points).all()):
        return  # refused later, with its place
    if len(points) > 2 and not np.ptp(points, axis=0).any():
        yield "all stops are at one point; are the coordinates filled in?"
        return
    if draft.metric == "great_circle":
        yield from _odd_places(points, [draft.depot_place, *draft.places])


def _odd_places(points: FloatArray, places: Sequence[str]) -> Iterator[str]:
    if np.abs(points[:, 0]).max() > _POLAR:
        who = int(np.abs(points[:, 0]).argmax())
        yield f"{places[who]}: latitude {points[who, 0]:g} is near a pole; {_SWAPPED}"
        return
    at_zero = np.asarray(~points.any(axis=1))
    if at_zero.any():
        yield f"{_listed(at_zero, places)} at (0, 0), in the Atlantic; was the address not found?"
    swapped = np.logical_and(_swapped(points), ~at_zero)
    if swapped.any():
        yield f"{_listed(swapped, places)} far from most others; {_SWAPPED}"
    alone = np.logical_and(_far_away(points), ~(at_zero | swapped))
    if alone.any():
        yield f"{_listed(alone, places)} more than {_FAR_KM:.0f} km from all others"


_SWAPPED = "are latitude and longitude swapped?"


def _swapped(points: FloatArray) -> npt.NDArray[np.bool_]:
    """Which points are far from the middle of all, and near it with their numbers swapped."""
    turned = points[:, ::-1]
    if np.abs(turned[:, 0]).max() > 90:
        turned = np.clip(turned, -90, 90)  # these are no latitudes, and stay far away
    middle = np.median(points, axis=0)[np.newaxis]
    away = _km_to_nearest(points, middle, 1)
    usual = max(_FAR_KM, 3 * float(np.median(away)))
    return np.logical_and(away > 2 * usual, _km_to_nearest(turned, middle, 1) < usual)


def _far_away(points: FloatArray) -> npt.NDArray[np.bool_]:
    """Which points are far from all others, as hardly any other is."""
    if len(points) < _FEWEST:
        return np.zeros(len(points), np.bool_)
    nearest = _km_to_nearest(points, points, 2)
    return nearest > max(_FAR_KM, _FAR_SHARE * float(np.median(nearest)))


def _km_to_nearest(points: FloatArray, others: FloatArray, rank: int) -> FloatArray:
    """The distance of each point to the nearest of others, or the second nearest."""
    from scipy.spatial import cKDTree

    chords = np.asarray(cKDTree(_on_sphere(others)).query(_on_sphere(points), k=[rank])[0])[:, 0]
    km: FloatArray = 2 * _EARTH_RADIUS * np.arcsin(np.minimum(1.0, chords / 2))
    return km


def _on_sphere(points: FloatArray) -> FloatArray:
    lat, lon = np.radians(points.T)
    return np.column_stack((np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)))


def _listed(which: npt.NDArray[np.bool_], places: Sequence[str]) -> str:
    found = [places[at] for at in np.flatnonzero(which).tolist()]
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return ", ".join(found[:_LISTED]) + more + (" is" if len(found) == 1 else " are")
