import pytest

from tests.neural.wide.compared import interpreted

pytestmark = pytest.mark.thorough


def test_the_kernels_of_edges_compute_what_autograd_computes() -> None:
    found = interpreted("mixing")
    assert found.keys() == {"loss", "odds", "gradients"}
    assert max(found.values()) < 1e-4
