from pathlib import Path

import pytest

from kinroute.cli.failures import INTERNAL_ERROR, INVALID_INPUT, Run, complain, exit_code_of
from kinroute.errors import ConfigError, InternalError
from tests.cli.conftest import Cli


def test_further_lines_of_a_message_stand_below_the_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    complain("one\ntwo\nthree")
    assert capsys.readouterr().err == "kinroute: one\n          two\n          three\n"


def test_an_empty_message_is_a_line_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    complain("")
    assert capsys.readouterr().err == "kinroute: \n"


def test_invalid_input_is_reported_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(ConfigError("seed = -1; use 0 or more"), Run(debug=False)) == INVALID_INPUT
    assert capsys.readouterr().err == "kinroute: seed = -1; use 0 or more\n"


@pytest.mark.parametrize("error", [InternalError("bad sum"), KeyError("bad sum")])
def test_anything_else_is_an_internal_error(
    capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    assert exit_code_of(error, Run(debug=False)) == INTERNAL_ERROR
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"kinroute: internal error: {type(error).__name__}: ")
    assert "bad sum" in first
    assert second == "          Please report it, with the output of `kinroute --debug …`."


def test_memory_that_runs_out_is_reported_without_a_request_for_a_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code_of(MemoryError(), Run(debug=False)) == INTERNAL_ERROR
    assert capsys.readouterr().err == "kinroute: not enough memory for this instance\n"


@pytest.mark.parametrize(("value", "debug"), [("", False), ("1", True)])
def test_the_environment_can_request_tracebacks(
    monkeypatch: pytest.MonkeyPatch, value: str, debug: bool
) -> None:
    monkeypatch.setenv("KINROUTE_DEBUG", value)
    assert Run().debug is debug


def test_an_internal_error_of_a_command_has_a_traceback_only_on_request(
    cli: Cli, vrp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("a secret\nplace")

    monkeypatch.setattr("kinroute.cli.cluster.solve", broken)
    ran = cli("solve", vrp, "--quiet")
    assert ran.code == 1
    assert "internal error: KeyError" in ran.err
    assert "Please report it" in ran.err
    assert "Traceback" not in ran.err
    assert "Traceback" in cli("--debug", "solve", vrp, "--quiet").err
    monkeypatch.setenv("KINROUTE_DEBUG", "1")
    assert "Traceback" in cli("solve", vrp, "--quiet").err
