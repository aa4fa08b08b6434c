from matplotlib.text import Text

from kinroute.solution.export.sheet import Sheet
from kinroute.solution.export.sheet_lists import draw_headings, draw_stop, route_lines, stop_height
from tests.solution.export.made_up import plane, utrecht


def words(sheet: Sheet) -> list[str]:
    return [str(text.get_text()) for text in sheet.figure.findobj(Text)]


def test_a_stop_shows_times_demand_distance_and_carried_columns() -> None:
    sheet, result = Sheet(), utrecht()
    draw_headings(sheet, 100, result.instance)
    assert words(sheet) == ["stop", "arrive", "leave", "demand", "distance"]
    sheet = Sheet()
    draw_stop(sheet, 100, result.instance, 1, result.itineraries[0].stops[1])
    assert words(sheet) == [
        *("1", "=1+1", "0:03", "0:08", "4", "1.31 km"),
        *("phone: +31 30 1234", "route: A"),
    ]


def test_the_depot_has_neither_number_nor_demand() -> None:
    sheet, result = Sheet(), plane()
    draw_stop(sheet, 100, result.instance, 3, result.itineraries[0].stops[3])
    assert [word for word in words(sheet) if word] == ["depot", "18"]


def test_a_stop_is_as_high_as_what_is_written() -> None:
    depot, full, partly, _ = utrecht().itineraries[0].stops
    assert stop_height(depot) < stop_height(partly) < stop_height(full)


def test_routes_are_listed_with_load_distance_and_duration() -> None:
    sheet, result = Sheet(), utrecht()
    route_lines(sheet, 100, result, [1], ["#000000", "#ffffff"])
    assert words(sheet)[5:] == ["2", "1", "3 of 10", "4.66 km", "14 min"]
