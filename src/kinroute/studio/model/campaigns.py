"""Campaigns in a folder: how far they are, their runs, and two arms against each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kinroute.bench.opened import opened
from kinroute.bench.record import Record
from kinroute.bench.results import Results, results_of
from kinroute.bench.selection import stored_selection
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import stored_campaign
from kinroute.errors import InputError

SUFFIXES = (".sqlite", ".parquet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A store in the folder."""

    name: str
    """Its file."""
    title: str = ""
    runs: int = 0
    planned: int | None = None
    error: str | None = None
    """Why it cannot be read."""

    @property
    def share(self) -> float | None:
        """The share of the planned runs that is done; None where the plan is not known."""
        return None if not self.planned else min(1.0, self.runs / self.planned)


def listed(folder: Path) -> list[Listed]:
    """The stores of a folder and those directly below it, by name."""
    paths = [path for path in _paths(folder) if path.is_file()]
    return [_listed(path, folder) for path in sorted(paths)]


def path_of(folder: Path, name: str) -> Path:
    """The store of a name, which must be one of `listed`; raises InputError for others."""
    for path in _paths(folder):
        if path.relative_to(folder).as_posix() == name:
            return path
    raise InputError(f"there is no campaign {name!r} in {folder.name}")


def read_campaign_results(path: Path) -> Results:
    """The runs of the last campaign that wrote to a store."""
    with opened(path) as source:
        return results_of(source)


@dataclass(frozen=True, slots=True)
class Pair:
    """The mean gaps of two arms on one instance, in percent."""

    instance: str
    first: float
    second: float


def pairs(results: Results, first: str, second: str) -> list[Pair]:
    """The instances that both arms have solved."""
    ours, theirs = results.mean_gaps(first), results.mean_gaps(second)
    names = {record.instance_digest: record.instance for record in results.records}
    common = [digest for digest in ours if digest in theirs]
    return [Pair(names[digest], ours[digest], theirs[digest]) for digest in common]


def verdict_line(results: Results, first: str, second: str) -> str:
    """What the campaign's tests say of two arms; empty where it does not compare them."""
    for comparison in results.comparisons():
        if {comparison.arm, comparison.against} == {first, second}:
            asked = f"{comparison.arm} against {comparison.against}"
            return f"{asked}: {comparison.verdict}. {comparison.figures}"
    return ""


def filtered(
    results: Results, *, arm: str = "", text: str = "", worst_first: bool = False
) -> list[Record]:
    """The runs of an arm, or of all, on instances whose name has a text."""
    wish = text.strip().lower()
    found = [
        record
        for record in results.records
        if (not arm or record.arm == arm) and wish in record.instance.lower()
    ]
    if worst_first:
        found.sort(key=lambda record: -_known(results.gap(record)))
    return found


def arm_rows(results: Results) -> Sequence[tuple[str, int, float | None, int]]:
    """For each arm its runs, the mean gap, and how many runs reached the best known cost."""
    rows = []
    for label, records in results.by_arm.items():
        gaps = [gap for record in records if math.isfinite(gap := results.gap(record))]
        mean = math.fsum(gaps) / len(gaps) if gaps else None
        rows.append((label, len(records), mean, sum(map(results.is_optimal, records))))
    return rows


def _known(gap: float) -> float:
    return math.inf if math.isnan(gap) else gap


def _paths(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    every = [
        *folder.iterdir(),
        *(path for sub in folder.iterdir() if sub.is_dir() for path in sub.iterdir()),
    ]
    return [path for path in every if path.suffix.lower() in SUFFIXES]


def _listed(path: Path, folder: Path) -> Listed:
    name = path.relative_to(folder).as_posix()
    try:
        with opened(path) as source:
            campaign = stored_campaign(source)
            runs = len(source.keys()) if isinstance(source, Store) else len(source.records())
            planned = None if campaign is None else stored_selection(source, campaign).planned
    except (InputError, OSError) as error:
        return Listed(name=name, error=str(error).replace(str(path), name))
    title = "" if campaign is None else campaign.title
    return Listed(name=name, title=title, runs=runs, planned=planned)
