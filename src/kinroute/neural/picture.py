"""A picture of the losses of a training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kinroute.plot.palette import ALERT, FAINT, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kinroute.neural.training import Epoch


def draw_losses(lines: Sequence[Epoch]) -> Figure:
    """Losses by epoch, and the learning rate below."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    loss, rate = figure.subplots(2, sharex=True, height_ratios=(3, 1))
    loss.plot([line.epoch for line in lines], [line.loss for line in lines], color=INK)
    validated = [line for line in lines if not math.isnan(line.validation)]
    loss.plot(
        [line.epoch for line in validated],
        [line.validation for line in validated],
        color=ALERT,
        marker="." if len(validated) < 30 else None,
    )
    loss.legend(["training", "validation"], frameon=False)
    loss.set_ylabel("balanced loss")
    rate.plot([line.epoch for line in lines], [line.learning_rate for line in lines], color=FAINT)
    rate.set_ylabel("learning rate")
    rate.set_xlabel("epoch")
    return figure
