"""Box plots: the gaps of each arm by group of instances."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from kinroute.bench.arm import Arm
from kinroute.bench.report.document import Picture
from kinroute.bench.report.drawing import LOOKS, STYLE, WIDTH, Look, add_legend, svg_of
from kinroute.bench.report.scales import scale_gaps
from kinroute.bench.results import Results
from kinroute.problem.kinds import ATTRIBUTES

_GROUP = 0.84
"""The share of the axis that the boxes of a group take."""
_INK = "#22262b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Quartiles, whiskers to the last value within 1.5 × IQR, and the values beyond them."""

    least: float
    low: float
    median: float
    high: float
    most: float
    outliers: list[float]


def boxplots(results: Results, arms: list[Arm]) -> list[Picture]:
    """One picture for each of depot position, customer layout, demand and route length."""
    return [
        picture
        for attribute in ATTRIBUTES
        if (picture := _boxplot(results, arms[: len(LOOKS)], attribute)) is not None
    ]


def box_of(values: list[float]) -> Box:
    """The box of Tukey's box plot."""
    low, median, high = np.percentile(values, [25, 50, 75]).tolist()
    reach = 1.5 * (high - low)
    within = [value for value in values if low - reach <= value <= high + reach]
    return Box(
        least=min([*within, low]),
        low=low,
        median=median,
        high=high,
        most=max([*within, high]),
        outliers=sorted(v for v in values if not low - reach <= v <= high + reach),
    )


def _boxplot(results: Results, arms: list[Arm], attribute: str) -> Picture | None:
    members = {value: _members(results, attribute, value) for value in ATTRIBUTES[attribute]}
    members = {value: digests for value, digests in members.items() if digests}
    if not members or not arms:
        return None
    title, name = attribute.replace("_", " "), f"boxes-{attribute.replace('_', '-')}"
    gaps = [_gaps(results, arm, list(members.values())) for arm in arms]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 2.9), layout="constrained")
        axes = figure.subplots()
        for number, found in enumerate(gaps):
            _draw_arm(axes, found, number, len(arms), name)
        threshold = scale_gaps(axes, chain.from_iterable(chain.from_iterable(gaps)))
        _label(axes, members, title)
        add_legend(
            figure,
            {arm.label: _handle(look) for arm, look in zip(arms, LOOKS, strict=False)},
        )
        return Picture(
            name=name, caption=_caption(title, threshold), svg=svg_of(figure), figure=figure
        )


def _caption(title: str, threshold: float | None) -> str:
    axis = f" The axis is linear up to {threshold:g} %, logarithmic above." if threshold else ""
    return (
        f"Gaps by {title}, per instance the mean over seeds. Box: interquartile range (IQR); line: "
        "median; diamond: mean; whiskers: to the last gap within 1.5 × IQR of the box; circles: "
        f"outliers.{axis}"
    )


def _label(axes: Axes, members: dict[str, list[str]], title: str) -> None:
    places = np.arange(len(members))
    axes.set_xticks(places, [f"{value}\n({len(found)})" for value, found in members.items()])
    axes.set_xlim(-0.5, len(members) - 0.5)
    axes.set(xlabel=f"{title} (instances)", ylabel="gap %")
    axes.grid(visible=False, axis="x")
    axes.tick_params(axis="x", length=0)
    for place in places[1:]:
        axes.axvline(place - 0.5, color="#d0d5da", lw=0.6)


def _gaps(results: Results, arm: Arm, members: list[list[str]]) -> list[list[float]]:
    """The gaps of an arm in each group."""
    gaps = results.mean_gaps(arm.label)
    return [[gaps[digest] for digest in digests if digest in gaps] for digests in members]


def _draw_arm(axes: Axes, gaps: list[list[float]], number: int, arms: int, name: str) -> None:
    """The boxes of one of so many arms, one for each group that has gaps."""
    width, look = _GROUP / arms, LOOKS[number]
    for place, found in enumerate(gaps):
        if found:
            x = place + width * (number - (arms - 1) / 2)
            _draw_box(
                axes, x, min(0.3, 0.8 * width), box_of(found), look, f"{name}-{place}-{number}"
            )
            axes.plot(x, np.mean(found), "D", mfc="white", mec=_INK, ms=2.8, mew=0.6, zorder=5)


def _draw_box(axes: Axes, x: float, width: float, box: Box, look: Look, name: str) -> None:
    """By hand: Matplotlib's `bxp` loads pyplot, and with it a display."""
    left, right = x - width / 2, x + width / 2
    axes.add_patch(
        Rectangle(
            (left, box.low),
            width,
            box.high - box.low,
            facecolor=look.tint(0.3),
            edgecolor=look.color,
            hatch=look.hatch,
            linewidth=0.8,
            zorder=2,
            gid=f"{name}-box",
        )
    )
    whiskers = axes.vlines(
        [x, x], [box.least, box.high], [box.low, box.most], color=look.color, lw=0.8
    )
    whiskers.set_gid(f"{name}-whiskers")
    ends = [box.least, box.most]
    axes.hlines(ends, x - width / 4, x + width / 4, color=look.color, lw=0.8)
    median = axes.hlines(box.median, left, right, color=_INK, lw=1.6, zorder=4)
    median.set_gid(f"{name}-median")
    if box.outliers:
        seen = sorted({float(f"{value:.3g}") for value in box.outliers})
        (points,) = axes.plot([x] * len(seen), seen, "o", ms=2.2, mfc="none", zorder=3)
        points.set(mec=look.color, mew=0.6, gid=f"{name}-outliers")


def _handle(look: Look) -> Patch:
    return Patch(facecolor=look.tint(0.3), edgecolor=look.color, hatch=look.hatch, linewidth=0.8)


def _members(results: Results, attribute: str, value: str) -> list[str]:
    """The digests of the instances with that value."""
    groups = results.groups
    return [d for d in results.best if d in groups and getattr(groups[d], attribute) == value]
