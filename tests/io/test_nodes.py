import pytest

from kinroute.errors import FormatError
from kinroute.io.nodes import depot_node, node_order, node_rows, node_values
from kinroute.io.sections import Layout, layout


def file(text: str) -> Layout:
    return layout(text, "a.vrp")


def test_nodes_count_in_file_order_or_by_number() -> None:
    both = file(
        "DIMENSION : 3\nNODE_COORD_SECTION\n7 0 0\n3 1 1\n5 2 2\nDEMAND_SECTION\n5 1\n7 0\n3 2"
    )
    assert node_order(both, by_number=False) == [7, 3, 5]
    assert node_order(both, by_number=True) == [3, 5, 7]
    assert node_values(both, "DEMAND_SECTION", [7, 3, 5]) == ([0, 2, 1], [8, 9, 7])
    assert node_rows(both, "NODE_COORD_SECTION", [5, 7, 3], width=2)[0] == [[2, 2], [0, 0], [1, 1]]


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("1 0\n2", "line 3: DEMAND_SECTION has 2 numbers in a row, the node's first; .* has 1"),
        ("1 0\n2 3 4", "line 3: .* has 3"),
        ("1 0\n9 3", "line 3: node 9 of DEMAND_SECTION is none of"),
        ("1 0\n1 3", "line 3: node 1 was already given on line 2"),
        ("1 0\n2 x", "line 3: 'x' is not a number"),
        ("1 0\n2 inf", "line 3: 'inf' is not a finite number"),
        ("1 0\n2 -4", "line 3: demand -4 must be 0 or more"),
        ("1.5 0\n2 4", "line 2: '1.5' is not the number of a node"),
        ("1 3\n2 4", "line 2: the depot has demand 3"),
        ("1 0", "line 2: DEMAND_SECTION ends without node 2"),
    ],
)
def test_odd_rows_are_refused_with_their_line(section: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        node_values(file(f"DEMAND_SECTION\n{section}"), "DEMAND_SECTION", [1, 2])


def test_the_number_of_nodes_is_the_dimension() -> None:
    with pytest.raises(FormatError, match=r"line 4: NODE_COORD_SECTION ends after 2 nodes; .* 3"):
        node_order(file("DIMENSION : 3\nNODE_COORD_SECTION\n1 0 0\n2 1 1"), by_number=False)
    with pytest.raises(FormatError, match="no DIMENSION"):
        node_order(file("NODE_COORD_SECTION\n1 0 0"), by_number=False)
    with pytest.raises(FormatError, match="there is no NODE_COORD_SECTION"):
        node_order(file("DIMENSION : 3"), by_number=False)


def test_the_depot_is_where_the_file_says_or_node_1() -> None:
    assert depot_node(file("DEPOT_SECTION\n 3\n -1"), [1, 2, 3]) == 3
    assert depot_node(file("DEPOT_SECTION 3"), [1, 2, 3]) == 3
    assert depot_node(file("NAME : a"), [2, 1, 3]) == 1
    assert depot_node(file("NAME : a"), [0, 5, 3]) == 0


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("1\n2\n-1", "line 3: 2 would be a second depot after 1"),
        ("-1", "line 1: DEPOT_SECTION names no depot"),
        ("9\n-1", "line 2: the depot 9 is none of"),
        ("0.5\n-1", "line 2: '0.5' is not the number"),
    ],
)
def test_there_is_one_depot_and_it_is_a_node(rows: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        depot_node(file(f"DEPOT_SECTION\n{rows}"), [1, 2])
