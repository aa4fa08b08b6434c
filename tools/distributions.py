"""What a sdist and a wheel of Kinroute hold, and what they must not.

    python tools/distributions.py FILE…

Exit code 1 where something is missing, does not belong there, or is large.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The content of one kind of distribution. Names that end with / are folders."""

    tops: tuple[str, ...]
    """What there may be at the top."""
    required: tuple[str, ...]
    largest: int
    """Bytes of a file."""


SDIST = Rules(
    tops=(
        *("cpp/", "examples/", "src/", "tests/", "tools/"),
        *("CMakeLists.txt", "CMakePresets.json", "Makefile", "constraints.txt", "pyproject.toml"),
        *("ARCHITECTURE.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE"),
        *("Containerfile", "PKG-INFO", "README.md", "SECURITY.md"),
    ),
    required=(
        *("CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"),
        *("cpp/bindings/module.cpp", "cpp/kinroute/genetic/genetic_search.cpp"),
        *("examples/instances/KX-n201-k10-s3.vrp", "tools/smoke.py"),
        *("src/kinroute/py.typed", "src/kinroute/neural/shipped/light-2.safetensors"),
    ),
    largest=500_000,
)
WHEEL = Rules(
    tops=("kinroute/", "kinroute.libs/", "kinroute-"),
    required=(
        *("kinroute/__init__.py", "kinroute/py.typed", "kinroute/_core/__init__.pyi"),
        *("kinroute/neural/shipped/light-2.safetensors", "kinroute/neural/fused/kernel.h"),
        *("kinroute/relatedness/ranker.json", "kinroute/solution/export/result.schema.json"),
    ),
    largest=5_000_000,
)


def sizes(path: Path) -> dict[str, int]:
    """The files of a distribution, by name, with their bytes."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {item.filename: item.file_size for item in wheel.infolist()}
    with tarfile.open(path) as sdist:  # all in one folder
        return {item.name.partition("/")[2]: item.size for item in sdist if item.isfile()}


def problems(path: Path) -> list[str]:
    """What is wrong with a distribution, a line each."""
    is_wheel = path.suffix == ".whl"
    rules, found = WHEEL if is_wheel else SDIST, sizes(path)
    lines = [f"{name} is missing" for name in rules.required if name not in found]
    if is_wheel and not any(name.startswith("kinroute/_core.") for name in found):
        lines.append("the core is missing")
    for name, size in found.items():
        if not any(name.startswith(top) for top in rules.tops):
            lines.append(f"{name} does not belong there")
        if size > rules.largest:
            lines.append(f"{name} has {size:,} bytes; at most {rules.largest:,}")
    return lines


def main() -> int:
    bad = 0
    for path in map(Path, sys.argv[1:]):
        lines = problems(path)
        for line in lines:
            print(f"{path.name}: {line}")
        if not lines:
            print(f"{path.name}: {len(sizes(path))} files, {path.stat().st_size / 1024:.0f} kB")
        bad += bool(lines)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
