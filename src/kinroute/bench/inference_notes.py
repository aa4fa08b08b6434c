"""What a report says about the time of inference: what is charged, and whom it left no time."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from kinroute.bench.arm import Arm
from kinroute.bench.models import ORACLE, RANDOM
from kinroute.bench.record import Record
from kinroute.neural.models import is_model


def charge_note(model: str) -> str:
    """How the time of a model's inference is counted, in a sentence."""
    if model == ORACLE:
        return "The oracle reads known solutions; no time is charged for them."
    if model == RANDOM:
        return "Random relatedness takes no time that is charged."
    if Path(model).is_dir() and not is_model(model):
        return _of_files(model)
    return (
        f"Inference with {model} is charged to every run as wall time, measured once per instance."
    )


def inference_notes(arms: Iterable[Arm], records: list[Record]) -> list[str]:
    """The notes of a report: how inference is charged, and how many runs it left no time."""
    by_arm: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_arm[record.arm].append(record)
    with_model = [arm for arm in arms if arm.model and arm.needs_model]
    charged = [arm for arm in with_model if not arm.optimistic]
    notes = [
        _charged(model, [r for arm in charged if arm.model == model for r in by_arm[arm.label]])
        for model in dict.fromkeys(arm.model for arm in charged if arm.model)
    ]
    if optimistic := [arm.label for arm in with_model if arm.optimistic]:
        notes.append(f"No time is charged for inference in {', '.join(optimistic)} (optimistic).")
    for arm in charged:
        if idle := sum(map(made_no_iteration, by_arm[arm.label])):
            notes.append(
                f"{idle} of {len(by_arm[arm.label])} runs of {arm.label} made no iteration: "
                "inference took their time. Their gaps are those of the first solution found."
            )
    return notes


def _charged(model: str, records: list[Record]) -> str:
    """The note on a model, by what was charged; its files may be gone by now."""
    is_free = bool(records) and all(record.inference_seconds == 0 for record in records)
    if model in (ORACLE, RANDOM):
        return charge_note(model)
    if is_free:
        return _of_files(model)
    seconds = [record.inference_seconds for record in records if record.inference_seconds]
    if not seconds:
        return charge_note(model)
    mean = math.fsum(seconds) / len(seconds)
    share = math.fsum(seconds) / math.fsum(record.seconds for record in records)
    return (
        f"Inference with {model} is charged to every run: {mean:.3g} s on average, {share:.0%} of "
        "the time of these runs."
    )


def _of_files(folder: str) -> str:
    return (
        f"The heatmaps of {folder} are read from files: the time that it took to compute them is "
        "not charged."
    )


def made_no_iteration(record: Record) -> bool:
    """Whether inference left a run no time to search."""
    is_out_of_time = record.stopped_by in ("time", "cpu_time")
    return is_out_of_time and bool(record.inference_seconds) and record.iterations == 0
