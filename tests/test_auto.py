import pytest

from kinroute.auto import default_config
from kinroute.config import METHODS, SearchConfig


@pytest.mark.parametrize("name", [name for name in METHODS if name != "auto"])
def test_named_methods_keep_the_settings_of_the_paper(name: str) -> None:
    assert default_config(METHODS[name], 1000, 10.0) == SearchConfig()


@pytest.mark.parametrize(
    ("customers", "seconds", "annealed", "min_size"),
    [
        (100, 5.0, 0, 25),  # small: the random population finds as much
        (100, 1.0, 0, 12),  # in a hurry: a small population
        (200, 20.0, 0, 12),
        (200, 48.0, 0, 25),
        (300, 1.0, 0, 12),
        (300, 72.0, 8, 25),
        (1000, 240.0, 8, 25),
        (1000, None, 8, 25),
        (1000, 1.0, 1, 12),  # all of the time goes into one solution
        (10_000, 120.0, 1, 12),
    ],
)
def test_auto_chooses_by_size_and_time(
    customers: int, seconds: float | None, annealed: int, min_size: int
) -> None:
    config = default_config(METHODS["auto"], customers, seconds)
    assert (config.annealed, config.min_size) == (annealed, min_size)
