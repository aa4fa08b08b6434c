import numpy as np
import pytest

from kinroute.errors import FormatError
from kinroute.io.sections import Layout, layout
from kinroute.io.weights import weight_matrix

#       a  b  c  d
FULL = [[0, 1, 2, 4], [1, 0, 3, 5], [2, 3, 0, 6], [4, 5, 6, 0]]


def file(form: str, numbers: str) -> Layout:
    return layout(
        f"DIMENSION : 4\nEDGE_WEIGHT_FORMAT : {form}\nEDGE_WEIGHT_SECTION\n{numbers}", "a.vrp"
    )


@pytest.mark.parametrize(
    ("form", "numbers"),
    [
        ("FULL_MATRIX", "0 1 2 4\n1 0 3 5\n2 3 0 6\n4 5 6 0"),
        ("LOWER_ROW", "1\n2 3\n4 5 6"),
        ("LOWER_ROW", "1 2 3 4\n5 6"),
        ("LOWER_ROW", "0\n1 0\n2 3 0\n4 5 6 0"),
        ("LOWER_DIAG_ROW", "0\n1 0\n2 3 0\n4 5 6 0"),
        ("LOWER_DIAG_ROW", "1\n2 3\n4 5 6"),
        ("LOWER_COL", "1 2 4 3 5 6"),
        ("LOWER_DIAG_COL", "0 1 2 4 0 3 5 0 6 0"),
        ("UPPER_ROW", "1 2 4\n3 5\n6"),
        ("UPPER_DIAG_ROW", "0 1 2 4\n0 3 5\n0 6\n0"),
        ("UPPER_COL", "1 2 3 4 5 6"),
        ("UPPER_DIAG_COL", "0 1 0 2 3 0 4 5 6 0"),
        ("lower_row", "  1   2\t3 4 \n\n 5 6"),
    ],
)
def test_every_layout_gives_the_same_matrix(form: str, numbers: str) -> None:
    assert weight_matrix(file(form, numbers), 4).tolist() == FULL


def test_a_full_matrix_may_be_asymmetric() -> None:
    matrix = np.arange(16).reshape(4, 4)
    numbers = " ".join(map(str, matrix.ravel()))
    assert weight_matrix(file("FULL_MATRIX", numbers), 4).tolist() == matrix.tolist()


@pytest.mark.parametrize(
    ("form", "numbers", "reason"),
    [
        ("LOWER_ROW", "1\n2 3\n4 5", "line 6: .* ends after 5 numbers; LOWER_ROW .* needs 6"),
        ("FULL_MATRIX", "1 2 3", "line 4: .* needs 16"),
        ("LOWER_ROW", "1\n2 x\n4 5 6", "line 5: 'x' is not a number"),
        ("LOWER_ROW", "1\n2 3\n4 nan 6", "line 6: 'nan' is not a finite number"),
        ("LOWER_ROW", "1\n2 3\n4 -5 6", "line 6: the distance -5 must be 0 or more"),
        ("SPIRAL", "1", "line 2: EDGE_WEIGHT_FORMAT 'SPIRAL' is not known; .*FULL_MATRIX"),
    ],
)
def test_odd_matrices_are_refused_with_their_line(form: str, numbers: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        weight_matrix(file(form, numbers), 4)


def test_a_missing_section_or_format_is_named() -> None:
    with pytest.raises(FormatError, match="there is no EDGE_WEIGHT_SECTION"):
        weight_matrix(layout("DIMENSION : 4", "a.vrp"), 4)
    with pytest.raises(FormatError, match="EDGE_WEIGHT_FORMAT must be one of"):
        weight_matrix(layout("EDGE_WEIGHT_SECTION\n1", "a.vrp"), 4)
