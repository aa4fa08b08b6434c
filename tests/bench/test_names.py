from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.names import require_name
from kinroute.bench.run import default_store
from kinroute.errors import ConfigError, InputError
from tests.bench.processes import campaign_file

OUTSIDE = [
    *("/etc/passwd", "../up", "..", ".", "a/b", "a\\b", "C:x"),
    *("a\0b", "a\nb", "", " ", "x" * 300),
]


@pytest.mark.parametrize("name", [*OUTSIDE, ".hidden", " a", "a\u202eb", "\ud800", "ä" * 61])
def test_names_that_are_no_file_names_are_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="name = "):
        require_name(name)


@pytest.mark.parametrize("name", ["xml-light", "Γ 15, X", "été 2026", "a..b", "x_1.2", "ä" * 60])
def test_ordinary_names_are_taken(name: str) -> None:
    assert require_name(name) == name


@given(st.text() | st.text("./\\ab\0\n", max_size=6))
def test_a_store_is_always_directly_below_runs(name: str) -> None:
    try:
        path = default_store(name)
    except ConfigError:
        return
    here = Path("here").absolute()
    assert (here / path).resolve().parent == here / "runs"
    assert path.name.removesuffix(".sqlite") == name
    for report in (".html", ".md"):
        assert (here / path.with_suffix(report)).resolve().parent == here / "runs"


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_campaign_cannot_be_called_so(tmp_path: Path, name: str) -> None:
    path = campaign_file(tmp_path, runs=10)
    spelt = "".join(f"\\u{ord(character):04x}" for character in name)
    path.write_text(f'name = "{spelt}"\n{path.read_text()}')
    with pytest.raises(InputError, match="name = "):
        read_campaign(path)


def test_a_file_cannot_be_called_so_either(tmp_path: Path) -> None:
    path = campaign_file(tmp_path, runs=10).rename(tmp_path / "a\nb.toml")
    with pytest.raises(ConfigError, match="control character"):
        read_campaign(path)
    path.write_text('name = "ab"\n' + path.read_text())
    assert read_campaign(path).name == "ab"
