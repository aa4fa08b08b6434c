from decimal import ROUND_HALF_UP, Decimal
from statistics import fmean

import pytest

from kinroute.bench import paper

GAMMAS = ("15", "20", "30", "50")
TABLES = [(table, network) for table in ("xml", "x") for network in paper.NETWORKS]


@pytest.mark.parametrize(("table", "network"), TABLES)
def test_the_averages_over_gamma_are_those_of_the_rows(table: str, network: str) -> None:
    rows = paper.figures(table, network)
    for method in paper.METHODS:
        optimal = Decimal(str(fmean(rows[gamma][method].optimal for gamma in GAMMAS)))
        printed = optimal.quantize(Decimal("0.1"), ROUND_HALF_UP)
        assert float(printed) == rows["avg"][method].optimal
        mean = fmean(rows[gamma][method].gap for gamma in GAMMAS)
        # The rows are rounded themselves, each by up to half a thousandth.
        assert rows["avg"][method].gap == pytest.approx(mean, abs=0.00101)


@pytest.mark.parametrize(("table", "network"), TABLES)
def test_what_asks_no_network_is_the_same_for_all(table: str, network: str) -> None:
    for gamma in (*GAMMAS, "avg"):
        for method in ("D-O", "D-D"):
            assert paper.figures(table, network)[gamma][method] == paper.figure(
                table, "original", gamma, method
            )


def test_the_counts_do_not_exceed_the_runs() -> None:
    for table, network in TABLES:
        for row in paper.figures(table, network).values():
            assert all(0 < figure.optimal < paper.RUNS[table] for figure in row.values())


def test_the_figures_that_are_quoted_most() -> None:
    assert paper.figure("x", "original", 15, "D-O") == paper.Figure(188, 0.368)
    assert paper.figure("x", "original", 15, "D-D") == paper.Figure(187, 0.302)
    assert paper.figure("x", "optimistic", 15, "N-N") == paper.Figure(182, 0.299)
    assert paper.figure("xml", "light-2", 15, "D-O") == paper.Figure(7715, 0.030)
    assert paper.figure("xml", "my-net", 15, "D-O") is None
    assert paper.CALIBRATION["xml"][15] == (2.194, 0.027)
