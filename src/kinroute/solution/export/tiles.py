"""Addresses of street tiles."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from kinroute.errors import InputError
from kinroute.problem.instance import Instance

_EXAMPLE = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"


def require_tiles(url: str, instance: Instance | None = None) -> None:
    """Raise InputError where the address has no place for a tile, or the instance no latitudes."""
    parts = urlsplit(url)
    missing = [field for field in ("{z}", "{x}", "{y}") if field not in url]
    if missing or parts.scheme not in ("http", "https") or not parts.netloc:
        raise InputError(f"tiles {url!r} are no address of map tiles; write for example {_EXAMPLE}")
    if re.search(r"[\s\"'<>;,]", url):
        raise InputError(f"tiles {url!r} have a character that no address has; write it as %XX")
    if instance is not None and instance.degrees() is None:
        raise InputError(
            "street tiles need latitudes and longitudes; this instance has none\n"
            "Leave --tiles out, or give latitude and longitude."
        )


def origin_of(url: str) -> str:
    """The scheme and host of tiles, as a content security policy names them."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.replace('{s}', '*')}"


def credit_of(url: str) -> str:
    """Whose tiles these are, for the corner of the map."""
    host = (urlsplit(url).hostname or "").replace("{s}.", "")
    return (
        "© OpenStreetMap contributors" if host.endswith("openstreetmap.org") else f"tiles: {host}"
    )
