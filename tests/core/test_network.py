import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kinroute import _core  # noqa: E402
from kinroute.neural.architecture import Architecture  # noqa: E402
from kinroute.neural.network import Network, Pairs  # noqa: E402


@pytest.mark.parametrize("n", [2, 3, 17, 101])
@pytest.mark.parametrize(("width", "depth"), [(2, 1), (6, 3), (10, 5), (18, 2)])
def test_the_core_and_torch_agree(width: int, depth: int, n: int) -> None:
    torch.manual_seed(width + n)
    network = Network(Architecture(width=width, depth=depth))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
        nodes, pairs = torch.rand(1, n, 3), Pairs(n)
        expected = network.heat(nodes, pairs)[0, pairs.place].numpy()
    weights = torch.cat([p.detach().flatten() for p in network.parameters()]).numpy()
    core = _core.Network(width=width, depth=depth, weights=weights)
    heat = core.heat(nodes[0].numpy())
    assert heat.shape == (n, n)
    np.testing.assert_allclose(heat, expected, atol=1e-5)
    np.testing.assert_array_equal(heat, heat.T)
    rows = [n - 1, 0]
    np.testing.assert_array_equal(core.heat_of(rows, nodes[0].numpy()), heat[rows])


def test_weights_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\d"):
        _core.Network(width=4, depth=1, weights=np.zeros(7, np.float32))


def test_a_node_that_is_not_there_is_refused() -> None:
    weights = np.zeros(Architecture(width=2, depth=1).parameters, np.float32)
    core = _core.Network(width=2, depth=1, weights=weights)
    for row in (-1, 3):
        with pytest.raises(IndexError, match="no such node"):
            core.heat_of([row], np.zeros((3, 3), np.float32))
