import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.relatedness.heat import Heat
from kinroute.relatedness.heat_cache import HeatCache, cache_folder, heat_key
from kinroute.relatedness.neighbours import Neighbours


def heat(customers: int = 6, width: int = 3, wall: float = 0.25) -> Heat:
    ids = np.random.default_rng(customers).integers(0, customers + 1, (customers, width), np.int32)
    scores = np.linspace(0, 1, customers * width, dtype=np.float32).reshape(customers, width)
    return Heat(lists=Neighbours(ids, scores), width=width, wall=wall, cpu=0.5)


def test_heat_comes_back_as_it_was_with_its_time(tmp_path: Path) -> None:
    cache, key = HeatCache(tmp_path / "new" / "folder"), heat_key("instance", "model")
    assert cache.get(key, 3) is None
    cache.put(key, heat())
    found = cache.get(key, 3)
    assert found is not None
    assert (found.wall, found.cpu, found.width) == (0.25, 0.5, 3)
    np.testing.assert_array_equal(found.lists.ids, heat().lists.ids)
    np.testing.assert_array_equal(found.lists.scores, heat().lists.scores)


def test_lists_without_scores_are_kept_too(tmp_path: Path) -> None:
    bare = Heat(lists=Neighbours(np.ones((4, 2), np.int32)), width=2, wall=0.1)
    HeatCache(tmp_path).put(heat_key("a"), bare)
    found = HeatCache(tmp_path).get(heat_key("a"), 2)
    assert found is not None
    assert found.lists.scores is None


def test_lists_that_are_too_short_are_computed_again(tmp_path: Path) -> None:
    HeatCache(tmp_path).put(heat_key("a"), heat(customers=6, width=3))
    assert HeatCache(tmp_path).get(heat_key("a"), 4) is None
    HeatCache(tmp_path).put(heat_key("b"), heat(customers=4, width=3))  # all that there are
    assert HeatCache(tmp_path).get(heat_key("b"), 15) is not None


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 torn"])
def test_a_damaged_entry_is_not_used(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / f"{heat_key('a')}.npz").write_bytes(content)
    assert HeatCache(tmp_path).get(heat_key("a"), 3) is None
    assert "is damaged and not used" in caplog.text
    HeatCache(tmp_path).put(heat_key("a"), heat())
    assert HeatCache(tmp_path).get(heat_key("a"), 3) is not None


def test_a_folder_that_cannot_be_written_holds_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    cache = HeatCache(tmp_path / "file")
    cache.put(heat_key("a"), heat())
    assert cache.get(heat_key("a"), 3) is None
    assert "heat is not kept" in caplog.text


def test_the_least_recently_used_entries_go_first(tmp_path: Path) -> None:
    cache, keys = HeatCache(tmp_path), [heat_key(str(number)) for number in range(4)]
    for age, key in enumerate(keys):
        cache.put(key, heat())
        os.utime(tmp_path / f"{key}.npz", (age, age))
    assert cache.get(keys[0], 3) is not None  # used just now
    each = (tmp_path / f"{keys[0]}.npz").stat().st_size
    HeatCache(tmp_path, most_bytes=2 * each).prune()
    assert [(tmp_path / f"{key}.npz").exists() for key in keys] == [True, False, False, True]


def test_clearing_leaves_other_files_alone(tmp_path: Path) -> None:
    cache = HeatCache(tmp_path)
    cache.put(heat_key("a"), heat())
    np.savez(tmp_path / "mine.npz", heatmap=np.zeros((2, 2)))
    entries, size = cache.size()
    assert entries == 1
    assert size > 0
    assert cache.clear() == 1
    assert cache.size() == (0, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.npz"]
    assert HeatCache(tmp_path / "nothing").clear() == 0


def test_the_folder_is_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KINROUTE_CACHE", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"
    monkeypatch.delenv("KINROUTE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "kinroute" / "heat"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder().parts[-3:] == (".cache", "kinroute", "heat")


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_different_parts_have_different_keys(one: list[str], other: list[str]) -> None:
    is_plain = all("\0" not in part for part in one + other)
    if is_plain and len(one) == len(other):
        assert (heat_key(*one) == heat_key(*other)) == (one == other)
