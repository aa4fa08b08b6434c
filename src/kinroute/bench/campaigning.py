"""From a campaign to a filled store, for the commands that need one."""

from __future__ import annotations

from pathlib import Path

from kinroute.bench.cluster import connected
from kinroute.bench.plan import Plan
from kinroute.bench.runner import Observer, Outcome, carry_out, note_plan, stored_of
from kinroute.bench.store import Store
from kinroute.errors import InputError


def default_store(name: str) -> Path:
    """Where the runs of a campaign go when nobody says."""
    return Path("runs") / f"{name}.sqlite"


def opened(path: Path) -> Store:
    """The store at a path; its folder is made where it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path.parent}: {error.strerror}") from None
    return Store(path)


def filled(
    plan: Plan,
    store: Store,
    observer: Observer,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
) -> Outcome:
    """Do what is missing; no cluster is started where nothing is."""
    note_plan(plan, store)
    stored = stored_of(plan, store)
    if len(stored) == len(plan.runs):
        observer.begun(plan, stored)
        return Outcome(stored=len(stored))
    with connected(workers=workers, scheduler=scheduler) as client:
        return carry_out(plan, store, client, observer)
