from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import FormatError, ImpossibleError, InputError
from kinroute.io import read
from kinroute.problem.instance import Instance


def stops(tmp_path: Path, text: str, capacity: float | None = 20) -> Instance:
    (tmp_path / "stops.csv").write_text(text, encoding="utf-8")
    return read(tmp_path / "stops.csv", capacity=capacity)


def test_a_spreadsheet_of_stops_is_an_instance(tmp_path: Path) -> None:
    instance = stops(
        tmp_path, "name,x,y,demand,service,phone\nHub,0,0,,,1\nInn,3,4,5,10,2\nBar,0,8,6,,3\n"
    )
    assert instance.demands.tolist() == [5, 6]
    assert instance.service.tolist() == [10, 0]
    assert instance.names == ("Inn", "Bar")
    assert (instance.metric, instance.rounding, instance.capacity) == ("euclidean", "none", 20)
    assert instance.distance(0, 1) == 5
    assert instance.name == "stops"


@pytest.mark.parametrize("header", ["lat,lon", "LATITUDE,Longitude", "Lat, lng", "latitude,long"])
def test_degrees_are_great_circles_in_km(tmp_path: Path, header: str) -> None:
    instance = stops(tmp_path, f"{header},demand\n48.8566,2.3522,0\n51.5074,-0.1278,3\n")
    assert instance.metric == "great_circle"
    assert instance.distance(0, 1) == pytest.approx(343.56, abs=0.05)
    assert instance.names is None


@pytest.mark.parametrize(
    "text",
    [
        "name,x,y,demand\nInn,3,4,5\nDepot,0,0,\nBar,0,8,6\n",
        "id,x,y,demand\nInn,3,4,5\ndepot,0,0,0\nBar,0,8,6\n",
        "name,x,y,demand,is_depot\nInn,3,4,5,0\nHub,0,0,,yes\nBar,0,8,6,\n",
    ],
)
def test_the_depot_may_be_any_row(tmp_path: Path, text: str) -> None:
    instance = stops(tmp_path, text)
    assert instance.positions().tolist() == [[0, 0], [3, 4], [0, 8]]
    assert instance.names == ("Inn", "Bar")


def test_the_depot_has_its_name(tmp_path: Path) -> None:
    assert stops(tmp_path, "name,x,y,demand\nHub,0,0,\nInn,3,4,5").depot_name == "Hub"
    assert stops(tmp_path, "x,y,demand\n0,0,\n3,4,5").depot_name == "depot"


def test_further_columns_are_carried_as_they_are(tmp_path: Path) -> None:
    text = "name;x;y;demand;phone;rate\nHub;0;0;;1;\nInn;3,5;4;5;017,5;3,5\n"
    instance = stops(tmp_path, text)
    assert instance.attributes is not None
    assert [dict(row) for row in instance.attributes] == [{"phone": "017,5", "rate": "3,5"}]
    assert instance.positions().tolist() == [[0, 0], [3.5, 4]]


def test_a_second_order_of_a_customer_is_told_apart_by_its_row(tmp_path: Path) -> None:
    instance = stops(tmp_path, HEADER + "Inn,3,4,5\nBar,1,1,1\nInn,3,4,2\nInn,6,7,8\n")
    assert instance.names == ("Inn", "Bar", "Inn (row 5)", "Inn (row 6)")


def test_service_in_minutes_is_that_whatever_the_time_unit(tmp_path: Path) -> None:
    path = tmp_path / "stops.csv"
    path.write_text("x,y,demand,service (min)\n0,0,,\n3,4,5,30\n")
    assert read(path, capacity=9, speed=30).service.tolist() == [30]
    assert read(path, capacity=9, speed=30, time_unit="h").service.tolist() == [0.5]
    assert read(path, capacity=9).time_unit == "min"


def test_columns_can_be_named_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "stops.csv"
    path.write_text("Kunde,Breite,Länge,Menge,tw_start\nHub,48,11,,8\nInn,48.5,11.5,5,9\n", "utf-8")
    names = {"lat": "Breite", "lon": "Länge", "demand": "Menge", "name": "Kunde"}
    instance = read(path, capacity=9, columns=names, ignore_columns=["tw_start"])
    assert instance.names == ("Inn",)
    assert instance.metric == "great_circle"
    assert instance.attributes is None


def test_semicolons_come_with_decimal_commas(tmp_path: Path) -> None:
    instance = stops(tmp_path, "\ufeffx;y;demand\r\n0;0;\r\n1,5;2;0,5\r\n;;\r\n")
    assert instance.positions().tolist() == [[0, 0], [1.5, 2]]
    assert instance.demands.tolist() == [0.5]


def test_a_blank_name_is_its_row(tmp_path: Path) -> None:
    assert stops(tmp_path, "name,x,y,demand\nHub,0,0,\n,1,1,1\nBar,2,2,2\n").names == (
        "row 3",
        "Bar",
    )


HEADER = "name,x,y,demand\nHub,0,0,\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEADER + "Inn,3,four,5", "row 3: y 'four' is not a number"),
        (HEADER + "Inn,3,,5", "row 3: y is blank"),
        (HEADER + "Inn,3,4", "row 3: demand is blank"),
        (HEADER + "Inn,3,4,-5", "row 3: demand -5 must be 0 or more"),
        (HEADER + "Inn,3,4,nan", "row 3: demand 'nan' is not a finite number"),
        (HEADER + "Inn, old,3,4,5", "row 3: there are 5 cells, but the header has 4 columns"),
        ("name,x,y,demand\nHub,0,0,7\nInn,1,1,1", "row 2: no row is marked as the depot, and the"),
        ("name,x,y,demand\nInn,1,1,1\ndepot,0,0,7", "row 3: the depot has demand 7"),
        ("x,y,demand,is_depot\n0,0,,1\n1,1,1,1", "row 3: a second depot after row 2"),
        ("x,y\n0,0\n1,1", "row 1: there is no column 'demand'"),
        ("x,demand\n0,0\n1,1", "row 1: there is a column 'x' but none 'y'"),
        ("x,y,x,demand\n0,0,0,0", "row 1: the column 'x' is there twice"),
        ("x,y,lat,lon,demand\n0,0,0,0,0", "row 1: there are columns x,y and lat,lon"),
        ("x,y,demand\n", "there are no stops"),
    ],
)
def test_odd_rows_are_refused_by_number(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        stops(tmp_path, text)


def test_the_capacity_must_be_given(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="has no capacity; give it"):
        stops(tmp_path, HEADER + "Inn,3,4,5", capacity=None)


def test_a_demand_above_the_capacity_names_its_row(tmp_path: Path) -> None:
    with pytest.raises(ImpossibleError) as caught:
        stops(tmp_path, HEADER + "Inn,3,4,5\nBakery,3,4,340", capacity=250)
    assert str(caught.value) == (
        f"{tmp_path / 'stops.csv'}, row 4: demand 340 of customer 2 ('Bakery') is more than a "
        "vehicle carries (capacity 250)\n"
        "Split the stop, or raise the capacity to at least 340."
    )


def complaint(path: Path) -> str:
    """Return what is wrong with a file, or "fine"; any other exception is a bug."""
    try:
        read(path, capacity=20)
    except InputError as error:
        return str(error)
    return "fine"


@pytest.mark.filterwarnings("ignore::kinroute.errors.InputWarning")
@given(st.text(max_size=12), st.integers(0, 70), st.integers(0, 10))
def test_a_mutated_table_is_an_instance_or_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, noise: str, at: int, cut: int
) -> None:
    text = "name,x,y,demand,service\nHub,0,0,,\nInn,3,4,5,1\nBar,0,8,6,2\nZoo,1,1,7,\n"
    path = tmp_path_factory.getbasetemp() / "mutated.csv"
    path.write_bytes((text[:at] + noise + text[at + cut :]).encode("utf-8", "surrogatepass"))
    assert complaint(path).startswith((str(path), "fine"))
