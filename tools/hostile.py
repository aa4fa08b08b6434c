"""Writes docs/hostile-inputs.md from real runs of the command line; --check only compares."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hostile_cases import GROUPS, Case

PAGE = Path(__file__).parent.parent / "docs" / "hostile-inputs.md"
HEAD = """# Hostile and careless inputs

For those who rely on the exit codes: what the program says to inputs that are wrong, odd or meant
to break it. Exit codes: 0 done, 1 internal error, 2 invalid input, 3 nothing feasible found, 130
interrupted. The message is the first line on standard error. Each row is a run of the program;
`tools/hostile.py` writes this page, and a test compares it.
"""
_BOX = re.compile(r"│ (.*?) *│")
_LONGEST = 150


def outcome(case: Case) -> tuple[int, str]:
    """The exit code of a case, and the first line of its message."""
    environment = {"COLUMNS": "600", "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryDirectory() as folder:
        for name, content in case.files.items():
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            content = content() if callable(content) else content
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        shell = f'kinroute() {{ "{sys.executable}" -m kinroute "$@"; }}\n{case.command}'
        ran = subprocess.run(
            ["bash", "-c", shell],
            cwd=folder,
            env={**os.environ, **environment},
            capture_output=True,
            timeout=60,
            check=False,
        )
    said = ran.stderr if ran.stderr or not ran.returncode else b"kinroute: " + ran.stdout
    return ran.returncode, message(said.decode("utf-8", "replace"))


def message(text: str) -> str:
    """The first line of the program's own, or of the box of a usage error."""
    start = "kinroute: "
    lines: list[str] = [
        line.removeprefix(start) for line in text.split("\n") if line.startswith(start)
    ]
    return next(iter([*lines, *_BOX.findall(text)]), "")


def page() -> str:
    """The whole page."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return "\n".join([HEAD, *(section(title, pool) for title in GROUPS)])


def section(title: str, pool: ThreadPoolExecutor) -> str:
    """The part of the page on one group of cases."""
    cases = GROUPS[title]
    rows = [
        f"| {case.what} | `{_cell(case.command)}` | {code} | {_cell(text) or '–'} |"
        for case, (code, text) in zip(cases, pool.map(outcome, cases), strict=True)
    ]
    head = ["| input | command | exit code | message |", "|---|---|---|---|"]
    return "\n".join([f"## {title}\n", *head, *rows, ""])


def _cell(text: str) -> str:
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return text.replace("|", "\\|")


def main() -> int:
    text = page()
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text("utf-8") != text:
            print(f"{PAGE.name} is out of date; run tools/hostile.py")
            return 1
        return 0
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
