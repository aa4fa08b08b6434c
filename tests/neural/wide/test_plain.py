import torch

from kinroute.neural.network import Pairs
from kinroute.neural.wide import plain
from kinroute.neural.wide.layout import Edges, Layout


def test_mixing_is_the_layers_gated_mean_norm_and_residual() -> None:
    torch.manual_seed(1)
    layout, pairs = Layout(5, 2, "cpu"), Pairs(5)
    b, n, m, w = 2, 5, layout.pairs, layout.width
    y, e, ruv = torch.randn(b, m, w), torch.randn(b, m, w), torch.randn(b, n, 3, w)
    norm = torch.rand(2, w)
    edges = Edges(y, ruv, torch.zeros(b, 2, w), norm)
    out, mixed = torch.empty_like(e), torch.empty(b, n, 2, w)
    plain.sum_edges(layout, edges)
    plain.mix(layout, edges, e, out, mixed)
    ends, values = ruv[:, :, 0], ruv[:, :, 2]
    t = y[:, pairs.place] + ends[:, :, None] + ends[:, None]  # b n n w
    gate = torch.sigmoid(t)
    torch.testing.assert_close(mixed[:, :, 0], torch.einsum("bijc,bjc->bic", gate, values))
    torch.testing.assert_close(mixed[:, :, 1], gate.sum(2))
    apart = t - t.mean((1, 2), keepdim=True)
    normed = apart / (t.var((1, 2), keepdim=True, unbiased=False) + 1e-5).sqrt()
    whole = e[:, pairs.place] + torch.relu(normed * norm[0] + norm[1])
    torch.testing.assert_close(out[:, pairs.place], whole, rtol=1e-4, atol=1e-4)
