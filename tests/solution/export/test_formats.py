import re
import sys
from pathlib import Path

import pytest

from kinroute.errors import ConfigError, InputError
from kinroute.solution.export import FORMATS, format_of, require_ready
from kinroute.solution.export.tables import stop_columns
from tests.solution.export.made_up import matrix, plane, utrecht

EVERYWHERE = [suffix for suffix, form in FORMATS.items() if not form.needs_degrees]


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_is_written_whole_whatever_the_case_of_its_suffix(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"routes{suffix.upper()}"
    utrecht().write(path)
    assert path.stat().st_size > 20
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", EVERYWHERE)
def test_places_are_not_needed_but_by_formats_that_only_have_places(
    tmp_path: Path, suffix: str
) -> None:
    for number, result in enumerate((plane(), matrix(), plane(open_routes=True))):
        result.write(tmp_path / f"{number}{suffix}")
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("name", ["routes", "routes.docx", "routes.xls", ".csv", "routes.sol.gz"])
def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        InputError, match=re.escape("use one of .sol, .json, .csv, .xlsx, .geojson")
    ):
        utrecht().write(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [".gpx", ".geojson"])
def test_maps_of_the_globe_need_latitudes(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(InputError, match="has coordinates on a plane"):
        plane().write(tmp_path / f"a{suffix}")
    with pytest.raises(InputError, match="has no coordinates, only distances"):
        matrix().write(tmp_path / f"a{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_named_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ConfigError, match=r'pip install "\.\[excel\]"'):
        require_ready("a.xlsx", plane().instance)


def test_tiles_are_for_pages_alone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no address of map tiles"):
        require_ready("a.html", utrecht().instance, tiles="nothing")
    utrecht().write(tmp_path / "a.csv", tiles="https://tiles.example/{z}/{x}/{y}.png")
    assert "tiles.example" not in (tmp_path / "a.csv").read_text()


def test_each_format_says_what_it_has() -> None:
    assert all(form.content and format_of(f"a{suffix}") is form for suffix, form in FORMATS.items())


def test_the_documentation_names_every_format_and_every_column() -> None:
    page = (Path(__file__).parents[3] / "docs" / "exports.md").read_text(encoding="utf-8")
    columns = {*stop_columns(utrecht(attributes=None).instance), *stop_columns(plane().instance)}
    assert [name for name in (*FORMATS, *columns) if f"`{name}`" not in page] == []


def test_a_device_receives_routes_as_in_a_sol_file() -> None:
    assert format_of("/dev/null").suffix == ".sol"
    with pytest.raises(InputError, match="there is no suffix"):
        format_of("/dev")
