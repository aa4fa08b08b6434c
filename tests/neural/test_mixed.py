from pathlib import Path

import pytest
import torch

from kinroute.neural import evaluation
from kinroute.neural.gradients import Autograd
from kinroute.neural.mixed import (
    MixedGraphs,
    gradients_for,
    graphs_from,
    recall,
    validation_loss,
)
from kinroute.neural.network import Network
from kinroute.neural.solved_files import solved_instances
from tests.neural.small import some_graphs, some_network
from tests.neural.solved import folder_of


def gradients_of(network: Network) -> list[torch.Tensor]:
    return [p.grad.clone() for p in network.parameters() if p.grad is not None]


def test_graphs_of_one_size_stay_one_group(tmp_path: Path) -> None:
    found = solved_instances(folder_of(tmp_path / "a", (9, 9, 12)))
    mixed = graphs_from(found, "cpu")
    assert isinstance(mixed, MixedGraphs)
    assert [group.size for group in mixed.groups] == [10, 13]
    assert len(mixed) == 3
    alone = graphs_from(found[:2], "cpu")
    assert not isinstance(alone, MixedGraphs)
    assert len(alone) == 2


def test_the_loss_of_a_batch_is_the_mean_over_its_sizes() -> None:
    network = some_network()
    small, large = some_graphs(3, 6), some_graphs(5, 9, seed=2)
    mixed = gradients_for(
        network, MixedGraphs((small, large)), lambda group: Autograd(network, group)
    )
    which, symmetry = torch.tensor([7, 0, 4, 2]), torch.tensor([0, 1, 2, 3])
    loss = mixed.loss(which, symmetry)
    found = gradients_of(network)
    parts = (
        Autograd(network, small).loss(torch.tensor([0, 2]), torch.tensor([1, 3])),
        gradients_of(network),
        Autograd(network, large).loss(torch.tensor([4, 1]), torch.tensor([0, 2])),
        gradients_of(network),
    )
    torch.testing.assert_close(loss, (parts[0] + parts[2]) / 2)
    for whole, one, other in zip(found, parts[1], parts[3], strict=True):
        torch.testing.assert_close(whole, (one + other) / 2)


def test_a_size_that_a_batch_does_not_have_adds_nothing() -> None:
    network, small, large = some_network(), some_graphs(3, 6), some_graphs(5, 9, seed=2)
    mixed = gradients_for(
        network, MixedGraphs((small, large)), lambda group: Autograd(network, group)
    )
    which, symmetry = torch.tensor([1, 2]), torch.tensor([0, 0])
    torch.testing.assert_close(
        mixed.loss(which, symmetry), Autograd(network, small).loss(which, symmetry)
    )


def test_figures_are_means_over_all_graphs() -> None:
    network, small, large = some_network(), some_graphs(3, 6), some_graphs(5, 9, seed=2)
    mixed = MixedGraphs((small, large))
    for measure, known in (
        (validation_loss, evaluation.validation_loss),
        (
            lambda net, graphs: recall(net, graphs, 3),
            lambda net, one: evaluation.recall(net, one, 3),
        ),
    ):
        expected = (3 * known(network, small) + 5 * known(network, large)) / 8
        assert measure(network, mixed) == pytest.approx(expected)
        assert measure(network, small) == known(network, small)
    assert network.training
