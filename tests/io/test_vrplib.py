import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import vrplib
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.errors import FormatError, InputError, InstanceError
from kinroute.io import read
from kinroute.io.draft import Overrides
from kinroute.io.vrplib import parse_vrplib, vrplib_text, write_vrplib
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance

TINY = """NAME : tiny
COMMENT : (Nobody, No of trucks: 2, Optimal value: 30)
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 10
NODE_COORD_SECTION
1 0 0
2 3 4
3 0 8
4 1 1
DEMAND_SECTION
1 0
2 5
3 6
4 1
DEPOT_SECTION
 1
 -1
EOF
"""
EXPLICIT = """NAME : explicit
TYPE : CVRP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : LOWER_ROW
CAPACITY : 10
EDGE_WEIGHT_SECTION
7
8 9
DEMAND_SECTION
1 0
2 5
3 6
DEPOT_SECTION
1
-1
EOF
"""


def parsed(text: str) -> Instance:
    return parse_vrplib(text, "a.vrp").instance(Overrides())


def test_a_plain_file_is_read_as_cvrplib_counts_it() -> None:
    instance = parsed(TINY)
    assert (instance.name, instance.customers, instance.capacity) == ("tiny", 3, 10)
    assert instance.demands.tolist() == [5, 6, 1]
    assert instance.distance(0, 3) == 1  # sqrt(2) = 1.41 rounds to 1
    assert instance.rounding_reason == "EUC_2D as CVRPLIB counts it"
    assert (instance.vehicles, instance.max_duration) == (None, math.inf)


@pytest.mark.parametrize(
    "text",
    [
        TINY.replace(" : ", ":"),
        TINY.replace(" : ", "  "),
        TINY.replace(" : ", " : \t").replace("\n", "\t\t\n"),
        TINY.lower(),
        TINY.replace("\n", "\n\n"),
        TINY.replace("EOF\n", ""),
        TINY.replace(" -1\nEOF\n", ""),
        TINY.replace("DEPOT_SECTION\n 1\n -1\n", ""),
        TINY.replace("TYPE : CVRP\n", ""),
        TINY.replace("EOF", "DISPLAY_DATA_SECTION\n1 2 3\n4 5 6\nEOF"),
        "# made by hand\n" + TINY,
    ],
)
def test_odd_spacing_and_missing_ends_do_not_matter(text: str) -> None:
    instance = parsed(text)
    assert instance.positions().tolist() == [[0, 0], [3, 4], [0, 8], [1, 1]]
    assert instance.demands.tolist() == [5, 6, 1]


def test_the_depot_may_be_anywhere_and_nodes_have_any_numbers() -> None:
    text = TINY.replace("DEPOT_SECTION\n 1\n", "DEPOT_SECTION\n 3\n")
    text = text.replace("1 0\n2 5\n3 6\n4 1\n", "3 0\n1 7\n77 1\n2 5\n").replace("4 1 1", "77 1 1")
    instance = parsed(text)
    assert instance.positions().tolist() == [[0, 8], [0, 0], [3, 4], [1, 1]]
    assert instance.demands.tolist() == [7, 5, 1]


def test_a_matrix_follows_a_depot_that_is_not_first() -> None:
    text = EXPLICIT.replace("DEPOT_SECTION\n1", "DEPOT_SECTION\n3")
    instance = parsed(text.replace("1 0\n2 5\n3 6", "3 0\n1 5\n2 6"))
    # Nodes 1-2 are 7 apart, 1-3 are 8, 2-3 are 9; the depot is node 3.
    assert [instance.distance(*pair) for pair in ((0, 1), (0, 2), (1, 2))] == [8, 9, 7]
    assert instance.demands.tolist() == [5, 6]
    assert (instance.metric, instance.rounding) == ("matrix", "none")


@pytest.mark.parametrize(
    ("changes", "rounding", "metric"),
    [
        (("EUC_2D", "CEIL_2D"), "up", "euclidean"),
        (("EUC_2D", "EXACT_2D"), "none", "euclidean"),
        (("EUC_2D", "GEO"), "nearest", "geo"),
        (("(Nobody, No of trucks: 2, Optimal value: 30)", "555.43"), "none", "euclidean"),
        (("(Nobody, No of trucks: 2, Optimal value: 30)", "555"), "nearest", "euclidean"),
        (("CAPACITY", "DISTANCE : 200\nCAPACITY"), "none", "euclidean"),
        (("CAPACITY", "ROUNDING : up\nCAPACITY"), "up", "euclidean"),
    ],
)
def test_the_rounding_is_what_the_file_means(
    changes: tuple[str, str], rounding: str, metric: str
) -> None:
    instance = parsed(TINY.replace(*changes))
    assert (instance.rounding, instance.metric) == (rounding, metric)
    assert instance.rounding_reason


def test_limits_and_service_times_are_read() -> None:
    headers = "DISTANCE : 200.0\nSERVICE_TIME : 10\nVEHICLES : 3\nCAPACITY"
    instance = parsed(TINY.replace("CAPACITY", headers))
    assert (instance.max_duration, instance.vehicles) == (200, 3)
    assert instance.service.tolist() == [10, 10, 10]
    section = "SERVICE_TIME_SECTION\n1 0\n2 7\n3 8\n4 9\nDEPOT_SECTION"
    assert parsed(TINY.replace("DEPOT_SECTION", section)).service.tolist() == [7, 8, 9]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("TYPE : CVRP", "TYPE : TSP", "line 3: TYPE 'TSP' is not solved here; .*CVRP"),
        ("EUC_2D", "MAN_2D", "line 5: EDGE_WEIGHT_TYPE 'MAN_2D' is not known; .*EUC_2D, CEIL_2D"),
        ("EDGE_WEIGHT_TYPE : EUC_2D\n", "", "there is no EDGE_WEIGHT_TYPE"),
        ("CAPACITY : 10\n", "", "there is no CAPACITY line"),
        ("CAPACITY : 10", "CAPACITY : much", "line 6: CAPACITY 'much' is not a number"),
        ("CAPACITY : 10", "CAPACITY : -3", "line 6: CAPACITY -3 must be at least 0"),
        ("DIMENSION : 4", "DIMENSION : 5", "line 11: NODE_COORD_SECTION ends after 4 nodes"),
        ("DIMENSION : 4\n", "", "there is no DIMENSION"),
        ("3 6\n4 1\n", "3 6\n", "line 15: DEMAND_SECTION ends without node 4"),
        ("2 3 4\n", "2 3\n", "line 9: NODE_COORD_SECTION has 3 numbers in a row"),
        ("CAPACITY", "ROUNDING : odd\nCAPACITY", "line 6: ROUNDING 'odd' must be one of"),
        ("2 3 4\n", "2 3 1e400\n", "line 9: '1e400' is not a finite number"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason) as caught:
        parsed(TINY.replace(old, new, 1))
    assert str(caught.value).startswith("a.vrp")


def test_a_demand_above_the_capacity_names_its_line() -> None:
    with pytest.raises(InstanceError, match=r"a.vrp, line 15: demand 60 of customer 2"):
        parsed(TINY.replace("3 6\n", "3 60\n"))


def complaint(file: str | Path) -> str:
    """Return what is wrong with a file, or "fine"; any other exception is a bug."""
    try:
        parsed(file) if isinstance(file, str) else read(file)
    except InputError as error:
        return str(error)
    return "fine"


def test_every_truncation_is_an_instance_or_an_error_about_the_file() -> None:
    for end in range(len(TINY)):
        assert complaint(TINY[:end]).startswith(("a.vrp", "fine"))


@settings(max_examples=200)
@given(st.sampled_from([TINY, EXPLICIT]), st.data())
def test_a_mutated_file_is_an_instance_or_an_input_error(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(["drop", "double", "swap", "noise", "number"]))
        if kind == "drop" and len(lines) > 1:
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "noise":
            cut = data.draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:cut] + data.draw(st.text(max_size=8)) + lines[at][cut + 1 :]
        else:
            words = lines[at].split()
            odd = st.sampled_from(["nan", "-1", "1e308", "1e400", "0", "2.5", "9" * 400, "_", ":"])
            lines[at] = " ".join([*words[:-1], data.draw(odd)])
    assert complaint("\n".join(lines)).startswith(("a.vrp", "fine"))


@pytest.mark.filterwarnings("ignore::kinroute.errors.InputWarning")
@settings(max_examples=100)
@given(st.binary(max_size=12), st.integers(0, len(TINY)), st.integers(0, 12))
def test_mutated_bytes_are_an_instance_or_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int, cut: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.vrp"
    content = TINY.encode()
    path.write_bytes(content[:at] + noise + content[at + cut :])
    assert complaint(path).startswith((str(path), "fine"))


@st.composite
def instances(draw: st.DrawFn) -> Instance:
    n = draw(st.integers(1, 6))
    amounts = st.one_of(st.integers(0, 40).map(float), st.floats(0, 40))
    fields: dict[str, Any] = {
        "demands": draw(st.lists(amounts, min_size=n, max_size=n)),
        "capacity": draw(st.sampled_from([40, 100.5])),
        "rounding": draw(st.sampled_from(["nearest", "up", "none"])),
        "service": draw(st.one_of(st.just([]), st.lists(amounts, min_size=n, max_size=n))),
        "vehicles": draw(st.sampled_from([None, n + 3])),
        "max_duration": draw(st.sampled_from([math.inf, 1e6])),
        "name": draw(st.sampled_from(["a", "KX-n7-k2-s1"])),
    }
    degrees = st.floats(-90, 90, allow_subnormal=False)
    if draw(st.booleans()):
        fields["metric"] = draw(st.sampled_from(["euclidean", "geo", "great_circle"]))
    else:
        rows = st.lists(st.floats(0, 1e5), min_size=n + 1, max_size=n + 1)
        fields["distances"] = draw(st.lists(rows, min_size=n + 1, max_size=n + 1))
    if "distances" not in fields or draw(st.booleans()):
        pairs = st.tuples(degrees, degrees)
        fields["coordinates"] = draw(st.lists(pairs, min_size=n + 1, max_size=n + 1))
    if fields.get("metric") == "great_circle":  # km have no times without a speed
        fields |= {"service": [], "max_duration": math.inf}
    return Instance(**fields)


@pytest.mark.filterwarnings("ignore:.*the coordinates look like degrees")
@settings(max_examples=150)
@given(instances())
def test_what_is_written_reads_back_the_same(instance: Instance) -> None:
    again = parsed(vrplib_text(instance))
    for field in ("capacity", "metric", "rounding", "max_duration", "vehicles", "name"):
        assert getattr(again, field) == getattr(instance, field)
    for field in ("demands", "service", "coordinates", "distances"):
        value = getattr(instance, field)
        if value is None:
            assert getattr(again, field) is None
        else:
            np.testing.assert_array_equal(getattr(again, field), value)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 60), st.integers(0, 1000))
def test_generated_files_read_the_same_elsewhere(
    tmp_path_factory: pytest.TempPathFactory, n: int, seed: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "generated.vrp"
    write_vrplib(generate(n, seed=seed), path)
    instance, oracle = read(path), vrplib.read_instance(path)
    assert oracle["name"] == instance.name
    assert oracle["capacity"] == instance.capacity
    np.testing.assert_array_equal(oracle["demand"][1:], instance.demands)
    np.testing.assert_array_equal(oracle["node_coord"], instance.positions())
    for i in range(n + 1):
        rounded = np.floor(oracle["edge_weight"][i] + 0.5)
        assert [instance.distance(i, j) for j in range(n + 1)] == rounded.tolist()


@pytest.mark.parametrize("form", ["FULL_MATRIX", "LOWER_ROW"])
def test_explicit_files_read_the_same_elsewhere(tmp_path: Path, form: str) -> None:
    text = EXPLICIT.replace("LOWER_ROW", form)
    if form == "FULL_MATRIX":
        text = text.replace("7\n8 9\n", "0 7 8\n6 0 9\n5 4 0\n")
    (tmp_path / "a.vrp").write_text(text)
    distances = read(tmp_path / "a.vrp").distances
    assert distances is not None
    oracle = vrplib.read_instance(tmp_path / "a.vrp")["edge_weight"]
    np.testing.assert_array_equal(distances, oracle)


def test_ten_thousand_nodes_take_less_than_a_second(tmp_path: Path) -> None:
    write_vrplib(generate(10_000, seed=1), tmp_path / "large.vrp")
    start = time.process_time()
    assert read(tmp_path / "large.vrp").customers == 10_000
    assert time.process_time() - start < 1
