from pathlib import Path

import pytest

from kinroute.errors import ConfigError
from kinroute.search.cores import available_cores
from kinroute.studio.service.settings import (
    Limits,
    Settings,
    amount_of_bytes,
    amount_of_seconds,
    default_folder,
    is_loopback,
    read_token,
)

TOKEN = "0123456789abcdef"


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])
def test_loopback_needs_no_token(address: str) -> None:
    assert is_loopback(address)
    assert Settings(address=address).token is None


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.5", "example.org", ""])
def test_any_other_address_needs_a_token(address: str) -> None:
    with pytest.raises(ConfigError, match="there is no token"):
        Settings(address=address)
    assert Settings(address=address, token=TOKEN).address == address


@pytest.mark.parametrize("token", ["", "short", "with spaces in between it", "ünïcödé-is-no-ascii"])
def test_a_token_that_is_easily_guessed_or_sent_wrongly_is_refused(token: str) -> None:
    with pytest.raises(ConfigError, match="the token has"):
        Settings(token=token)


def test_the_token_is_never_shown() -> None:
    assert TOKEN not in repr(Settings(token=TOKEN))


def test_the_token_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KINROUTE_TOKEN", raising=False)
    assert read_token(None) is None
    monkeypatch.setenv("KINROUTE_TOKEN", TOKEN + "\n")
    assert read_token(None) == TOKEN
    file = tmp_path / "token"
    with pytest.raises(ConfigError, match="cannot be read"):
        read_token(file)
    file.write_text("of-the-file-of-the-file\n")
    assert read_token(file) == "of-the-file-of-the-file"


def test_times_and_sizes_as_people_write_them() -> None:
    assert amount_of_seconds("7d", "--keep") == 604_800
    assert amount_of_seconds("1.5 h", "--keep") == 5400
    assert amount_of_bytes("64MB", "--max-body") == 64_000_000
    assert amount_of_bytes("500 kB", "--max-body") == 500_000
    for wrong in ("7", "d", "-1d", "1 week", ""):
        with pytest.raises(ConfigError, match=f"--keep '{wrong}' is no time; write"):
            amount_of_seconds(wrong, "--keep")
    for wrong in ("", "MB", "-1MB", "1TB"):
        with pytest.raises(ConfigError, match=f"--max-body '{wrong}' is no size; write"):
            amount_of_bytes(wrong, "--max-body")


def test_limits_are_above_zero() -> None:
    with pytest.raises(ConfigError, match="queue = 0"):
        Limits(queue=0)
    with pytest.raises(ConfigError, match="0 workers"):
        Settings(workers=0)
    with pytest.raises(ConfigError, match="port 70000"):
        Settings(port=70_000)
    with pytest.raises(ConfigError, match="keep_seconds"):
        Settings(keep_seconds=0)
    assert Limits().threads == len(available_cores())


def test_the_folder_is_in_the_data_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KINROUTE_JOBS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_folder() == Path("/data/kinroute/service")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_folder() == Path.home() / ".local/share/kinroute/service"
    monkeypatch.setenv("KINROUTE_JOBS", "/srv/jobs")
    assert default_folder() == Path("/srv/jobs")
