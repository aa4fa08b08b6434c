"""Instructions per iteration of one fixed run: a figure that no neighbour on the machine disturbs.

    python benchmarks/instructions.py [--customers 200] [--method D-O]

Runs the same search twice under `valgrind --tool=callgrind`, for 200 and for 700 iterations; the
difference is free of start-up and of the first population. Takes a few minutes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

_PROGRAM = """
import sys, kinroute
customers, method, iterations = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
instance = kinroute.generate(customers, law="X", seed=1)
kinroute.solve(instance, method=method, seed=1, stop=kinroute.AfterIterations(iterations))
"""
FEW, MANY = 200, 700


def instructions(customers: int, method: str, iterations: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "callgrind.out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={log}"]
        command += [sys.executable, "-c", _PROGRAM, str(customers), method, str(iterations)]
        subprocess.run(command, check=True, capture_output=True)
        found = re.search(r"^(?:summary|totals): (\d+)", log.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--customers", type=int, default=200)
    parser.add_argument("--method", default="D-O")
    arguments = parser.parse_args()
    counts = [instructions(arguments.customers, arguments.method, k) for k in (FEW, MANY)]
    each = (counts[1] - counts[0]) / (MANY - FEW)
    print(f"{arguments.method}, {arguments.customers} customers: {each:,.0f} per iteration")


if __name__ == "__main__":
    main()
