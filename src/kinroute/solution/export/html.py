"""One self-contained page with a map and a table (.html).

The page asks the network for nothing, except for street tiles where they are wanted; its content
security policy allows nothing else.
"""

from __future__ import annotations

import base64
import html
import json
from hashlib import sha256
from importlib.resources import files
from os import PathLike
from string import Template

from kinroute.io.atomic import write_text
from kinroute.solution.export.page_data import page_data
from kinroute.solution.export.text import one_line
from kinroute.solution.export.tiles import origin_of
from kinroute.solution.result import Result

_SCRIPTS = ("state.js", "view.js", "drawing.js", "tiles.js", "pointer.js", "table.js", "start.js")


def page(result: Result, tiles: str | None = None) -> str:
    """The text of the page; `tiles` is the address of street tiles, with {z}, {x} and {y}."""
    style, script = _part("page.css"), _script()
    plan = json.dumps(page_data(result, tiles), ensure_ascii=False, separators=(",", ":"))
    return Template(_part("page.html")).substitute(
        title=html.escape(one_line(result.instance.name)),
        policy=_policy(style, script, tiles),
        style=style,
        script=script,
        plan=plan.replace("<", "\\u003c"),
    )


def write(result: Result, path: str | PathLike[str], *, tiles: str | None = None) -> None:
    """Write the page."""
    write_text(path, page(result, tiles))


def _script() -> str:
    """The parts of the script, in one function so that they share their names with no other."""
    parts = "\n".join(map(_part, _SCRIPTS))
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _policy(style: str, script: str, tiles: str | None) -> str:
    """Allow the page's own style and script, and images from the tiles' host alone."""
    images = "'none'" if tiles is None else origin_of(tiles)
    rules = (
        "default-src 'none'",
        f"style-src '{_digest(style)}'",
        f"script-src '{_digest(script)}'",
        f"img-src {images}",
    )
    return html.escape("; ".join(rules), quote=True)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def _part(name: str) -> str:
    return files("kinroute.solution.export").joinpath("page", name).read_text(encoding="utf-8")
