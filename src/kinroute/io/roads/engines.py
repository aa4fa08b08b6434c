"""Tables of distances and travel times from OSRM and Valhalla servers.

The requests are made by routingpy; see docs/adr/0010-road-distances.md.
"""

from __future__ import annotations

import json
import math
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

import numpy as np

from kinroute.errors import ConfigError, InputError
from kinroute.io.optional_imports import optional_import
from kinroute.problem import geometry
from kinroute.problem.geometry import FloatArray

EngineName = Literal["OSRM", "Valhalla"]

_PROFILES: dict[EngineName, str] = {"OSRM": "driving", "Valhalla": "auto"}
_BLOCKS: dict[EngineName, int] = {"OSRM": 100, "Valhalla": 50}  # what servers allow by default
_TIMEOUT = 120.0
_PAUSES = (0.5, 1.0, 2.0)  # seconds before each further try


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a server knows of the ways from some points to others."""

    distances: FloatArray
    """(sources, targets) in km; inf where there is no way."""
    durations: FloatArray
    """(sources, targets) in minutes, likewise."""
    offsets: FloatArray
    """(sources,) km from each point to the road it was moved to; nan where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A routing server."""

    name: EngineName
    url: str
    profile: str = ""
    """What drives: "driving" on OSRM and "auto" on Valhalla by default."""
    block: int = 0
    """Most sources, and most targets, of one request; by default what servers allow by default."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ConfigError(
                f"{self.url!r} is no address of a server; write http://localhost:5000 or alike"
            )
        if self.block < 0:
            raise ConfigError(f"block = {self.block}; use 1 or more")
        object.__setattr__(self, "url", self.url.rstrip("/"))
        object.__setattr__(self, "profile", self.profile or _PROFILES[self.name])
        object.__setattr__(self, "block", self.block or _BLOCKS[self.name])

    def table(self, sources: FloatArray, targets: FloatArray) -> Table:
        """Request the ways from (s, 2) to (t, 2) points in (lat, lon).

        Passing faults of the server are tried again a few times. Raises InputError with the
        server's own message where it refuses, or is not there.
        """
        points = np.concatenate([sources, targets])[:, ::-1].tolist()
        at_sources = list(range(len(sources)))
        at_targets = list(range(len(sources), len(points)))
        try:
            raw = self._answer(points, at_sources, at_targets)
            table = _osrm_table(raw) if self.name == "OSRM" else _valhalla_table(raw, sources)
            if table.distances.shape != (len(sources), len(targets)):
                raise ValueError(f"a table of shape {table.distances.shape}")
        except InputError:
            raise
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{self.url}: the answer is no table of {self.name}: {error!r}\n"
                "Is this the address of another server?"
            ) from None
        return table

    def _answer(self, points: list[Any], sources: list[int], targets: list[int]) -> Any:
        routingpy = optional_import("routingpy", extra="roads", purpose="road distances")
        errors = optional_import("routingpy.exceptions", extra="roads", purpose="road distances")
        requests = optional_import("requests", extra="roads", purpose="road distances")
        router = getattr(routingpy, self.name)(self.url, timeout=_TIMEOUT)
        passing = (
            requests.exceptions.ConnectionError,
            errors.Timeout,
            errors.RouterServerError,
            errors.OverQueryLimit,
        )
        for pause in (*_PAUSES, None):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # routingpy warns of every further try
                    found = router.matrix(
                        points, profile=self.profile, sources=sources, destinations=targets
                    )
                return found.raw
            except passing as error:
                if pause is None:
                    raise InputError(f"{self.url}: {_reason(error)}") from None
                time.sleep(pause)
            except (errors.RouterError, errors.JSONParseError, requests.RequestException) as error:
                raise InputError(f"{self.url}: {_reason(error)}{_remedy(error)}") from None
        raise AssertionError("the last try returns or raises")


def _osrm_table(raw: dict[str, Any]) -> Table:
    if "distances" not in raw and "durations" in raw:
        raise ValueError("it has durations but no distances; OSRM 5.18 or later has both")
    return Table(
        distances=_numbers(raw["distances"], 1000.0),
        durations=_numbers(raw["durations"], 60.0),
        offsets=np.array([point.get("distance", math.nan) for point in raw["sources"]]) / 1000.0,
    )


def _valhalla_table(raw: dict[str, Any], sources: FloatArray) -> Table:
    cells = raw["sources_to_targets"]
    return Table(
        distances=_numbers([[cell["distance"] for cell in row] for row in cells], 1.0),
        durations=_numbers([[cell["time"] for cell in row] for row in cells], 60.0),
        offsets=np.array(
            [_offset(row, point) for row, point in zip(cells, sources.tolist(), strict=True)]
        ),
    )


def _numbers(rows: Sequence[Sequence[float | None]], per_unit: float) -> FloatArray:
    return np.array([[math.inf if cell is None else cell / per_unit for cell in r] for r in rows])


def _offset(row: Sequence[dict[str, Any]], point: tuple[float, float]) -> float:
    for cell in row:
        if cell.get("begin_lat") is not None:
            start = (float(cell["begin_lat"]), float(cell["begin_lon"]))
            return geometry.distance((point[0], point[1]), start, "great_circle", "none")
    return math.nan


def _reason(error: Any) -> str:
    """What went wrong, in the server's words where it has said something."""
    status, message = getattr(error, "status", None), getattr(error, "message", None)
    if status is None:
        kind = type(error).__name__
        if kind == "Timeout":
            return f"the server did not answer within {_TIMEOUT:.0f} s"
        if kind == "ConnectionError":
            return "there is no server at this address, or it broke the connection"
        return f"{kind}: {' '.join(str(error).split())[:200]}"
    try:
        body = json.loads(message or "")
        text = str(body.get("error") or body.get("message"))
    except (ValueError, AttributeError):
        text = " ".join(str(message).split())[:200]
    return f"the server answers {status}: {text}"


def _remedy(error: Any) -> str:
    text = str(error).lower()
    is_size = "toobig" in text or "too many" in text or "exceeded max" in text
    return "\nAsk for less at once with a smaller --block." if is_size else ""
