"""Convergence: the mean gap of each arm over the budget, with confidence bands."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.record import Record
from kinroute.bench.report.bands import mean_and_band
from kinroute.bench.report.document import Picture
from kinroute.bench.report.drawing import LOOKS, STYLE, WIDTH, Look, add_legend, svg_of
from kinroute.bench.report.scales import scale_gaps
from kinroute.bench.results import Results
from kinroute.bench.trace import Floats

_STEPS = 200
_ENOUGH = 0.95
"""A curve begins where this share of the runs has a solution."""
_LAST = 0.7
"""The enlarged part begins at this share of the budget."""
_MARKERS = 6
"""Markers on a curve."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The mean gap of an arm over the budget, with its 95 % bootstrap interval over instances."""

    label: str
    at: Floats
    gaps: Floats
    low: Floats
    high: Floats


def convergence(results: Results, arms: list[Arm], name: str, title: str) -> Picture | None:
    """The curves over the whole budget, and their last part enlarged."""
    budget = results.campaign.budget
    if _end(budget) == 0:
        return None
    curves = {
        look: curve
        for look, arm in zip(LOOKS, arms, strict=False)
        if (curve := curve_of(results, arm)) is not None
    }
    if not curves:
        return None
    with mpl.rc_context(STYLE):
        figure = _drawn(curves, _unit(budget), name)
        return Picture(
            name=name,
            caption=f"{title}: mean gap over time, per instance the mean over seeds. Bands: 95 % "
            "bootstrap intervals over instances; they are not paired, so arms whose bands overlap "
            f"can still differ significantly. A curve begins where {_ENOUGH:.0%} of its runs have "
            "a feasible solution; curves include inference time.",
            svg=svg_of(figure),
            figure=figure,
        )


def curve_of(results: Results, arm: Arm) -> Curve | None:
    """Mean gap at equal steps; nan where too few runs have a solution."""
    records = results.by_arm[arm.label]
    if not records:
        return None
    steps = np.linspace(0, _end(results.campaign.budget), _STEPS + 1)[1:]
    runs = np.full((len(records), _STEPS), np.nan)
    for row, record in zip(runs, records, strict=True):
        times, gaps = _gaps_over_time(results, arm, record)
        place = np.searchsorted(times, steps, side="right") - 1
        row[place >= 0] = gaps[place[place >= 0]]
    enough = np.isfinite(runs).mean(axis=0) >= _ENOUGH
    if not enough.any():
        return None
    by_instance = _means_by_instance(runs, [record.instance_digest for record in records])
    mean, low, high = (np.where(enough, line, np.nan) for line in mean_and_band(by_instance))
    return Curve(arm.label, steps, mean, low, high)


def _means_by_instance(runs: Floats, digests: list[str]) -> npt.NDArray[np.float64]:
    """Per instance the mean over the seeds that have a solution; nan where none has."""
    _, number = np.unique(digests, return_inverse=True)
    sums, counts = (np.zeros((number.max() + 1, runs.shape[1])) for _ in range(2))
    np.add.at(sums, number, np.nan_to_num(runs))
    np.add.at(counts, number, np.isfinite(runs))
    return sums / np.where(counts > 0, counts, np.nan)


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


def _drawn(curves: dict[Look, Curve], unit: str, name: str) -> Figure:
    figure = Figure(figsize=(WIDTH, 2.9), layout="constrained")
    whole, last = figure.subplots(1, 2)
    end = next(iter(curves.values())).at[-1]
    handles: dict[str, Artist] = {}
    for number, (look, curve) in enumerate(curves.items()):
        for axes, start in ((whole, 0.0), (last, _LAST * end)):
            seen = np.isfinite(curve.gaps) & (curve.at >= start)
            handles[curve.label] = _draw_curve(axes, curve, seen, look, (number, len(curves)))
            axes.collections[-1].set_gid(f"{name}-{'whole' if axes is whole else 'last'}-{number}")
    _frame(whole, unit, "whole run", (0, end), [curve.gaps for curve in curves.values()])
    last.set(xlabel=unit, ylabel="mean gap %", xlim=(_LAST * end, end))
    last.set_title(f"last {100 - round(100 * _LAST)} %")
    add_legend(figure, handles)
    return figure


def _draw_curve(
    axes: Axes, curve: Curve, seen: npt.NDArray[np.bool_], look: Look, rank: tuple[int, int]
) -> Artist:
    """A line with its band and some markers, as one of so many: markers of others are elsewhere."""
    number, count = rank
    at = curve.at[seen]
    # The more bands overlap, the lighter each is.
    alpha = max(0.06, min(0.18, 0.5 / count))
    axes.fill_between(at, curve.low[seen], curve.high[seen], color=look.color, alpha=alpha, lw=0)
    gap = max(1, len(at) // _MARKERS)
    (line,) = axes.plot(
        at,
        curve.gaps[seen],
        color=look.color,
        linestyle=look.linestyle,
        lw=1.2,
        marker=look.marker,
        markevery=(int((number + 0.5) / count * gap), gap),
        ms=3.6,
        mfc="white",
        mew=0.8,
    )
    return line


def _frame(
    axes: Axes, unit: str, title: str, ends: tuple[float, float], gaps: list[Floats]
) -> None:
    """A linear scale would hide the end of the curves."""
    axes.set(xlabel=unit, ylabel="mean gap %", title=title, xlim=ends)
    values = np.concatenate(gaps)
    values = values[np.isfinite(values)]
    if values.min() <= 0:
        scale_gaps(axes, values)
        return
    axes.set_yscale("log")
    axes.set_ylim(0.8 * values.min(), 1.25 * values.max())
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
    axes.yaxis.set_minor_locator(NullLocator())


def _unit(budget: Budget) -> str:
    if budget.measure == "iterations":
        return "iterations"
    clock = "CPU time" if budget.clock == "cpu" else "wall time"
    return f"% of the {clock}" if budget.measure == "seconds_per_customer" else f"{clock}, s"


def _end(budget: Budget) -> float:
    """The right end of the horizontal axis."""
    return 100.0 if budget.measure == "seconds_per_customer" else float(budget.amount)
