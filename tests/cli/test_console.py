import io
import logging
import sys
import warnings

import pytest

from kinroute.cli.console import (
    counted,
    printed_warnings,
    replace_unencodable,
    rich_console,
    say,
    shown_cost,
    shown_time,
)
from kinroute.errors import InputWarning


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0.0 s"),
        (4.23, "4.2 s"),
        (99.94, "99.9 s"),
        (99.95, "1 min 40 s"),
        (185, "3 min 05 s"),
        (3599.4, "59 min 59 s"),
        (3599.6, "1 h 00 min"),
        (7800, "2 h 10 min"),
    ],
)
def test_times_have_two_units_at_most(seconds: float, text: str) -> None:
    assert shown_time(seconds) == text


@pytest.mark.parametrize(("cost", "text"), [(38.0, "38"), (38.125, "38.12"), (0.1 + 0.2, "0.30")])
def test_costs_are_whole_or_have_two_decimals(cost: float, text: str) -> None:
    assert shown_cost(cost) == text


def test_one_is_singular() -> None:
    assert [counted(n, "route") for n in (0, 1, 2)] == ["0 routes", "1 route", "2 routes"]


def test_text_is_printed_as_it_is() -> None:
    stream = io.StringIO()
    rich_console(stream).print("Florist [new] :smile: 12")
    assert stream.getvalue() == "Florist [new] :smile: 12\n"


def test_a_closed_standard_error_does_not_end_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    gone = Gone()
    monkeypatch.setattr(sys, "stderr", gone)
    say("lost")
    assert gone.getvalue() == ""


def test_characters_that_cannot_be_encoded_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(content, "ascii"))
    replace_unencodable()
    print("Café", flush=True)
    assert content.getvalue() == b"Caf?\n"


def test_warnings_of_the_package_are_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("kinroute")
    before = logger.handlers.copy()
    try:
        with printed_warnings(), printed_warnings():
            logger.warning("%d is left out", 2)
            logger.info("a detail")
            warnings.warn("odd \x1b[31m input", InputWarning, stacklevel=1)
    finally:
        logger.handlers = before
    assert capsys.readouterr().err == (
        "kinroute: 2 is left out\nkinroute: warning: odd \\x1b[31m input\n"
    )
