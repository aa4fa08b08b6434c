import pytest

from kinroute.errors import ConfigError, FormatError
from kinroute.io.columns import Columns, columns_of, has_coordinates
from kinroute.io.meanings import CONSTRAINTS


def sorted_columns(header: str, *rows: str, ignored: str = "", **renamed: str) -> Columns:
    """Columns of a table whose cells are separated by commas, with a row of ones below."""
    names = header.split(",")
    body = [row.split(",") for row in rows] or [["1"] * len(names)]
    return columns_of(
        names, body, renamed=renamed, ignored=[part for part in ignored.split(",") if part]
    )


@pytest.mark.parametrize(
    ("header", "used"),
    [
        ("X,Y,Demand", {"x": 0, "y": 1, "demand": 2}),
        ("client,Latitude,LNG,qty", {"name": 0, "lat": 1, "lon": 2, "demand": 3}),
        ("Customer Name,lat,lon,Weight (kg)", {"name": 0, "lat": 1, "lon": 2, "demand": 3}),
        ("order-id,x,y,amount,duration", {"name": 0, "x": 1, "y": 2, "demand": 3, "service": 4}),
        ("x,y,demand,service_minutes", {"x": 0, "y": 1, "demand": 2, "service": 3}),
        ("address,x,y,demand", {"name": 0, "x": 1, "y": 2, "demand": 3}),
        ("CustomerName,xCoord,yCoord,Qty", {"name": 0, "x": 1, "y": 2, "demand": 3}),
        ("id,stop,x,y,demand", {"name": 1, "x": 2, "y": 3, "demand": 4}),
    ],
)
def test_usual_spellings_are_used(header: str, used: dict[str, int]) -> None:
    assert sorted_columns(header).used == used


def test_other_columns_are_carried() -> None:
    columns = sorted_columns("name,x,y,demand,phone,order_id,note,note,")
    assert columns.carried == {"phone": 4, "order_id": 5, "note": 6, "note (8)": 7, "column 9": 8}


def test_an_address_is_carried_even_where_it_is_the_name() -> None:
    assert sorted_columns("address,x,y,demand").carried == {"address": 0}
    assert sorted_columns("name,address,x,y,demand").carried == {"address": 1}


@pytest.mark.parametrize(
    ("header", "unit"),
    [("service", ""), ("service_min", "min"), ("Duration [s]", "s"), ("service time (h)", "h")],
)
def test_service_has_the_unit_of_its_header(header: str, unit: str) -> None:
    assert sorted_columns(f"x,y,demand,{header}").service_unit == unit


@pytest.mark.parametrize("key", sorted(CONSTRAINTS))
def test_a_constraint_that_is_not_solved_is_refused_unless_ignored(key: str) -> None:
    header, row = f"x,y,demand,{key}", "1,2,3,some"
    with pytest.raises(FormatError, match=rf"the column '{key}' states .*; that is not solved"):
        sorted_columns(header, row)
    assert sorted_columns(header, row, ignored=key).carried == {}
    blank = sorted_columns(header, "1,2,3,")  # states nothing
    assert (blank.carried or {key: blank.used["is_depot"]}) == {key: 3}


@pytest.mark.parametrize(
    "header", ["TWStart", "readyTime", "Time-Window 1", "tw_1_from", "Pickup at"]
)
def test_constraints_are_known_in_other_spellings(header: str) -> None:
    with pytest.raises(FormatError, match=rf"the column '{header}' states"):
        sorted_columns(f"x,y,demand,{header}")


def test_all_of_them_are_named_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        sorted_columns("x,y,demand,TW Start,tw_end,driver")
    assert str(caught.value) == (
        "the columns 'TW Start', 'tw_end' and 'driver' state time windows and which vehicle or "
        "driver comes; that is not solved\n"
        "To solve the rest: --ignore-columns 'TW Start,tw_end,driver'"
    )


def test_a_depot_column_is_a_mark_or_the_name_of_one() -> None:
    assert sorted_columns("x,y,demand,depot", "0,0,,yes", "1,1,1,").used["is_depot"] == 3
    with pytest.raises(FormatError, match="'depot' states several depots"):
        sorted_columns("x,y,demand,depot", "1,1,1,north", "2,2,2,south")


def test_a_type_is_carried_unless_it_says_pickup() -> None:
    assert sorted_columns("x,y,demand,type", "1,1,1,shop").carried == {"type": 3}
    with pytest.raises(FormatError, match="'type' states pickups"):
        sorted_columns("x,y,demand,type", "1,1,1,Pickup")


def test_several_loads_are_refused() -> None:
    with pytest.raises(FormatError, match="'weight' and 'volume' are several loads; only one is"):
        sorted_columns("x,y,weight,volume")
    with pytest.raises(FormatError, match="'demand' and 'volume' are several loads"):
        sorted_columns("x,y,demand,volume")
    assert sorted_columns("x,y,weight,volume", ignored="volume").used["demand"] == 2
    assert sorted_columns("x,y,demand,qty").carried == {"qty": 3}
    assert sorted_columns("x,y,weight,qty", demand="weight").carried == {"qty": 3}
    with pytest.raises(FormatError, match="several loads"):
        sorted_columns("x,y,weight,qty")


def test_columns_can_be_named() -> None:
    columns = sorted_columns(
        "Ort,Nord,Ost,Menge", name="ort", lat="Nord", lon="Ost", demand="Menge"
    )
    assert columns.used == {"name": 0, "lat": 1, "lon": 2, "demand": 3}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"demand": "load"}, "--columns: there is no column 'load'; there are 'x', 'y', 'qty'"),
        ({"weight": "qty"}, "'weight' is no column that is used; x, y, lat"),
        ({"demand": "qty", "name": "qty"}, "'qty' cannot be two columns"),
        ({"ignored": "phone"}, "--ignore-columns: there is no column 'phone'"),
    ],
)
def test_headers_that_are_not_there_are_refused(arguments: dict[str, str], reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        sorted_columns("x,y,qty", **arguments)


def test_two_columns_of_one_meaning_are_refused() -> None:
    with pytest.raises(FormatError, match="'x' is there twice"):
        sorted_columns("x,y,x,demand")
    with pytest.raises(FormatError, match="'lng' and 'longitude' both look like lon"):
        sorted_columns("lat,lng,longitude,demand")


def test_coordinates_are_known_by_their_header() -> None:
    assert has_coordinates(["Latitude", "b"], {})
    assert has_coordinates(["a", "b"], {"x": "a"})
    assert not has_coordinates(["a", "demand"], {"demand": "a"})
