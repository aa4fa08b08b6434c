"""Builds the self-test of the search by several compilers and for other platforms, and runs it.

    python tools/portable.py [TARGET…] [--strict]

Targets are the presets portable-TARGET of CMakePresets.json; without any, all of them. A run must
find the routes that the self-test knows. A target whose compiler is not installed is left out; with
--strict that is an error. A program for Windows runs where there is Wine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from programs import program

ROOT = Path(__file__).parent.parent
PREFIX = "portable-"
WINE = ("wine64", "/usr/lib/wine/wine64", "wine")


@dataclass(frozen=True, slots=True)
class Target:
    """A compiler and a platform."""

    name: str
    compiler: str
    emulator: str | None
    """Runs its programs; None: the machine does."""

    @property
    def folder(self) -> Path:
        return ROOT / "build" / "portable" / f"{PREFIX}{self.name}"


def targets() -> dict[str, Target]:
    """By the presets."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text("utf-8"))["configurePresets"]
    found = {}
    for preset in presets:
        if preset["name"].startswith(PREFIX):
            name, cache = preset["name"].removeprefix(PREFIX), preset["cacheVariables"]
            emulator = cache.get("CMAKE_CROSSCOMPILING_EMULATOR")
            found[name] = Target(name, cache["CMAKE_CXX_COMPILER"], emulator)
    return found


def build(target: Target) -> None:
    """Configures and compiles; raises where there is an error or a warning."""
    ninja = f"-DCMAKE_MAKE_PROGRAM={program('ninja')}"
    for command in (
        [program("cmake"), "--preset", PREFIX + target.name, ninja],
        [program("cmake"), "--build", str(target.folder)],
    ):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout + done.stderr)
            raise RuntimeError(f"{target.name}: {' '.join(command)} failed")


def runner(target: Target) -> list[str] | None:
    """What stands before the program's name in a command; None where nothing runs it."""
    if target.name != "windows":
        return [target.emulator] if target.emulator else []
    wine = next(filter(None, map(shutil.which, WINE)), None)
    return [wine] if wine else None


def run(target: Target) -> str:
    """Runs the self-test; says how it went, and raises where a check fails."""
    before = runner(target)
    if before is None:
        return "compiled and linked, not run: no Wine"
    (executable,) = (p for p in target.folder.glob("kinroute_selftest*") if p.is_file())
    with tempfile.TemporaryDirectory() as prefix:  # of Wine, which links it to the root folder
        done = subprocess.run(
            [*before, str(executable)],
            env={**os.environ, "WINEPREFIX": prefix, "WINEDEBUG": "-all"},
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
    if done.returncode:
        print(done.stdout + done.stderr)
        raise RuntimeError(f"{target.name}: the self-test failed")
    return done.stdout.splitlines()[-1].strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--strict", action="store_true", help="no target may be left out")
    arguments = parser.parse_args()
    known = targets()
    if unknown := set(arguments.targets) - set(known):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    missing = 0
    for name in arguments.targets or known:
        target, began = known[name], time.monotonic()
        needed = [name for name in (target.compiler, target.emulator) if name]
        if absent := [name for name in needed if not shutil.which(name)]:
            print(f"{name:8} left out: there is no {', '.join(absent)}", flush=True)
            missing += 1
            continue
        build(target)
        print(f"{name:8} {run(target)}, {time.monotonic() - began:.0f} s in all", flush=True)
    return 1 if missing and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
