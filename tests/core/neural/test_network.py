import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kinroute import _core, generate  # noqa: E402
from kinroute.neural.architecture import Architecture  # noqa: E402
from kinroute.neural.graphs import scaled_nodes  # noqa: E402
from kinroute.neural.models import model  # noqa: E402
from kinroute.neural.network import Network, Pairs  # noqa: E402


@pytest.mark.parametrize("n", [2, 3, 17, 101])
@pytest.mark.parametrize(("width", "depth"), [(2, 1), (6, 3), (10, 5), (18, 2)])
def test_the_core_and_torch_agree(width: int, depth: int, n: int) -> None:
    torch.manual_seed(width + n)
    network = Network(Architecture(width=width, depth=depth))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
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


@pytest.mark.parametrize("name", ["light-1", "light-2"])
def test_the_shipped_models_are_the_same_in_torch(name: str) -> None:
    # Trained weights magnify rounding: in double precision torch itself differs by some 0.002.
    shipped, instance = model(name), generate(100, seed=3)
    assert instance.coordinates is not None
    nodes = scaled_nodes(instance.coordinates, instance.demands, instance.capacity)
    network, pairs = Network(shipped.architecture), Pairs(101)
    network.load_state_dict({key: torch.tensor(t) for key, t in shipped.tensors().items()})
    with torch.no_grad():
        expected = network.heat(torch.tensor(nodes)[None], pairs)[0, pairs.place].numpy()
    apart = np.abs(shipped.network().heat(nodes) - expected)
    assert apart.max() < 0.02
    assert apart.mean() < 1e-4


def test_weights_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\d"):
        _core.Network(width=4, depth=1, weights=np.zeros(7, np.float32))


def test_a_node_that_is_not_there_is_refused() -> None:
    weights = np.zeros(Architecture(width=2, depth=1).parameters, np.float32)
    core = _core.Network(width=2, depth=1, weights=weights)
    for row in (-1, 3):
        with pytest.raises(IndexError, match="no such node"):
            core.heat_of([row], np.zeros((3, 3), np.float32))
