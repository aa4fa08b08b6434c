"""The pictures of a report: convergence, and gaps by kind of instance."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from kinroute.bench.asked import Plain
from kinroute.bench.groups import TRAITS
from kinroute.bench.record import Record
from kinroute.bench.report.document import Picture
from kinroute.bench.results import Results
from kinroute.bench.trace import unpacked

Floats = npt.NDArray[np.float64]

COLORS = (
    *("#22262b", "#1f77b4", "#e4572e", "#2a9d5c", "#8e44ad", "#d4a017"),
    *("#17a2b8", "#b23a6f", "#6b7a1e", "#8c564b"),
)
MOST_ARMS = 10
_STEPS = 200
_ENOUGH = 0.95
"""A curve is drawn where this share of the runs has a solution."""
_LAST = 0.7
"""The enlarged part begins at this share of the run."""
_LEGEND_ROW = 6
"""The most names side by side, if they are short."""
_LEGEND_WIDTH = 150
"""The letters for which there is room; the sign before a name takes eight."""
_STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e7eb",
    "svg.hashsalt": "kinroute",
    "svg.fonttype": "path",
    "text.parse_math": False,  # a label may hold a dollar
}


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The mean gap of an arm over time."""

    label: str
    at: Floats
    gaps: Floats


def convergence(results: Results, arms: list[Plain], name: str, title: str) -> Picture | None:
    """The whole run, and its last part enlarged."""
    if _end(results) == 0:
        return None
    colored = {
        color: curve
        for color, arm in zip(COLORS, arms, strict=False)
        if (curve := curve_of(results, arm)) is not None
    }
    curves = list(colored.values())
    if not curves:
        return None
    unit = _unit(results)
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(10.5, 3.9), layout="constrained")
        whole, last = figure.subplots(1, 2)
        handles: dict[str, Artist] = {}
        for color, curve in colored.items():
            seen = np.isfinite(curve.gaps)
            for axes, part in ((whole, seen), (last, seen & (curve.at >= _LAST * curve.at[-1]))):
                (line,) = axes.plot(curve.at[part], curve.gaps[part], color=color, lw=1.4)
                handles[curve.label] = line
        _frame(whole, unit, "whole run", curves)
        last.set(xlabel=unit, ylabel="mean gap %", title=f"last {100 - round(100 * _LAST)} %")
        last.set_xlim(_LAST * curves[0].at[-1], curves[0].at[-1])
        _put_legend(figure, handles)
        return Picture(
            name=name,
            caption=f"{title}: mean gap over time. A curve begins where {_ENOUGH:.0%} of its runs "
            "have a feasible solution; a model that has to think first starts late.",
            svg=_svg(figure),
        )


def curve_of(results: Results, arm: Plain) -> Curve | None:
    """Mean gap at equal steps; nan where too few runs have a solution yet."""
    records = results.by_arm[arm["label"]]
    if not records:
        return None
    end = _end(results)
    steps = np.linspace(0, end, _STEPS + 1)[1:]
    total, count = np.zeros(_STEPS), np.zeros(_STEPS)
    for record in records:
        trace = unpacked(record.trace)
        if not len(trace.costs):
            continue
        if "iterations" in record.budget:
            times = trace.iterations.astype(float)
        else:
            # Traces count wall time; a busy machine stretches it against processor time.
            scale = spent_of(record, arm) / record.seconds if record.seconds else 1.0
            times = trace.times * scale / (budget_seconds(record) or 1.0)
            times = times * end
        best = results.best[record.instance_digest]
        gaps = 100 * (trace.costs - best) / best if best else np.zeros(len(trace.costs))
        place = np.searchsorted(times, steps, side="right") - 1
        has = place >= 0
        total[has] += gaps[place[has]]
        count += has
    with np.errstate(invalid="ignore"):
        means = np.where(count >= _ENOUGH * len(records), total / count, np.nan)
    return Curve(arm["label"], steps, means) if np.isfinite(means).any() else None


def boxplots(results: Results, arms: list[Plain]) -> list[Picture]:
    """Gaps by depot position, customer layout, demand and route length."""
    return [
        picture
        for trait in TRAITS
        if (picture := _boxplot(results, arms[:MOST_ARMS], trait)) is not None
    ]


def _boxplot(results: Results, arms: list[Plain], trait: str) -> Picture | None:
    values = [value for value in TRAITS[trait] if _of(results, trait, value)]
    if not values or not arms:
        return None
    title = trait.replace("_", " ")
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(10.5, 3.4), layout="constrained")
        axes = figure.subplots()
        width = 0.8 / len(arms)
        for number, (arm, color) in enumerate(zip(arms, COLORS, strict=False)):
            gaps = results.mean_gaps(arm["label"])
            for place, value in enumerate(values):
                found = [gaps[d] for d in _of(results, trait, value) if d in gaps]
                x = place + width * (number - (len(arms) - 1) / 2)
                if found:
                    _draw_box(axes, x, 0.85 * width, box_of(found), color)
                    # Where most gaps are zero there is no box to see.
                    axes.plot(x, np.mean(found), "D", color=color, ms=5, mec="white", mew=0.8)
        axes.set_xticks(
            np.arange(len(values)),
            [f"{value}\n({len(_of(results, trait, value))})" for value in values],
        )
        axes.set(xlabel=f"{title} (instances)", ylabel="gap %")
        axes.grid(visible=False, axis="x")
        colors = zip(arms, COLORS, strict=False)
        _put_legend(figure, {arm["label"]: Patch(color=color) for arm, color in colors})
        return Picture(
            name=f"boxes-{trait.replace('_', '-')}",
            caption=f"Gaps by {title}, per instance the mean over seeds. Boxes hold the middle "
            "half, whiskers reach 1.5 times as far, diamonds are means; outliers are not drawn.",
            svg=_svg(figure),
        )


def box_of(values: list[float]) -> tuple[float, float, float, float, float]:
    """Lower whisker, quartiles with the median, upper whisker, 1.5 box lengths away at most."""
    low, median, high = np.percentile(values, [25, 50, 75]).tolist()
    reach = 1.5 * (high - low)
    within = [value for value in values if low - reach <= value <= high + reach]
    return min([*within, low]), low, median, high, max([*within, high])


def _put_legend(figure: Figure, handles: Mapping[str, Artist]) -> None:
    """Below the picture, in equal rows that read from left to right."""
    room = _LEGEND_WIDTH // (max(map(len, handles)) + 8)
    rows = math.ceil(len(handles) / max(1, min(_LEGEND_ROW, room)))
    columns = math.ceil(len(handles) / rows)
    by_column = [name for column in range(columns) for name in list(handles)[column::columns]]
    figure.legend(
        [handles[name] for name in by_column],
        list(map(_on_one_line, by_column)),
        loc="outside lower center",
        ncols=columns,
        frameon=False,
    )


def _on_one_line(label: str) -> str:
    """Older Matplotlib leaves out what begins with an underscore, unless a space is before it."""
    line = " ".join(label.split())
    return f" {line}" if line.startswith("_") else line


def _draw_box(
    axes: Axes, x: float, width: float, box: tuple[float, float, float, float, float], color: str
) -> None:
    """By hand: Matplotlib's own loads pyplot, and with it a display."""
    least, low, median, high, most = box
    axes.bar(x, high - low, width, bottom=low, color=color)
    axes.vlines([x, x], [least, high], [low, most], color=color, lw=1)
    axes.hlines([least, most], x - width / 4, x + width / 4, color=color, lw=1)
    axes.hlines(median, x - width / 2, x + width / 2, color="white", lw=1.2)


def _of(results: Results, trait: str, value: str) -> list[str]:
    return [d for d in results.best if results.traits.get(d, {}).get(trait) == value]


def _frame(axes: Axes, unit: str, title: str, curves: list[Curve]) -> None:
    """A linear scale hides the end and a long start, so the vertical one is logarithmic."""
    axes.set(xlabel=unit, ylabel="mean gap %", title=title)
    lowest = min(float(np.nanmin(curve.gaps)) for curve in curves)
    if lowest > 0:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xlim(0, curves[0].at[-1])


def _unit(results: Results) -> str:
    budget = results.campaign["budget"]
    if "iterations" in budget:
        return "iterations"
    clock = "processor time" if " cpu" in budget else "time"
    return f"% of the {clock}" if "per customer" in budget else f"{clock}, s"


def _end(results: Results) -> float:
    budget = results.campaign["budget"]
    if "per customer" in budget:
        return 100.0
    return float(budget.split()[0])


def budget_seconds(record: Record) -> float:
    """How long a run might take, where its budget is a time."""
    amount = float(record.budget.split()[0])
    return amount * record.customers if "per customer" in record.budget else amount


def spent_of(record: Record, arm: Plain) -> float:
    """What a run took of its budget, by the budget's clock."""
    if " cpu" not in record.budget:
        return record.seconds
    if not arm["optimistic"]:
        return record.cpu_seconds
    # The processor's time has the model's in it, unlike the wall's; without that it is never more
    # than the wall's or the budget.
    return min(record.cpu_seconds, record.seconds, budget_seconds(record))


def _svg(figure: Figure) -> str:
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return re.sub(r"\n\s*", "\n", text[text.index("<svg") :])
