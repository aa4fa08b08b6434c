"""How often is a verdict wrong, and how often right? Thousands of campaigns with a known truth.

    python benchmarks/verdicts.py [--campaigns 2000]

Each campaign has four comparisons whose differences are drawn from a population; it is judged by
the code that judges reports, at one look and in the sequential design of `kinroute overkill`.
Where nothing differs, "helps" and "hurts" are wrong; where the mean differs by the margin,
"helps" and "equivalent" are. A campaign is wrong if any of its four words is.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from kinroute.bench.campaign import Campaign
from kinroute.bench.comparisons import comparisons
from kinroute.bench.overkill import OverkillOptions, overkill_campaign
from kinroute.bench.power import pairs_needed
from kinroute.bench.statistics import SIGNIFICANT

MARGIN = 0.1
CAMPAIGN = overkill_campaign("light-2", OverkillOptions(margin=MARGIN), command="")
STEERED = [arm.label for arm in CAMPAIGN.arms if arm.needs_model]
FAMILY = len(STEERED)
LOOKS = (0.25, 0.5)
Floats = npt.NDArray[np.float64]


def normal(rng: np.random.Generator, count: int) -> Floats:
    return rng.normal(0, 0.3, count)


def mostly_equal(rng: np.random.Generator, count: int) -> Floats:
    return np.where(rng.random(count) < 0.7, 0.0, rng.normal(0, 0.5, count))


def skewed(rng: np.random.Generator, count: int) -> Floats:
    return 0.3 * (rng.exponential(size=count) - 1)


def heavy_tailed(rng: np.random.Generator, count: int) -> Floats:
    return 0.2 * rng.standard_t(3, count)


POPULATIONS: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "normal": normal,
    "70 % equal pairs": mostly_equal,
    "skewed (exponential)": skewed,
    "heavy tails (t, 3 d.f.)": heavy_tailed,
}


@dataclass(frozen=True, slots=True)
class Setting:
    """A population, its true mean difference, the number of instances and the looks."""

    name: str
    truth: float
    instances: int
    counts: tuple[int, ...]

    def words(self, rng: np.random.Generator) -> list[str]:
        """The words of one simulated campaign."""
        draw = POPULATIONS[self.name]
        gaps = {arm.label: np.zeros(self.instances) for arm in CAMPAIGN.arms}
        for label in STEERED:
            gaps[label] = _shifted(draw(rng, self.instances), self.truth)
        campaign = replace(CAMPAIGN, looks=self.counts)
        return [found.verdict for found in comparisons(simulated(campaign, gaps))]


def simulated(campaign: Campaign, gaps: dict[str, Floats]) -> Any:
    """What the code that judges reads of `Results`, with these gaps."""
    digests = [f"{k:06d}" for k in range(len(next(iter(gaps.values()))))]
    runs = {
        label: [
            SimpleNamespace(instance_digest=digest, seed=1, feasible=True, gap=gap)
            for digest, gap in zip(digests, values.tolist(), strict=True)
        ]
        for label, values in gaps.items()
    }
    return SimpleNamespace(
        campaign=campaign,
        arms=campaign.arms,
        by_arm=runs,
        digests=frozenset(digests),
        unknown={"all"},
        gap=lambda run: run.gap,
        is_optimal=lambda run: False,
    )


def _shifted(steps: Floats, truth: float) -> Floats:
    """Equal pairs stay equal; the others carry the difference."""
    moved = steps != 0
    share = moved.mean()
    return np.where(moved, steps + (truth / share if share else 0.0), 0.0)


def needed(name: str) -> int:
    """The instances that show the margin's difference with 80 % power, as a report would say."""
    rng = np.random.default_rng(1)
    observed = _shifted(POPULATIONS[name](rng, 20_000), MARGIN)
    level = 1 - SIGNIFICANT / FAMILY
    count = pairs_needed(observed, level=level, margin=None, least=20)
    assert count is not None
    return count


def row(setting: Setting, campaigns: int) -> str:
    rng = np.random.default_rng(7)
    counts: Counter[str] = Counter()
    wrong = 0
    bad = ("helps", "hurts") if setting.truth == 0 else ("helps", "equivalent")
    for _ in range(campaigns):
        words = setting.words(rng)
        counts.update(words)
        wrong += any(word in bad for word in words)
    total = campaigns * FAMILY
    shares = (counts[word] / total for word in ("helps", "hurts", "equivalent", "inconclusive"))
    design = f"{len(setting.counts) + 1} looks" if setting.counts else "1 look"
    return (
        f"| {setting.name} | {setting.truth:g} | {setting.instances} | {design} | "
        + " | ".join(f"{100 * share:.1f}" for share in shares)
        + f" | **{100 * wrong / campaigns:.1f}** |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--campaigns", type=int, default=2000)
    options = parser.parse_args()
    print(
        f"{options.campaigns} campaigns of {FAMILY} comparisons, margin {MARGIN} points; in percent"
    )
    print(
        "\n| differences | true mean | instances | design | helps | hurts | equivalent | "
        "inconclusive | campaigns with a wrong word |\n|---|---:|---:|---|---:|---:|---:|---:|---:|"
    )
    for name in POPULATIONS:
        count = needed(name)
        for truth in (0.0, MARGIN):
            for counts in ((), tuple(round(share * count) for share in LOOKS)):
                print(row(Setting(name, truth, count, counts), options.campaigns), flush=True)


if __name__ == "__main__":
    main()
