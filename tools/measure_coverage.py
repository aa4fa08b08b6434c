"""Measures which lines the tests run, of the package and of the core.

    python tools/measure_coverage.py [pytest arguments]

Builds the core with counters (the variant `coverage`), runs the tests, and prints a table for
each side. Pages that show every line: build/coverage/python and build/coverage/core.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from variant import ROOT, VARIANTS, install, run, run_tests

VARIANT = VARIANTS["coverage"]
DATA = VARIANT.folder / "data"


def python_report() -> None:
    """Lines and branches of src/kinroute; what child processes counted is included."""
    coverage = (str(VARIANT.python), "-m", "coverage")
    where = {"COVERAGE_FILE": str(DATA)}
    run(*coverage, "html", "--quiet", f"--directory={VARIANT.folder / 'python'}", **where)
    run(*coverage, "report", "--skip-covered", **where)


def core_report() -> None:
    """Lines of cpp/, from the counters beside the objects."""
    folder = VARIANT.folder / "core"
    folder.mkdir(exist_ok=True)
    gcovr = (sys.executable, "-m", "gcovr", "--root", str(ROOT), "--filter", "cpp/")
    # Counts of billions are not suspicious here: that often the innermost functions do run.
    rules = ("--gcov-suspicious-hits-threshold", "0")
    page = ("--html-details", str(folder / "index.html"), "--txt", "-")
    run(*gcovr, *rules, *page, str(VARIANT.folder / "cmake"))


def main() -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--constraint", "constraints.txt")
    run(*pip, "--group", "coverage")
    install(VARIANT)
    for counters in Path(VARIANT.folder / "cmake").rglob("*.gcda"):
        counters.unlink()
    # In one process: the workers of pytest-xdist end without writing the counters of the core.
    arguments = ["-n", "0", "--cov", "--cov-report=", *sys.argv[1:]]
    try:
        run_tests(VARIANT, arguments, everything=True, COVERAGE_FILE=str(DATA))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    python_report()
    core_report()


if __name__ == "__main__":
    main()
