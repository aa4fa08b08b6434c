import torch

from kinroute.neural.wide.weights import Weights
from tests.neural.small import TINY, some_network


def test_trained_parameters_are_views_that_adam_changes_for_the_kernels() -> None:
    network = some_network()
    before = {name: p.detach().clone() for name, p in network.named_parameters()}
    weights = Weights(network, torch.float32, is_trained=True)
    assert all(torch.equal(p, before[name]) for name, p in network.named_parameters())
    with torch.no_grad():
        network.get_parameter("layers.1.own.bias")[2] = 7.0
        network.get_parameter("edges.tagged.weight")[4, 1] = 8.0
    weights.load()
    assert weights.maps[1, 2, 2, TINY.width] == 7.0
    assert weights.edges[2 + 4, TINY.width // 2 + 1] == 8.0


def test_weights_for_inference_leave_the_network_alone() -> None:
    network = some_network()
    places = [p.data_ptr() for p in network.parameters()]
    weights = Weights(network, torch.float32, is_trained=False)
    with torch.no_grad():
        network.get_parameter("head.0.weight")[1, 2] = 9.0
    weights.load()
    assert weights.head[0, 1, 2] == 9.0
    assert [p.data_ptr() for p in network.parameters()] == places
    assert all(p.grad is None for p in network.parameters())


def test_gradients_go_where_the_parameters_came_from() -> None:
    network = some_network()
    weights = Weights(network, torch.float64, is_trained=True)
    weights.load()
    weights.store_gradients(
        weights.maps, weights.norms, weights.head, weights.factor, weights.nodes, weights.edges
    )
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None
        if name == "edges.measured.weight":  # its length has two parts
            torch.testing.assert_close(parameter.grad, 2 * parameter)
        elif not name.startswith("head.4"):
            torch.testing.assert_close(parameter.grad, parameter, msg=name)
    last = network.get_parameter("head.4.weight")
    assert last.grad is not None
    torch.testing.assert_close(last.grad[1], last[1] - last[0])
    torch.testing.assert_close(last.grad[0], last[0] - last[1])
