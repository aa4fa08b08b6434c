"""Plans that were dropped on the page."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.solution.plans.start import start_from

_SUFFIX = re.compile(r"\.[a-z0-9]{1,8}")


def read_routes(name: str, content: bytes, instance: Instance) -> tuple[tuple[int, ...], ...]:
    """The routes of a plan, matched to an instance as `--start` does.

    Raises InputError in the words of the command line.
    """
    shown = Path(name.replace("\\", "/")).name or "file"
    suffix = Path(shown).suffix.lower()
    with tempfile.TemporaryDirectory(prefix="kinroute-") as folder:
        path = Path(folder) / f"plan{suffix if _SUFFIX.fullmatch(suffix) else ''}"
        path.write_bytes(content)
        try:
            return start_from(path, instance).solution.routes
        except InputError as error:
            raise InputError(str(error).replace(str(path), shown)) from None
