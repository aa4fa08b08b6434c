"""Uses an installed Kinroute as its users would: from the command line and from Python.

    python tools/smoke.py

Run by the Python of the environment that is tested. Needs none of the extras; where one is missing,
the message that names it is checked. Exit code 1 where something is not as it should be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INSTANCE = ROOT / "examples" / "instances" / "KX-n201-k10-s3.vrp"
COST = 19428
"""Of `INSTANCE` after 300 iterations of D-O with seed 1, on every platform."""
SLOWEST_IMPORT = 0.5
"""Seconds, NumPy left out."""
EXTRAS = {
    "bench": ("distributed", "bench run campaign.toml"),
    "excel": ("openpyxl", "info stops.xlsx"),
    "neural": ("torch", "train labels --validation labels -o run"),
    "roads": ("routingpy", "matrix stops.csv --osrm http://localhost:1 -o roads.npz"),
    "studio": ("fastapi", "serve"),
}
"""A module that an extra installs, and a command that needs it."""
FILES = {
    "campaign.toml": """
        title = "One run"
        seeds = [1]
        instances = { law = "XML", customers = 10, seeds = [1] }
        budget = { seconds = 0.1 }
        [[arms]]
        method = ["D-O", "D-D"]
        """,
    "stops.csv": "name,lat,lon,demand\ndepot,48,2,0\na,48.1,2.1,5\n",
    "stops.xlsx": "PK",
}
"""What these commands read."""
IMPORT = """
import time, numpy
began = time.process_time()
import kinroute
print(time.process_time() - began, kinroute.__version__, kinroute.__file__)
"""


def kinroute(*arguments: object, folder: Path, exit_code: int = 0) -> str:
    """Runs the installed command; returns what it printed, the errors first."""
    script = Path(sysconfig.get_path("scripts")) / "kinroute"
    command = [str(script), *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != exit_code:
        said = done.stderr + done.stdout
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}, not {exit_code}\n{said}")
    return done.stderr + done.stdout


def check_import(folder: Path) -> str:
    """Imports the package from elsewhere; checks its place, its version and the time it takes."""
    # The best of three, since what else the machine does is not ours.
    runs = [
        subprocess.run([sys.executable, "-c", IMPORT], cwd=folder, capture_output=True, check=True)
        for _ in range(3)
    ]
    printed = [run.stdout.decode().split(maxsplit=2) for run in runs]
    seconds = min(float(line[0]) for line in printed)
    _, found, place = printed[0]
    if ROOT / "src" in Path(place.strip()).parents:
        sys.exit(f"{place.strip()} is the source, not the installed package")
    if found != version("kinroute") or found not in kinroute("--version", folder=folder):
        sys.exit(f"version {found}, but {version('kinroute')} is installed")
    if seconds > SLOWEST_IMPORT:
        sys.exit(f"the import takes {seconds:.2f} s; at most {SLOWEST_IMPORT} s")
    return f"version {found}, imported in {seconds:.2f} s"


def check_command_line(folder: Path) -> str:
    """Solves by D-O, and by N-N with the network that ships; checks both."""
    costs = []
    for method, cost in (("D-O", COST), ("N-N", None)):
        options = ("--method", method, "--iterations", 300, "--seed", 1, "--json")
        said = kinroute("solve", INSTANCE, *options, "-o", "routes.sol", folder=folder)
        result = json.loads(said.splitlines()[-1])
        kinroute("check", INSTANCE, "routes.sol", folder=folder)
        if not result["feasible"] or cost not in (None, result["cost"]):
            sys.exit(f"{method}: cost {result['cost']}, but {cost} is known")
        costs.append(f"{method} {result['cost']}")
    return "command line: " + ", ".join(costs)


def check_api(folder: Path) -> str:
    """Solves from Python by D-O, and by `auto` on two threads; writes files."""
    import kinroute as package

    instance = package.read(INSTANCE)
    result = package.solve(instance, method="D-O", stop=package.AfterIterations(300), seed=1)
    if result.cost != COST:
        sys.exit(f"Python: cost {result.cost}, but {COST} is known")
    result = package.solve(instance, threads=2, stop=package.AfterSeconds(2))
    if not result.feasible or result.cost > 1.1 * COST:
        sys.exit(f"Python: cost {result.cost} of auto on two threads, but {COST} is known")
    for name in ("routes.png", "routes.html", "routes.pdf"):
        result.write(folder / name)
    return f"Python: D-O {COST}, auto on two threads {result.cost:g}"


def check_extras(folder: Path) -> str:
    """Commands that need an extra which is missing end with exit code 2 and name it."""
    for name, text in FILES.items():
        (folder / name).write_text(textwrap.dedent(text))
    missing = []
    for extra, (module, command) in EXTRAS.items():
        if find_spec(module):
            continue
        said = kinroute(*command.split(), folder=folder, exit_code=2)
        if "pip install" not in said or f"[{extra}]" not in said:
            sys.exit(f"kinroute {command} does not name the extra {extra}: {said}")
        missing.append(extra)
    return f"extras that are missing and named: {', '.join(missing) or 'none'}"


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.update(MPLCONFIGDIR=name, PYTHONUTF8="1")
        for check in (check_import, check_command_line, check_api, check_extras):
            print(check(folder), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
