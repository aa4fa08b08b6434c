"""Mutated inputs of all formats end in an instance or in an error of the package."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.scripts import ROOT, importable

pytestmark = pytest.mark.thorough

TOOLS = ROOT / "tools"


@pytest.fixture
def tools() -> Iterator[Any]:
    with importable(TOOLS) as load:
        yield load


@pytest.mark.filterwarnings("ignore::kinroute.errors.InputWarning")
def test_what_is_mutated_is_valid_before(tools: Any, tmp_path: Path) -> None:
    for form in tools("fuzz_formats").formats(tmp_path).values():
        for seed in form.seeds:
            form.place(tmp_path / form.file, seed)
            form.read(tmp_path / form.file)


def test_a_case_is_the_same_each_time(tools: Any, tmp_path: Path) -> None:
    fuzz = tools("fuzz")
    forms = tools("fuzz_formats").formats(tmp_path)
    for name, form in forms.items():
        one, same, other = (fuzz.content_of(name, form, number) for number in (7, 7, 8))
        assert one == same != other


def test_a_foreign_exception_and_a_hang_are_found(
    tools: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fuzz, form = tools("fuzz"), tools("fuzz_formats").formats(tmp_path)["sol"]
    monkeypatch.setattr(fuzz, "SECONDS", 0.1)
    before = fuzz.signal.signal(fuzz.signal.SIGPROF, fuzz._stop)

    def hang(path: Path) -> object:
        while True:
            pass

    def fail(path: Path) -> object:
        raise KeyError("surprise")

    try:
        path = tmp_path / "a.sol"
        for reader, text in ((hang, "took more than"), (fail, "KeyError at test_fuzz.py")):
            odd = fuzz.Format(file="a", weight=1, seeds=[b""], words=[""], read=reader)
            assert fuzz.fault(odd, path, b"")[0].startswith(text)
        assert fuzz.fault(form, path, form.seeds[0]) == ("", True)
        assert fuzz.fault(form, path, b"nonsense") == ("", False)
    finally:
        fuzz.signal.signal(fuzz.signal.SIGPROF, before)


def test_twenty_thousand_mutated_inputs() -> None:
    ran = subprocess.run(
        [sys.executable, TOOLS / "fuzz.py", "--count", "20000"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ", 0 findings" in ran.stdout
