from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.bench.arm import Arm
from kinroute.bench.instances import Drawn, Entry, Files
from kinroute.bench.models import (
    absolute,
    heatmap_of,
    kind_of_model,
    model_digests,
    source_digests,
)
from kinroute.errors import ConfigError, RelatednessError
from kinroute.io import write_vrplib
from kinroute.neural.models import model as network


@pytest.fixture
def entries() -> list[Entry]:
    return Drawn(customers=10, seeds=(1, 2)).entries()


@pytest.fixture
def solved(tmp_path: Path) -> Entry:
    instance = kinroute.generate(15, seed=1)
    write_vrplib(instance, tmp_path / "a.vrp")
    kinroute.solve(instance, stop=kinroute.AfterIterations(200)).write(tmp_path / "a.sol")
    return Files(paths=(tmp_path / "a.vrp",)).entries()[0]


def test_a_network_is_known_by_its_weights(entries: list[Entry]) -> None:
    digest = network("light-2").sha256[:16]
    assert model_digests("light-2", entries) == {entry.digest: digest for entry in entries}
    assert heatmap_of("light-2", entries[0]) == "light-2"


def test_heatmaps_are_known_by_their_files(entries: list[Entry], tmp_path: Path) -> None:
    for number, entry in enumerate(entries):
        np.savez(tmp_path / f"{entry.name}.npz", heatmap=np.full((10, 10), number))
    assert len(set(model_digests(str(tmp_path), entries).values())) == 2
    assert heatmap_of(str(tmp_path), entries[0]) == tmp_path / f"{entries[0].name}.npz"


def test_the_oracle_knows_the_neighbours_in_the_best_solution(solved: Entry) -> None:
    assert solved.routes is not None
    lists = heatmap_of("oracle", solved).ids
    assert lists.shape == (15, 2)
    for route in solved.routes:
        for before, after in pairwise(route):
            assert after in lists[before - 1]
            assert before in lists[after - 1]


def test_the_oracle_needs_a_solution(entries: list[Entry]) -> None:
    with pytest.raises(RelatednessError, match=r"needs a best known solution of KML10.*\.sol"):
        model_digests("oracle", entries)


def test_another_solution_is_another_oracle(solved: Entry, tmp_path: Path) -> None:
    before = model_digests("oracle", [solved])
    (tmp_path / "a.sol").write_text(f"Route #1: {' '.join(map(str, range(1, 16)))}\nCost 9\n")
    after = model_digests("oracle", Files(paths=(tmp_path / "a.vrp",)).entries())
    assert before.keys() == after.keys()
    assert before != after


def test_an_arm_without_a_model_has_no_digest(entries: list[Entry]) -> None:
    assert set(source_digests(Arm(method="D-O"), entries).values()) == {None}
    learned = Arm(method="D-N", model="light-2")
    assert source_digests(learned, entries) == model_digests("light-2", entries)


def test_model_and_solution_file_both_count(solved: Entry, tmp_path: Path) -> None:
    file = f"oracle:{tmp_path / 'a.sol'}"
    arms = [
        Arm(method="D-N", model="light-2"),
        Arm(method="D-D", local_search=file),
        Arm(method="D-N", model="light-2", local_search=file),
    ]
    assert len({source_digests(arm, [solved])[solved.digest] for arm in arms}) == 3


def test_paths_become_absolute_and_names_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("maps").mkdir()
    for given, found in (
        ("light-2", "light-2"),
        ("oracle", "oracle"),
        ("maps", str(tmp_path / "maps")),
        ("net.py:scores", f"{tmp_path / 'net.py'}:scores"),
        ("package.net:scores", "package.net:scores"),
    ):
        assert absolute(Arm(method="D-N", model=given)).model == found
    arm = absolute(Arm(method="D-D", local_search="polar", crossover="oracle:a.sol"))
    assert (arm.local_search, arm.crossover) == ("polar", f"oracle:{tmp_path / 'a.sol'}")


def test_an_unknown_model_is_refused_with_the_known_ones(entries: list[Entry]) -> None:
    with pytest.raises(ConfigError, match=r"unknown model 'heavy-9'; use .*light-2.*oracle"):
        model_digests("heavy-9", entries)


def test_a_published_model_that_is_missing_is_refused_with_how_to_get_it(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("kinroute.neural.models._folders", lambda: iter([tmp_path]))
    with pytest.raises(ConfigError, match=r"unknown model 'original'.*\n.*set KINROUTE_MODELS"):
        model_digests("original", entries)


def test_every_kind_of_model_is_told_apart(tmp_path: Path) -> None:
    kinds = {
        "light-2": "network",
        "oracle": "oracle",
        "a.py:b": "function",
        str(tmp_path): "folder",
    }
    assert {model: kind_of_model(model) for model in kinds} == kinds
