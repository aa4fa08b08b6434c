from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def test_an_open_address_without_a_token_is_refused(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KINROUTE_TOKEN", raising=False)
    ran = cli("serve", "--folder", tmp_path / "data", "--address", "0.0.0.0")
    assert ran.code == 2
    assert "there is no token" in ran.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("--keep", "long", "is no time"),
        ("--max-body", "big", "is no size"),
        ("--max-time", "0s", "seconds = 0.0"),
        ("--port", "99999", "port 99999"),
        ("--token-file", "nowhere", "cannot be read"),
    ],
)
def test_a_wrong_value_is_named(
    cli: Cli, tmp_path: Path, option: str, value: str, text: str
) -> None:
    ran = cli("serve", "--folder", tmp_path / "data", option, value)
    assert ran.code == 2
    assert text in ran.err


def test_a_token_is_no_option(cli: Cli) -> None:
    assert cli("serve", "--token", "secret").code == 2
