import pytest

from kinroute.auto import default_config
from kinroute.config import METHODS, SearchConfig


@pytest.mark.parametrize("name", [name for name in METHODS if name != "auto"])
def test_named_methods_keep_the_settings_of_the_paper(name: str) -> None:
    assert default_config(METHODS[name], 1000, 10.0) == SearchConfig()


@pytest.mark.parametrize(
    ("customers", "seconds", "annealed"),
    [
        (100, 5.0, 0),  # small: the random population finds as much
        (1000, 240.0, 8),
        (1000, None, 8),
        (1000, 1.0, 1),  # short: all of the time goes into one solution
        (10_000, 60.0, 1),
    ],
)
def test_auto_anneals_by_size_and_time(
    customers: int, seconds: float | None, annealed: int
) -> None:
    assert default_config(METHODS["auto"], customers, seconds).annealed == annealed
