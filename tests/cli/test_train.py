import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from kinroute.cli.train import _details  # noqa: E402
from kinroute.neural.files import read_tensors  # noqa: E402
from kinroute.neural.gradients import Autograd  # noqa: E402
from kinroute.neural.models import model  # noqa: E402
from kinroute.neural.training import Epoch  # noqa: E402
from tests.cli.conftest import Cli, started  # noqa: E402
from tests.neural.small import some_labels, written  # noqa: E402
from tests.neural.solved import folder_of  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = ("--width", 4, "--depth", 2, "--graphs", 8, "--batch", 4, "--device", "cpu")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    validation = some_labels(4, seed=2, split="validation")
    return (
        written(tmp_path / "train", some_labels(8)),
        written(tmp_path / "validation", validation, "validation"),
    )


def test_a_network_is_trained_and_left_in_its_folder(
    cli: Cli, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    train, validation = folders
    run = tmp_path / "mine"
    ran = cli("train", train, "--validation", validation, "-o", run, "--epochs", 3, *SMALL)
    assert (ran.code, ran.out) == (0, f"{run / 'mine.safetensors'}\n")
    assert f"{train}: 8 labels, train" in ran.err
    assert "parameters, on cpu, from epoch 1" in ran.err
    assert "epoch 3 of 3  loss" in ran.err
    assert "recall at 15 " in ran.err
    assert model(run / "mine.safetensors").card["presentations"] == 24
    assert (run / "loss.png").read_bytes().startswith(b"\x89PNG")
    assert len((run / "log.csv").read_text().splitlines()) == 4
    more = cli("train", train, "--validation", validation, "-o", run, "--epochs", 4, *SMALL)
    assert "from epoch 4" in more.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--network", "heavy"), "unknown network 'heavy'; use one of light, original"),
        (("--width", 0), "width = 0; use an even number"),
        (("--width", 5), "width = 5; use an even number"),
        (("--depth", 0), "depth = 0; use 1 or more"),
        (("--epochs", 0), "epochs = 0; use 1 or more"),
        (("--batch", 0), "batch = 0; use 1 or more"),
        (("--learning-rate", -1), "learning_rate = -1.0; use more than 0"),
        (("--device", "tpu"), "device 'tpu'; use auto, cpu or cuda"),
    ],
)
def test_invalid_settings_are_refused(
    cli: Cli,
    folders: tuple[Path, Path],
    tmp_path: Path,
    words: tuple[object, ...],
    message: str,
) -> None:
    train, validation = folders
    ran = cli("train", train, "--validation", validation, "-o", tmp_path / "run", *words)
    assert ran.code == 2
    assert message in ran.err
    assert not (tmp_path / "run").exists()


def test_validation_needs_another_split(
    cli: Cli, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    train, _ = folders
    ran = cli("train", train, "--validation", train, "-o", tmp_path / "run", *SMALL)
    assert ran.code == 2
    assert "both are labels of the train split" in ran.err


def test_a_run_with_other_settings_is_not_resumed(
    cli: Cli, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    train, validation = folders
    words = (
        "train",
        train,
        "--validation",
        validation,
        "-o",
        tmp_path / "run",
        "--epochs",
        1,
        *SMALL,
    )
    assert cli(*words).code == 0
    ran = cli(*words, "--seed", 2)
    assert ran.code == 2
    assert "started with other settings or other labels" in ran.err


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.thorough
def test_a_killed_run_goes_on_to_the_same_end(
    cli: Cli, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    train, validation = folders
    words = ("train", train, "--validation", validation, *SMALL)
    # The first part leaves a checkpoint; the second is killed somewhere after it.
    limited = ("--time-limit", 0)
    assert cli(*words, "-o", tmp_path / "killed", "--epochs", 4000, *limited).code == 0
    run = started(*words, "-o", tmp_path / "killed", "--epochs", 4000, stderr=subprocess.PIPE)
    assert run.stderr is not None
    for line in run.stderr:
        if line.startswith("epoch "):
            break
    time.sleep(0.05)
    run.send_signal(signal.SIGKILL)
    run.communicate(timeout=60)
    assert run.returncode == -signal.SIGKILL
    for name in ("killed", "whole"):
        assert cli(*words, "-o", tmp_path / name, "--epochs", 10).code == 0
    ours, theirs = (
        read_tensors(tmp_path / name / "checkpoint.safetensors")[0] for name in ("killed", "whole")
    )
    assert all(torch.equal(ours[name], theirs[name]) for name in theirs)


def test_ctrl_c_within_an_epoch_leaves_the_last_whole_one(
    cli: Cli, folders: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train, validation = folders
    words = ("train", train, "--validation", validation, *SMALL, "--epochs", 5)
    assert cli(*words, "-o", tmp_path / "ended", "--time-limit", 0).code == 0
    losses = iter([Autograd.loss] * 3)  # two batches make an epoch
    with monkeypatch.context() as patch:

        def loss(self: Autograd, *batch: Any) -> Any:
            try:
                return next(losses)(self, *batch)
            except StopIteration:
                raise KeyboardInterrupt from None

        patch.setattr(Autograd, "loss", loss)
        assert cli(*words, "-o", tmp_path / "ended").code == 130
    for name in ("ended", "whole"):
        assert cli(*words, "-o", tmp_path / name).code == 0
    ours, theirs = (
        read_tensors(tmp_path / name / "checkpoint.safetensors")[0] for name in ("ended", "whole")
    )
    assert all(torch.equal(ours[name], theirs[name]) for name in theirs)


def test_the_details_give_the_time_left() -> None:
    line = Epoch(epoch=2, loss=0.5, validation=0.5, learning_rate=1e-3, seconds=2.0)
    assert _details(line, 4) == "loss 0.5000, rate 1.0e-03, 2.0 s, 2.0 s left"


SHORT = ("--epochs", 2, "--graphs", 8, "--batch", 4, "--device", "cpu")
NETS = Path(__file__).parents[1] / "neural" / "own_nets.py"


def test_a_folder_of_instances_with_solutions_is_trained_on(cli: Cli, tmp_path: Path) -> None:
    data = folder_of(tmp_path / "data", (8, 12, 8))
    validation = folder_of(tmp_path / "validation", (9, 12), seed=7)
    run, words = tmp_path / "mine", ("--width", 4, "--depth", 2, "--threads", 1)
    ran = cli("train", data, "--validation", validation, "-o", run, *SHORT, *words)
    assert ran.code == 0, ran.err
    assert "3 instances with solutions, 3 graphs" in ran.err
    card = model(run / "mine.safetensors").card
    assert card["data"]["instances"] == 3
    assert card["training_graphs"] == 3
    assert torch.get_num_threads() == 1
    again = cli("train", data, "--validation", data, "-o", tmp_path / "x", *SHORT, *words)
    assert again.code == 2
    assert "3 graphs are in both" in again.err


def test_an_architecture_of_ones_own_is_trained_and_steers(
    cli: Cli, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    train, validation = folders
    run = tmp_path / "mine"
    words = ("train", train, "--validation", validation, "-o", run, *SHORT)
    ran = cli(*words, "--architecture", f"{NETS}:Small", "--tensorboard")
    assert (ran.code, ran.out) == (0, f"{run / 'mine'}.py:scores\n"), ran.err
    assert "49 parameters, on cpu" in ran.err
    assert list((run / "tensorboard").iterdir())
    before = read_tensors(run / "checkpoint.safetensors")[0]
    assert int(before["buffer.head.norm.num_batches_tracked"]) == 4
    more = cli(*words, "--architecture", f"{NETS}:Small", "--epochs", 3)
    assert "from epoch 3" in more.err
    after = read_tensors(run / "checkpoint.safetensors")[0]
    assert int(after["buffer.head.norm.num_batches_tracked"]) == 6
    vrp = folder_of(tmp_path / "data", (10,)) / "i0.vrp"
    solved = cli("solve", vrp, "--method", "N-N", "--iterations", 5, "--model", ran.out.strip())
    assert solved.code == 0, solved.err
    both = cli(*words, "--architecture", f"{NETS}:Small", "--width", 4)
    assert both.code == 2
    assert "--width and --depth are of our networks" in both.err
