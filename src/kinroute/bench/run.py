"""Running a campaign: every run that its store does not hold yet."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from kinroute.bench.dispatch import Dispatcher, Observer, Outcome
from kinroute.bench.groups import group_of
from kinroute.bench.heat import prepare_heat
from kinroute.bench.names import require_name
from kinroute.bench.origin import claim
from kinroute.bench.plan import Plan
from kinroute.bench.selection import store_selection
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import store_campaign
from kinroute.errors import InputError

if TYPE_CHECKING:
    from distributed import Client


def run(
    plan: Plan,
    store: Store,
    observer: Observer,
    *,
    on: AbstractContextManager[Client],
    extend: bool = False,
) -> Outcome:
    """Execute the missing runs of a plan in its order, and store each as soon as it is done.

    `on` opens the cluster, for example `connected(workers=2)`; where no run is missing it is not
    entered. A store of another campaign of this name is refused, unless `extend`.
    """
    claim(store, plan.campaign, extend=extend)
    store_plan(plan, store)
    keys = {run.key for run in plan.runs}
    stored = [record for record in store.records() if record.key in keys]
    known = {record.key for record in stored}
    missing = [run for run in plan.runs if run.key not in known]
    outcome = Outcome(stored=len(stored))
    if not missing:
        observer.begun(plan, stored)
        return outcome
    with on as client:
        observer.begun(plan, stored)
        prepare_heat(missing, client)
        Dispatcher(store, client, observer, outcome).execute(missing)
    return outcome


def store_plan(plan: Plan, store: Store) -> None:
    """Write what a report needs besides the runs: campaign, instances and selection."""
    groups = {entry.digest: group_of(entry.name, entry.instance) for entry in plan.entries}
    store.set_instances(plan.entries, groups)
    store_campaign(plan.campaign, store)
    store_selection(plan, store)


def default_store(name: str) -> Path:
    """The default store of a campaign, always below `runs`."""
    return Path("runs") / f"{require_name(name)}.sqlite"


def opened_store(path: Path) -> Store:
    """The store at a path; its folder is created where it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot create the folder {path.parent}: {error.strerror}") from None
    return Store(path)
