"""Writes the figures that pages quote from published campaigns; --check only compares.

A page has a block for each campaign, whose runs are in docs/results/NAME.parquet:

    <!-- figures: NAME -->        or: NAME arms, NAME tests, NAME verdicts
    ...
    <!-- /figures -->

and single figures within a sentence or a table, of an arm or of a comparison:

    solved <!-- figure: NAME, D-D Γ15, solved -->90.0 %<!-- / -->
    p = <!-- figure: NAME, D-D Γ15 / D-O Γ15, p -->0.07<!-- / -->
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from pathlib import Path

from kinroute.bench.api import Results, read_results
from kinroute.bench.report.compose import verdicts
from kinroute.bench.report.document import Document, Part
from kinroute.bench.report.figures import figures_of
from kinroute.bench.report.markdown import markdown_of
from kinroute.bench.report.tables import arms_table, comparisons_table
from kinroute.bench.verdict import shown_p

DOCS = Path(__file__).parent.parent / "docs"
_BLOCK = re.compile(r"(<!-- figures: ([^\s>]+)((?: \w+)*) -->\n).*?(<!-- /figures -->)", re.DOTALL)
_FIGURE = re.compile(r"(<!-- figure: ([^\s,>]+), ([^>]+?), (\w+) -->)([^<]*)(<!-- / -->)")
_PARTS = ("arms", "tests", "verdicts")


@lru_cache
def results_of(path: Path) -> Results:
    """The results of a published campaign."""
    return read_results(path)


def page_of(text: str, published: Path) -> str:
    """The page with every quoted figure as it is in the published tables."""

    def block(match: re.Match[str]) -> str:
        results = results_of(published / f"{match[2]}.parquet")
        parts = match[3].split() or ["arms", "tests"]
        return f"{match[1]}\n{tables(results, parts)}\n{match[4]}"

    def figure(match: re.Match[str]) -> str:
        results = results_of(published / f"{match[2]}.parquet")
        return f"{match[1]}{figure_of(results, match[3], match[4])}{match[6]}"

    return _FIGURE.sub(figure, _BLOCK.sub(block, text))


def tables(results: Results, wanted: list[str]) -> str:
    """The tables of a report as Markdown."""
    unknown = set(wanted) - set(_PARTS)
    if unknown:
        raise SystemExit(f"unknown part {', '.join(unknown)}; use {', '.join(_PARTS)}")
    parts: list[Part] = []
    if "verdicts" in wanted:
        parts += verdicts(results.comparisons())
    if "arms" in wanted:
        parts.append(arms_table(results))
    if "tests" in wanted:
        parts.append(comparisons_table(results.comparisons()))
    return markdown_of(Document(title="", parts=parts), "").partition("\n\n")[2]


def figure_of(results: Results, subject: str, what: str) -> str:
    """One figure: of an arm, or of a comparison written as ARM / AGAINST."""
    if " / " in subject:
        arm, against = subject.split(" / ")
        for one in results.comparisons():
            if (one.arm, one.against) == (arm, against):
                mean = one.interval
                return {
                    "p": shown_p(one.p).removeprefix("= "),
                    "difference": f"{mean.mean:+.3f}",
                    "interval": f"{mean.low:+.3f} to {mean.high:+.3f}",
                    "pairs": f"{one.test.pairs}",
                    "better": f"{one.test.better}",
                    "worse": f"{one.test.worse}",
                    "verdict": one.verdict,
                }[what]
        raise SystemExit(f"there is no comparison {subject}")
    if not results.by_arm.get(subject):
        raise SystemExit(f"there is no arm {subject}; there are {', '.join(results.by_arm)}")
    figures = figures_of(results, subject)
    return {
        "solved": f"{100 * figures.share:.1f} %",
        "optimal": f"{figures.optimal}",
        "runs": f"{figures.runs}",
        "instances": f"{len(figures.instances)}",
        "gap": f"{figures.gap:.3f}",
    }[what]


def main() -> int:
    stale = 0
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text()
        page = page_of(text, DOCS / "results")
        if page == text:
            continue
        stale += 1
        if "--check" in sys.argv:
            print(f"{path} quotes other figures than the published runs; run `make docs`")
        else:
            path.write_text(page)
    return stale if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
