import pytest

from kinroute.search.auto import default_config
from kinroute.search.config import METHODS, SearchConfig


@pytest.mark.parametrize("name", [name for name in METHODS if name != "auto"])
def test_named_methods_keep_the_settings_of_the_paper(name: str) -> None:
    assert default_config(METHODS[name], 1000, 10.0) == SearchConfig()


@pytest.mark.parametrize(
    ("customers", "seconds", "annealed", "quick_share", "part_size"),
    [
        (100, 5.0, 0, 0, 400),  # tiny: populations that meet again
        (200, 10.0, 4, 0, 400),  # small: several annealed parents, then generations
        (100, 1.0, 1, 0, 400),  # in a hurry: all of the time goes into one solution
        (330, 80.0, 8, 0, 400),
        (500, 120.0, 4, 0, 1500),
        (500, 75.0, 1, 0, 1500),
        (1000, 240.0, 1, 0, 1500),
        (1000, None, 1, 0, 1500),
        (1000, 1.0, 1, 0.25, 1500),
        (10_000, 120.0, 1, 0.25, 400),  # large: one neighbourhood of routes after the other
    ],
)
def test_auto_chooses_by_size_and_time(
    customers: int, seconds: float | None, annealed: int, quick_share: float, part_size: int
) -> None:
    config = default_config(METHODS["auto"], customers, seconds)
    assert config.annealed == annealed
    assert config.annealing_quick_share == quick_share
    assert config.annealing_part_size == part_size


@pytest.mark.parametrize(
    ("customers", "seconds", "full_vehicles", "annealed"),
    [
        (935, 224.0, 150.5, 2),  # six customers a route: generations after two annealings
        (935, 100.0, 150.5, 1),
        (978, 234.0, 57.5, 1),
        (5000, 5000.0, 2500.0, 1),
    ],
)
def test_auto_gives_short_routes_generations(
    customers: int, seconds: float, full_vehicles: float, annealed: int
) -> None:
    config = default_config(METHODS["auto"], customers, seconds, full_vehicles=full_vehicles)
    assert config.annealed == annealed
    assert (config.assembly_share > 0) == (annealed > 1)
