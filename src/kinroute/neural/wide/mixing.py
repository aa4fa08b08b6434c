# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"
"""Triton kernels between pairs and nodes: gates, norm and residual of a layer, and their gradients.

A program has I nodes i, all nodes j ≥ i in blocks of J, and C channels. y = P e is read from
memory; t = y + R x_i + R x_j and the gates σ(t) exist in registers only. A pair is visited once, by
its first end; what it adds to the second end goes there by an atomic addition of the sum over I.
"""

from __future__ import annotations

from typing import Any

import triton
import triton.language as tl
from torch import Tensor

from kinroute.neural.wide.layout import Edges, Layout

TILES: dict[str, tuple[int, int, int, int, int]] = {
    "sum": (2, 4, 64, 1, 4),
    "mix": (8, 2, 64, 1, 4),
    "back_sum": (2, 4, 64, 1, 4),
    "back": (2, 4, 64, 1, 4),
}
"""I, J, C, warps and stages of each kernel: the fastest of many on an H200."""
_FAR = tl.constexpr(-60.0)
"""t of a pair that does not exist: its gate is shut."""


@triton.jit
def _sigmoid(x, IS_FAST: tl.constexpr):
    if IS_FAST:
        return tl.inline_asm_elementwise(
            """{
            .reg .f32 a;
            mul.f32 a, $1, 0fBFB8AA3B;
            ex2.approx.ftz.f32 a, a;
            add.f32 a, a, 0f3F800000;
            rcp.approx.ftz.f32 $0, a;
            }""",
            "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1,
        )  # fmt: skip
    else:  # noqa: RET505
        return tl.sigmoid(x)


@triton.jit
def _block(n, I: tl.constexpr, C: tl.constexpr):
    """The first node and the channels of this program."""
    blocks = (n + I - 1) // I
    return (tl.program_id(0) % blocks) * I, (tl.program_id(0) // blocks) * C + tl.arange(0, C)


@triton.jit
def _places(i, j, n):
    """Where pairs stand in the list, (I, J)."""
    low = tl.minimum(i[:, None], j[None, :])
    high = tl.maximum(i[:, None], j[None, :])
    return low * n - (low * (low - 1)) // 2 + high - low


@triton.jit
def _of_nodes(values, k, c, n, S: tl.constexpr):
    """Channels of some nodes, S apart, in single precision; zero beyond the last node."""
    return tl.load(values + (k * S)[:, None] + c[None, :], (k < n)[:, None], 0.0).to(tl.float32)


@triton.jit
def _statistics(sums, c, n, W: tl.constexpr):
    """Mean and reciprocal deviation of channels from their sums."""
    mean = tl.load(sums + c) / (n * n)
    square = tl.load(sums + W + c) / (n * n)
    return mean, tl.rsqrt(tl.maximum(square - mean * mean, 0.0) + 1e-5)


@triton.jit(do_not_specialize=["m", "n"])
def _sum(
    y, ruv, sums, m, n,
    W: tl.constexpr, I: tl.constexpr, J: tl.constexpr, C: tl.constexpr, S: tl.constexpr,
):  # fmt: skip
    graph = tl.program_id(1)
    y += graph.to(tl.int64) * m * W
    ruv += graph * n * 3 * W
    i0, c = _block(n, I, C)
    i = i0 + tl.arange(0, I)
    r_i = _of_nodes(ruv, i, c, n, 3 * W)[:, None, :]
    plain_sum = tl.zeros((I, J, C), tl.float32)
    square_sum = tl.zeros((I, J, C), tl.float32)
    for j0 in tl.range(i0, n, J, num_stages=S):
        j = j0 + tl.arange(0, J)
        ok = (i[:, None] <= j[None, :]) & (j < n)[None, :]
        weight = tl.where(i[:, None] == j[None, :], 1.0, tl.where(ok, 2.0, 0.0))[:, :, None]
        weight = tl.where(ok[:, :, None], weight, 0.0)
        at = (_places(i, j, n) * W)[:, :, None] + c[None, None, :]
        t = tl.load(y + at, ok[:, :, None], 0.0).to(tl.float32)
        t += r_i + _of_nodes(ruv, j, c, n, 3 * W)[None, :, :]
        weighted = t * weight
        plain_sum += weighted
        square_sum += weighted * t
    sums += graph * 2 * W
    tl.atomic_add(sums + c, tl.sum(tl.sum(plain_sum, 1), 0), sem="relaxed")
    tl.atomic_add(sums + W + c, tl.sum(tl.sum(square_sum, 1), 0), sem="relaxed")


@triton.jit(do_not_specialize=["m", "n"])
def _mix(
    y, ruv, sums, norm, e, out, mixed, m, n,
    W: tl.constexpr, I: tl.constexpr, J: tl.constexpr, C: tl.constexpr, S: tl.constexpr,
    IS_FAST: tl.constexpr,
):  # fmt: skip
    graph = tl.program_id(1)
    y += graph.to(tl.int64) * m * W
    e += graph.to(tl.int64) * m * W
    out += graph.to(tl.int64) * m * W
    ruv += graph * n * 3 * W
    mixed += graph * n * 2 * W
    i0, c = _block(n, I, C)
    i = i0 + tl.arange(0, I)
    r_i = _of_nodes(ruv, i, c, n, 3 * W)[:, None, :]
    v_i = _of_nodes(ruv + 2 * W, i, c, n, 3 * W)[:, None, :]
    middle, rstd = _statistics(sums + graph * 2 * W, c, n, W)
    factor = tl.load(norm + c) * rstd
    offset = tl.load(norm + W + c) - middle * factor
    above = tl.zeros((I, J, C), tl.float32)
    gates = tl.zeros((I, J, C), tl.float32)
    for j0 in tl.range(i0, n, J, num_stages=S):
        j = j0 + tl.arange(0, J)
        ok = ((i[:, None] <= j[None, :]) & (j < n)[None, :])[:, :, None]
        at = (_places(i, j, n) * W)[:, :, None] + c[None, None, :]
        t = tl.load(y + at, ok, _FAR).to(tl.float32)
        x = tl.load(e + at, ok, 0.0).to(tl.float32)
        t += r_i + _of_nodes(ruv, j, c, n, 3 * W)[None, :, :]
        x += tl.maximum(t * factor[None, None, :] + offset[None, None, :], 0.0)
        tl.store(out + at, x.to(out.dtype.element_ty), ok)
        gate = _sigmoid(t, IS_FAST)
        above += gate * _of_nodes(ruv + 2 * W, j, c, n, 3 * W)[None, :, :]
        gates += gate
        gate *= tl.where(i[:, None] == j[None, :], 0.0, 1.0)[:, :, None]
        node = mixed + (j * 2 * W)[:, None] + c[None, :]
        tl.atomic_add(node, tl.sum(gate * v_i, 0), (j < n)[:, None], sem="relaxed")
        tl.atomic_add(node + W, tl.sum(gate, 0), (j < n)[:, None], sem="relaxed")
    node = mixed + (i * 2 * W)[:, None] + c[None, :]
    tl.atomic_add(node, tl.sum(above, 1), (i < n)[:, None], sem="relaxed")
    tl.atomic_add(node + W, tl.sum(gates, 1), (i < n)[:, None], sem="relaxed")


@triton.jit(do_not_specialize=["m", "n"])
def _back_sum(
    y, ruv, sums, norm, back, de, m, n,
    W: tl.constexpr, I: tl.constexpr, J: tl.constexpr, C: tl.constexpr, S: tl.constexpr,
):  # fmt: skip
    graph = tl.program_id(1)
    y += graph.to(tl.int64) * m * W
    de += graph.to(tl.int64) * m * W
    ruv += graph * n * 3 * W
    i0, c = _block(n, I, C)
    i = i0 + tl.arange(0, I)
    middle, rstd = _statistics(sums + graph * 2 * W, c, n, W)
    scale = tl.load(norm + c)[None, None, :]
    shift = tl.load(norm + W + c)[None, None, :]
    r_i = (_of_nodes(ruv, i, c, n, 3 * W) - middle[None, :])[:, None, :]
    plain_sum = tl.zeros((I, J, C), tl.float32)
    slope_sum = tl.zeros((I, J, C), tl.float32)
    for j0 in tl.range(i0, n, J, num_stages=S):
        j = j0 + tl.arange(0, J)
        ok = ((i[:, None] <= j[None, :]) & (j < n)[None, :])[:, :, None]
        at = (_places(i, j, n) * W)[:, :, None] + c[None, None, :]
        t = tl.load(y + at, ok, 0.0).to(tl.float32)
        d = tl.load(de + at, ok, 0.0).to(tl.float32)
        x = (t + r_i + _of_nodes(ruv, j, c, n, 3 * W)[None, :, :]) * rstd[None, None, :]
        d = tl.where(x * scale + shift > 0, d, 0.0)
        plain_sum += d
        slope_sum += d * x
    back += graph * 2 * W
    tl.atomic_add(back + c, tl.sum(tl.sum(plain_sum, 1), 0), sem="relaxed")
    tl.atomic_add(back + W + c, tl.sum(tl.sum(slope_sum, 1), 0), sem="relaxed")


@triton.jit(do_not_specialize=["m", "n"])
def _back(
    y, ruv, sums, norm, back, de, dt, each, of_nodes, m, n,
    W: tl.constexpr, I: tl.constexpr, J: tl.constexpr, C: tl.constexpr, S: tl.constexpr,
    IS_FAST: tl.constexpr,
):  # fmt: skip
    graph = tl.program_id(1)
    y += graph.to(tl.int64) * m * W
    de += graph.to(tl.int64) * m * W
    dt += graph.to(tl.int64) * m * W
    ruv += graph * n * 3 * W
    each += graph * n * 2 * W
    of_nodes += graph * n * 2 * W
    i0, c = _block(n, I, C)
    i = i0 + tl.arange(0, I)
    middle, rstd = _statistics(sums + graph * 2 * W, c, n, W)
    factor = tl.load(norm + c) * rstd
    offset = (tl.load(norm + W + c) - middle * factor)[None, None, :]
    share = -2.0 * factor / (n * n)
    slope = share * tl.load(back + graph * 2 * W + W + c) * rstd
    level = (share * tl.load(back + graph * 2 * W + c) - slope * middle)[None, None, :]
    slope = slope[None, None, :]
    factor = factor[None, None, :]
    r_i = _of_nodes(ruv, i, c, n, 3 * W)[:, None, :]
    v_i = _of_nodes(ruv + 2 * W, i, c, n, 3 * W)[:, None, :]
    each_i = _of_nodes(each, i, c, n, 2 * W)[:, None, :]
    product_i = _of_nodes(each + W, i, c, n, 2 * W)[:, None, :]
    of_ends = tl.zeros((I, J, C), tl.float32)
    of_values = tl.zeros((I, J, C), tl.float32)
    for j0 in tl.range(i0, n, J, num_stages=S):
        j = j0 + tl.arange(0, J)
        is_loop = i[:, None] == j[None, :]
        ok = (i[:, None] <= j[None, :]) & (j < n)[None, :]
        once = tl.where(is_loop, 0.5, 1.0)[:, :, None]
        other = tl.where(is_loop, 0.0, 1.0)[:, :, None]
        at = (_places(i, j, n) * W)[:, :, None] + c[None, None, :]
        t = tl.load(y + at, ok[:, :, None], _FAR).to(tl.float32)
        d = tl.load(de + at, ok[:, :, None], 0.0).to(tl.float32)
        t += r_i + _of_nodes(ruv, j, c, n, 3 * W)[None, :, :]
        d = tl.where(t * factor + offset > 0, d * factor, 0.0) + once * (slope * t + level)
        gate = _sigmoid(t, IS_FAST)
        each_j = _of_nodes(each, j, c, n, 2 * W)[None, :, :]
        back_j = each_j * v_i - _of_nodes(each + W, j, c, n, 2 * W)[None, :, :]
        by_gate = each_i * _of_nodes(ruv + 2 * W, j, c, n, 3 * W)[None, :, :] - product_i
        d += (by_gate + other * back_j) * (gate - gate * gate)
        tl.store(dt + at, d.to(dt.dtype.element_ty), ok[:, :, None])
        d = tl.where(ok[:, :, None], d, 0.0)  # loops count once for each of their two ends
        of_ends += d
        of_values += gate * each_j
        node = of_nodes + (j * 2 * W)[:, None] + c[None, :]
        tl.atomic_add(node, tl.sum(d, 0), (j < n)[:, None], sem="relaxed")
        gate *= other
        tl.atomic_add(node + W, tl.sum(gate * each_i, 0), (j < n)[:, None], sem="relaxed")
    node = of_nodes + (i * 2 * W)[:, None] + c[None, :]
    tl.atomic_add(node, tl.sum(of_ends, 1), (i < n)[:, None], sem="relaxed")
    tl.atomic_add(node + W, tl.sum(of_values, 1), (i < n)[:, None], sem="relaxed")


def _launch(kernel: Any, name: str, layout: Layout, *tensors: Tensor, **more: Any) -> None:
    i, j, channels, warps, stages = TILES[name]
    grid = triton.cdiv(layout.nodes, i) * (layout.width // channels), len(tensors[0])
    kernel[grid](
        *tensors, layout.pairs, layout.nodes, W=layout.width, I=i, J=j, C=channels,
        S=stages, num_warps=warps, **more,
    )  # fmt: skip


def sum_edges(layout: Layout, edges: Edges) -> None:
    _launch(_sum, "sum", layout, edges.y, edges.ruv, edges.sums)


def mix(layout: Layout, edges: Edges, e: Tensor, out: Tensor, mixed: Tensor) -> None:
    mixed.zero_()
    _launch(_mix, "mix", layout, *edges, e, out, mixed, IS_FAST=e.is_cuda)


def back_sums(layout: Layout, edges: Edges, back: Tensor, de: Tensor) -> None:
    _launch(_back_sum, "back_sum", layout, *edges, back, de)


def back_edges(
    layout: Layout, edges: Edges, back: Tensor, de: Tensor, dt: Tensor, each: Tensor,
    of_nodes: Tensor,
) -> None:  # fmt: skip
    of_nodes.zero_()
    tensors = *edges, back, de, dt, each, of_nodes
    _launch(_back, "back", layout, *tensors, IS_FAST=de.is_cuda)
