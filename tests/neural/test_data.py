import pytest
import torch

from tests.neural.small import some_graphs, some_labels


def test_graphs_hold_the_labels() -> None:
    labels, graphs = some_labels(4, 9), some_graphs(4, 9)
    assert (len(graphs), graphs.size) == (4, 10)
    assert graphs.edges.tolist() == [
        2 * len(labels.edges(k, with_depot=True)) for k in range(len(labels))
    ]


def test_turning_keeps_distances_and_demands() -> None:
    graphs = some_graphs(3, 20)
    for symmetry in range(8):
        turned = graphs.turned(torch.arange(3), torch.full((3,), symmetry))
        before, after = (
            torch.cdist(nodes[..., :2], nodes[..., :2]) for nodes in (graphs.nodes, turned)
        )
        torch.testing.assert_close(after, before, rtol=0, atol=1e-5)
        assert torch.equal(turned[..., 2], graphs.nodes[..., 2])
        assert turned.min() >= 0
        assert turned.max() <= 1


def test_all_eight_symmetries_of_the_square_occur() -> None:
    graphs = some_graphs(1, 20)
    turned = graphs.turned(torch.zeros(8, dtype=torch.long), torch.arange(8))
    for a in range(8):
        for b in range(a):
            assert not torch.allclose(turned[a], turned[b], atol=1e-3)
    assert torch.equal(turned[0], graphs.nodes[0])


def test_each_graph_is_turned_its_own_way() -> None:
    graphs = some_graphs(5, 7)
    which, symmetry = torch.tensor([4, 0, 2]), torch.tensor([3, 7, 0])
    together = graphs.turned(which, symmetry)
    for k in range(3):
        assert torch.equal(together[k], graphs.turned(which[k : k + 1], symmetry[k : k + 1])[0])


@pytest.mark.parametrize("symmetry", [8, 8 * 100 + 3, 8 * 511 + 7])
def test_a_graph_turned_by_any_angle_keeps_its_shape(symmetry: int) -> None:
    graphs = some_graphs(3, 20)
    turned = graphs.turned(torch.arange(3), torch.full((3,), symmetry))
    assert torch.equal(turned[..., 2], graphs.nodes[..., 2])
    points, plain = turned[..., :2], graphs.nodes[..., :2]
    torch.testing.assert_close(points.amax((1, 2)), torch.ones(3))
    assert points.min() >= 0
    before, after = torch.cdist(plain, plain), torch.cdist(points, points)
    scale = after.sum((1, 2), keepdim=True) / before.sum((1, 2), keepdim=True)
    torch.testing.assert_close(after, before * scale, rtol=0, atol=1e-5)
