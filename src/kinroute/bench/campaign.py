"""A campaign: instances × arms × seeds, each run with the same budget."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.instances import InstanceSet
from kinroute.errors import ConfigError

PaperTable = Literal["xml", "x", "calibration-xml", "calibration-x"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What to run, and what to report."""

    name: str
    title: str
    about: str = ""
    instances: InstanceSet
    budget: Budget
    seeds: tuple[int, ...]
    arms: tuple[Arm, ...]
    baseline: str
    """The label of the arm that the others are compared with."""
    compare: tuple[tuple[str, str], ...] = ()
    """Further pairs of labels to compare, the first with the second."""
    paper: PaperTable | None = None
    """The table of the paper whose figures the report repeats."""
    margin: float | None = None
    """Differences of the mean gap below this, in points, are equivalent; None for a tenth of the
    counterpart's mean gap, or 0.1 where best known costs are unknown."""
    looks: tuple[int, ...] = ()
    """Numbers of instances after which a sequential design is judged, besides all of them."""
    is_assay: bool = False
    """Whether arms are compared with their distance counterpart only."""
    command: str | None = None
    """The command that runs it, where that is not `kinroute bench run` with its file."""
    file: str | None = None
    """The absolute path of the file it was read from."""

    def __post_init__(self) -> None:
        if self.margin is not None and not 0 < self.margin < math.inf:
            raise ConfigError(f"margin = {self.margin}; use points of the gap, more than 0")
        labels = [arm.label for arm in self.arms]
        self._refuse_same_arms(labels)
        for label in labels:
            if labels.count(label) > 1:
                raise ConfigError(f"two arms are called {label!r}; give each a label of its own")
        for label in (self.baseline, *(label for pair in self.compare for label in pair)):
            if label not in labels:
                raise ConfigError(f"there is no arm {label!r}; the arms are {', '.join(labels)}")
        self._refuse_same_pairs()

    def _refuse_same_arms(self, labels: list[str]) -> None:
        contents = [arm.content for arm in self.arms]
        for k, content in enumerate(contents):
            first = contents.index(content)
            if first < k:
                raise ConfigError(
                    f"the arm {labels[k]!r} is the same as {labels[first]!r}; leave out one of them"
                )

    def _refuse_same_pairs(self) -> None:
        """Every pair is one more test that all are corrected for."""
        seen = set()
        for one, other in self.compare:
            if one == other:
                raise ConfigError(f"compare has {one!r} with itself; leave it out")
            if frozenset((one, other)) in seen:
                raise ConfigError(
                    f"compare has {one!r} with {other!r} twice; leave out one of them"
                )
            seen.add(frozenset((one, other)))
