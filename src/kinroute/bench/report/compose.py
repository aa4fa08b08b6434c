"""The contents of a report and their order."""

from __future__ import annotations

from collections import Counter, defaultdict

from kinroute.bench import paper
from kinroute.bench.arm import Arm
from kinroute.bench.assay import assay_of, headline
from kinroute.bench.report.boxes import boxplots
from kinroute.bench.report.curves import convergence
from kinroute.bench.report.document import (
    Bullets,
    Document,
    Heading,
    Part,
    Picture,
    Table,
    Text,
    Verdict,
)
from kinroute.bench.report.drawing import MOST_ARMS
from kinroute.bench.report.tables import (
    appendix_table,
    arms_table,
    calibration_table,
    comparisons_table,
    paper_table,
)
from kinroute.bench.results import Results
from kinroute.bench.verdict import Comparison

_DERIVED = (
    "Groups of instances are derived from the data where the name does not encode them: the depot "
    "by its position in the square; the layout by the mean distance from a point to the nearest "
    "customer, relative to random customers (random below 1.06 + 0.4/√n, clustered above 1.5); the "
    "demand by its minimum and maximum and by quadrants; the route length as capacity over mean "
    "demand."
)


def composed(results: Results) -> Document:
    """The whole report."""
    comparisons = results.comparisons()
    parts: list[Part] = [*_opening(results)]
    which = results.campaign.paper
    if which is not None and which.startswith("calibration-"):
        parts += [Heading("Calibration of Γ"), calibration_table(results, which.split("-")[1])]
    cards = verdicts(comparisons)
    if cards:
        answer = headline(comparisons)
        parts += [Heading("Is it overkill?"), *([Text(answer)] if answer else []), *cards]
    if which in ("xml", "x"):
        parts += _paper_tables(results, which)
    if results.arms:
        parts += [Heading("Results"), arms_table(results)]
    if comparisons:
        parts += [Heading("Tests"), comparisons_table(comparisons)]
    parts += _pictures(results)
    parts += [Heading("Setup"), Bullets(_facts(results))]
    return Document(title=results.campaign.title, parts=parts)


def _opening(results: Results) -> list[Part]:
    campaign = results.campaign
    runs = len(results.records)
    instances = len({record.instance_digest for record in results.records})
    seeds = len({record.seed for record in results.records})
    at_most = "at most " if campaign.looks else ""
    of = f" of {at_most}{results.planned} planned" if results.planned not in (None, runs) else ""
    summary = (
        f"{runs} runs{of}: {len(results.arms)} arms on {instances} instances with {seeds} "
        f"{'seed' if seeds == 1 else 'seeds'}, {campaign.budget} each."
    )
    about = [campaign.about] if campaign.about else []
    nothing = "No run found a feasible solution, so there is nothing to compare."
    results_text = [*([summary] if runs else []), *([] if results.best else [nothing])]
    return [Text(text) for text in (*about, *results_text)]


def verdicts(comparisons: list[Comparison]) -> list[Verdict]:
    """One verdict for each question about an operator, over all Γ and the other operator.

    Arms that differ in both operators are left out, unless one of them uses distance only.
    """
    by_question: dict[str, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        if comparison.role != "other" or comparison.differences <= 1:
            by_question[comparison.question].append(comparison)
    cards = sorted(by_question.items(), key=lambda item: item[1][0].role != "random")
    return [_card(question, found, comparisons) for question, found in cards]


def _card(question: str, found: list[Comparison], comparisons: list[Comparison]) -> Verdict:
    words = [_word(comparison, comparisons) for comparison in found]
    counts = Counter(words).most_common()
    ranked = ", ".join(f"{word} ({n} of {len(found)})" for word, n in counts)
    majority = Counter(comparison.verdict for comparison in found).most_common(1)[0][0]
    reasons = [found[0].sentence] if len(found) == 1 else [c.line for c in found]
    controls = [assay_of(c, comparisons).finding for c in found if c.role == "learned"]
    return Verdict(
        question=question[0].upper() + question[1:],
        word=words[0] if len(counts) == 1 else ranked,
        majority=majority,
        reasons=[*reasons, *(f"{finding}." for finding in dict.fromkeys(controls))],
    )


def _word(comparison: Comparison, comparisons: list[Comparison]) -> str:
    if comparison.role != "learned":
        return comparison.verdict
    return assay_of(comparison, comparisons).word(comparison)


def _paper_tables(results: Results, which: str) -> list[Part]:
    gammas = sorted({arm.granularity or 15 for arm in results.arms})
    tables: list[Table | None] = [paper_table(results, which, g) for g in gammas if g == 15]
    tables += [appendix_table(results, which, network) for network in _networks(results)]
    found: list[Part] = [table for table in tables if table is not None]
    return [Heading("Comparison with the paper"), *found] if found else []


def _networks(results: Results) -> list[str]:
    models = {(arm.model, arm.optimistic) for arm in results.arms if arm.model}
    known = [
        network
        for network in paper.NETWORKS
        if (("original", True) if network == "optimistic" else (network, False)) in models
    ]
    return known or ["original"]


def _pictures(results: Results) -> list[Part]:
    """Convergence for each model and Γ, to keep pictures legible; boxplots for the first."""
    sets = _sets(results)
    curves: list[Picture] = [
        picture
        for number, (title, arms) in enumerate(sets.items(), 1)
        if (picture := convergence(results, arms, f"convergence-{number}", title)) is not None
    ]
    first = next(iter(sets.values()))
    boxes = boxplots(results, first)
    parts: list[Part] = [*([Heading("Convergence")] if curves else []), *curves]
    if boxes:
        parts += [Heading("By group of instances"), *boxes]
    return parts


def _sets(results: Results) -> dict[str, list[Arm]]:
    """The arms of each picture: those without a model, with those of one model."""
    if len(results.arms) <= MOST_ARMS:
        return {"All arms": results.arms}
    sets: dict[str, list[Arm]] = {}
    gammas = sorted({arm.granularity for arm in results.arms}, key=lambda gamma: gamma or 0)
    for gamma in gammas:
        here = [arm for arm in results.arms if arm.granularity == gamma]
        without = [arm for arm in here if not arm.needs_model]
        by_model: dict[str, list[Arm]] = defaultdict(list)
        for arm in here:
            if arm.model:
                by_model[arm.model + (", optimistic" if arm.optimistic else "")].append(arm)
        for name, arms in (by_model or {"Arms": []}).items():
            sets[f"{name}, Γ {gamma}" if gamma else name] = [*without, *arms]
    return sets


def _facts(results: Results) -> list[str]:
    shared = sum(record.core is None for record in results.records)
    facts = [
        _origin(results),
        f"Each run had {results.campaign.budget} on one core"
        + (f"; {shared} runs found no free core and shared one." if shared else " to itself."),
        "Every solution passed the independent check before it was stored.",
        *_method(results),
    ]
    if any(group.is_derived for group in results.groups.values()):
        facts.append(_DERIVED)
    return [*facts, *results.notes]


def _method(results: Results) -> list[str]:
    """How verdicts are reached."""
    margin, counts = _margin(results), results.campaign.looks
    facts = [
        "Helps and hurts: the two-tailed Wilcoxon signed-rank test on the mean gap per instance "
        "(equal pairs by Pratt's method) has p < 0.05 after correction, and the interval of the "
        "mean difference excludes 0 on the same side; or McNemar's exact test on the instances "
        "solved to optimality does, where optima are known. Equivalent: the interval is within "
        f"the margin, {margin}. Inconclusive: neither.",
        "The family of tests is all comparisons of this report, gaps and solved counts together: p "
        "is corrected by Holm's method, intervals by Bonferroni's.",
    ]
    if counts:
        at = ", ".join(map(str, counts))
        facts.append(
            f"Sequential design: judged after {at} and all instances; the error rate of 5 % is "
            "spent over these looks in proportion 1 : 2 : 3 …, and p and intervals are corrected "
            "for it. A comparison that is decided runs no further."
        )
    return facts


def _margin(results: Results) -> str:
    if results.campaign.margin is not None:
        return f"±{results.campaign.margin:g} points"
    if results.unknown:
        return "±0.1 points"
    return "a tenth of the mean gap of the arm compared with"


def _origin(results: Results) -> str:
    """The command, the build, and where and when it ran."""
    campaign, records = results.campaign, results.records
    command = campaign.command or f"kinroute bench run {campaign.name}.toml"
    part = f" --sample {results.sample}" if results.sample else ""
    parts = [f"Command: `{command}{part}`"]
    if records:
        builds = ", ".join(sorted({record.code for record in records}))
        workers = ", ".join(sorted({record.worker for record in records}))
        days = sorted({record.finished[:10] for record in records})
        parts += [f"build {builds}", f"on {workers}", f"{days[0]} to {days[-1]}"]
    return "; ".join(parts) + "."
