"""Runs the whole test suite on a debug build under AddressSanitizer and UBSan.

The build goes into an environment of its own under build/, so the ordinary one stays as it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
VENV = ROOT / "build" / "asan-venv"
PYTHON = VENV / "bin" / "python"


def run(*command: str | Path, **extra: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **extra})


def install() -> None:
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--constraint", "constraints.txt"]
    if not PYTHON.exists():
        run(sys.executable, "-m", "venv", VENV)
        run(PYTHON, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25")
        run(*pip, "--group", "dev", "--group", "neural")
    settings = ["cmake.build-type=Debug", "cmake.define.KINROUTE_SANITIZE=ON"]
    options = [option for setting in settings for option in ("--config-settings", setting)]
    run(*pip, "--no-build-isolation", "--force-reinstall", "--no-deps", *options, ".")
    run(*pip, *options, "--no-build-isolation", ".[bench]")


def sanitizer_library(name: str) -> str:
    command = [os.environ.get("CXX", "c++"), f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    install()
    libraries = [sanitizer_library("libasan.so"), sanitizer_library("libstdc++.so")]
    run(
        *(PYTHON, "-m", "pytest", "-n", "auto", "--quiet", *sys.argv[1:]),
        LD_PRELOAD=" ".join(libraries),
        # The interpreter itself leaks by design; memory errors and undefined behaviour end a test.
        ASAN_OPTIONS="detect_leaks=0",
        UBSAN_OPTIONS="print_stacktrace=1",
        KINROUTE_SLOW_BUILD="1",
    )


if __name__ == "__main__":
    main()
