"""The execution of one run by a worker."""

from __future__ import annotations

import json
import socket
import time
from datetime import UTC, datetime

import kinroute
from kinroute.bench.arm import solve_arguments
from kinroute.bench.build_id import build_id
from kinroute.bench.cores import own_core
from kinroute.bench.heat import charged_heatmap
from kinroute.bench.host import host_text
from kinroute.bench.plan import Run
from kinroute.bench.record import Record
from kinroute.bench.trace import packed
from kinroute.errors import ConfigError
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.solution.result import Result


def execute(run: Run) -> Record:
    """Execute one run, pinned to a core of its own where one is free."""
    if build_id() != run.build:
        raise ConfigError(
            f"the worker on {socket.gethostname()} has kinroute {build_id()}, the campaign "
            f"runs {run.build}; install the same build everywhere"
        )
    instance, arm = run.entry.instance, run.located
    with own_core() as core:
        heatmap = charged_heatmap(run)
        arguments = solve_arguments(
            arm,
            instance,
            budget=run.budget,
            best_known=run.entry.best_known,
            heatmap=heatmap,
        )
        began = time.thread_time()
        result = kinroute.solve(instance, seed=run.seed, **arguments)
        cpu_seconds = time.thread_time() - began
    if isinstance(heatmap, ByHeatmap) and not arm.optimistic:
        cpu_seconds += heatmap.seconds
    return _record(run, result, cpu_seconds, core)


def _record(run: Run, result: Result, cpu_seconds: float, core: int | None) -> Record:
    return Record(
        key=run.key,
        instance=run.entry.name,
        instance_digest=run.entry.digest,
        customers=run.entry.instance.customers,
        arm=run.arm.label,
        settings=json.dumps(run.arm.content, sort_keys=True),
        method=run.arm.method,
        model=run.arm.model,
        model_digest=run.source_digest,
        granularity=run.arm.granularity,
        seed=run.seed,
        budget=str(run.budget),
        code=run.build,
        cost=float(result.cost),
        feasible=result.feasible,
        routes=json.dumps(result.routes, separators=(",", ":")),
        iterations=result.iterations,
        restarts=result.restarts,
        seconds=result.runtime,
        cpu_seconds=cpu_seconds,
        inference_seconds=result.inference if run.arm.needs_model else None,
        stopped_by=result.stopped_by,
        worker=host_text(),
        core=core,
        finished=datetime.now(UTC).isoformat(timespec="seconds"),
        trace=packed(result.trace),
    )
