"""Runs notebooks with a real kernel in an empty folder, and stores their outputs in them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parent.parent / "docs" / "notebooks"
_TIMEOUT = 300
"""Seconds for one cell."""


def executed(path: Path) -> Any:
    """The notebook with fresh outputs, and without what differs from machine to machine."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        # What a slow machine prints in two pieces is one output all the same.
        NotebookClient(
            notebook, timeout=_TIMEOUT, resources=resources, coalesce_streams=True
        ).execute()
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.validate(notebook)
    return notebook


def main() -> int:
    for path in [Path(name) for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb")):
        nbformat.write(executed(path), path)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
