"""Every module of these rooms has a test file of its name in the same room of the tests."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "kinroute"


@pytest.mark.parametrize("room", ["problem", "io", "relatedness", "solution", "neural", "plot"])
def test_every_module_has_its_tests(room: str) -> None:
    modules = {path.stem for path in (SOURCE / room).glob("*.py")} - {"__init__"}
    tests = {path.stem.removeprefix("test_") for path in (TESTS / room).glob("test_*.py")}
    assert modules
    assert modules - tests == set()
