import math

import numpy as np

from kinroute.neural.picture import draw_losses
from kinroute.neural.training import Epoch


def test_losses_and_the_rate_are_drawn() -> None:
    lines = [
        Epoch(epoch=k, loss=1 / k, validation=seen, learning_rate=1e-3, seconds=k)
        for k, seen in ((1, math.nan), (2, 0.7), (3, math.nan), (4, 0.6))
    ]
    above, below = draw_losses(lines).axes
    assert [np.asarray(line.get_xdata()).tolist() for line in above.lines] == [[1, 2, 3, 4], [2, 4]]
    assert np.asarray(below.lines[0].get_ydata()).tolist() == [1e-3] * 4
