"""Runs clang-tidy, with the checks of .clang-tidy, over the sources of the core.

    python tools/tidy.py [FILE…]

Needs a build, whose compile commands it reads. Exit code 1 where a check complains.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from programs import program

ROOT = Path(__file__).parent.parent
COMMANDS = "compile_commands.json"


def compile_commands() -> Path:
    """The folder of the latest ordinary build."""
    builds = sorted(ROOT.glob(f"build/*-Release/{COMMANDS}"), key=os.path.getmtime)
    if not builds:
        sys.exit(f"there is no build/*-Release/{COMMANDS}; run `make build`")
    return builds[-1].parent


def complaints(source: Path, commands: Path) -> str:
    """What clang-tidy says of one source and the headers of ours that it includes."""
    command = [program("clang-tidy"), "--quiet", f"-p={commands}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return (done.stdout or done.stderr).strip() if done.returncode else ""


def main() -> int:
    sources = [Path(name).resolve() for name in sys.argv[1:]] or sorted(ROOT.glob("cpp/**/*.cpp"))
    commands = compile_commands()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(complaints, sources, [commands] * len(sources)) if text]
    print(*found, sep="\n", end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
