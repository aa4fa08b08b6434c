import pytest

from kinroute.errors import InputError
from kinroute.solution.export.tiles import credit_of, origin_of, require_tiles
from tests.solution.export.made_up import plane, utrecht

STREETS = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"


def test_an_address_with_a_place_for_the_tile_is_accepted() -> None:
    require_tiles(STREETS, utrecht().instance)
    require_tiles("http://127.0.0.1:8000/{z}/{x}/{y}.png?key=1")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://tile.openstreetmap.org/",
        "https://tile.openstreetmap.org/{z}/{x}.png",
        "file:///{z}/{x}/{y}.png",
        "javascript:{z}{x}{y}",
        "https:///{z}/{x}/{y}.png",
    ],
)
def test_what_is_no_address_of_tiles_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(InputError, match=r"write for example https://"):
        require_tiles(url)


def test_an_address_cannot_add_rules_to_the_policy_of_the_page() -> None:
    with pytest.raises(InputError, match="a character that no address has"):
        require_tiles("https://a.example/; script-src */{z}/{x}/{y}.png")


def test_tiles_need_latitudes() -> None:
    with pytest.raises(InputError, match="need latitudes and longitudes"):
        require_tiles(STREETS, plane().instance)


def test_the_host_is_allowed_and_credited() -> None:
    assert origin_of(STREETS) == "https://tile.openstreetmap.org"
    assert origin_of("https://{s}.tiles.example/{z}/{x}/{y}") == "https://*.tiles.example"
    assert credit_of(STREETS) == "© OpenStreetMap contributors"
    assert credit_of("https://{s}.tiles.example/{z}/{x}/{y}") == "tiles: tiles.example"
