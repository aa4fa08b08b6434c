"""Tests another build of the core: under sanitizers, by clang, or with counters of coverage.

    python tools/variant.py asan          a representative part of the tests
    python tools/variant.py asan --all    all of them
    python tools/variant.py clang tests/core -k moves

Further arguments go to pytest. Each build has a folder and an environment of its own under build/,
which takes all packages but Kinroute itself from the environment that runs this script.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ("tests/core", "tests/search", "tests/cli/test_solve.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A way to build the core, and the tests that it is built for."""

    name: str
    build_type: str
    defines: tuple[str, ...] = ()
    compiler: str | None = None
    """The C++ compiler; None is the default one."""
    tests: tuple[str, ...] = ()
    """What stands for the whole suite; empty is all of it."""
    environment: dict[str, str] = field(default_factory=dict)
    """Of the tests."""
    preloaded: tuple[str, ...] = ()
    """Libraries that must be in the process before Python loads the core."""

    @property
    def folder(self) -> Path:
        return ROOT / "build" / self.name

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(
            name="asan",
            build_type="Debug",
            defines=("KINROUTE_SANITIZE",),
            tests=CORE,
            # The interpreter leaks by design; memory errors and undefined behaviour end a test.
            environment={
                "ASAN_OPTIONS": "detect_leaks=0",
                "UBSAN_OPTIONS": "print_stacktrace=1",
                "KINROUTE_SLOW_BUILD": "1",
            },
            preloaded=("libasan.so", "libstdc++.so"),
        ),
        Variant(
            name="clang",
            build_type="Release",
            compiler="clang++",
            tests=(*CORE, "tests/neural/test_inference.py", "tests/test_quality.py"),
        ),
        Variant(
            name="coverage",
            build_type="Debug",
            defines=("KINROUTE_COVERAGE",),
            environment={"KINROUTE_SLOW_BUILD": "1"},
        ),
    )
}


def run(*command: str | Path, **extra: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **extra})


def install(variant: Variant) -> None:
    """Builds the core and installs the package beside the packages of this environment."""
    venv = variant.python.parent.parent
    if not variant.python.exists():
        run(sys.executable, "-m", "venv", "--without-pip", venv)
    # A folder named in a .pth file is searched, but its own .pth files, among them the one of the
    # editable installation, are not read.
    (site,) = venv.glob("lib/python*/site-packages")
    (site / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
    settings = [f"build-dir={variant.folder / 'cmake'}", f"cmake.build-type={variant.build_type}"]
    settings += [f"cmake.define.{define}=ON" for define in variant.defines]
    options = [option for setting in settings for option in ("--config-settings", setting)]
    pip = (sys.executable, "-m", "pip", "--python", str(variant.python), "install", "--quiet")
    kind = ("--no-build-isolation", "--no-deps", "--force-reinstall")
    compiler = {"CXX": variant.compiler} if variant.compiler else {}
    run(*pip, *kind, *options, ".", **compiler)


def library(name: str) -> str:
    """Where the compiler finds a library."""
    command = [os.environ.get("CXX", "c++"), f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def run_tests(variant: Variant, arguments: list[str], *, everything: bool, **extra: str) -> None:
    """Runs pytest on the build; raises where a test fails."""
    # The environment's own folder of programs has only Python in it.
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {"PATH": programs, **variant.environment, **extra}
    if variant.preloaded:
        environment["LD_PRELOAD"] = " ".join(map(library, variant.preloaded))
    chosen = [] if everything or any(Path(a).exists() for a in arguments) else variant.tests
    pytest = (str(variant.python), "-m", "pytest", "-n", "auto", "--quiet")
    run(*pytest, *chosen, *arguments, **environment)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant", choices=VARIANTS)
    parser.add_argument("--all", action="store_true", help="the whole suite")
    options, arguments = parser.parse_known_args()
    variant = VARIANTS[options.variant]
    install(variant)
    try:
        run_tests(variant, arguments, everything=options.all)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)


if __name__ == "__main__":
    main()
