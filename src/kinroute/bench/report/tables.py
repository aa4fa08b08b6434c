"""The tables of a report, in the paper's layout where it has one."""

from __future__ import annotations

import math
import statistics as plain_statistics

from kinroute.bench import paper
from kinroute.bench.arm import Arm
from kinroute.bench.report.document import Cell, Table
from kinroute.bench.report.figures import (
    NONE,
    average_cells,
    figures_of,
    gap_cell,
    gap_cells,
    optimal_cells,
)
from kinroute.bench.results import Results
from kinroute.bench.verdict import Comparison, Solved, shown_level, shown_p


def arms_table(results: Results) -> Table:
    """All arms: optimal runs, mean gap with its interval, iterations and time."""
    figures = [figures_of(results, arm.label) for arm in results.arms]
    optimal, gaps = optimal_cells(figures), gap_cells(figures, len(results.best))
    has_infeasible = any(arm.infeasible for arm in figures)
    rows = []
    for k, (arm, found) in enumerate(zip(results.arms, figures, strict=True)):
        records = results.by_arm[arm.label]
        cpu = math.fsum(record.cpu_seconds for record in records) / len(records)
        speed = math.fsum(record.iterations for record in records) / len(records)
        median = plain_statistics.median(found.gaps.values()) if found.gaps else None
        rows.append(
            [
                Cell(arm.label),
                Cell(f"{found.runs}", remark=f"{len(found.instances)} instances"),
                *([Cell(f"{found.infeasible}")] if has_infeasible else []),
                optimal[k],
                gaps[k],
                NONE if median is None else Cell(f"{median:.3f}"),
                Cell(f"{speed:,.0f}"),
                Cell(f"{cpu:.3f}"),
            ]
        )
    infeasible = ["infeasible"] if has_infeasible else []
    return Table(
        caption="All arms. Below each mean gap the 95 % bootstrap interval over instances "
        f"(per instance the mean over seeds). {_about_best(results)} Bold is the largest share of "
        "these and the least gap among arms with the same instances."
        + (" Infeasible runs have no gap, and no test counts them." if has_infeasible else ""),
        head=[
            "arm",
            "runs",
            *infeasible,
            _best_name(results),
            "Gap %",
            "median",
            "iterations",
            "CPU s",
        ],
        rows=rows,
    )


def _best_name(results: Results) -> str:
    return "best of these arms" if results.unknown else "#Opt"


def _about_best(results: Results) -> str:
    if results.unknown:
        return (
            "Best of these arms: runs as good as the best run of any arm, where no cost is known."
        )
    return "#Opt: runs as good as the best known cost."


def comparisons_table(comparisons: list[Comparison]) -> Table:
    """All tests."""
    has_counts = any(c.solved is not None for c in comparisons)
    return Table(
        caption="Paired tests on the mean gap per instance: two-tailed Wilcoxon signed-rank tests, "
        "equal pairs by Pratt's method. p is corrected by Holm's method over all tests of this "
        "table; below Δ gap its interval at the corrected level. Effect: matched-pairs "
        "rank-biserial correlation, negative is better. MDE: minimum detectable effect, the mean "
        "difference shown with 80 % power, by simulation."
        + (
            " Solved: instances solved to optimality more often by either arm, with McNemar's "
            "exact test."
            if has_counts
            else ""
        ),
        head=[
            *("arm", "against", "pairs", "Δ gap", "p alone", "p", "effect", "MDE"),
            *(["solved"] if has_counts else []),
            "verdict",
        ],
        rows=[_comparison_row(c, has_counts=has_counts) for c in comparisons],
    )


def _comparison_row(c: Comparison, *, has_counts: bool) -> list[Cell]:
    solved = []
    if has_counts:
        solved = [NONE] if c.solved is None else [_solved_cell(c.solved)]
    return [
        Cell(c.arm),
        Cell(c.against),
        Cell(f"{c.test.pairs}", remark=f"{c.test.better} better, {c.test.worse} worse"),
        Cell(
            f"{c.interval.mean:+.4f}",
            remark=f"{c.interval.low:+.4f} to {c.interval.high:+.4f}, {shown_level(c.level)}",
        ),
        Cell(shown_p(c.test.p).removeprefix("= ")),
        Cell(shown_p(c.p).removeprefix("= ")),
        Cell(f"{c.test.effect:+.2f}"),
        Cell(f"{c.detectable:.4f}" if math.isfinite(c.detectable) else "–"),
        *solved,
        Cell(c.verdict),
    ]


def _solved_cell(solved: Solved) -> Cell:
    return Cell(f"{solved.only_arm} : {solved.only_other}", remark=f"p {shown_p(solved.p)}")


def paper_table(results: Results, which: str, granularity: int) -> Table | None:
    """#Opt and Gap% of the six methods for each network, with the paper's figures below ours."""
    rows: list[list[Cell]] = []
    faint = set()
    for network in paper.NETWORKS:
        ours = [_arm_for(results, method, network, granularity) for method in paper.METHODS]
        with_model = [arm for arm in ours if arm and arm.model]
        if not with_model and (network != "original" or any(arm.model for arm in results.arms)):
            continue
        rows.append([Cell(paper.NETWORK_NAMES[network]), *_ours(results, ours)])
        faint.add(len(rows))
        rows.append([Cell("paper"), *_theirs(which, network, granularity)])
    if not rows:
        return None
    return Table(
        caption=f"The paper's table for set {which.upper()}, Γ = {granularity}: ours, and below "
        f"it the paper's figures over {paper.RUNS[which]:,} runs.",
        spans=[("", 1), *((f"HGS-{method}", 2) for method in paper.METHODS)],
        head=["GNN", *(["#Opt", "Gap %"] * len(paper.METHODS))],
        rows=rows,
        faint=faint,
    )


def appendix_table(results: Results, which: str, network: str) -> Table | None:
    """All Γ of one network, and their average."""
    granularities = sorted({arm.granularity for arm in results.arms if arm.granularity})
    if len(granularities) < 2:
        return None
    rows: list[list[Cell]] = []
    faint = set()
    for granularity in granularities:
        ours = [_arm_for(results, method, network, granularity) for method in paper.METHODS]
        rows.append([Cell(f"{granularity}"), *_ours(results, ours)])
        faint.add(len(rows))
        rows.append([Cell("paper"), *_theirs(which, network, granularity)])
    over = ", ".join(map(str, granularities))
    rows.append([Cell("Avg", remark=f"of {over}"), *_averages(results, network, granularities)])
    faint.add(len(rows))
    rows.append([Cell("paper"), *_theirs(which, network, "avg")])
    return Table(
        caption=f"{paper.NETWORK_NAMES[network]}, every Γ, in the layout of the paper's appendix. "
        "The paper averages over 15, 20, 30 and 50; ours is over the Γ named, where all of them "
        "have the same instances.",
        spans=[("", 1), *((f"HGS-{method}", 2) for method in paper.METHODS)],
        head=["Γ", *(["#Opt", "Gap %"] * len(paper.METHODS))],
        rows=rows,
        faint=faint,
    )


def calibration_table(results: Results, which: str) -> Table:
    """Γ against the quality of the best of ten local searches, and their time."""
    rows = []
    for arm in sorted(results.arms, key=lambda arm: arm.granularity or 0):
        records = results.by_arm[arm.label]
        seconds = math.fsum(record.cpu_seconds for record in records) / len(records)
        theirs = paper.CALIBRATION[which].get(arm.granularity or 0)
        rows.append(
            [
                Cell(f"{arm.granularity}"),
                gap_cell(figures_of(results, arm.label), len(results.best)),
                Cell(f"{seconds:.4f}"),
                Cell(f"{theirs[0]:.3f}" if theirs else "–"),
                Cell(f"{theirs[1]:.3f}" if theirs else "–"),
            ]
        )
    return Table(
        caption=f"Impact of Γ on solution quality and time, set {which.upper()}: ten random "
        "starts with one local search each.",
        spans=[("", 1), ("ours", 2), ("paper", 2)],
        head=["Γ", "Gap %", "Time (s)", "Gap %", "Time (s)"],
        rows=rows,
    )


def _arm_for(results: Results, method: str, network: str, granularity: int) -> Arm | None:
    """The arm of a method in the paper's row of a network."""
    for arm in results.arms:
        alike = arm.method == method and not arm.local_search and not arm.crossover
        if not alike or (arm.granularity or 15) != granularity or arm.config:
            continue
        if arm.model is None:
            return arm
        wanted = "original" if network == "optimistic" else network
        if arm.model == wanted and arm.optimistic == (network == "optimistic"):
            return arm
    return None


def _ours(results: Results, arms: list[Arm | None]) -> list[Cell]:
    figures = [figures_of(results, arm.label) if arm else None for arm in arms]
    pairs = zip(optimal_cells(figures), gap_cells(figures, len(results.best)), strict=True)
    return [cell for pair in pairs for cell in pair]


def _theirs(which: str, network: str, granularity: int | str) -> list[Cell]:
    cells = []
    for method in paper.METHODS:
        found = paper.figure(which, network, granularity, method)
        if found is None:
            cells += [NONE, NONE]
            continue
        share = f"{100 * found.optimal / paper.RUNS[which]:.1f} %"
        cells += [Cell(f"{found.optimal:g}", remark=share), Cell(f"{found.gap:.3f}")]
    return cells


def _averages(results: Results, network: str, granularities: list[int]) -> list[Cell]:
    cells = []
    for method in paper.METHODS:
        arms = [_arm_for(results, method, network, granularity) for granularity in granularities]
        figures = [figures_of(results, arm.label) if arm else None for arm in arms]
        cells += average_cells(figures, len(results.best))
    return cells
