"""Builds the documentation site into build/site, or into a folder; warnings are errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def build(target: Path, docs: Path = ROOT / "docs") -> int:
    """Run Sphinx, and return its exit code. What has not changed since is not read again."""
    options = ("-W", "--keep-going", "-n", "-q", "-j", "auto")
    trees = target.with_name(target.name + "-doctrees")
    words = [sys.executable, "-m", "sphinx", *options, "-d", str(trees), str(docs), str(target)]
    return subprocess.run(words, check=False).returncode


def main() -> int:
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "site"
    code = build(target.resolve())
    if code == 0:
        print(target / "index.html")
    return code


if __name__ == "__main__":
    sys.exit(main())
