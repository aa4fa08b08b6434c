"""Fits the tiny ranker to labels: writes src/kinroute/relatedness/ranker.json.

    python tools/fit_ranker.py LABELS [--count 600] [--hidden 12] [-o ranker.json]

Weighted logistic regression through one hidden layer: all edges of the labels' solutions, and of
the other pairs the nearer ones and a tenth of the rest, by L-BFGS from a seeded start. The last
tenth of the labels is kept back for the loss that is printed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from kinroute.neural.labels import Labels, read
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.features import FEATURES, pair_features
from kinroute.relatedness.ranker import SHIPPED, RankerWeights

Array = npt.NDArray[np.float64]

NEAR = 20
KEPT = 10  # one of so many of the pairs that are not near
DECAY = 1e-4


def pairs_of(labels: Labels, which: range) -> tuple[Array, Array, Array]:
    """Features (p, f), whether they are edges (p,), and weights (p,) of pairs i < j."""
    parts = []
    for k in which:
        instance = labels.instance(k)
        pairs = candidates(instance, 20)
        n, width = pairs.ids.shape
        is_edge = np.zeros((n, n), np.bool_)
        a, b = labels.edges(k).T - 1
        is_edge[a, b] = True
        rows = np.broadcast_to(np.arange(n)[:, None], (n, width))
        rank = np.broadcast_to(np.arange(width), (n, width))
        near = np.minimum(rank, pairs.mirrored(rank, width)) < NEAR
        drawn = np.random.default_rng(k).random((n, width)) < 1 / KEPT
        edge = is_edge[rows, pairs.ids]
        chosen = (rows < pairs.ids) & pairs.is_real & (near | edge | drawn)
        weight = np.where(near | edge, 1.0, KEPT)
        features = pair_features(instance, pairs)
        parts.append((features[chosen], edge[chosen].astype(float), weight[chosen]))
    x, y, w = (np.concatenate(part) for part in zip(*parts, strict=True))
    return x, y, w


def unpacked(values: Array, hidden: int) -> tuple[Array, Array, Array, float]:
    """Weights of the hidden layer, its bias, the output's weights, and its bias."""
    f = len(FEATURES)
    first, bias, output = np.split(values[:-1], [f * hidden, f * hidden + hidden])
    return first.reshape(f, hidden), bias, output, float(values[-1])


def loss(values: Array, hidden: int, x: Array, y: Array, w: Array) -> tuple[float, Array]:
    """The mean weighted logistic loss, and its gradient."""
    first, bias, output, shift = unpacked(values, hidden)
    inside = np.tanh(x @ first + bias)
    odds = inside @ output + shift
    total = w.sum()
    value = float((w * (np.logaddexp(0, odds) - y * odds)).sum() / total)
    slope = w * (1 / (1 + np.exp(-odds)) - y) / total
    back = slope[:, None] * output * (1 - inside * inside)
    gradient = np.concatenate(
        ((x.T @ back).ravel(), back.sum(axis=0), inside.T @ slope, [slope.sum()])
    )
    return value + 0.5 * DECAY * float(values @ values), gradient + DECAY * values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--hidden", type=int, default=12)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    arguments = parser.parse_args()
    labels, hidden = read(arguments.labels), arguments.hidden
    count = min(arguments.count, len(labels))
    split = count - count // 10
    x, y, w = pairs_of(labels, range(split))
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    print(f"{split} instances, {len(y)} pairs, {int(y.sum())} edges", flush=True)
    size = len(FEATURES) * hidden + 2 * hidden + 1
    start = np.random.default_rng(1).normal(0, 0.3, size)
    found = minimize(
        loss,
        start,
        args=(hidden, (x - mean) / scale, y, w),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": arguments.iterations},
    )
    x, y, w = pairs_of(labels, range(split, count))
    kept_back, _ = loss(found.x, hidden, (x - mean) / scale, y, w)
    first, bias, output, _ = unpacked(found.x, hidden)
    weights = RankerWeights(mean=mean, scale=scale, hidden=first, bias=bias, output=output)
    manifest = labels.manifest
    made_by = {
        "labels": {
            "seeds": [int(labels.seed[0]), int(labels.seed[split - 1])],
            "cpu_seconds": manifest.cpu_seconds if manifest else None,
            "solver": manifest.solver if manifest else None,
        },
        "loss": round(float(found.fun), 6),
        "loss_kept_back": round(kept_back, 6),
    }
    values = weights.as_dict()
    for name in ("mean", "scale", "hidden", "bias", "output"):
        values[name] = np.round(values[name], 6).tolist()
    arguments.output.write_text(json.dumps({**values, "made_by": made_by}) + "\n")
    print(f"loss {found.fun:.5f}, kept back {kept_back:.5f}, {found.nit} iterations")


if __name__ == "__main__":
    main()
