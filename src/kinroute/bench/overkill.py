"""The campaign of `kinroute overkill`: do heatmaps gain anything over distance?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from kinroute.bench.arm import Arm
from kinroute.bench.assay import assays
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files, InstanceSet, files_in
from kinroute.bench.looks import looks
from kinroute.bench.models import ORACLE, RANDOM, kind_of_model
from kinroute.bench.plan import Plan
from kinroute.bench.results import Results, results_of
from kinroute.bench.run import store_plan
from kinroute.bench.store import Store
from kinroute.bench.verdict import Comparison
from kinroute.errors import ConfigError

DRAWN = 400
"""Random instances where no files are given, if nothing is decided earlier."""
CUSTOMERS = 300
SECONDS = 0.3
"""So short that searches on so many customers are far from the optimum: there random relatedness
costs 0.2 points in either operator, with a standard deviation of 0.5 between instances."""
_FIRST_SEED = 900_000
"""Of the random instances; far from the seeds that networks are trained on."""
_LOOKS = (0.25, 0.5)
"""Shares of the instances after which the campaign is judged, besides all of them."""
_FEWEST = 12
"""Fewer instances are not worth a look: hardly anything can be significant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverkillOptions:
    """What can be chosen besides the model."""

    instances: Path | None = None
    """A folder, a pattern or a file; None for those beside the heatmaps, or random ones."""
    customers: int = CUSTOMERS
    """Of random instances."""
    seconds: float = SECONDS
    seed: int = 1
    """The first one; another seed also draws other instances."""
    seeds: int = 1
    """Runs per instance and method."""
    granularity: int | None = None
    margin: float | None = None
    optimistic: bool = False
    """Whether the inference time is left out of the budget."""


def overkill_campaign(model: str, options: OverkillOptions, *, command: str) -> Campaign:
    """The model, random relatedness and the oracle against distance, in each operator."""
    if options.seeds < 1:
        raise ConfigError(f"{options.seeds} seeds make no run; use 1 or more")
    instances = _instances(model, options)
    left_out = without_heatmap(model, options.instances)
    return Campaign(
        name="overkill",
        title=f"Is it overkill? {model} against distance",
        about=_about(left_out=left_out, is_optimistic=options.optimistic),
        instances=instances,
        budget=Budget(measure="seconds", amount=options.seconds),
        seeds=tuple(range(options.seed, options.seed + options.seeds)),
        arms=tuple(_arms(model, options, has_solutions=_has_solutions(instances))),
        baseline="D-O",
        margin=options.margin,
        is_assay=True,
        command=command,
    )


def sequential(plan: Plan) -> Plan:
    """The same plan, judged after a quarter, half and all of its instances."""
    shares = (round(share * len(plan.entries)) for share in _LOOKS)
    counts = tuple(count for count in shares if count >= _FEWEST)
    return replace(plan, campaign=replace(plan.campaign, looks=counts))


def open_runs(plan: Plan, comparisons: Sequence[Comparison], number: int) -> Plan | None:
    """The runs of the next look, by the arms that are not decided; None where all are decided.

    `number` counts the looks from 0; before the first one there are no comparisons.
    """
    digests = [entry.digest for entry in plan.entries]
    all_looks = looks(plan.campaign.looks, digests)
    if number >= len(all_looks):
        return None
    labels = {arm.label for arm in plan.campaign.arms}
    if number:
        if all(assay.is_decided for assay in assays(comparisons)):
            return None
        undecided = [c for c in comparisons if not c.is_decided]
        labels = {label for c in undecided for label in (c.arm, c.against)}
    wanted = all_looks[number].instances
    runs = [run for run in plan.runs if run.entry.digest in wanted and run.arm.label in labels]
    return replace(plan, runs=runs)


def run_sequentially(plan: Plan, path: Path, execute: Callable[[Plan], object]) -> Results:
    """Let the runs of look after look be executed into the store, until all is decided."""
    comparisons: list[Comparison] = []
    for number in count():
        part = open_runs(plan, comparisons, number)
        if part is None:
            break
        execute(part)
        with Store(path, must_exist=True) as store:
            store_plan(plan, store)  # the selection of the whole campaign, not of this part
            results = results_of(store, plan.campaign)
        comparisons = results.comparisons()
    return results


def without_heatmap(model: str, instances: Path | None) -> int:
    """The number of instances that are left out because the folder has no heatmap for them."""
    folder = Path(model)
    if kind_of_model(model) != "folder":
        return 0
    paths = _files(instances or folder)
    return len(paths) - len(_with_heatmap(paths, folder))


def _arms(model: str, options: OverkillOptions, *, has_solutions: bool) -> list[Arm]:
    gamma = options.granularity
    arms = [Arm(method=method, granularity=gamma, label=method) for method in ("D-O", "D-D")]
    controls = [RANDOM, *([ORACLE] if has_solutions else [])]
    sources = [(model, is_optimistic) for is_optimistic in _clocks(model, options)]
    for source, is_optimistic in dict.fromkeys([*sources, *((name, False) for name in controls)]):
        for method in ("D-N", "N-O"):
            of = source if source in controls else "scores alone" if is_optimistic else ""
            arms.append(
                Arm(
                    method=method,
                    model=source,
                    optimistic=is_optimistic,
                    granularity=gamma,
                    label=f"{method} {of}".strip(),
                )
            )
    return arms


def _clocks(model: str, options: OverkillOptions) -> tuple[bool, ...]:
    """Whether inference time is left out: both ways, unless it takes none or only one is wanted.

    Budgets are short here, so that inference is a larger part of them than in practice.
    """
    if options.optimistic:
        return (True,)
    return (False, True) if kind_of_model(model) in ("function", "network") else (False,)


def _about(*, left_out: int, is_optimistic: bool) -> str:
    parts = [
        "Heatmaps steer the crossover (D-N against D-D) or the local search (N-O against D-O), "
        "with random relatedness as a negative control in the same place, and the edges of the "
        "best known solution (the oracle) as a positive one where they are known.",
        "Inference time is left out."
        if is_optimistic
        else "Inference time counts, except for the scores alone.",
    ]
    if left_out:
        parts.append(f"Instances left out because they have no heatmap: {left_out}.")
    return " ".join(parts)


def _has_solutions(instances: InstanceSet) -> bool:
    return isinstance(instances, Files) and all(
        path.with_suffix(".sol").is_file() for path in instances.paths
    )


def _instances(model: str, options: OverkillOptions) -> InstanceSet:
    """The given instances, those beside the heatmaps, or random ones."""
    folder, given = Path(model), options.instances
    if kind_of_model(model) == "folder":
        return Files(paths=_with_heatmap(_files(given or folder), folder))
    if given is not None:
        return Files(paths=_files(given))
    first = _FIRST_SEED + (options.seed - 1) * DRAWN
    return Drawn(customers=options.customers, seeds=tuple(range(first, first + DRAWN)))


def _files(given: Path) -> tuple[Path, ...]:
    """The instance files of a folder, of a pattern, or one file."""
    if given.is_file():
        return (given,)
    if given.is_dir():
        return files_in(given, "*.vrp")
    return files_in(given.parent, given.name)


def _with_heatmap(paths: tuple[Path, ...], folder: Path) -> tuple[Path, ...]:
    """The instances that have a heatmap."""
    known = {path.stem for path in folder.glob("*.npz")}
    matched = tuple(path for path in paths if path.stem in known)
    if not matched:
        raise ConfigError(
            f"none of the {len(paths)} instances has a heatmap in {folder}; it must be named "
            f"after its instance, such as {paths[0].stem}.npz"
        )
    return matched
