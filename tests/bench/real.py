"""Stores of a few real runs, done in this process."""

from functools import lru_cache
from pathlib import Path

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.origin import claim
from kinroute.bench.plan import planned
from kinroute.bench.record import Record
from kinroute.bench.run import opened_store, store_plan
from kinroute.bench.worker import execute
from tests.bench.processes import campaign_file


@lru_cache(maxsize=4)
def _records(folder: Path, runs: int) -> tuple[Record, ...]:
    campaign = read_campaign(campaign_file(folder, runs=runs, seeds=1, customers=12, iterations=3))
    return tuple(map(execute, planned(campaign).runs))


def filled(folder: Path, *, runs: int = 20) -> tuple[Path, Path, list[Record]]:
    """A campaign file, its default store with every run in it, and these runs."""
    records = _records(folder, runs)
    file, store = folder / "short.toml", folder / "runs" / "short.sqlite"
    plan = planned(read_campaign(file))
    with opened_store(store) as opened:
        claim(opened, plan.campaign)
        store_plan(plan, opened)
        for record in records:
            opened.add(record)
    return file, store, list(records)
