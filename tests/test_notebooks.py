"""The notebooks run in a real kernel, and show what a run shows."""

import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
OVERKILL = ROOT / "docs" / "notebooks" / "overkill.ipynb"


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def printed(notebook: Any) -> str:
    return "".join(output.get("text", "") for output in outputs(notebook))


def shown(notebook: Any) -> set[str]:
    """The kinds of what is displayed."""
    return {kind for output in outputs(notebook) for kind in output.get("data", {})}


def cpu_seconds() -> float:
    """The processor time of all processes that this one has waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@pytest.fixture(scope="module")
def stored() -> Any:
    return nbformat.read(OVERKILL, as_version=4)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = Path(shutil.copy(OVERKILL, tmp_path_factory.mktemp("notebook")))
    before = cpu_seconds()
    subprocess.run(
        [sys.executable, ROOT / "tools" / "notebook.py", path], check=True, capture_output=True
    )
    assert cpu_seconds() - before < 60
    return nbformat.read(path, as_version=4)


def test_it_has_ten_cells(stored: Any) -> None:
    assert len(stored.cells) == 10
    assert all(cell.outputs for cell in stored.cells if cell.cell_type == "code")


def test_no_path_of_a_machine_is_stored() -> None:
    text = OVERKILL.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.<])/(?:home|tmp|root|usr|var|work|Users|private)/", text)


@pytest.mark.parametrize("which", ["stored", "executed"])
def test_it_shows_the_verdicts_a_data_frame_and_a_picture(
    which: str, request: pytest.FixtureRequest
) -> None:
    notebook = request.getfixturevalue(which)
    assert not [o for o in outputs(notebook) if o.get("name") == "stderr"]
    text = printed(notebook)
    assert re.search(r"^\d+ runs of \d+ arms on \d+ instances$", text, re.MULTILINE)
    assert "crossover by scores.py:scores instead of distance: " in text
    assert "local search by scores.py:scores instead of distance: " in text
    assert "main.tex" in text
    assert {"text/html", "image/svg+xml"} <= shown(notebook)


def test_a_run_shows_what_is_stored(stored: Any, executed: Any) -> None:
    for one, other in zip(stored.cells, executed.cells, strict=True):
        assert one.source == other.source
        kinds = [[output.output_type for output in c.get("outputs", [])] for c in (one, other)]
        assert kinds[0] == kinds[1]
