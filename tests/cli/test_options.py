from pathlib import Path

import pytest

from kinroute.cli.options import instance_from


@pytest.mark.parametrize(
    ("rounded", "rounding"), [(None, "none"), (True, "nearest"), (False, "none")]
)
def test_options_override_the_file(stops: Path, rounded: bool | None, rounding: str) -> None:
    instance = instance_from(stops, capacity=30, vehicles=3, rounded=rounded)
    assert (instance.capacity, instance.vehicles, instance.rounding) == (30, 3, rounding)


def test_without_options_the_file_decides(vrp: Path) -> None:
    instance = instance_from(vrp, capacity=None, vehicles=None, rounded=None)
    assert instance.rounding == "nearest"
    assert instance.vehicles is None
    plain = instance_from(vrp, capacity=None, vehicles=None, rounded=False)
    assert plain.rounding == "none"
    assert plain.capacity == instance.capacity
