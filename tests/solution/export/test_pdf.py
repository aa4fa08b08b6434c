from pathlib import Path

import pypdf
import pytest

from kinroute import Result
from tests.solution.export.made_up import large, matrix, plane, utrecht


def texts(result: Result, path: Path) -> list[str]:
    result.write(path)
    with pypdf.PdfReader(path) as reader:
        return [page.extract_text() for page in reader.pages]


def test_a_summary_is_followed_by_a_page_per_route(tmp_path: Path) -> None:
    summary, first, second = texts(utrecht(), tmp_path / "a.pdf")
    assert summary.startswith("Monday <&> Tuesday\n")
    assert "1 2 10 of 10 6.25 km 27 min" in summary
    assert first.startswith("Route 1\n2 stops  ·  load 10 of 10  ·  6.25 km  ·  27 min\n")
    assert "1 =1+1 0:03 0:08 4 1.31 km\nphone: +31 30 1234\n" in first
    assert "2 of 3" in first
    assert second.startswith("Route 2\n")
    assert "Depot 0:14 0:14 4.66 km" in second


def test_long_lists_continue_and_every_stop_is_on_the_list_once(tmp_path: Path) -> None:
    pages = texts(large(2, 70), tmp_path / "a.pdf")
    assert [page.split("\n")[0] for page in pages[1:4]] == [
        *("Route 1", "Route 1 (continued)", "Route 1 (continued)")
    ]
    stops = [line for page in pages for line in page.split("\n") if "Customer" in line]
    assert len(stops) == 140
    assert [int(line.split()[0]) for line in stops] == [*range(1, 71), *range(1, 71)]


@pytest.mark.thorough
def test_many_routes_make_several_summary_pages(tmp_path: Path) -> None:
    pages = texts(large(60, 1), tmp_path / "a.pdf")
    assert len(pages) == 2 + 60
    listed = [line for page in pages[:2] for line in page.split("\n") if " of 8 " in line]
    assert [line.split()[0] for line in listed] == [str(number) for number in range(1, 61)]


def test_pages_are_a4_and_show_a_map(tmp_path: Path) -> None:
    plane().write(tmp_path / "a.pdf")
    with pypdf.PdfReader(tmp_path / "a.pdf") as reader:
        assert {
            (round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages
        } == {(595, 842)}
        assert reader.metadata is not None
        assert reader.metadata.title == "plane"
        # The line of route 1: depot, customers 1 and 2, and back.
        content = reader.pages[1].get_contents()
        assert content is not None
        assert content.get_data().count(b" l\n") >= 3


@pytest.mark.parametrize("changes", [{"open_routes": True}, {"service": 2}])
def test_open_routes_and_times_without_units_are_listed(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    page = texts(plane(**changes), tmp_path / "a.pdf")[1]
    assert page.count("depot") == (1 if "open_routes" in changes else 2)
    assert ("arrive" in page) == ("service" in changes)


def test_problems_are_on_the_first_page(tmp_path: Path) -> None:
    assert "which is forbidden" in texts(matrix(), tmp_path / "a.pdf")[0]
