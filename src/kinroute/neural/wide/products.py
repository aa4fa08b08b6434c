# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"
"""Triton kernel of the matrix products over pairs, with what follows each one in registers.

A program computes whole rows of the result, so a pair's state is read once and written once. Shapes
as in `plain.py`, which says what each function computes.
"""

from __future__ import annotations

from typing import Any

import triton
import triton.language as tl
from torch import Tensor

from kinroute.neural.wide.layout import Layout

TILES: dict[str, int] = {"rows": 64, "inner": 64, "warps": 4, "stages": 2}
"""Pairs and channels that a step of a program takes; 160 sums per thread are the most that fit."""
COLUMNS = 320
"""Channels that a program computes: 128 + 128 + 64."""

RELU, LOGIT, MASK = (tl.constexpr(k) for k in range(3))


@triton.jit
def _finished(
    acc, c0, rows, row_ok, out, shown, W: tl.constexpr, N: tl.constexpr, MODE: tl.constexpr
):  # fmt: skip
    c = c0 + tl.arange(0, N)
    ok = row_ok[:, None] & (c < W)[None, :]
    at = (rows * W)[:, None] + c[None, :]
    if MODE == RELU:
        tl.store(out + at, tl.maximum(acc, 0.0).to(out.dtype.element_ty), ok)
    else:
        is_open = tl.load(shown + at, ok, 0.0).to(tl.float32) > 0
        tl.store(out + at, tl.where(is_open, acc, 0.0).to(out.dtype.element_ty), ok)


@triton.jit
def _part_of_logit(acc, c0, rows, row_ok, out, factor, W: tl.constexpr, N: tl.constexpr):
    c = c0 + tl.arange(0, N)
    ok = row_ok[:, None] & (c < W)[None, :]
    rounded = tl.maximum(acc, 0.0).to(out.dtype.element_ty)
    tl.store(out + (rows * W)[:, None] + c[None, :], rounded, ok)
    by = tl.load(factor + c, c < W, 0.0)
    return tl.sum(tl.where(ok, rounded.to(tl.float32) * by[None, :], 0.0), 1)


@triton.jit
def _columns(matrix, k, c0, W: tl.constexpr, N: tl.constexpr, KS: tl.constexpr, CS: tl.constexpr):
    c = c0 + tl.arange(0, N)
    return tl.load(matrix + k[:, None] * KS + c[None, :] * CS, (c < W)[None, :], 0.0)


@triton.jit(do_not_specialize=["m"])
def _product(
    a, matrix, out, other, logits, m,
    W: tl.constexpr, MODE: tl.constexpr, IS_TRANSPOSED: tl.constexpr, M: tl.constexpr,
    K: tl.constexpr,
):  # fmt: skip
    graph = tl.program_id(1)
    base = graph.to(tl.int64) * m * W
    a += base
    out += base
    rows = tl.program_id(0) * M + tl.arange(0, M)
    row_ok = rows < m
    KS: tl.constexpr = 1 if IS_TRANSPOSED else W
    CS: tl.constexpr = W if IS_TRANSPOSED else 1
    acc1 = tl.zeros((M, 128), tl.float32)
    acc2 = tl.zeros((M, 128), tl.float32)
    acc3 = tl.zeros((M, 64), tl.float32)
    for start in range(0, W, K):
        k = start + tl.arange(0, K)
        x = tl.load(a + (rows * W)[:, None] + k[None, :], row_ok[:, None], 0.0)
        acc1 = tl.dot(x, _columns(matrix, k, 0, W, 128, KS, CS), acc1, input_precision="ieee")
        acc2 = tl.dot(x, _columns(matrix, k, 128, W, 128, KS, CS), acc2, input_precision="ieee")
        acc3 = tl.dot(x, _columns(matrix, k, 256, W, 64, KS, CS), acc3, input_precision="ieee")
    if MODE == LOGIT:
        logit = _part_of_logit(acc1, 0, rows, row_ok, out, other, W, 128)
        logit += _part_of_logit(acc2, 128, rows, row_ok, out, other, W, 128)
        logit += _part_of_logit(acc3, 256, rows, row_ok, out, other, W, 64)
        tl.store(logits + graph * m + rows, logit, row_ok)
    else:
        shown = other + base
        _finished(acc1, 0, rows, row_ok, out, shown, W, 128, MODE)
        _finished(acc2, 128, rows, row_ok, out, shown, W, 128, MODE)
        _finished(acc3, 256, rows, row_ok, out, shown, W, 64, MODE)


def _launch(
    layout: Layout, a: Tensor, matrix: Tensor, out: Tensor, mode: Any, other: Tensor,
    logits: Tensor,
) -> None:  # fmt: skip
    grid = (triton.cdiv(layout.pairs, TILES["rows"]), len(a))
    _product[grid](
        a, matrix, out, other, logits, layout.pairs,
        W=layout.width, MODE=mode, IS_TRANSPOSED=mode != MASK, M=TILES["rows"], K=TILES["inner"],
        num_warps=TILES["warps"], num_stages=TILES["stages"],
    )  # fmt: skip


def relu_product(layout: Layout, a: Tensor, matrix: Tensor, out: Tensor) -> None:
    _launch(layout, a, matrix, out, RELU, a, a)


def logit_product(
    layout: Layout, a: Tensor, matrix: Tensor, factor: Tensor, out: Tensor, logits: Tensor
) -> None:
    _launch(layout, a, matrix, out, LOGIT, factor, logits)


def masked_product(layout: Layout, a: Tensor, matrix: Tensor, shown: Tensor, out: Tensor) -> None:
    _launch(layout, a, matrix, out, MASK, shown, a)
