import json
from pathlib import Path
from typing import Any

import pytest

from kinroute.errors import LabelError
from kinroute.neural.manifest import FIRST_SEED, SEEDS_PER_SPLIT, Manifest, Shard
from tests.neural.small import some_labels, written

MANIFEST = Manifest(
    law="XML",
    customers=100,
    split="train",
    first_seed=1_000_000,
    count=20,
    shard_size=10,
    solver="0.1.0",
    method="auto",
    settings={"granularity": 15},
    cpu_seconds=0.1,
    shards=(Shard(file="a.npz", first_seed=1_000_000, count=10, sha256="0", mean_cost=7.5),),
)


def test_a_manifest_comes_back_as_it_was_written(tmp_path: Path) -> None:
    MANIFEST.write(tmp_path)
    assert Manifest.read(tmp_path) == MANIFEST
    assert MANIFEST.done == 10


def test_splits_share_no_seed() -> None:
    ranges = [set(range(first, first + SEEDS_PER_SPLIT, 1000)) for first in FIRST_SEED.values()]
    assert len(ranges) == 3
    assert len(set.union(*ranges)) == sum(map(len, ranges))
    assert min(map(min, ranges)) == 1_000_000


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no labels here .*create them with `kinroute label`"):
        Manifest.read(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "else"}, "not a manifest of Kinroute labels"),
        ({"version": 2}, "format version 2; this version of Kinroute reads 1"),
        ({"count": "many"}, "damaged: count is 'many'"),
        ({"customers": True}, "damaged: customers is True"),
        ({"surprise": 1}, "damaged: .*surprise"),
        ({"shards": [{"file": "a.npz"}]}, "damaged: .*missing"),
        ({"shards": 3}, "damaged: "),
        ({"count": 10**300}, "damaged: count is 1000"),
        ({"cpu_seconds": float("inf")}, "damaged: cpu_seconds is inf"),
        ({"settings": json.loads("[" * 150 + "]" * 150)}, "nested more than 100 deep"),
    ],
)
def test_a_damaged_or_foreign_manifest_is_refused(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    MANIFEST.write(tmp_path)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(LabelError, match=message):
        Manifest.read(tmp_path)


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "[" * 100_000, "\ud800".encode("utf-8", "surrogatepass")]
)
def test_what_is_no_json_is_refused(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(LabelError, match=r"manifest\.json: "):
        Manifest.read(tmp_path)


@pytest.mark.parametrize("file", ["../a.npz", "/etc/passwd", "a.py"])
def test_a_shard_lies_in_its_folder(tmp_path: Path, file: str) -> None:
    MANIFEST.write(tmp_path)
    path = tmp_path / "manifest.json"
    values = json.loads(path.read_text())
    values["shards"][0]["file"] = file
    path.write_text(json.dumps(values))
    with pytest.raises(LabelError, match="is no shard's name"):
        Manifest.read(tmp_path)


def test_a_description_has_a_hash_of_the_shards_instead_of_them(tmp_path: Path) -> None:
    first = Manifest.read(written(tmp_path / "a", some_labels(6))).description()
    other = Manifest.read(written(tmp_path / "b", some_labels(6, seed=2))).description()
    assert first["labels"] == 6
    assert not {"shards", "settings"} & first.keys()
    assert len(first["sha256"]) == 64
    assert first["sha256"] != other["sha256"]
