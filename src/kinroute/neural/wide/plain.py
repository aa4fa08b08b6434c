"""What the kernels compute, in plain torch: for tests, and to read.

b graphs of n nodes with m pairs i ≤ j, w channels in memory. Results go to tensors of the caller.
e, de and dt are (b, m, w), x is (b, n, w), mixed, each and of_nodes are (b, n, 2, w); druv has the
gradients of `Edges.ruv`, of_nodes those of its R x and V x; back is (b, 2, w).
"""

from __future__ import annotations

import torch
from torch import Tensor

from kinroute.neural.wide.layout import Edges, Layout

_EPSILON, _SHUT = 1e-5, 1e-20


def sum_edges(layout: Layout, edges: Edges) -> None:
    """The weighted sums of t for the norm."""
    t = _t(layout, edges)
    weighted = t * layout.weight[:, None]
    edges.sums.add_(torch.stack((weighted.sum(1), (weighted * t).sum(1)), 1))


def mix(layout: Layout, edges: Edges, e: Tensor, out: Tensor, mixed: Tensor) -> None:
    """The sums of g_ij V x_j and of the gates g = σ(t), and e + relu(norm(t))."""
    gate = torch.sigmoid(_t(layout, edges))[:, layout.place]  # b n n w
    mixed[:, :, 0] = (gate * edges.ruv[:, None, :, 2]).sum(2)
    mixed[:, :, 1] = gate.sum(2)
    out.copy_(e + torch.relu(_normed(layout, edges) * edges.norm[0] + edges.norm[1]))


def forward_nodes(
    layout: Layout, x: Tensor, ruv: Tensor, mixed: Tensor, norm: Tensor, out: Tensor, low: Tensor
) -> None:
    """x + relu(norm(U x + mean)) by the mean of what was mixed; in full and in low precision."""
    normed, _ = _normed_nodes(ruv[:, :, 1] + _mean(mixed)[0])
    out.copy_(x + torch.relu(normed * norm[0] + norm[1]))
    low.copy_(out)


def relu_product(layout: Layout, a: Tensor, matrix: Tensor, out: Tensor) -> None:
    """A layer of the head."""
    out.copy_(torch.relu(a @ matrix.T))


def logit_product(
    layout: Layout, a: Tensor, matrix: Tensor, factor: Tensor, out: Tensor, logits: Tensor
) -> None:
    """The head's second layer, and the log odds (b, m)."""
    out.copy_(torch.relu(a @ matrix.T))
    logits.copy_(out @ factor)


def back_logits(layout: Layout, h: Tensor, gradient: Tensor, factor: Tensor) -> None:
    """Replace the head's last state by the gradient before its ReLU."""
    h.copy_(torch.where(h > 0, gradient.view(*h.shape[:2], 1) * factor, 0.0))


def masked_product(layout: Layout, a: Tensor, matrix: Tensor, shown: Tensor, out: Tensor) -> None:
    """The gradient before the ReLU that gave `shown`."""
    out.copy_(torch.where(shown > 0, a @ matrix, 0.0))


def back_sums(layout: Layout, edges: Edges, back: Tensor, de: Tensor) -> None:
    """The sums of dy and dy t̂ over the pairs, where t̂ is t normalised."""
    x = _normed(layout, edges)
    dy = torch.where(x * edges.norm[0] + edges.norm[1] > 0, de, 0.0)
    back.add_(torch.stack((dy.sum(1), (dy * x).sum(1)), 1))


def back_nodes(
    layout: Layout, dx: Tensor, more: Tensor, ruv: Tensor, mixed: Tensor, norm: Tensor,
    each: Tensor, druv: Tensor, of_norm: Tensor,
) -> None:  # fmt: skip
    """Gradients of U x and, per unit of gate, of the mean; these also times the mean."""
    dx += more
    mean, total = _mean(mixed)
    x, rstd = _normed_nodes(ruv[:, :, 1] + mean)
    dy = torch.where(x * norm[0] + norm[1] > 0, dx, 0.0)
    slope, flat = (dy * x).sum(1), dy.sum(1)
    of_norm.copy_(torch.stack((slope, flat), 1))
    ds = (dy - (flat[:, None] + x * slope[:, None]) / layout.nodes) * norm[0] * rstd
    druv[:, :, 1] = ds
    each[:, :, 0] = ds / total
    each[:, :, 1] = ds / total * mean


def back_edges(
    layout: Layout, edges: Edges, back: Tensor, de: Tensor, dt: Tensor, each: Tensor,
    of_nodes: Tensor,
) -> None:  # fmt: skip
    """dt through norm and gates; from it the gradients of R x and V x."""
    i, j, value = layout.first, layout.second, edges.ruv[:, :, 2]
    x, gate = _normed(layout, edges), torch.sigmoid(_t(layout, edges))
    factor = edges.norm[0] * _deviation(layout, edges.sums)[1]
    share = (layout.weight / layout.nodes**2)[:, None]
    dy = torch.where(x * edges.norm[0] + edges.norm[1] > 0, de, 0.0)
    each, product = each.unbind(2)
    there = each[:, i] * value[:, j] - product[:, i]
    from_j = each[:, j] * value[:, i] - product[:, j]
    by_gate = torch.where((i == j)[:, None], there, there + from_j) * gate * (1 - gate)
    flat, slope = back[:, None, 0], back[:, None, 1]
    dt.copy_(factor * (dy - share * (flat + x * slope)) + by_gate)
    loops = torch.diagonal(dt[:, layout.place], dim1=1, dim2=2).transpose(1, 2)  # b n w
    of_nodes[:, :, 0] = dt[:, layout.place].sum(2) + loops
    of_nodes[:, :, 1] = (gate[:, layout.place] * each[:, None]).sum(2)


def _t(layout: Layout, edges: Edges) -> Tensor:
    ends = edges.ruv[:, :, 0]
    return edges.y + ends[:, layout.first] + ends[:, layout.second]


def _deviation(layout: Layout, sums: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and reciprocal deviation (b, 1, w)."""
    mean, square = (sums[:, None, k] / layout.nodes**2 for k in (0, 1))
    return mean, torch.rsqrt((square - mean * mean).clamp_min(0.0) + _EPSILON)


def _normed(layout: Layout, edges: Edges) -> Tensor:
    mean, rstd = _deviation(layout, edges.sums)
    return (_t(layout, edges) - mean) * rstd


def _mean(mixed: Tensor) -> tuple[Tensor, Tensor]:
    total = mixed[:, :, 1] + _SHUT
    return mixed[:, :, 0] / total, total


def _normed_nodes(s: Tensor) -> tuple[Tensor, Tensor]:
    apart = s - s.mean(1, keepdim=True)
    rstd = torch.rsqrt(apart.square().mean(1, keepdim=True) + _EPSILON)
    return apart * rstd, rstd
