import pytest
import torch

from kinroute.neural.evaluation import validation_loss
from kinroute.neural.gradients import Autograd
from tests.neural.small import some_graphs, some_network


def test_the_loss_of_all_graphs_as_they_are_is_the_validation_loss() -> None:
    network, graphs = some_network(), some_graphs(5)
    loss = Autograd(network, graphs).loss(torch.arange(5), torch.zeros(5, dtype=torch.long))
    assert float(loss) == pytest.approx(validation_loss(network, graphs), rel=1e-5)


def test_gradients_are_those_of_finite_differences() -> None:
    network, graphs = some_network().double(), some_graphs(3)
    object.__setattr__(graphs, "nodes", graphs.nodes.double())
    gradients = Autograd(network, graphs)
    which, symmetry = torch.tensor([2, 0]), torch.tensor([3, 6])
    gradients.loss(which, symmetry)
    parameter = dict(network.named_parameters())["layers.0.edge.weight"]
    assert parameter.grad is not None
    slope, step = float(parameter.grad[1, 2]), 1e-3
    losses = []
    for change in (step, -2 * step):
        with torch.no_grad():
            parameter[1, 2] += change
        losses.append(float(gradients.loss(which, symmetry)))
    assert slope == pytest.approx((losses[0] - losses[1]) / (2 * step), rel=1e-2, abs=1e-5)


def test_gradients_replace_those_of_the_batch_before() -> None:
    network, graphs = some_network(), some_graphs(4)
    gradients = Autograd(network, graphs)
    which, symmetry = torch.tensor([1, 3]), torch.tensor([0, 5])
    gradients.loss(which, symmetry)
    first = [p.grad.clone() for p in network.parameters() if p.grad is not None]
    gradients.loss(which, symmetry)
    again = [p.grad for p in network.parameters() if p.grad is not None]
    assert len(first) == len(again) > 0
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
