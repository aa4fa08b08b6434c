"""Plans that were dropped on the page, or sent to the service."""

from __future__ import annotations

from collections.abc import Iterable

from kinroute.problem.instance import Instance
from kinroute.solution.plans.start import Start, start_from
from kinroute.studio.model.uploads import upload_file


def read_start(name: str, content: bytes, instance: Instance, lock: Iterable[str] = ()) -> Start:
    """A plan as `--start` and `--lock` take it; raises InputError in their words."""
    with upload_file(name, content) as path:
        return start_from(path, instance, lock)


def read_routes(name: str, content: bytes, instance: Instance) -> tuple[tuple[int, ...], ...]:
    """The routes of a plan, matched to an instance."""
    return read_start(name, content, instance).solution.routes
