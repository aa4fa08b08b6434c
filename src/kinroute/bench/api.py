"""Clusters from Python: campaigns, their results as data frames, and one solve on a cluster."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kinroute.bench.campaign import Campaign
from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.cluster import connected
from kinroute.bench.dispatch import Observer, Outcome
from kinroute.bench.opened import opened
from kinroute.bench.origin import require_own
from kinroute.bench.overkill import (
    OverkillOptions,
    overkill_campaign,
    run_sequentially,
    sequential,
)
from kinroute.bench.plan import Plan, planned
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.results import Results, results_of
from kinroute.bench.run import default_store, opened_store, run
from kinroute.bench.solving.solve import solve_on_cluster

__all__ = [
    "Campaign",
    "Outcome",
    "Results",
    "overkill",
    "read_campaign",
    "read_results",
    "run_campaign",
    "solve_on_cluster",
]


def run_campaign(
    campaign: Campaign | str | os.PathLike[str],
    *,
    store: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    sample: int | None = None,
    extend: bool = False,
    observer: Observer | None = None,
) -> Outcome:
    """Execute the missing runs of a campaign, or of its .toml file; as `kinroute bench run`.

    Call it below `if __name__ == "__main__":` in a script, since workers are processes. Runs that
    failed are in the outcome's `failures`.
    """
    wanted = campaign if isinstance(campaign, Campaign) else read_campaign(campaign)
    path = default_store(wanted.name) if store is None else Path(store)
    plan = planned(wanted, sample=sample)
    with opened_store(path) as target:
        cluster = connected(workers=workers, scheduler=scheduler)
        return run(plan, target, observer or CampaignProgress(), on=cluster, extend=extend)


def read_results(
    path: str | os.PathLike[str],
    *,
    campaign: Campaign | str | os.PathLike[str] | None = None,
    build: str | None = None,
) -> Results:
    """The runs of a store, or of a Parquet file that `kinroute bench export` wrote.

    They are those of the last campaign that ran into it, or of the given one, by its last build or
    the given one.
    """
    wanted = campaign
    if wanted is not None and not isinstance(wanted, Campaign):
        wanted = read_campaign(wanted)
    with opened(Path(path)) as source:
        if wanted is not None:
            require_own(source, wanted)
        return results_of(source, wanted, build)


def overkill(
    model: str,
    *,
    store: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    sample: int | None = None,
    **options: Any,
) -> Results:
    """Compare a model's scores with distance and random relatedness; as `kinroute overkill`.

    `options` are those of `kinroute.bench.overkill.OverkillOptions`: instances, customers, seconds,
    seeds, margin, optimistic and others. `kinroute.bench.assay.headline` puts the comparisons of
    the results into a sentence. Call it below `if __name__ == "__main__":` in a script.
    """
    campaign = overkill_campaign(model, OverkillOptions(**options), command="kinroute.bench.api")
    plan = sequential(planned(campaign, sample=sample))
    path = default_store("overkill") if store is None else Path(store)

    def execute(part: Plan) -> None:
        with opened_store(path) as target:
            outcome = run(part, target, CampaignProgress(), on=connected(workers=workers))
        for _, error in outcome.failures:
            raise error

    return run_sequentially(plan, path, execute)
