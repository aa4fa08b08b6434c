"""Writes the type stubs of the core from the built module; --check only compares."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from programs import program

STUBS = Path(__file__).parent.parent / "src" / "kinroute" / "_core"


def generated(folder: Path) -> dict[str, str]:
    """The text of each stub file, as nanobind makes it and ruff formats it."""
    command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "--recursive"]
    subprocess.run([*command, "-m", "kinroute._core", "-O", str(folder)], check=True)
    for arguments in (["check", "--fix-only", "--select", "I,F401,UP"], ["format"]):
        subprocess.run(
            [program("ruff"), *arguments, "--quiet", "--no-cache", str(folder)], check=True
        )
    return {path.name: path.read_text() for path in sorted(folder.rglob("*.pyi"))}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        new = generated(Path(folder))
    old = {path.name: path.read_text() for path in sorted(STUBS.glob("*.pyi"))}
    if "--check" in sys.argv:
        if new == old:
            return 0
        print("src/kinroute/_core/*.pyi do not match the core; run `make stub`", file=sys.stderr)
        return 1
    STUBS.mkdir(exist_ok=True)
    for name, text in new.items():
        (STUBS / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
