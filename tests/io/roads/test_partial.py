from pathlib import Path

import numpy as np
import pytest

from kinroute.errors import InputError
from kinroute.io.roads.engines import Table
from kinroute.io.roads.partial import partial_matrix


def table(value: float, sources: int = 2, targets: int = 3) -> Table:
    return Table(
        distances=np.full((sources, targets), value),
        durations=np.full((sources, targets), 2 * value),
        offsets=np.arange(sources, dtype=float) + value,
    )


def test_blocks_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "m.partial"
    with partial_matrix(path, "key") as kept:
        kept.add((0, 0), table(1.5))
        kept.add((0, 1), table(np.inf, targets=1))
    with partial_matrix(path, "key") as kept:
        assert kept.blocks() == {(0, 0), (0, 1)}
        found = dict(kept.tables())
    np.testing.assert_array_equal(found[0, 0].distances, np.full((2, 3), 1.5))
    np.testing.assert_array_equal(found[0, 0].durations, np.full((2, 3), 3.0))
    np.testing.assert_array_equal(found[0, 0].offsets, [1.5, 2.5])
    assert np.isinf(found[0, 1].distances).all()


def test_another_request_starts_over(tmp_path: Path) -> None:
    path = tmp_path / "m.partial"
    with partial_matrix(path, "key") as kept:
        kept.add((0, 0), table(1.5))
    with partial_matrix(path, "another key") as kept:
        assert kept.blocks() == set()
    with partial_matrix(path, "key") as kept:
        assert kept.blocks() == set()


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.partial"
    path.write_text("my notes, " * 100)
    with pytest.raises(InputError, match="cannot keep what was fetched"), partial_matrix(path, "k"):
        pass
    assert path.read_text().startswith("my notes")
