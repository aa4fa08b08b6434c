"""The progress of a running campaign."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from kinroute.bench.plan import Plan, Run
from kinroute.bench.record import Record
from kinroute.bench.statistics import gap


@dataclass(slots=True)
class ArmProgress:
    """The finished runs of one arm."""

    runs: int = 0
    optimal: int = 0
    gaps: float = 0.0
    compared: int = 0

    @property
    def mean_gap(self) -> float | None:
        """Over feasible runs on instances with a best known cost; None without any."""
        return self.gaps / self.compared if self.compared else None


@dataclass(slots=True)
class CampaignProgress:
    """Counts and the estimated time left; an `Observer` of a campaign."""

    total: int = 0
    stored: int = 0
    ended: int = 0
    failures: int = 0
    threads: int = 0
    last_failure: str = ""
    arms: dict[str, ArmProgress] = field(default_factory=dict)
    _best: dict[str, float | None] = field(default_factory=dict)
    _began: float = field(default_factory=time.monotonic)
    _weights: dict[str, float] = field(default_factory=dict)
    """The relative time of each run that is left."""
    _weight_left: float = 0.0
    _weight_done: float = 0.0

    def begun(self, plan: Plan, stored: list[Record]) -> None:
        """Count the runs to do and those stored before."""
        self._began = time.monotonic()
        self.stored, self.total = len(stored), len(plan.runs)
        self.arms = {arm.label: ArmProgress() for arm in plan.campaign.arms}
        self._best = {entry.digest: entry.best_known for entry in plan.entries}
        known = {record.key for record in stored}
        labels = {run.key: run.arm.label for run in plan.runs}
        self._weights = {
            run.key: run.budget.weight(run.entry.instance.customers)
            for run in plan.runs
            if run.key not in known
        }
        self._weight_left = sum(self._weights.values())
        for record in stored:
            self._count(record, self.arms[labels[record.key]])

    def done(self, record: Record) -> None:
        """Count a stored run."""
        self._end(record.key)
        self._count(record, self.arms[record.arm])

    def _count(self, record: Record, arm: ArmProgress) -> None:
        arm.runs += 1
        best = self._best[record.instance_digest]
        if best is not None and record.feasible:
            arm.compared += 1
            arm.gaps += gap(record.cost, best)
            arm.optimal += record.cost <= best

    def failed(self, run: Run, error: BaseException) -> None:
        """Count a failed run."""
        self._end(run.key)
        self.failures += 1
        self.last_failure = f"{run.entry.name}, {run.arm.label}: {error}".splitlines()[0]

    def workers(self, threads: int) -> None:
        """Set the number of runs that can be executed at once."""
        self.threads = threads

    @property
    def elapsed(self) -> float:
        """Seconds since the campaign began."""
        return time.monotonic() - self._began

    @property
    def share_done(self) -> float:
        """The share of the campaign that is finished, from 0 to 1."""
        return (self.stored + self.ended) / self.total if self.total else 1.0

    @property
    def time_left(self) -> float | None:
        """Estimated seconds to the end; None before the first run has finished."""
        if not self._weight_done:
            return None
        return self.elapsed * self._weight_left / self._weight_done

    def _end(self, key: str) -> None:
        weight = self._weights.pop(key, 0.0)
        self.ended += 1
        self._weight_done += weight
        self._weight_left -= weight
