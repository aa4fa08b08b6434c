import json
import logging
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinroute import check, generate
from kinroute.errors import ConfigError, LabelError
from kinroute.neural.labelling import LabelPlan, LabelProgress, label
from kinroute.neural.labels import kind_of, read

PLAN = LabelPlan(count=5, customers=12, cpu_seconds=0.002, shard_size=2)


def hashes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("*.npz")}


def test_labels_are_instances_of_the_law_with_checked_solutions(tmp_path: Path) -> None:
    manifest = label(tmp_path / "new" / "labels", PLAN)
    assert (manifest.done, len(manifest.shards)) == (5, 3)
    labels = read(tmp_path / "new" / "labels")
    assert labels.seed.tolist() == list(range(1_000_000, 1_000_005))
    for k in range(len(labels)):
        instance = labels.instance(k)
        wanted = generate(12, seed=1_000_000 + k)
        assert instance.name == wanted.name
        np.testing.assert_array_equal(instance.coordinates, wanted.coordinates)
        assert check(instance, labels.solution(k)).ok


def test_all_kinds_of_instances_are_drawn_alike() -> None:
    kinds = np.array([kind_of(generate(1, seed=seed).name) for seed in range(10**6, 10**6 + 420)])
    for digits, choices in zip(kinds.T, (3, 3, 7, 6), strict=True):
        values, counts = np.unique(digits, return_counts=True)
        assert values.tolist() == list(range(1, choices + 1))
        assert abs(counts - 420 / choices).max() < 4 * (420 / choices) ** 0.5


def test_what_is_there_is_kept_and_what_is_missing_is_made(tmp_path: Path) -> None:
    label(tmp_path, PLAN)
    before = hashes(tmp_path)
    (tmp_path / "shard-00001.npz").unlink()
    label(tmp_path, PLAN)
    after = hashes(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {"shard-00001.npz"}
    assert len(read(tmp_path)) == 5


def test_a_damaged_shard_is_replaced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    label(tmp_path, PLAN)
    (tmp_path / "shard-00000.npz").write_bytes(b"nonsense")
    label(tmp_path, PLAN)
    assert "replaced: " in caplog.text
    assert len(read(tmp_path)) == 5


def test_more_of_the_same_can_be_asked_for(tmp_path: Path) -> None:
    label(tmp_path, PLAN)
    before = hashes(tmp_path)
    label(tmp_path, replace(PLAN, count=7))
    after = hashes(tmp_path)
    assert len(read(tmp_path)) == 7
    kept = {name for name in before if before[name] == after[name]}
    assert kept == {"shard-00000.npz", "shard-00001.npz"}  # the third had one, now has two


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cpu_seconds": 0.004}, "started with cpu_seconds = 0.002, not 0.004"),
        ({"customers": 13}, "started with customers = 12, not 13"),
        ({"split": "test"}, "started with split = 'train', not 'test'"),
        ({"shard_size": 3}, "started with shard_size = 2, not 3"),
        ({"count": 4}, "started with count = 5; 4 is less"),
    ],
)
def test_another_plan_is_not_resumed(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    label(tmp_path, PLAN)
    before = (tmp_path / "manifest.json").read_text()
    with pytest.raises(LabelError, match=message):
        label(tmp_path, replace(PLAN, **change))
    assert (tmp_path / "manifest.json").read_text() == before


def test_labels_of_another_solver_do_not_go_on(tmp_path: Path) -> None:
    label(tmp_path, PLAN)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "solver": "0.0.1"}))
    with pytest.raises(LabelError, match=r"solver = '0\.0\.1'"):
        label(tmp_path, PLAN)


def test_progress_is_reported(tmp_path: Path) -> None:
    heard: list[LabelProgress] = []
    label(tmp_path, replace(PLAN, count=3), observer=heard.append)
    assert [now.done for now in heard] == [1, 2, 3]
    heard.clear()
    label(tmp_path, PLAN, observer=heard.append)
    assert [(now.done, now.total, now.new) for now in heard] == [(3, 5, 1), (4, 5, 2), (5, 5, 3)]
    assert heard[-1].seconds_left == 0
    assert heard[0].rate > 0


def test_an_interrupted_run_keeps_its_shards(tmp_path: Path) -> None:
    def interrupt(now: LabelProgress) -> None:
        if now.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        label(tmp_path, PLAN, observer=interrupt)
    assert read(tmp_path).seed.tolist() == [1_000_000, 1_000_001]
    label(tmp_path, PLAN)
    assert len(read(tmp_path)) == 5


PROGRAM = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("typer", "rich", "scipy", "matplotlib", "torch"):
            raise ImportError(name)
sys.meta_path.insert(0, Nothing())
from kinroute.neural.labelling import LabelPlan, label
plan = LabelPlan(count=int(sys.argv[2]), customers=12, cpu_seconds=0.002, shard_size=2)
print(label(sys.argv[1], plan).done)
"""


def test_numpy_and_the_core_are_all_it_needs(tmp_path: Path) -> None:
    words = [sys.executable, "-c", PROGRAM, str(tmp_path), "3"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    words = [sys.executable, "-c", PROGRAM, str(tmp_path), "9999"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    while not (tmp_path / "shard-00002.npz").exists() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    there = len(read(tmp_path))
    assert there >= 4
    heard: list[LabelProgress] = []

    def stop(now: LabelProgress) -> None:
        heard.append(now)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        label(tmp_path, replace(PLAN, count=9999), observer=stop)
    assert heard[0].done == there + 1


def test_each_shard_is_noted_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="kinroute")
    label(tmp_path, replace(PLAN, count=2))
    assert "shard-00000.npz: 2 of 2 labels" in caplog.text


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"split": "exam"}, "split 'exam' is unknown; use one of train, validation, test"),
        ({"count": 0}, "count = 0; use a whole number from 1 to 1000000"),
        ({"count": 1_000_001}, "count = 1000001"),
        ({"customers": 0}, "customers = 0"),
        ({"shard_size": 0}, "shard_size = 0"),
        ({"cpu_seconds": 0}, "cpu_seconds = 0"),
    ],
)
def test_a_plan_out_of_range_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        LabelPlan(**values)


def test_nobody_works_with_no_workers(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="workers = 0"):
        label(tmp_path, PLAN, workers=0)
