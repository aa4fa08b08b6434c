import pytest
import torch

from kinroute.neural.evaluation import recall, validation_loss
from kinroute.neural.network import Pairs, balanced_loss
from tests.neural.small import some_graphs, some_labels, some_network


def test_the_validation_loss_is_the_balanced_loss_of_all_graphs_as_one_batch() -> None:
    network, graphs = some_network(), some_graphs(5)
    pairs = Pairs(graphs.size)
    joined = graphs.joined[:, pairs.first, pairs.second] > 0
    with torch.no_grad():
        wanted = balanced_loss(network(graphs.nodes, pairs), joined, pairs.weight)
    assert validation_loss(network, graphs) == pytest.approx(float(wanted), rel=1e-5)


def test_recall_of_all_customers_is_one() -> None:
    assert recall(some_network(), some_graphs(3), 8) == 1.0
    assert recall(some_network(), some_graphs(3), 99) == 1.0


def test_validation_does_not_depend_on_the_batch() -> None:
    network, graphs = some_network(), some_graphs(7)
    assert validation_loss(network, graphs, 3) == pytest.approx(validation_loss(network, graphs))
    assert recall(network, graphs, 3, 2) == pytest.approx(recall(network, graphs, 3))


def test_recall_counts_directed_edges_to_the_likeliest() -> None:
    network, labels, graphs = some_network(), some_labels(3), some_graphs(3)
    pairs = Pairs(10)
    heat = network.heat(graphs.nodes, pairs)[:, pairs.place].detach().numpy()
    found = total = 0
    for k in range(3):
        for a, b in labels.edges(k):
            for i, j in ((a, b), (b, a)):
                others = [o for o in range(1, 10) if o != i]
                likeliest = sorted(others, key=lambda o: -heat[k, i, o])[:4]
                found, total = found + (j in likeliest), total + 1
    assert recall(network, graphs, 4) == pytest.approx(found / total)
