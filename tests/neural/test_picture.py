import math

from kinroute.neural.picture import draw_losses
from kinroute.neural.training import Epoch


def test_losses_and_the_rate_are_drawn() -> None:
    lines = [
        Epoch(epoch=k, loss=1 / k, validation=seen, learning_rate=1e-3, seconds=k)
        for k, seen in ((1, math.nan), (2, 0.7), (3, math.nan), (4, 0.6))
    ]
    above, below = draw_losses(lines).axes
    assert [list(line.get_xdata()) for line in above.lines] == [[1, 2, 3, 4], [2, 4]]
    assert list(below.lines[0].get_ydata()) == [1e-3] * 4
