"""Every module has a test file of its name in the same room of the tests."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "kinroute"


ROOMS = sorted(
    path.parent.relative_to(SOURCE).as_posix()
    for path in SOURCE.glob("*/**/__init__.py")
    if path.parent.name not in ("fused", "shipped")
)


def test_the_top_of_the_package_has_at_most_a_dozen_entries() -> None:
    names = [path.name for path in SOURCE.iterdir() if not path.name.startswith("_")]
    assert len([name for name in names if name != "py.typed"]) <= 12


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_has_its_tests(room: str) -> None:
    modules = {path.stem for path in (SOURCE / room).glob("*.py")} - {"__init__"}
    tests = {path.stem.removeprefix("test_") for path in (TESTS / room).glob("test_*.py")}
    assert modules
    assert modules - tests == set()
