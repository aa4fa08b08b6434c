from pathlib import Path

import numpy as np
import pytest

import kinroute.relatedness
from kinroute import Instance, Relatedness, Solution
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


@pytest.mark.parametrize("name", NAMED)
def test_over_forbidden_arcs_customers_are_related_least(name: str) -> None:
    # Everyone is 1 from everyone; customer 1 has ways to customers 2 to 5 only.
    distances = np.ones((12, 12))
    distances[1, 6:] = distances[6:, 1] = np.inf
    instance = Instance(demands=[1] * 11, capacity=4, distances=distances)
    related = named(name)
    assert related is not None
    neighbours = related.neighbours(instance, 10)
    assert neighbours.scores is None or np.isfinite(neighbours.scores).all()
    assert set(neighbours.ids[0, :4].tolist()) == {2, 3, 4, 5}


@pytest.mark.parametrize("name", NAMED)
def test_forbidden_arcs_are_the_least_related(name: str) -> None:
    rng = np.random.default_rng(1)
    distances = rng.random((13, 13)) * 10
    distances[3, 5] = distances[5, 3] = distances[8, 9] = np.inf
    instance = Instance(demands=[1] * 12, capacity=5, distances=distances)
    related = named(name)
    assert related is not None
    lists = related.neighbours(instance, 11)
    assert lists.ids.shape == (12, 11)
    if name == "distance":
        assert (lists.ids[2, -1], lists.ids[7, -1]) == (5, 9)
