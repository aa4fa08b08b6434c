import pytest

from kinroute.cli.counting import _Bar, counting


def test_a_terminal_shows_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with _Bar("{done} of {total} labels", 4) as bar:
        bar(1, 2.0, "0.5/s")
    shown = capsys.readouterr().err
    assert "1 of 4 labels" in shown
    assert "25 %" in shown
    assert "0.5/s" in shown


def test_elsewhere_there_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("epoch {done} of {total}", 4) as display:
        for done, seconds in ((1, 0.0), (2, 9.0), (3, 15.0), (4, 16.0)):
            display(done, seconds, "news")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"epoch {done} of 4  news" for done in (1, 3, 4)]
