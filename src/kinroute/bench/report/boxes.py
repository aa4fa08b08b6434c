"""Boxplots: the gaps of each arm by group of instances."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from kinroute.bench.arm import Arm
from kinroute.bench.report.document import Picture
from kinroute.bench.report.drawing import COLORS, MOST_ARMS, STYLE, add_legend, svg_of
from kinroute.bench.results import Results
from kinroute.problem.kinds import ATTRIBUTES

Box = tuple[float, float, float, float, float]


def boxplots(results: Results, arms: list[Arm]) -> list[Picture]:
    """One picture for each of depot position, customer layout, demand and route length."""
    return [
        picture
        for attribute in ATTRIBUTES
        if (picture := _boxplot(results, arms[:MOST_ARMS], attribute)) is not None
    ]


def box_of(values: list[float]) -> Box:
    """Lower whisker, first quartile, median, third quartile, upper whisker (1.5 × IQR)."""
    low, median, high = np.percentile(values, [25, 50, 75]).tolist()
    reach = 1.5 * (high - low)
    within = [value for value in values if low - reach <= value <= high + reach]
    return min([*within, low]), low, median, high, max([*within, high])


def _boxplot(results: Results, arms: list[Arm], attribute: str) -> Picture | None:
    members = {value: _members(results, attribute, value) for value in ATTRIBUTES[attribute]}
    members = {value: digests for value, digests in members.items() if digests}
    if not members or not arms:
        return None
    title = attribute.replace("_", " ")
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.5, 3.4), layout="constrained")
        axes = figure.subplots()
        for number, arm in enumerate(arms):
            gaps = results.mean_gaps(arm.label)
            found = [[gaps[d] for d in digests if d in gaps] for digests in members.values()]
            _draw_arm(axes, found, number, len(arms))
        axes.set_xticks(
            np.arange(len(members)),
            [f"{value}\n({len(digests)})" for value, digests in members.items()],
        )
        axes.set(xlabel=f"{title} (instances)", ylabel="gap %")
        axes.grid(visible=False, axis="x")
        colors = zip(arms, COLORS, strict=False)
        add_legend(figure, {arm.label: Patch(color=color) for arm, color in colors})
        return Picture(
            name=f"boxes-{attribute.replace('_', '-')}",
            caption=f"Gaps by {title}, per instance the mean over seeds. Boxes: quartiles; "
            "whiskers: 1.5 × IQR; diamonds: means; outliers are not drawn.",
            svg=svg_of(figure),
        )


def _draw_arm(axes: Axes, gaps: list[list[float]], number: int, arms: int) -> None:
    """The boxes of one of so many arms, one for each value of the attribute that has gaps."""
    width, color = 0.8 / arms, COLORS[number]
    for place, found in enumerate(gaps):
        x = place + width * (number - (arms - 1) / 2)
        if found:
            _draw_box(axes, x, 0.85 * width, box_of(found), color)
            # Where most gaps are zero the box is invisible.
            axes.plot(x, np.mean(found), "D", color=color, ms=5, mec="white", mew=0.8)


def _draw_box(axes: Axes, x: float, width: float, box: Box, color: str) -> None:
    """By hand: Matplotlib's `bxp` loads pyplot, and with it a display."""
    least, low, median, high, most = box
    axes.bar(x, high - low, width, bottom=low, color=color)
    axes.vlines([x, x], [least, high], [low, most], color=color, lw=1)
    axes.hlines([least, most], x - width / 4, x + width / 4, color=color, lw=1)
    axes.hlines(median, x - width / 2, x + width / 2, color="white", lw=1.2)


def _members(results: Results, attribute: str, value: str) -> list[str]:
    """The digests of the instances with that value."""
    groups = results.groups
    return [d for d in results.best if d in groups and getattr(groups[d], attribute) == value]
