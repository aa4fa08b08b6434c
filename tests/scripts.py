"""Runs the scripts of benchmarks/ and tools/ in this process."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
Load = Callable[[str], Any]
Run = Callable[..., str]


@contextmanager
def importable(folder: Path) -> Iterator[Load]:
    """Imports scripts of a folder by their names, as they import one another; forgets them."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or ".").parent == folder:
            del sys.modules[name]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Calls a script's `main` with arguments and returns what it printed; it must not fail."""

    def run(script: ModuleType, *arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", [str(script.__file__), *map(str, arguments)])
        capsys.readouterr()
        assert not script.main()
        return capsys.readouterr().out

    return run


def rows(table: str) -> list[list[str]]:
    """The cells of a Markdown table below its head."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
