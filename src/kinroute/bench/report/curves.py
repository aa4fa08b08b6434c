"""Convergence: the mean gap of each arm over the budget."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.record import Record
from kinroute.bench.report.document import Picture
from kinroute.bench.report.drawing import COLORS, STYLE, add_legend, svg_of
from kinroute.bench.results import Results
from kinroute.bench.trace import Floats

_STEPS = 200
_ENOUGH = 0.95
"""A curve begins where this share of the runs has a solution."""
_LAST = 0.7
"""The enlarged part begins at this share of the budget."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The mean gap of an arm over the budget."""

    label: str
    at: Floats
    gaps: Floats


def convergence(results: Results, arms: list[Arm], name: str, title: str) -> Picture | None:
    """The curves over the whole budget, and their last part enlarged."""
    budget = results.campaign.budget
    if _end(budget) == 0:
        return None
    colored = {
        color: curve
        for color, arm in zip(COLORS, arms, strict=False)
        if (curve := curve_of(results, arm)) is not None
    }
    if not colored:
        return None
    with mpl.rc_context(STYLE):
        figure = _drawn(colored, _unit(budget))
        return Picture(
            name=name,
            caption=f"{title}: mean gap over time. A curve begins where {_ENOUGH:.0%} of its runs "
            "have a feasible solution; curves include inference time.",
            svg=svg_of(figure),
        )


def curve_of(results: Results, arm: Arm) -> Curve | None:
    """Mean gap at equal steps; nan where too few runs have a solution."""
    records = results.by_arm[arm.label]
    if not records:
        return None
    steps = np.linspace(0, _end(results.campaign.budget), _STEPS + 1)[1:]
    total, count = np.zeros(_STEPS), np.zeros(_STEPS)
    for record in records:
        times, gaps = _gaps_over_time(results, arm, record)
        place = np.searchsorted(times, steps, side="right") - 1
        has = place >= 0
        total[has] += gaps[place[has]]
        count += has
    with np.errstate(invalid="ignore"):
        means = np.where(count >= _ENOUGH * len(records), total / count, np.nan)
    return Curve(arm.label, steps, means) if np.isfinite(means).any() else None


def _gaps_over_time(results: Results, arm: Arm, record: Record) -> tuple[Floats, Floats]:
    """The gaps of a run, and when it reached them in the unit of the picture."""
    trace, times = results.trace(record, arm)
    budget = results.campaign.budget
    seconds = budget.seconds(record.customers)
    if seconds is None:
        times = trace.iterations.astype(float)
    else:
        times = times / (seconds or 1.0) * _end(budget)
    if not len(trace.costs):
        return times, np.zeros(0)
    best = results.best[record.instance_digest]
    return times, 100 * (trace.costs - best) / best if best else np.zeros(len(trace.costs))


def _drawn(colored: dict[str, Curve], unit: str) -> Figure:
    figure = Figure(figsize=(10.5, 3.9), layout="constrained")
    whole, last = figure.subplots(1, 2)
    handles: dict[str, Artist] = {}
    for color, curve in colored.items():
        seen = np.isfinite(curve.gaps)
        for axes, part in ((whole, seen), (last, seen & (curve.at >= _LAST * curve.at[-1]))):
            (line,) = axes.plot(curve.at[part], curve.gaps[part], color=color, lw=1.4)
            handles[curve.label] = line
    curves = list(colored.values())
    _frame(whole, unit, "whole run", curves)
    last.set(xlabel=unit, ylabel="mean gap %", title=f"last {100 - round(100 * _LAST)} %")
    last.set_xlim(_LAST * curves[0].at[-1], curves[0].at[-1])
    add_legend(figure, handles)
    return figure


def _frame(axes: Axes, unit: str, title: str, curves: list[Curve]) -> None:
    """The scale is logarithmic: a linear one hides the end of the curves."""
    axes.set(xlabel=unit, ylabel="mean gap %", title=title)
    lowest = min(float(np.nanmin(curve.gaps)) for curve in curves)
    if lowest > 0:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xlim(0, curves[0].at[-1])


def _unit(budget: Budget) -> str:
    if budget.measure == "iterations":
        return "iterations"
    clock = "CPU time" if budget.clock == "cpu" else "wall time"
    return f"% of the {clock}" if budget.measure == "seconds_per_customer" else f"{clock}, s"


def _end(budget: Budget) -> float:
    """The right end of the horizontal axis."""
    return 100.0 if budget.measure == "seconds_per_customer" else float(budget.amount)
