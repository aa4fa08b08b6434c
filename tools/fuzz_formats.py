"""What is fuzzed: for each format valid contents, the words of it, and its reader."""

from __future__ import annotations

import hashlib
import io
import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from fuzz_mutations import mutated, mutated_archive

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.instances import _costs as read_best_known
from kinroute.io import read, write_vrplib
from kinroute.io.heatmaps import read_heatmap, write_heatmap
from kinroute.io.json_instance import instance_schema, instance_value
from kinroute.io.meanings import CONSTRAINTS, USED
from kinroute.neural import labels
from kinroute.neural.architecture import Architecture
from kinroute.neural.manifest import Manifest
from kinroute.neural.models import Model, model, write_model
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance
from kinroute.relatedness.ranker import SHIPPED, RankerWeights
from kinroute.solution import Solution
from kinroute.solution.check import check


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format: `weight` is its share of the cases, `read` reads the file of that name."""

    file: str
    weight: int
    seeds: Sequence[bytes]
    words: Sequence[str]
    read: Callable[[Path], object]
    mutate: Callable[[Any, bytes, Sequence[str]], bytes] = mutated
    place: Callable[[Path, bytes], None] = Path.write_bytes  # type: ignore[assignment]


VRP_WORDS = (
    *("NAME", "TYPE", "CVRP", "DIMENSION", "CAPACITY", "DISTANCE", "SERVICE_TIME", "VEHICLES"),
    *("EDGE_WEIGHT_TYPE", "EUC_2D", "CEIL_2D", "EXPLICIT", "GEO", "GREAT_CIRCLE", "ROUNDING"),
    *("EDGE_WEIGHT_FORMAT", "FULL_MATRIX", "LOWER_ROW", "UPPER_DIAG_ROW", "NODE_COORD_SECTION"),
    *("DEMAND_SECTION", "DEPOT_SECTION", "EDGE_WEIGHT_SECTION", "SERVICE_TIME_SECTION", "EOF"),
    *("TIME_WINDOW_SECTION", "BACKHAUL_SECTION", "COMMENT", "nearest", "none"),
)
NPZ_WORDS = (
    *("distances", "durations", "demands", "capacity", "coordinates", "service", "names"),
    *("max_duration", "vehicles", "metric", "rounding", "time_windows", "heatmap", "<f8", "<U4"),
    *("|O", "fortran_order", "shape", "descr", "True", "(3, 3)", "(1000000, 1000000)", ">c16"),
)
JSON_WORDS = ("format", "version", "shards", "count", "NaN", "Infinity", "file", "customers", "{}")
TOML_WORDS = (
    *("[instances]", "[[arms]]", "[budget]", "method", "law", "seeds", "customers", "folder"),
    *("iterations", "seconds", '"D-O"', '"1-10"', "model", "config", "paper", "compare"),
)
STOPS_WORDS = (*USED, *list(CONSTRAINTS)[::6], "Inn", "depot")


def formats(folder: Path) -> dict[str, Format]:
    """All formats; `folder` is used to write the valid files."""
    return {
        "vrp": Format(file="a.vrp", weight=24, seeds=_vrp(folder), words=VRP_WORDS, read=_instance),
        "stops": Format(file="a.csv", weight=24, seeds=_stops(), words=STOPS_WORDS, read=_instance),
        "matrix": Format(
            file="m.csv",
            weight=8,
            seeds=_matrices(),
            words=("demand", "inf", "name"),
            read=_instance,
        ),
        "npz": Format(
            file="a.npz",
            weight=10,
            seeds=_npz(),
            words=NPZ_WORDS,
            read=_instance,
            mutate=mutated_archive,
        ),
        "xlsx": Format(
            file="a.xlsx",
            weight=4,
            seeds=_workbooks(folder),
            words=STOPS_WORDS,
            read=_instance,
            mutate=mutated_archive,
        ),
        "instance": Format(
            file="i.json",
            weight=4,
            seeds=_json_instances(),
            words=(*instance_schema()["properties"], *JSON_WORDS, "1e999", "null", "[[", "true"),
            read=_instance,
        ),
        "sol": Format(
            file="a.sol",
            weight=10,
            seeds=[SOL],
            words=("Route", "Cost", "#1:"),
            read=_solution,
        ),
        "heatmap": Format(
            file="h.npz",
            weight=5,
            seeds=_heatmaps(folder),
            words=NPZ_WORDS,
            read=read_heatmap,
            mutate=mutated_archive,
        ),
        "json": Format(
            file="manifest.json",
            weight=4,
            seeds=[_manifest(folder)],
            words=JSON_WORDS,
            read=lambda path: Manifest.read(path.parent),
        ),
        "costs": Format(
            file="best.json", weight=2, seeds=[COSTS], words=JSON_WORDS, read=read_best_known
        ),
        "ranker": Format(
            file="r.json",
            weight=1,
            seeds=[SHIPPED.read_bytes()],
            words=JSON_WORDS,
            read=RankerWeights.read,
        ),
        "toml": Format(file="c.toml", weight=4, seeds=[TOML], words=TOML_WORDS, read=read_campaign),
        "model": Format(
            file="m.safetensors",
            weight=3,
            seeds=[_model(folder)],
            words=(*JSON_WORDS, "F32", "dtype", "shape", "data_offsets", "width", "depth"),
            read=model,
            mutate=_mutated_model,
        ),
        "labels": Format(
            file="shard-00000.npz",
            weight=1,
            seeds=[_shard(folder)],
            words=("seed", "xy", "demand", "tour", "<i2", "|b1", "shape", "(1, 5)"),
            read=lambda path: labels.read(path.parent),
            mutate=mutated_archive,
            place=_place_shard,
        ),
    }


SOL = b"Route #1: 1 2\nRoute #2: 3 4 5\nCost 784.5\n"
COSTS = b'{"A-n5": 12, "B-n7": 7.5}'
TOML = b"""name = "a"
seeds = [1, 2]
[instances]
law = "XML"
customers = 20
seeds = "0-3"
[budget]
iterations = 5
[[arms]]
method = "D-O"
[[arms]]
method = ["D-D", "auto"]
"""
_TINY = generate(5, seed=1)


def _instance(path: Path) -> object:
    return read(path, capacity=50, speed=None)


def _solution(path: Path) -> object:
    return check(_TINY, Solution.read(path))


def _vrp(folder: Path) -> list[bytes]:
    explicit = Instance(
        demands=[1, 2],
        capacity=5,
        distances=np.array([[0, 1, 2], [1, 0, 2.5], [2, 2.5, 0]]),
        service=3,
    )
    found = []
    globe = Instance(
        demands=[1, 2], capacity=5, coordinates=[(52, 13), (52.3, 13.1), (53, 14)], metric="geo"
    )
    for instance in (_TINY, explicit, globe):
        write_vrplib(instance, folder / "seed.vrp")
        found.append((folder / "seed.vrp").read_bytes())
    return [*found, found[0].replace(b"TYPE", b"COMMENT : x\nVEHICLES : 4\nTYPE", 1)]


def _stops() -> list[bytes]:
    plain = b"name,x,y,demand,service,phone\ndepot,0,0,,,\nInn,3,4,5,1,17\nBar,0,8,6,2,18\n"
    globe = b"client;lat;lon;qty;note\nHub;52,5;13,4;;\nInn;52,51;13,41;5;a\nInn;52,4;13,3;6;b\n"
    windows = "id,x,y,demand,note\n1,0,0,,é\n2,1,1,1,ü\n".encode("cp1252")
    return [plain, globe, windows, plain.decode().encode("utf-16"), plain.replace(b",", b"\t")]


def _matrices() -> list[bytes]:
    return [
        b"0,1,2\n3,0,4\n5,6,0\n",
        b",a,b,c\na,0,1,2\nb,3,0,4\nc,5,,0\n",
        b"a;b;c;demand\n0;1,5;2;\n3;0;inf;4\n5;6;0;5\n",
    ]


def _packed(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def _npz() -> list[bytes]:
    matrix = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]
    return [
        _packed(distances=matrix, demands=[1, 2], capacity=9),
        _packed(
            distances=np.array(matrix, float), durations=matrix, names=["a", "b"], demands=[0, 1, 2]
        ),
        _packed(
            coordinates=[(52.5, 13.4), (52.4, 13.3)], metric="great_circle", demands=[1], speed=30
        ),
    ]


def _json_instances() -> list[bytes]:
    plain = Instance(
        demands=[1, 2],
        capacity=5,
        coordinates=[(0, 0), (3, 4), (1, 1)],
        names=["a", "b"],
        attributes=[{"phone": "1"}, {}],
        service=[1, 2],
        max_stops=2,
    )
    explicit = Instance(
        demands=[1, 2], capacity=5, distances=np.array([[0, 1, 2], [1, 0, np.inf], [2, 2.5, 0]])
    )
    return [json.dumps(instance_value(made)).encode() for made in (plain, explicit)]


def _workbooks(folder: Path) -> list[bytes]:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["name", "lat", "lon", "qty"], ["depot", 52.5, 13.4], ["Inn", 52.4, 13.3, 5]):
        book.worksheets[0].append(row)
    book.save(folder / "seed.xlsx")
    return [(folder / "seed.xlsx").read_bytes()]


def _heatmaps(folder: Path) -> list[bytes]:
    scores = np.random.default_rng(1).random((5, 4)).astype(np.float32)
    write_heatmap(folder / "seed.npz", scores, np.tile(np.arange(4, dtype=np.int32), (5, 1)))
    stream = io.BytesIO()
    np.save(stream, np.ones((5, 5), np.float32))
    return [(folder / "seed.npz").read_bytes(), stream.getvalue()]


def _model(folder: Path) -> bytes:
    shape = Architecture(width=2, depth=1)
    weights = np.linspace(-1, 1, shape.parameters, dtype=np.float32)
    path = folder / "seed.safetensors"
    write_model(path, Model(name="m", architecture=shape, weights=weights, card={"about": "x"}))
    return path.read_bytes()


def _mutated_model(rng: Any, content: bytes, words: Sequence[str]) -> bytes:
    """Mutate the header and give its length again, or mutate anything."""
    if rng.random() < 0.3:
        return mutated(rng, content, words)
    size = struct.unpack("<Q", content[:8])[0]
    header = mutated(rng, content[8 : 8 + size], words)
    return struct.pack("<Q", len(header)) + header + content[8 + size :]


def _made_labels() -> labels.Labels:
    solution = Solution([(1, 2), (3, 4), (5,)], 100.0)
    return labels.labelled([_TINY], [solution], [3_000_000])


def _manifest_of(shards: tuple[Any, ...]) -> Manifest:
    return Manifest(
        law="XML",
        customers=5,
        split="test",
        first_seed=3_000_000,
        count=1,
        shard_size=1,
        solver="0",
        method="auto",
        settings={"a": [1]},
        cpu_seconds=0.1,
        shards=shards,
    )


def _manifest(folder: Path) -> bytes:
    shard = labels.write_shard(folder / "shard-00000.npz", _made_labels())
    _manifest_of((shard,)).write(folder)
    return (folder / "manifest.json").read_bytes()


def _shard(folder: Path) -> bytes:
    labels.write_shard(folder / "shard-00000.npz", _made_labels())
    return (folder / "shard-00000.npz").read_bytes()


def _place_shard(path: Path, content: bytes) -> None:
    """Write a shard and a manifest with its hash, so that its content is looked at."""
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    shard = {"file": path.name, "first_seed": 3_000_000, "count": 1, "sha256": digest}
    values = json.loads(_MANIFEST) | {"shards": [shard | {"mean_cost": 1.0}]}
    (path.parent / "manifest.json").write_text(json.dumps(values))


_MANIFEST = json.dumps(
    {"format": "kinroute-labels", "version": 1}
    | {"law": "XML", "customers": 5, "split": "test", "first_seed": 3_000_000, "count": 1}
    | {"shard_size": 1, "solver": "0", "method": "auto", "settings": {}, "cpu_seconds": 0.1}
)
