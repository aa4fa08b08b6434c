"""Distances between two points, and maps that put points on a plane."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
Metric = Literal["euclidean", "geo", "great_circle", "matrix"]
Rounding = Literal["nearest", "up", "none"]

_TSPLIB_PI = 3.141592
_TSPLIB_RADIUS = 6378.388
_MEAN_RADIUS = 6371.0088
_LANDMARKS = 200

Point = tuple[float, float]


def rounded(distance: float, rounding: Rounding) -> float:
    """Return a distance rounded half up, up, or not at all."""
    if math.isinf(distance):
        return distance
    if rounding == "nearest":
        return float(math.floor(distance + 0.5))
    if rounding == "up":
        return float(math.ceil(distance))
    return distance


def euclidean(a: Point, b: Point) -> float:
    """Return the straight-line distance between two points."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return math.sqrt(dx * dx + dy * dy)


def geo(a: Point, b: Point) -> float:
    """Return TSPLIB's GEO distance in km before it is made an integer; points are DDD.MM."""
    (lat_a, lon_a), (lat_b, lon_b) = _tsplib_radians(a), _tsplib_radians(b)
    q1 = math.cos(lon_a - lon_b)
    q2 = math.cos(lat_a - lat_b)
    q3 = math.cos(lat_a + lat_b)
    cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)
    return _TSPLIB_RADIUS * math.acos(max(-1.0, min(1.0, cosine)))


def great_circle(a: Point, b: Point) -> float:
    """Return the haversine distance in km between two points in degrees (lat, lon)."""
    lat_a, lat_b = math.radians(a[0]), math.radians(b[0])
    half_lat = math.sin((lat_a - lat_b) / 2)
    half_lon = math.sin(math.radians(a[1] - b[1]) / 2)
    haversine = half_lat * half_lat + math.cos(lat_a) * math.cos(lat_b) * half_lon * half_lon
    return 2 * _MEAN_RADIUS * math.asin(math.sqrt(min(1.0, haversine)))


def great_circles(points: FloatArray, others: FloatArray) -> FloatArray:
    """Return the haversine distances in km between points, row by row, or to a single one."""
    lat, lon = np.radians(points).T
    lat_0, lon_0 = np.radians(others).T
    half_lat, half_lon = np.sin((lat - lat_0) / 2), np.sin((lon - lon_0) / 2)
    haversine = half_lat**2 + np.cos(lat) * np.cos(lat_0) * half_lon**2
    distances: FloatArray = 2 * _MEAN_RADIUS * np.arcsin(np.sqrt(np.minimum(1.0, haversine)))
    return distances


def distance(a: Point, b: Point, metric: Metric, rounding: Rounding) -> float:
    """Return the distance between two different nodes, rounded by the rule of the metric."""
    if metric == "geo":
        # TSPLIB's integer is the floor of the distance plus one, also where it is whole already.
        return geo(a, b) if rounding == "none" else float(math.floor(geo(a, b) + 1.0))
    return rounded(great_circle(a, b) if metric == "great_circle" else euclidean(a, b), rounding)


def decimal_degrees(coordinates: FloatArray) -> FloatArray:
    """Return TSPLIB's degrees and minutes, DDD.MM, in decimal degrees."""
    whole = np.trunc(coordinates)
    return whole + (coordinates - whole) * 5.0 / 3.0


def projected(degrees: FloatArray) -> FloatArray:
    """Return positions in km, x east and y north of the depot, of latitudes and longitudes."""
    lat, lon = degrees[:, 0], degrees[:, 1]
    east = (lon - lon[0] + 180.0) % 360.0 - 180.0
    scale = math.radians(1.0) * _MEAN_RADIUS
    squeeze = math.cos(math.radians(float(lat.mean())))
    return np.column_stack((east * squeeze * scale, (lat - lat[0]) * scale))


def embedded(distances: FloatArray) -> FloatArray:
    """Return positions in the plane for a matrix: landmark multidimensional scaling, deterministic.

    Only the landmarks' rows and columns are read, so the work is linear in the number of nodes.
    A forbidden arc counts as the longest of the others.
    """
    if np.isinf(distances).any():  # arcs that are forbidden
        longest = distances[np.isfinite(distances)].max()
        distances = np.where(np.isinf(distances), longest, distances)
    landmarks = _landmarks(distances)
    to_landmarks = (distances[:, landmarks] + distances[landmarks, :].T) / 2.0
    squared = to_landmarks**2
    among = squared[landmarks]
    means = among.mean(axis=0)
    centred = -0.5 * (among - means - means[:, None] + means.mean())
    values, vectors = np.linalg.eigh(centred)
    positions = np.zeros((len(distances), 2))
    for axis in range(min(2, len(values))):
        value, vector = values[-1 - axis], vectors[:, -1 - axis]
        if value > 1e-12 * max(1.0, float(values[-1])):
            vector = vector * np.sign(vector[np.argmax(np.abs(vector))])
            positions[:, axis] = -0.5 * (squared - means) @ vector / math.sqrt(value)
    return positions


def _landmarks(distances: FloatArray) -> list[int]:
    """Return nodes far from one another: each is the farthest from those before it."""
    chosen = [0]
    nearest = (distances[0] + distances[:, 0]) / 2.0
    while len(chosen) < min(_LANDMARKS, len(distances)):
        farthest = int(np.argmax(nearest))
        if nearest[farthest] <= 0:
            break
        chosen.append(farthest)
        nearest = np.minimum(nearest, (distances[farthest] + distances[:, farthest]) / 2.0)
    return chosen


def _tsplib_radians(point: Point) -> Point:
    lat, lon = (_TSPLIB_PI * (math.trunc(d) + 5.0 * (d - math.trunc(d)) / 3.0) / 180 for d in point)
    return lat, lon
