from typing import cast

import pytest
import torch
from torch import Tensor
from torch.nn.functional import log_softmax, nll_loss

from kinroute.neural.architecture import ARCHITECTURES, Architecture
from kinroute.neural.network import GatedMean, Layer, Network, Norm, Pairs, balanced_loss
from tests.neural.small import some_graphs, some_network, some_nodes


def normed(norm: Norm, x: Tensor, over: tuple[int, ...]) -> Tensor:
    mean, variance = x.mean(over, keepdim=True), x.var(over, keepdim=True, correction=0)
    return (x - mean) / (variance + 1e-5).sqrt() * norm.scale + norm.shift


def dense_scores(network: Network, nodes: Tensor) -> Tensor:
    """The same network over all ordered pairs (b, n, n, 2), as DESIGN writes it down."""
    b, n, _ = nodes.shape
    depot = torch.zeros(n, dtype=torch.long)
    depot[0] = 1
    tag = torch.full((n, n), 1)
    tag[0, :] = tag[:, 0] = 4
    tag[range(n), range(n)] = 2
    tag[0, 0] = 5
    apart = nodes[:, :, None, :2] - nodes[:, None, :, :2]
    length = apart.square().sum(-1, keepdim=True).sqrt()
    of_nodes, of_edges = network.nodes.tagged.weight[depot], network.edges.tagged.weight[tag]
    x = torch.cat((network.nodes.measured(nodes), of_nodes.expand(b, -1, -1)), -1)
    e = torch.cat((network.edges.measured(length), of_edges.expand(b, -1, -1, -1)), -1)
    for layer in cast(list[Layer], list(network.layers)):
        ends = layer.ends(x)
        t = layer.edge(e) + ends[:, :, None] + ends[:, None]
        gate = torch.sigmoid(t)
        s = layer.own(x) + (gate * layer.other(x)[:, None]).sum(2) / gate.sum(2)
        e = e + torch.relu(normed(layer.edge_norm, t, (1, 2)))
        x = x + torch.relu(normed(layer.node_norm, s, (1,)))
    return cast(Tensor, network.head(e))


@pytest.mark.parametrize("customers", [1, 2, 9, 30])
def test_it_is_the_dense_network_of_the_paper(customers: int) -> None:
    network, n = some_network(ARCHITECTURES["light"]), customers + 1
    nodes, pairs = some_nodes(3, n), Pairs(n)
    scores = network(nodes, pairs)
    assert scores.shape == (3, n * (n + 1) // 2, 2)
    torch.testing.assert_close(
        scores[:, pairs.place], dense_scores(network, nodes), rtol=1e-4, atol=1e-4
    )


def test_the_loss_is_the_balanced_one_over_all_ordered_pairs() -> None:
    network, graphs = some_network(), some_graphs(5, 9)
    pairs = Pairs(10)
    joined = graphs.joined[:, pairs.first, pairs.second] > 0
    loss = balanced_loss(network(graphs.nodes, pairs), joined, pairs.weight)
    surprise = log_softmax(dense_scores(network, graphs.nodes), -1).flatten(0, 2)
    labels = graphs.joined.long().flatten()
    positive, negative = (nll_loss(surprise[labels == k], labels[labels == k]) for k in (1, 0))
    torch.testing.assert_close(loss, 0.5 * positive + 0.5 * negative, rtol=1e-5, atol=1e-5)


def test_its_gradients_are_those_of_the_dense_network() -> None:
    nodes, pairs = some_nodes(2, 7), Pairs(7)
    found = []
    for way in range(2):
        network = some_network()
        scores = dense_scores(network, nodes) if way else network(nodes, pairs)[:, pairs.place]
        (scores * torch.arange(98.0).view(7, 7, 2).sin()).sum().backward()
        found.append([p.grad for p in network.parameters()])
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)


def test_heat_is_a_probability_and_the_same_both_ways() -> None:
    pairs = Pairs(8)
    heat = some_network().heat(some_nodes(2, 8), pairs)[:, pairs.place]
    assert heat.shape == (2, 8, 8)
    assert ((heat > 0) & (heat < 1)).all()
    assert torch.equal(heat, heat.transpose(1, 2))


def test_permuting_the_customers_permutes_the_heat() -> None:
    network, nodes, pairs = some_network(), some_nodes(1, 12), Pairs(12)
    order = torch.cat((torch.zeros(1, dtype=torch.long), 1 + torch.randperm(11)))
    heat = network.heat(nodes, pairs)[:, pairs.place]
    permuted = network.heat(nodes[:, order], pairs)[:, pairs.place]
    torch.testing.assert_close(permuted, heat[:, order][:, :, order], rtol=1e-5, atol=1e-6)


def test_the_depot_is_no_customer() -> None:
    network, nodes, pairs = some_network(), some_nodes(1, 6), Pairs(6)
    nodes[:, :, 2] = 0.1
    order = torch.tensor([1, 0, 2, 3, 4, 5])
    heat = network.heat(nodes, pairs)[:, pairs.place]
    swapped = network.heat(nodes[:, order], pairs)[:, pairs.place]
    assert not torch.allclose(swapped, heat[:, order][:, :, order], atol=1e-3)


@pytest.mark.parametrize("customers", [4, 20])
def test_a_graph_is_answered_alike_alone_and_in_a_batch(customers: int) -> None:
    network, nodes, pairs = some_network(), some_nodes(7, customers + 1), Pairs(customers + 1)
    together = network.heat(nodes, pairs)
    for alone, among in zip(nodes, together, strict=True):
        torch.testing.assert_close(network.heat(alone[None], pairs)[0], among, rtol=0, atol=1e-6)


def test_training_and_asking_use_the_same_statistics() -> None:
    network, nodes, pairs = some_network(), some_nodes(2, 6), Pairs(6)
    assert torch.equal(network.train()(nodes, pairs), network.eval()(nodes, pairs))
    assert not list(network.buffers())


def test_gated_means_have_the_right_gradients() -> None:
    pairs = Pairs(4)
    gate = torch.rand(2, 10, 3, dtype=torch.float64) + 0.1
    values = torch.randn(2, 4, 3, dtype=torch.float64)

    # Sums inside are kept in single precision, so differences are taken wide.
    def mean(gate: Tensor, values: Tensor) -> Tensor:
        means = GatedMean.apply(gate, values, pairs.place, pairs.first, pairs.second)  # type: ignore[no-untyped-call]
        return cast(Tensor, means)

    assert torch.autograd.gradcheck(
        mean, (gate.requires_grad_(), values.requires_grad_()), eps=1e-3, atol=2e-3
    )
    everyone = gate[:, pairs.place]
    expected = (everyone * values[:, None]).sum(2) / everyone.sum(2)
    torch.testing.assert_close(mean(gate, values), expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16])
def test_a_deep_network_answers_and_learns_where_all_gates_of_a_node_are_shut(
    kind: torch.dtype,
) -> None:
    network, graphs = some_network(Architecture(width=100, depth=30)), some_graphs(1, 30)
    pairs = Pairs(31)
    with torch.autocast("cpu", kind, enabled=kind != torch.float32):
        scores = network(graphs.nodes, pairs)
    joined = graphs.joined[:, pairs.first, pairs.second] > 0
    balanced_loss(scores, joined, pairs.weight).backward()  # type: ignore[no-untyped-call]
    assert torch.isfinite(scores).all()
    assert all(torch.isfinite(p.grad).all() for p in network.parameters() if p.grad is not None)


def test_pairs_are_found_where_they_stand() -> None:
    pairs = Pairs(5)
    for k, (i, j) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        assert pairs.place[i, j] == pairs.place[j, i] == k
    assert pairs.weight.sum() == 25
