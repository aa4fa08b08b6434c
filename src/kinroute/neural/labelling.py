"""Labelling: random instances, solved by `auto` with a limit on processor time, on all cores.

Needs NumPy and the core only, so it also runs without the other dependencies:

    from kinroute.neural.labelling import LabelPlan, label

    label("labels/train", LabelPlan(count=60_000))
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path

import kinroute
from kinroute.errors import ConfigError, InputError, InternalError, LabelError
from kinroute.neural.labels import labelled, read_shard, write_shard
from kinroute.neural.manifest import FIRST_SEED, MANIFEST, SEEDS_PER_SPLIT, Manifest, Shard, Split
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance
from kinroute.search import auto
from kinroute.search.config import SearchConfig
from kinroute.search.cores import available_cores
from kinroute.search.solve import solve
from kinroute.search.stop import AfterCpuSeconds, stop_plan
from kinroute.solution import Solution

log = logging.getLogger("kinroute")

_METHOD = "auto"
_SEVERAL = {"annealing": {"solutions": 3}}
"""Where `auto` would anneal one solution."""
_MOST_TRIES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPlan:
    """Which instances to label, and the time limit of each."""

    split: Split = "train"
    count: int = 60_000
    customers: int = 100
    cpu_seconds: float = 0.2
    """Processor time for each instance."""
    shard_size: int = 1000

    def __post_init__(self) -> None:
        if self.split not in FIRST_SEED:
            raise ConfigError(
                f"split {self.split!r} is unknown; use one of {', '.join(FIRST_SEED)}"
            )
        for name, most in (("count", SEEDS_PER_SPLIT), ("customers", 1000), ("shard_size", 10**6)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise ConfigError(f"{name} = {value!r}; use a whole number from 1 to {most}")
        if not 0.0 < self.cpu_seconds <= 3600.0:
            raise ConfigError(f"cpu_seconds = {self.cpu_seconds!r}; use more than 0, at most 3600")

    @property
    def first_seed(self) -> int:
        """The seed of the first instance; the others follow it."""
        return FIRST_SEED[self.split]

    def seeds(self) -> Iterator[range]:
        """The seeds of each shard."""
        last = self.first_seed + self.count
        for first in range(self.first_seed, last, self.shard_size):
            yield range(first, min(first + self.shard_size, last))

    def settings(self, instance: Instance) -> SearchConfig:
        """The settings of a search: `auto`'s, but three annealed solutions instead of one.

        Three short annealings find the optimum more often than one long one; see
        `benchmarks/label_quality.py`.
        """
        plan = stop_plan(AfterCpuSeconds(self.cpu_seconds), instance.customers)
        config = auto.settings(instance, plan).config
        return config.updated(_SEVERAL) if config.annealing.solutions == 1 else config

    def manifest(self) -> Manifest:
        """The manifest of this plan before there are any shards."""
        return Manifest(
            law="XML",
            customers=self.customers,
            split=self.split,
            first_seed=self.first_seed,
            count=self.count,
            shard_size=self.shard_size,
            solver=kinroute.__version__,
            method=_METHOD,
            settings=_SEVERAL,
            cpu_seconds=float(self.cpu_seconds),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelProgress:
    """Progress of a labelling."""

    done: int
    """Labels done, including those of earlier runs."""
    total: int
    new: int
    """Labels of this run."""
    seconds: float
    """Wall time of this run."""

    @property
    def rate(self) -> float:
        """Labels per second in this run."""
        return self.new / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated time for the rest."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None


def label(
    folder: str | PathLike[str],
    plan: LabelPlan | None = None,
    *,
    workers: int | None = None,
    observer: Callable[[LabelProgress], None] | None = None,
) -> Manifest:
    """Label instances into a folder, or resume an earlier run of the plan there.

    Complete shards are kept; only those in progress are lost when a run is interrupted. Raises
    `LabelError` for a folder of another plan; a larger `count` is allowed. `workers` threads, one
    per core by default, solve one instance each, without the GIL. The instances are the same on
    every machine; their solutions depend on its speed.
    """
    plan = plan or LabelPlan()
    threads = len(available_cores()) if workers is None else workers
    if threads < 1:
        raise ConfigError(f"workers = {workers!r}; use a whole number from 1 up")
    manifest = _started(Path(folder), plan)
    kept = {shard.first_seed for shard in manifest.shards}
    start, before, new = time.monotonic(), manifest.done, 0
    pool = ThreadPoolExecutor(threads, thread_name_prefix="label")
    try:
        for seeds in plan.seeds():
            if seeds[0] in kept:
                continue
            solved = []
            for one in pool.map(partial(_solved, plan=plan), seeds):
                solved.append(one)
                new += 1
                if observer is not None:
                    seconds = time.monotonic() - start
                    observer(
                        LabelProgress(done=before + new, total=plan.count, new=new, seconds=seconds)
                    )
            manifest = _with_shard(Path(folder), manifest, seeds, solved)
    finally:
        pool.shutdown(cancel_futures=True)
    return manifest


def _started(folder: Path, plan: LabelPlan) -> Manifest:
    """The manifest in the folder with its complete shards, or a new one."""
    wanted = plan.manifest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot create the directory {folder}: {error.strerror or error}"
        ) from None
    if not (folder / MANIFEST).exists():
        wanted.write(folder)
        return wanted
    there = Manifest.read(folder)
    _refuse_other_plans(there, wanted, str(folder / MANIFEST))
    planned = {(seeds[0], len(seeds)) for seeds in plan.seeds()}
    whole = tuple(
        shard
        for shard in there.shards
        if (shard.first_seed, shard.count) in planned and _is_whole(folder, shard, plan.customers)
    )
    manifest = replace(wanted, shards=whole)
    manifest.write(folder)
    return manifest


def _refuse_other_plans(there: Manifest, wanted: Manifest, source: str) -> None:
    for name, old in asdict(there).items():
        new = getattr(wanted, name)
        if name in ("shards", "count") or old == new:
            continue
        raise LabelError(
            f"these labels were started with {name} = {old!r}, not {new!r}\n"
            "Resume with the same settings, or use another folder.",
            source=source,
        )
    if wanted.count < there.count:
        raise LabelError(
            f"these labels were started with count = {there.count}; {wanted.count} is less\n"
            "Resume with as many or more, or use another folder.",
            source=source,
        )


def _is_whole(folder: Path, shard: Shard, customers: int) -> bool:
    try:
        read_shard(folder, shard, customers)
    except LabelError as error:
        log.warning("replaced: %s", str(error).splitlines()[0])
        return False
    return True


def _with_shard(
    folder: Path, manifest: Manifest, seeds: range, solved: list[tuple[Instance, Solution]]
) -> Manifest:
    """Write a shard, and then the manifest with its entry."""
    instances, solutions = (list(part) for part in zip(*solved, strict=True))
    number = (seeds[0] - manifest.first_seed) // manifest.shard_size
    shard = write_shard(
        folder / f"shard-{number:05d}.npz", labelled(instances, solutions, list(seeds))
    )
    shards = sorted((*manifest.shards, shard), key=lambda one: one.first_seed)
    manifest = replace(manifest, shards=tuple(shards))
    manifest.write(folder)
    log.info("%s: %d of %d labels", shard.file, manifest.done, manifest.count)
    return manifest


def _solved(seed: int, plan: LabelPlan) -> tuple[Instance, Solution]:
    """One instance and its solution; the time limit is raised until one is feasible."""
    instance = generate(plan.customers, seed=seed)
    for attempt in range(_MOST_TRIES):
        result = solve(
            instance,
            method=_METHOD,
            config=plan.settings(instance),
            stop=AfterCpuSeconds(plan.cpu_seconds * 4**attempt),
            seed=seed,
        )
        if result.feasible:
            return instance, result.solution
    raise InternalError(f"{instance.name}: no feasible solution after {_MOST_TRIES} searches")
