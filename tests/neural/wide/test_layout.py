import pytest
import torch

from kinroute.neural.wide.layout import Layout, padded


@pytest.mark.parametrize(("width", "wanted"), [(2, 64), (63, 64), (64, 128), (300, 320)])
def test_there_is_room_for_a_channel_that_is_one(width: int, wanted: int) -> None:
    assert padded(width) == wanted


def test_pairs_stand_in_the_order_that_the_kernels_count_them() -> None:
    layout = Layout(7, 10, "cpu")
    low, high = layout.first, layout.second
    counted = low * 7 - low * (low - 1) // 2 + high - low
    assert torch.equal(counted, torch.arange(layout.pairs, dtype=torch.int32))
