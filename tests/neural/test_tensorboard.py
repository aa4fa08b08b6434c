import math
from pathlib import Path

import pytest

from kinroute.errors import ConfigError
from kinroute.neural.tensorboard import FOLDER, TensorBoardLog
from kinroute.neural.training import Epoch


def line(epoch: int, validation: float) -> Epoch:
    return Epoch(
        epoch=epoch, loss=1 / epoch, validation=validation, learning_rate=1e-3, seconds=1.0
    )


def test_tensorboard_reads_what_is_written(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import (  # type: ignore[import-untyped]
        EventAccumulator,
    )

    with TensorBoardLog(tmp_path) as log:
        log(line(1, math.nan))
        log(line(2, 0.25))
    events = EventAccumulator(str(tmp_path / FOLDER))
    events.Reload()
    assert [(one.step, one.value) for one in events.Scalars("loss")] == [(1, 1.0), (2, 0.5)]
    assert [(one.step, one.value) for one in events.Scalars("validation")] == [(2, 0.25)]


def test_without_tensorboard_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("kinroute.io.optional_imports.import_module", missing)
    with pytest.raises(ConfigError, match=r"--tensorboard needs tensorboard.*\n.*\[tensorboard\]"):
        TensorBoardLog(tmp_path)
