"""The course of a training as TensorBoard events, where tensorboard is installed."""

from __future__ import annotations

import math
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kinroute.io.optional_imports import optional_import
from kinroute.neural.training import Epoch

FOLDER = "tensorboard"


class TensorBoardLog:
    """Writes the lines of a log into a folder below that of the run."""

    def __init__(self, run: Path) -> None:
        """Open it; raises ConfigError, with the command that installs it, without tensorboard."""
        optional_import("tensorboard", extra="tensorboard", purpose="--tensorboard")
        from torch.utils.tensorboard import SummaryWriter

        self._writer: Any = SummaryWriter(run / FOLDER)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._writer.close()

    def __call__(self, line: Epoch) -> None:
        """Add the figures of an epoch."""
        for name in ("loss", "validation", "learning_rate"):
            value = getattr(line, name)
            if not math.isnan(value):
                self._writer.add_scalar(name, value, line.epoch)
