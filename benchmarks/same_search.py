"""Do two commits search alike? Routes after fixed iterations, compared byte for byte.

    python benchmarks/same_search.py DATA BASE [HEAD] [--methods D-O,D-D,N-N,fragment,auto]
    python benchmarks/same_search.py DATA --routes-of-this-build FILE.json

Each commit is built into build/commits/ (once), and solves twelve instances of 100 to 1,000
customers, one of them asymmetric and one with a duration limit, with every method, seeds 1 to 3,
on one thread and on two. DATA holds the folders X/ and duration/ of benchmark instances. HEAD is
the working tree where it is not given. Only the public API is used, so that old commits take part.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import kinroute

ROOT = Path(__file__).parent.parent
BUILDS = ROOT / "build" / "commits"
SYMMETRIC = (
    "X-n101-k25",
    "X-n148-k46",
    "X-n195-k51",
    "X-n251-k28",
    "X-n308-k13",
    "X-n367-k17",
    "X-n480-k70",
    "X-n599-k92",
    "X-n783-k48",
    "X-n979-k58",
)
ASYMMETRIC = "X-n204-k19"
TIMED = "CMT10"
METHODS = ("D-O", "D-D", "N-N", "fragment", "auto")
WORK = 120_000
"""Iterations times customers of one search."""


def instances(data: Path) -> Iterator[tuple[str, kinroute.Instance]]:
    """The twelve instances; the asymmetric one is an instance of set X with a prevailing wind."""
    import kinroute

    for name in SYMMETRIC:
        yield name, kinroute.read(data / "X" / f"{name}.vrp")
    calm = kinroute.read(data / "X" / f"{ASYMMETRIC}.vrp")
    points = calm.coordinates
    assert points is not None
    steps = points[None, :, :] - points[:, None, :]
    windy = np.floor(np.hypot(steps[..., 0], steps[..., 1]) + 0.2 * np.maximum(steps[..., 0], 0))
    yield (
        f"{ASYMMETRIC} with wind",
        kinroute.Instance(
            name="wind",
            coordinates=points,
            distances=windy,
            demands=calm.demands,
            capacity=calm.capacity,
        ),
    )
    yield TIMED, kinroute.read(data / "duration" / f"{TIMED}.vrp")


def fingerprints(data: Path, methods: tuple[str, ...]) -> dict[str, str]:
    """A digest of the routes of every search, by what was searched."""
    import kinroute

    found = {}
    for name, instance in instances(data):
        stop = kinroute.AfterIterations(WORK // instance.customers)
        for method in methods:
            for seed in (1, 2, 3):
                for threads in (1, 2):
                    result = kinroute.solve(
                        instance, method=method, seed=seed, threads=threads, stop=stop
                    )
                    digest = hashlib.sha256(json.dumps(result.routes).encode()).hexdigest()[:16]
                    key = f"{name}, {method}, seed {seed}, {threads} threads"
                    found[key] = f"{digest} cost {result.cost:g}"
                    print(f"{key}: {found[key]}", file=sys.stderr, flush=True)
    return found


def built(commit: str) -> Path:
    """The folder with the package of a commit."""
    name = subprocess.run(
        ["git", "rev-parse", commit], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    folder = BUILDS / name
    if not (folder / "kinroute").exists():
        with tempfile.TemporaryDirectory() as tree:
            archive = subprocess.run(
                ["git", "archive", name], cwd=ROOT, check=True, capture_output=True
            ).stdout
            subprocess.run(["tar", "-x", "-C", tree], input=archive, check=True)
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
            command += ["--no-build-isolation", "--target", str(folder), tree]
            subprocess.run(command, check=True)
    return folder


def routes_of(package: Path | None, data: Path, methods: str) -> dict[str, str]:
    """The digests of another build, computed by a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "routes.json"
        command = [sys.executable, __file__, str(data), "--methods", methods]
        command += ["--routes-of-this-build", str(out)]
        environment = dict(os.environ)
        if package is not None:
            environment["KINROUTE_BUILD"] = str(package)
        subprocess.run(command, check=True, env=environment)
        found: dict[str, str] = json.loads(out.read_text())
        return found


def import_from(package: str) -> None:
    """Let `import kinroute` find that folder rather than an editable installation."""
    sys.meta_path = [
        finder for finder in sys.meta_path if "editable" not in type(finder).__module__
    ]
    sys.path.insert(0, package)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("base", nargs="?")
    parser.add_argument("head", nargs="?")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--routes-of-this-build", type=Path)
    arguments = parser.parse_args()
    if arguments.routes_of_this_build is not None:
        if "KINROUTE_BUILD" in os.environ:
            import_from(os.environ["KINROUTE_BUILD"])
        found = fingerprints(arguments.data, tuple(arguments.methods.split(",")))
        arguments.routes_of_this_build.write_text(json.dumps(found, indent=1))
        return
    if arguments.base is None:
        parser.error("name the commit to compare with")
    before = routes_of(built(arguments.base), arguments.data, arguments.methods)
    head = built(arguments.head) if arguments.head else None
    after = routes_of(head, arguments.data, arguments.methods)
    differing = [key for key in before if before[key] != after[key]]
    for key in differing:
        print(f"{key}: {before[key]} before, {after[key]} after")
    print(f"{len(before) - len(differing)} of {len(before)} searches found the same routes")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
