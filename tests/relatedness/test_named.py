from pathlib import Path

import pytest

import kinroute.relatedness
from kinroute import Relatedness, Solution
from kinroute.relatedness import ByDistance, ByFusion, ByRoutes
from kinroute.relatedness.named import NAMED, named


@pytest.mark.parametrize("name", NAMED)
def test_every_name_gives_a_relatedness_in_any_case(name: str) -> None:
    related = named(name)
    assert isinstance(related, Relatedness)
    assert named(name.upper()) == related


def test_names_stand_for_classes() -> None:
    assert named("distance") == ByDistance()
    assert named("fusion") == ByFusion()


def test_an_unknown_name_is_none() -> None:
    assert named("luck") is None
    assert named("") is None


def test_the_oracle_keeps_the_case_of_its_file(tmp_path: Path) -> None:
    Solution([(1, 2)], 4).write(tmp_path / "Best.sol")
    related = named(f"Oracle:{tmp_path / 'Best.sol'}")
    assert related == ByRoutes(str(tmp_path / "Best.sol"))


def test_the_package_exports_every_named_class() -> None:
    exported = {getattr(kinroute.relatedness, name) for name in kinroute.relatedness.__all__}
    assert exported >= set(NAMED.values())
