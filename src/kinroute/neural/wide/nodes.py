# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"
"""Triton kernels of the nodes of a layer, and of the head's last map.

A program has all nodes of a graph and some channels.
"""

from __future__ import annotations

import triton
import triton.language as tl
from torch import Tensor

from kinroute.neural.wide.layout import Layout

_CHANNELS = 16
_ROWS = 16


@triton.jit
def _normed(ruv, mixed, graph, i, c, ok, n, W: tl.constexpr):
    """s = U x + mean, normalised; its reciprocal deviation; the mean and the sum of the gates."""
    s = tl.load(ruv + ((graph * n + i) * 3 * W + W)[:, None] + c[None, :], ok, 0.0).to(tl.float32)
    node = mixed + ((graph * n + i) * 2 * W)[:, None] + c[None, :]
    total = tl.load(node + W, ok, 1.0) + 1e-20
    mean = tl.load(node, ok, 0.0) / total
    s += mean
    middle = tl.sum(tl.where(ok, s, 0.0), 0) / n
    apart = tl.where(ok, s - middle[None, :], 0.0)
    rstd = tl.rsqrt(tl.sum(apart * apart, 0) / n + 1e-5)
    return apart * rstd[None, :], rstd, mean, total


@triton.jit(do_not_specialize=["n"])
def _forward(
    x, ruv, mixed, norm, out, low, n, W: tl.constexpr, N: tl.constexpr, C: tl.constexpr
):  # fmt: skip
    graph = tl.program_id(1)
    i = tl.arange(0, N)
    c = tl.program_id(0) * C + tl.arange(0, C)
    ok = (i < n)[:, None] & (c < W)[None, :]
    normed, _rstd, _mean, _total = _normed(ruv, mixed, graph, i, c, ok, n, W)
    scale = tl.load(norm + c, c < W, 0.0)[None, :]
    shift = tl.load(norm + W + c, c < W, 0.0)[None, :]
    at = ((graph * n + i) * W)[:, None] + c[None, :]
    y = tl.load(x + at, ok, 0.0) + tl.maximum(normed * scale + shift, 0.0)
    tl.store(out + at, y, ok)
    tl.store(low + at, y.to(low.dtype.element_ty), ok)


@triton.jit(do_not_specialize=["n"])
def _backward(
    dx, more, ruv, mixed, norm, each, druv, of_norm, n,
    W: tl.constexpr, N: tl.constexpr, C: tl.constexpr,
):  # fmt: skip
    graph = tl.program_id(1)
    i = tl.arange(0, N)
    c = tl.program_id(0) * C + tl.arange(0, C)
    c_ok = c < W
    ok = (i < n)[:, None] & c_ok[None, :]
    normed, rstd, mean, total = _normed(ruv, mixed, graph, i, c, ok, n, W)
    scale = tl.load(norm + c, c_ok, 0.0)[None, :]
    shift = tl.load(norm + W + c, c_ok, 0.0)[None, :]
    at = ((graph * n + i) * W)[:, None] + c[None, :]
    d = tl.load(dx + at, ok, 0.0) + tl.load(more + at, ok, 0.0).to(tl.float32)
    tl.store(dx + at, d, ok)
    dy = tl.where(ok & (normed * scale + shift > 0), d, 0.0)
    plain_sum = tl.sum(dy, 0)
    slope_sum = tl.sum(dy * normed, 0)
    tl.store(of_norm + graph * 2 * W + c, slope_sum, c_ok)
    tl.store(of_norm + graph * 2 * W + W + c, plain_sum, c_ok)
    ds = dy - (plain_sum[None, :] + normed * slope_sum[None, :]) / n
    ds = ds * scale * rstd[None, :]
    tl.store(
        druv + ((graph * n + i) * 3 * W + W)[:, None] + c[None, :],
        ds.to(druv.dtype.element_ty),
        ok,
    )
    node = each + ((graph * n + i) * 2 * W)[:, None] + c[None, :]
    share = ds / total
    tl.store(node, share.to(each.dtype.element_ty), ok)
    tl.store(node + W, (share * mean).to(each.dtype.element_ty), ok)


@triton.jit
def _last(h, gradient, factor, rows, W: tl.constexpr, P: tl.constexpr, R: tl.constexpr):
    row = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, P)
    ok = (row < rows)[:, None] & (c < W)[None, :]
    at = row.to(tl.int64)[:, None] * W + c[None, :]
    is_open = tl.load(h + at, ok, 0.0).to(tl.float32) > 0
    d = tl.load(gradient + row, row < rows, 0.0)[:, None] * tl.load(factor + c, c < W, 0.0)[None, :]
    tl.store(h + at, tl.where(is_open, d, 0.0).to(h.dtype.element_ty), ok)


def _grid(layout: Layout, graphs: int) -> tuple[int, int]:
    return triton.cdiv(layout.width, _CHANNELS), graphs


def forward_nodes(
    layout: Layout, x: Tensor, ruv: Tensor, mixed: Tensor, norm: Tensor, out: Tensor, low: Tensor
) -> None:
    size = triton.next_power_of_2(layout.nodes)
    _forward[_grid(layout, len(x))](
        x, ruv, mixed, norm, out, low, layout.nodes, W=layout.width, N=size, C=_CHANNELS
    )  # fmt: skip


def back_nodes(
    layout: Layout, dx: Tensor, more: Tensor, ruv: Tensor, mixed: Tensor, norm: Tensor,
    each: Tensor, druv: Tensor, of_norm: Tensor,
) -> None:  # fmt: skip
    size = triton.next_power_of_2(layout.nodes)
    _backward[_grid(layout, len(dx))](
        dx, more, ruv, mixed, norm, each, druv, of_norm, layout.nodes,
        W=layout.width, N=size, C=_CHANNELS,
    )  # fmt: skip


def back_logits(layout: Layout, h: Tensor, gradient: Tensor, factor: Tensor) -> None:
    rows = gradient.numel()
    _last[(triton.cdiv(rows, _ROWS),)](
        h, gradient, factor, rows, W=layout.width, P=triton.next_power_of_2(layout.width), R=_ROWS
    )  # fmt: skip
