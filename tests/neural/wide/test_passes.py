import pytest
import torch

from kinroute.neural.wide import plain
from tests.neural.wide.compared import differences


@pytest.mark.parametrize(("width", "customers"), [(20, 9), (64, 4), (2, 1)])
def test_the_passes_by_hand_are_those_of_autograd(width: int, customers: int) -> None:
    found = differences(plain, torch.float64, width, customers)
    assert max(found.values()) < 1e-6  # nodes and embeddings of graphs are in single precision
