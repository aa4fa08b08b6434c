"""How a search goes: its figures, the convergence curve and the state of the population."""

from __future__ import annotations

import math
import time
from itertools import pairwise

from kinroute.cli.console import shown_cost, shown_time
from kinroute.problem.instance import Instance
from kinroute.search.stop import REASONS
from kinroute.solution.measures import cost_unit
from kinroute.studio.model.run import Run, Sample
from kinroute.studio.page.charts import Curve, curves
from kinroute.studio.page.controls import Markup, section, terms

_SECONDS_PER_CHART = 1.0


class ProgressPanel:
    """Shows one run; call `refresh` at intervals."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] = ()
        self._next_charts = 0.0
        with section("Progress"):
            self._figures = Markup(figures(None)).classes("figures")
            self._curve = Markup(curves([], label="Convergence"))
            self._state = Markup().classes("small-charts")

    def refresh(self, run: Run | None) -> None:
        """Show the state of the run, if it changed."""
        progress = None if run is None else run.progress
        mark = (run, None if run is None else run.state, progress)
        if mark == self._shown:
            return
        self._shown = mark
        self._figures.show(figures(run))
        is_due = time.monotonic() >= self._next_charts
        if run is None or (run.state == "running" and not is_due):
            return
        self._next_charts = time.monotonic() + _SECONDS_PER_CHART
        until = 0.0 if progress is None else progress.time
        costs = Curve(name="cost", points=run.history.curve())
        self._curve.show(curves([costs], label=_curve_label(run), until=until))
        self._state.show(state_charts(run.samples, is_limited=is_limited(run.instance)))


def figures(run: Run | None) -> str:
    """The key figures as a list of terms."""
    progress = None if run is None else run.progress
    rows = [("cost", "–"), ("routes", "–")]
    if run is not None and run.best_cost is not None:
        best = run.history.best
        rows = [
            ("cost", shown_cost(run.best_cost, cost_unit(run.instance))),
            ("routes", str(len(best.routes) if best else 0)),
        ]
    if run is not None and progress is not None:
        rows += [
            ("improvements", str(run.history.seen)),
            ("time", shown_time(progress.time)),
            *_speed(run, progress.iterations, progress.is_annealing),
            ("feasible", f"{100 * progress.feasible_share:.0f} %"),
            ("penalty", f"{progress.load_penalty:.3g}"),
            ("diversity", f"{progress.diversity:.2f}"),
        ]
    if run is not None:
        rows.append(("state", _state_text(run)))
    return terms(rows)


def _speed(run: Run, iterations: int, is_annealing: bool) -> list[tuple[str, str]]:
    speed = _recent_speed(run.samples)
    if is_annealing:
        return [("annealing", f"{speed:,.0f} steps/s")]
    return [("iterations", f"{iterations:,}"), ("iterations/s", f"{speed:,.0f}")]


def _recent_speed(samples: tuple[Sample, ...]) -> float:
    recent = samples[-20:]
    if len(recent) < 2 or recent[-1].time <= recent[0].time:
        return 0.0
    return (recent[-1].iterations - recent[0].iterations) / (recent[-1].time - recent[0].time)


def _state_text(run: Run) -> str:
    if run.result is not None:
        return REASONS[run.result.stopped_by] if run.result.feasible else "nothing feasible found"
    return run.state


def _curve_label(run: Run) -> str:
    if run.best_cost is None:
        return "Convergence"
    return (
        f"Convergence: best cost {shown_cost(run.best_cost)} after {run.history.seen} improvements"
    )


def is_limited(instance: Instance) -> bool:
    """Whether routes have limits besides the capacity."""
    sums = (instance.max_duration, instance.max_distance)
    return any(map(math.isfinite, sums)) or instance.max_stops is not None


def state_charts(samples: tuple[Sample, ...], *, is_limited: bool) -> str:
    """A small chart for each figure of the population, over time."""
    speeds = [
        (b.time, max(0.0, (b.iterations - a.iterations) / (b.time - a.time)))
        for a, b in pairwise(samples[:: max(1, len(samples) // 60)])
        if b.time > a.time
    ]
    charts = {
        "Feasible share": [(s.time, s.feasible_share) for s in samples],
        "Penalty of load": [(s.time, s.penalty) for s in samples],
        "Penalty of limits": [(s.time, s.limit_penalty) for s in samples] if is_limited else [],
        "Diversity": [(s.time, s.diversity) for s in samples],
        "Steps per second": speeds,
    }
    if not is_limited:
        del charts["Penalty of limits"]
    return "".join(_small_chart(name, points) for name, points in charts.items())


def _small_chart(name: str, points: list[tuple[float, float]]) -> str:
    few = points[:: max(1, len(points) // 120)]
    drawn = curves([Curve(name=name, points=few)], label=name, height=132, steps=False, text=1.65)
    return f"<figure><figcaption>{name}</figcaption>{drawn}</figure>"
