import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latexwalker import LatexEnvironmentNode, LatexWalker

from kinroute.bench.report.document import Cell, Table
from kinroute.bench.report.latex_table import table_of

TABLE = Table(
    caption="100 % of `a_b`",
    spans=[("", 1), ("ours", 2)],
    head=["arm", "#Opt", "Gap %"],
    rows=[
        [Cell("D-O"), Cell("3", is_best=True), Cell("0.300", remark="0.1 to 0.5\non 3 of 4")],
        [Cell("paper"), Cell("7"), Cell("–")],
    ],
    faint={1},
)


def environments(latex: str) -> dict[str, LatexEnvironmentNode]:
    """All environments by name, as a real parser finds them."""
    found: dict[str, LatexEnvironmentNode] = {}

    def walk(nodes: list[object]) -> None:
        for node in nodes:
            if isinstance(node, LatexEnvironmentNode):
                found[node.environmentname] = node
                walk(node.nodelist)

    walk(LatexWalker(latex, tolerant_parsing=False).get_latex_nodes()[0])
    return found


def test_a_table_has_the_rules_of_booktabs_and_its_label() -> None:
    lines = table_of(TABLE, "tab:results").splitlines()
    assert r"\caption{100 \% of \texttt{a\_b}}" in lines
    assert r"\label{tab:results}" in lines
    assert r"\begin{tabular}{lrr}" in lines
    body = lines[lines.index(r"\toprule") : lines.index(r"\bottomrule") + 1]
    assert body == [
        r"\toprule",
        r"\multicolumn{1}{c}{} & \multicolumn{2}{c}{ours} \\",
        r"\cmidrule(lr){2-3}",
        r"arm & \#Opt & Gap \% \\",
        r"\midrule",
        r"D-O & \textbf{3} & 0.300 \\",
        r" &  & {\scriptsize 0.1 to 0.5} \\",
        r" &  & {\scriptsize on 3 of 4} \\",
        r"\textit{paper} & \textit{7} & \textit{–} \\",
        r"\bottomrule",
    ]


def test_the_parts_of_a_table_are_within_one_another() -> None:
    found = environments(table_of(TABLE, "t"))
    assert list(found) == ["table", "adjustbox", "tabular"]
    assert "[" not in found["tabular"].latex_verbatim()


@pytest.mark.parametrize(
    ("texts", "column"),
    [
        (["1", "+2.5", "< 0.001", "3.1 %", "–", "", "1,000"], "r"),
        (["helps", "1"], "l"),
        (["x" * 31], r">{\raggedright\arraybackslash}p{4.5cm}"),
    ],
)
def test_columns_are_aligned_by_their_content(texts: list[str], column: str) -> None:
    table = Table(caption="c", head=["a", "b"], rows=[[Cell("x"), Cell(t)] for t in texts])
    assert rf"\begin{{tabular}}{{l{column}}}" in table_of(table, "t")


@given(st.lists(st.lists(st.text(max_size=8), min_size=3, max_size=3), min_size=1, max_size=4))
def test_every_row_has_as_many_cells_as_the_head(texts: list[list[str]]) -> None:
    rows = [[Cell(text, remark=text) for text in row] for row in texts]
    latex = table_of(Table(caption="c", head=["a", "b", "c"], rows=rows), "t")
    environments(latex)
    body = latex[latex.index(r"\toprule") : latex.index(r"\bottomrule")]
    for line in body.splitlines():
        if line.endswith(r"\\"):
            assert len(re.findall(r"(?<!\\)&", line)) == 2


def test_negative_figures_have_a_minus_sign_and_names_a_hyphen() -> None:
    row = [Cell("D-O"), Cell("-0.5", remark="-1 to 2"), Cell("+0.5")]
    latex = table_of(Table(caption="c", head=["a", "b", "c"], rows=[row]), "t")
    assert r"D-O & \ensuremath{-}0.5 & +0.5 \\" in latex
    assert r"{\scriptsize \ensuremath{-}1 to 2}" in latex


def test_a_bracket_after_a_row_is_no_option_of_the_line_break() -> None:
    table = Table(caption="c", head=["a"], rows=[[Cell("x")], [Cell("[1em] y")]])
    assert "{[1em] y} \\\\" in table_of(table, "t")
