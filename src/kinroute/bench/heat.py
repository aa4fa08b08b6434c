"""The heat of an arm's model: computed once per instance, kept on disk, charged to every run."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kinroute.bench.arm import Arm
from kinroute.bench.cores import own_core
from kinroute.bench.host import host_text
from kinroute.bench.models import heatmap_of, kind_of_model
from kinroute.bench.optional_imports import optional_import
from kinroute.bench.plan import Run
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

_LOCK_DIGITS = 2
"""Of a key: there are 256 locks, so that few files are left."""
_PATIENCE = 10
"""Inference that takes as many times the budget of a run is refused. What takes less than that, but
all of the budget, leaves runs without an iteration; reports count them."""
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
        except Exception as error:  # of the user's function, or its worker died
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
    by_model: dict[tuple[str | None, str | None], dict[str, Run]] = defaultdict(dict)
    for run in runs:
        if run.arm.needs_model and is_pinned(run.source_digest or ""):
            by_model[run.located.model, run.source_digest].setdefault(run.entry.digest, run)
    cache = HeatCache()
    for found in by_model.values():
        function = _function(next(iter(found.values())))
        size = None if function is None else function.batch
        if size is None:
            continue
        wanted = [run for run in found.values() if cache.get(_key(run), _lists(run.arm)) is None]
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
    """The heat of a run; where it is kept, one process computes it while the others wait."""
    budget = run.budget.seconds(run.entry.instance.customers)
    limit = None if run.arm.optimistic or budget is None else _PATIENCE * budget
    if not is_pinned(run.source_digest or ""):
        return measured(related, run.entry.instance, _lists(run.arm), seconds=limit)
    cache, key, k = HeatCache(), _key(run), _lists(run.arm)
    with _computing(cache, key):
        heat = cache.get(key, k)
        if heat is None:
            heat = measured(related, run.entry.instance, k, seconds=limit)
            cache.put(key, heat)
            return heat
    if isinstance(related, ByNetwork) and limit is not None and heat.wall > limit:
        from kinroute.neural.inference import too_slow

        graphs = graph_count(run.entry.instance.customers)
        raise too_slow(str(related.model), graphs, heat.wall, limit)
    return heat


@contextmanager
def _computing(cache: HeatCache, key: str) -> Iterator[None]:
    """Hold the lock of a key; without it where the folder cannot be written."""
    filelock = optional_import("filelock")
    lock = None
    try:
        (cache.folder / "locks").mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(cache.folder / "locks" / key[:_LOCK_DIGITS], mode=0o600)
        lock.acquire()
    except OSError as error:
        log.warning("no lock in %s: %s", cache.folder, error)
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


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
    return max([_LEAST_LISTS, *(int(value) for value in named if value is not None)])
