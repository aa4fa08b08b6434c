import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from kinroute.errors import ConfigError, ModelError
from kinroute.neural import training as module
from kinroute.neural.architecture import Architecture
from kinroute.neural.evaluation import validation_loss
from kinroute.neural.files import read_tensors, write_tensors
from kinroute.neural.training import (
    CHECKPOINT,
    LOG,
    Epoch,
    Training,
    TrainingConfig,
)
from tests.neural.small import TINY, some_graphs

SHORT = TrainingConfig(
    architecture=TINY, epochs=6, graphs_per_epoch=10, batch=4, validate_every=2, learning_rate=0.01
)


def training(folder: Path, config: TrainingConfig = SHORT, **data: Any) -> Training:
    return Training(folder, config, some_graphs(6), some_graphs(4, seed=2), data=data)


def test_it_learns_one_small_batch_by_heart(tmp_path: Path) -> None:
    config = replace(
        SHORT, architecture=Architecture(width=8, depth=3), epochs=150, graphs_per_epoch=2, batch=2
    )
    graphs = some_graphs(2, 7)
    run = Training(tmp_path, replace(config, validate_every=150), graphs, graphs, data={})
    run.run()
    assert run.lines[0].loss > 0.6
    assert run.lines[-1].loss < 0.25


def test_a_run_that_was_ended_and_resumed_is_the_same_run(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    uninterrupted = training(whole)
    uninterrupted.run()
    for _ in range(6):
        training(parts).run(seconds=0)  # an epoch at a time
    resumed = training(parts)
    assert resumed.epoch == 6
    ours, theirs = (read_tensors(folder / CHECKPOINT)[0] for folder in (parts, whole))
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    same = [replace(line, seconds=0.0) for line in resumed.lines]
    for a, b in zip(same, uninterrupted.lines, strict=True):
        assert (a.epoch, a.loss, a.learning_rate) == (b.epoch, b.loss, b.learning_rate)
        assert a.validation == b.validation or math.isnan(a.validation + b.validation)


def test_a_run_that_is_interrupted_within_an_epoch_resumes_at_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    training(whole).run()
    training(parts).run(seconds=0)
    disturbed, calls = training(parts), []
    loss = disturbed._gradients.loss

    def interrupted(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return loss(*arguments)

    monkeypatch.setattr(disturbed._gradients, "loss", interrupted)
    with pytest.raises(KeyboardInterrupt):
        disturbed.run()
    resumed = training(parts)
    resumed.run()
    ours, theirs = (read_tensors(folder / CHECKPOINT)[0] for folder in (parts, whole))
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_a_longer_run_may_resume_a_shorter_one(tmp_path: Path) -> None:
    training(tmp_path).run()
    longer = training(tmp_path, replace(SHORT, epochs=8))
    assert longer.epoch == 6
    longer.run()
    assert [line.epoch for line in longer.lines] == list(range(1, 9))


@pytest.mark.parametrize(
    ("config", "data"),
    [
        (replace(SHORT, batch=5), {}),
        (replace(SHORT, seed=2), {}),
        (replace(SHORT, architecture=Architecture(width=6, depth=2)), {}),
        (SHORT, {"labels": 7}),
    ],
)
def test_other_settings_or_labels_are_refused(
    tmp_path: Path, config: TrainingConfig, data: dict[str, Any]
) -> None:
    training(tmp_path).run(seconds=0)
    with pytest.raises(ConfigError, match="started with other settings or other labels"):
        training(tmp_path, config, **data)


def test_the_rate_falls_where_validation_is_not_one_percent_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter((1.0, 0.98, 0.975, 0.9))  # falls after the third look, which brings 0.5 %
    monkeypatch.setattr(module, "validation_loss", lambda *_: next(seen))
    run = training(tmp_path, replace(SHORT, epochs=8, learning_rate=1e-3))
    run.run()
    rates = [line.learning_rate for line in run.lines]
    assert rates == [1e-3] * 6 + [1e-3 / 1.01] * 2
    assert [math.isnan(line.validation) for line in run.lines] == [True, False] * 4
    # The optimiser uses it: after a resume, too.
    assert {group["lr"] for group in run._adam.param_groups} == {1e-3 / 1.01}


def test_the_log_has_a_line_for_every_epoch(tmp_path: Path) -> None:
    run = training(tmp_path)
    reported: list[Epoch] = []
    run.run(reported.append)
    assert tuple(reported) == run.lines
    header, *rows = (tmp_path / LOG).read_text().splitlines()
    assert header == "epoch,loss,validation,learning_rate,seconds"
    assert [row.split(",")[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert float(rows[-1].split(",")[1]) == pytest.approx(reported[-1].loss, rel=1e-6)


def foreign(path: Path) -> None:
    save_file({"a": torch.ones(2)}, path)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def without_state(path: Path) -> None:
    tensors, about = read_tensors(path)
    write_tensors(path, tensors, {k: v for k, v in about.items() if k != "state"})


def without_a_tensor(path: Path) -> None:
    tensors, about = read_tensors(path)
    del tensors["network.head.0.bias"]
    write_tensors(path, tensors, about)


def with_another_shape(path: Path) -> None:
    tensors, about = read_tensors(path)
    write_tensors(path, {**tensors, "network.head.4.bias": torch.ones(1)}, about)


def a_list(path: Path) -> None:
    write_tensors(path, {"a": torch.ones(1)}, [1])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "damage",
    [foreign, truncated, without_state, without_a_tensor, with_another_shape, a_list],
)
def test_a_checkpoint_that_is_none_is_a_clear_error(tmp_path: Path, damage: Any) -> None:
    training(tmp_path).run(seconds=0)
    damage(tmp_path / CHECKPOINT)
    before = (tmp_path / CHECKPOINT).read_bytes()
    with pytest.raises(ModelError, match=CHECKPOINT):
        training(tmp_path)
    assert (tmp_path / CHECKPOINT).read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"epochs": 0}, "epochs = 0; use 1 or more"),
        ({"batch": 0}, "batch = 0"),
        ({"learning_rate": math.nan}, "learning_rate = nan"),
        ({"decay": 0.5}, "decay = 0.5; use 1 or more"),
    ],
)
def test_settings_that_make_no_sense_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        replace(SHORT, **changes)


def test_an_epoch_presents_every_graph_equally_often(tmp_path: Path) -> None:
    run = training(tmp_path, replace(SHORT, graphs_per_epoch=12, batch=5))
    which, symmetry = (torch.cat(part) for part in zip(*run._batches(), strict=True))
    assert which.bincount().tolist() == [2] * 6
    assert len(symmetry) == 12


def test_the_model_has_a_card(tmp_path: Path) -> None:
    run = training(tmp_path, law="XML")
    run.run(seconds=0)
    model = run.model("mine")
    assert model.card["presentations"] == 10
    assert model.card["planned"] == 60
    assert model.card["data"] == {"law": "XML"}
    assert model.card["parameters"] == TINY.parameters
    assert model.card["sha256"] == model.sha256
    assert model.card["validation_loss"] == pytest.approx(
        validation_loss(run.network, some_graphs(4, seed=2)), abs=1e-6
    )
    flat = torch.cat([p.detach().flatten() for p in run.network.parameters()])
    np.testing.assert_array_equal(model.weights, flat.numpy())


def test_a_cosine_falls_from_the_first_rate_over_the_epochs(tmp_path: Path) -> None:
    run = training(tmp_path, replace(SHORT, schedule="cosine"))
    run.run()
    rates = [line.learning_rate for line in run.lines]
    wanted = [0.01 * (1 + math.cos(math.pi * k / 6)) / 2 for k in range(6)]
    assert rates == pytest.approx(wanted)


def test_the_rate_rises_over_the_first_steps(tmp_path: Path) -> None:
    run, rates = training(tmp_path, replace(SHORT, warmup=4)), []
    step = run._adam.step

    def noted() -> None:
        rates.append(run._adam.param_groups[0]["lr"])
        step()

    run._adam.step = noted  # type: ignore[method-assign,assignment]
    run.run(seconds=0)
    assert rates == pytest.approx([0.0025, 0.005, 0.0075])
    assert training(tmp_path, replace(SHORT, warmup=4))._steps == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schedule": "linear"}, "schedule 'linear'; use one of plateau, cosine"),
        ({"warmup": -1}, "warmup = -1; use 0 or more"),
    ],
)
def test_unknown_schedules_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        replace(SHORT, **change)


def test_a_run_takes_more_labels_of_the_same_plan_but_no_others(tmp_path: Path) -> None:
    training(tmp_path, law="XML", labels=6, sha256="a").run(seconds=0)
    assert training(tmp_path, law="XML", labels=9, sha256="b").epoch == 1
    with pytest.raises(ConfigError, match="other settings or other labels"):
        training(tmp_path, law="XML", labels=6, sha256="c")
    with pytest.raises(ConfigError, match="other settings or other labels"):
        training(tmp_path, law="X", labels=9, sha256="b")


def test_a_run_starts_from_the_model_of_another(tmp_path: Path) -> None:
    first = training(tmp_path / "first")
    first.run(seconds=0)
    second = training(tmp_path / "second")
    second.start_from(first.model("first"))
    assert second.epoch == 1
    for ours, theirs in zip(second.network.parameters(), first.network.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    wide = training(tmp_path / "wide", replace(SHORT, architecture=Architecture(width=6, depth=2)))
    with pytest.raises(ConfigError, match="another architecture"):
        wide.start_from(first.model("first"))
