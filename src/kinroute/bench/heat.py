"""The heat of an arm's model: computed once per instance, kept on disk, charged to every run."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kinroute.bench.arm import Arm
from kinroute.bench.cores import own_core
from kinroute.bench.host import host_text
from kinroute.bench.models import heatmap_of, kind_of_model
from kinroute.bench.plan import Run
from kinroute.errors import InputError
from kinroute.neural.architecture import graph_count
from kinroute.relatedness.function_digest import is_pinned
from kinroute.relatedness.functions import NamedFunction
from kinroute.relatedness.heat import Heat, measured, measured_batch
from kinroute.relatedness.heat_cache import HeatCache, heat_key
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.network import ByNetwork, heatmap_or_network

if TYPE_CHECKING:
    from distributed import Client

log = logging.getLogger("kinroute")

_LEAST_LISTS = 100
"""Customers of a list that is kept, so that arms of another Γ share it."""


def charged_heatmap(run: Run) -> Any | None:
    """The `heatmap` argument of `kinroute.solve`; None where no operator of the arm uses one.

    What a network or a function takes is charged to every run as if it had been computed there.
    """
    arm = run.located
    if arm.model is None or not arm.needs_model:
        return None
    source = heatmap_of(arm.model, run.entry, run.source_digest)
    related = heatmap_or_network(source)
    if not related.needs_inference:
        return source
    return _heat(run, related).charged(run.budget.clock)


def prepare_heat(runs: list[Run], client: Client) -> None:
    """Call functions that take a batch of instances, before the runs begin, on one worker.

    One batch after the other, so that none takes time from another. Where that fails the runs
    themselves report why.
    """
    for batch in _batches(runs):
        try:
            client.submit(infer_batch, batch, pure=False).result()
        except InputError as error:
            log.warning("heat of %d instances: %s", len(batch), error)
            return


def infer_batch(runs: list[Run]) -> None:
    """Compute and keep the heat of the instances of these runs, by one call."""
    with own_core():
        function = _function(runs[0])
        assert function is not None
        instances = [run.entry.instance for run in runs]
        for run, heat in zip(
            runs, measured_batch(function, instances, _lists(runs[0].arm)), strict=True
        ):
            HeatCache().put(_key(run), heat)


def _batches(runs: list[Run]) -> Iterator[list[Run]]:
    """Runs whose instances' heat is not known yet: one of each instance, by model."""
    missing: dict[tuple[str | None, str | None], dict[str, Run]] = defaultdict(dict)
    sizes: dict[str | None, int | None] = {}
    for run in runs:
        function = _function(run)
        if function is None or not is_pinned(run.source_digest or ""):
            continue
        if run.located.model not in sizes:
            sizes[run.located.model] = function.batch
        known = missing[run.located.model, run.source_digest]
        if sizes[run.located.model] and run.entry.digest not in known:
            known[run.entry.digest] = run
    cache = HeatCache()
    for (model, _), found in missing.items():
        wanted = [run for run in found.values() if cache.get(_key(run), _lists(run.arm)) is None]
        size = sizes[model] or 1
        for start in range(0, len(wanted), size):
            yield wanted[start : start + size]


def _function(run: Run) -> NamedFunction | None:
    arm = run.located
    if arm.model is None or not arm.needs_model or kind_of_model(arm.model) != "function":
        return None
    source = heatmap_of(arm.model, run.entry, run.source_digest)
    assert isinstance(source, NamedFunction)
    return source


def _heat(run: Run, related: ByHeatmap | ByNetwork) -> Heat:
    limit = None if run.arm.optimistic else run.budget.seconds(run.entry.instance.customers)
    k, is_kept = _lists(run.arm), is_pinned(run.source_digest or "")
    cache, key = HeatCache(), _key(run)
    heat = cache.get(key, k) if is_kept else None
    if heat is None:
        heat = measured(related, run.entry.instance, k, seconds=limit)
        if is_kept:
            cache.put(key, heat)
    elif isinstance(related, ByNetwork) and limit is not None and heat.wall > limit:
        from kinroute.neural.inference import too_slow

        graphs = graph_count(run.entry.instance.customers)
        raise too_slow(str(related.model), graphs, heat.wall, limit)
    return heat


def _key(run: Run) -> str:
    """Heat is that of an instance and a model; its time is that of a host."""
    assert run.located.model is not None
    is_own = kind_of_model(run.located.model) == "network"
    return heat_key(
        run.entry.digest, run.source_digest or "", host_text(), run.build if is_own else ""
    )


def _lists(arm: Arm) -> int:
    """The longest list that a search by the arm may request."""
    settings = dict(arm.config)
    named = (arm.gamma, settings.get("granularity"), settings.get("ruin.granularity"))
    return max(_LEAST_LISTS, *(int(value) for value in named if value is not None))
