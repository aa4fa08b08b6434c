"""Writes the figures that pages quote from published campaigns; --check only compares.

A page has blocks, which are filled with sections of the report on docs/results/NAME.parquet:

    <!-- figures: NAME -->        or: <!-- figures: NAME: Comparison with the paper -->
    ...
    <!-- /figures -->

and single figures within a sentence or a table, of an arm or of a comparison:

    solved <!-- figure: NAME, D-D Γ15, solved -->90.0 %<!-- / -->
    p = <!-- figure: NAME, D-D Γ15 / D-O Γ15, p -->0.070<!-- / -->
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from kinroute.bench.api import Results, read_results
from kinroute.bench.report import composed
from kinroute.bench.report.document import Document, Heading, Part, Picture
from kinroute.bench.report.figures import figures_of
from kinroute.bench.report.markdown import markdown_of

DOCS = Path(__file__).parent.parent / "docs"
_BLOCK = re.compile(
    r"(?<!`)(<!-- figures: ([^\s:>]+)(?:: ([^>]+?))? -->\n).*?(<!-- /figures -->)", re.DOTALL
)
_FIGURE = re.compile(r"(?<!`)(<!-- figure: ([^\s,>]+), ([^>]+?), (\w+) -->)([^<]*)(<!-- / -->)")
_SECTIONS = "Results, Tests"


@lru_cache
def results_of(path: Path) -> Results:
    """The results of a published campaign."""
    return read_results(path)


@lru_cache
def sections_of(path: Path) -> dict[str, list[Part]]:
    """The parts of its report below each heading, without pictures."""
    sections: dict[str, list[Part]] = {}
    heading = ""
    for part in composed(results_of(path)).parts:
        if isinstance(part, Heading):
            heading = part.text
        elif not isinstance(part, Picture):
            sections.setdefault(heading, []).append(part)
    return sections


def page_of(text: str, published: Path) -> str:
    """The page with every quoted figure as it is in the published tables."""

    def block(match: re.Match[str]) -> str:
        known = sections_of(published / f"{match[2]}.parquet")
        wanted = (match[3] or _SECTIONS).split(", ")
        if set(wanted) - known.keys():
            raise SystemExit(f"{match[2]} has no section {wanted}; it has {list(known)}")
        parts = [part for section in wanted for part in known[section]]
        markdown = markdown_of(Document(title="", parts=parts), "").partition("\n\n")[2]
        return f"{match[1]}\n{markdown}\n{match[4]}"

    def figure(match: re.Match[str]) -> str:
        results = results_of(published / f"{match[2]}.parquet")
        return f"{match[1]}{figure_of(results, match[3], match[4])}{match[6]}"

    return _FIGURE.sub(figure, _BLOCK.sub(block, text))


def figure_of(results: Results, subject: str, what: str) -> str:
    """One figure: of an arm, or of a comparison written as ARM / AGAINST."""
    known = of_comparison(results, subject) if " / " in subject else of_arm(results, subject)
    if what not in known:
        raise SystemExit(f"there is no figure {what} of {subject}; there are {', '.join(known)}")
    return known[what]


def of_comparison(results: Results, subject: str) -> dict[str, str]:
    """The columns of a comparison in the data frame."""
    for row in results.comparisons_frame().to_dict("records"):
        if f"{row['arm']} / {row['against']}" == subject:
            return {str(name): _shown(str(name), value) for name, value in row.items()}
    raise SystemExit(f"there is no comparison {subject}")


def _shown(name: str, value: Any) -> str:
    if not isinstance(value, float):
        return f"{value}"
    if name == "p" or name.endswith("_p"):
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    return f"{value:+.3f}"


def of_arm(results: Results, subject: str) -> dict[str, str]:
    """The figures of an arm."""
    if not results.by_arm.get(subject):
        raise SystemExit(f"there is no arm {subject}; there are {', '.join(results.by_arm)}")
    figures = figures_of(results, subject)
    return {
        "solved": f"{100 * figures.share:.1f} %",
        "optimal": f"{figures.optimal}",
        "runs": f"{figures.runs}",
        "instances": f"{len(figures.instances)}",
        "gap": f"{figures.gap:.3f}",
    }


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
