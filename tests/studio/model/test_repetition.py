import shlex
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

import kinroute
from kinroute.studio.model.exports import solution_file
from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.model.sources import drawn_of
from kinroute.studio.page.plan_page import open_link
from tests.cli.conftest import Cli
from tests.studio.made_up import SMALL, STOPS, solved, town


def require_repeated(session: Session, cli: Cli) -> None:
    """The commands, run in this folder, find the routes of the session."""
    repeated = session.repetition()
    if repeated.start:
        Path("start.sol").write_bytes(solution_file(session.instance, repeated.start))  # type: ignore[arg-type]
    for command in repeated.commands():
        done = cli(*shlex.split(command)[1:])
        assert done.code == 0, done
    assert kinroute.Solution.read("routes.sol").routes == session.routes


def test_the_commands_make_the_same_routes(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    require_repeated(solved(), cli)


def test_the_commands_of_a_search_that_went_on_have_its_start_locks_and_limits(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = solved()
    session.move(1, len(session.routes))
    session.lock_route((1,))
    session.change_limits(vehicles=len(session.routes) + 1, capacity=session.instance.capacity + 9)  # type: ignore[union-attr]
    session.begin(from_plan=True).join(60)
    session.settings = SearchSettings(method="auto")  # of the next search
    assert (1,) in session.routes
    require_repeated(session, cli)


def test_changed_limits_replace_those_the_file_was_read_with(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stops.csv").write_bytes(STOPS.read_bytes())
    session = town()
    session.change_limits(capacity=300.0, max_duration=240.0, max_stops=20)
    session.begin(from_plan=True).join(60)
    (command,) = session.repetition().commands()
    assert command.count("--capacity") == 1
    assert "--max-duration 240" in command
    require_repeated(session, cli)


def test_an_edited_plan_is_started_from_in_the_command() -> None:
    session = town()
    session.move(1, 0)
    session.lock_route(session.routes[1])
    (command,) = session.repetition().commands()
    assert "stops.csv --capacity 250 --speed 30" in command
    assert "--start start.sol --lock 2" in command
    assert session.repetition().start == session.routes


def test_numbers_keep_all_of_their_digits() -> None:
    session = solved()
    session.settings = SearchSettings(target=1234567.25, time_limit=12345678)
    session.change_limits(capacity=12345678.5)
    command = session.repetition().commands()[-1]
    for words in ("--target 1234567.25", "--time-limit 12345678", "--capacity 12345678.5"):
        assert words in command


def test_the_link_opens_the_same_instance_limits_and_settings() -> None:
    session = solved()
    session.change_limits(vehicles=30, max_stops=12)
    link = dict(parse_qsl(session.repetition().link()))
    assert drawn_of(link) == SMALL
    other = Session()
    open_link(other, link)
    assert other.instance is not None
    assert (other.instance.vehicles, other.instance.max_stops) == (30, 12)
    assert other.settings == session.settings


def test_the_link_has_the_settings_of_the_run_as_the_command_has() -> None:
    session = solved()
    session.settings = replace(session.settings, method="D-D")
    assert "method=D-O" in session.repetition().link()
    assert "--method D-O" in session.repetition().commands()[-1]


def test_the_link_of_a_file_has_settings_only() -> None:
    session = town()
    session.change_limits(vehicles=30)
    assert dict(parse_qsl(session.repetition().link())) == {"method": "D-O", "iterations": "30"}
