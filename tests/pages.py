"""The pages of the documentation, and how the tests run what they show."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRESS = re.compile(r"^ +[\d.]+ s  (?:best|no feasible).*\n", re.MULTILINE)
SECONDS = re.compile(r"\b\d+\.\d s\b")


def pages() -> list[Path]:
    """All pages: those of the root, and those of the site."""
    return sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])


def blocks(text: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and content."""
    return [(found[1], found[2]) for found in FENCE.finditer(text)]


def steps(text: str) -> list[tuple[str, str, str]]:
    """The blocks of a page, each with the block of `text` that follows it at once, if any."""
    found = list(FENCE.finditer(text))
    following = [*found[1:], None]
    return [
        (one[1], one[2], after[2] if after and after[1] == "text" and not between.strip() else "")
        for one, after in zip(found, following, strict=True)
        for between in [text[one.end() : after.start() if after else None]]
    ]


def steady(output: str) -> str:
    """Output without what differs from run to run: lines of progress, and seconds."""
    return SECONDS.sub("… s", PROGRESS.sub("", output))


def ran(commands: str, folder: Path) -> tuple[str, int]:
    """What commands print to both streams in a folder, and their exit code."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    return done.stdout, done.returncode
