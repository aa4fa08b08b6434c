import signal
import threading
from pathlib import Path

import pytest

from kinroute.cli.signals import SoftStop, leaving_on_signals, raising_on_signals
from tests.cli.conftest import Cli


def handlers() -> tuple[object, ...]:
    return tuple(signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_exits_with_130(
    capsys: pytest.CaptureFixture[str], number: signal.Signals
) -> None:
    with leaving_on_signals(), pytest.raises(SystemExit) as left:
        signal.raise_signal(number)
    assert left.value.code == 130
    assert capsys.readouterr().err == "kinroute: interrupted before there was a result\n"


def test_only_the_first_signal_raises() -> None:
    steps = []
    with raising_on_signals():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            steps.append("interrupted")
            signal.raise_signal(signal.SIGINT)
            steps.append("cleaned up")
    assert steps == ["interrupted", "cleaned up"]


def test_a_signal_before_the_search_leaves_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with SoftStop(), pytest.raises(SystemExit) as left:
        signal.raise_signal(signal.SIGINT)
    assert left.value.code == 130
    assert "interrupted before there was a result" in capsys.readouterr().err


def test_handlers_are_put_back(cli: Cli, vrp: Path) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    cli("solve", vrp, "--iterations", 5, "--quiet")
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_a_signal_during_the_search_ends_it_at_the_next_report() -> None:
    with SoftStop() as stop:
        stop.observe(None)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)  # ignored
        assert stop.is_requested
        with pytest.raises(KeyboardInterrupt):
            stop.observe(None)


def test_without_a_signal_reports_pass() -> None:
    with SoftStop() as stop:
        stop.observe(None)
        stop.observe(None)
    assert not stop.is_requested


def test_handlers_are_restored_after_an_error() -> None:
    before = handlers()

    def fail() -> None:
        with leaving_on_signals():
            assert handlers() != before
            raise ValueError("within")

    with pytest.raises(ValueError, match="within"):
        fail()
    assert handlers() == before


def test_another_thread_leaves_the_handlers_alone() -> None:
    before, inside = handlers(), []

    def work() -> None:
        with leaving_on_signals():
            inside.append(handlers())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert inside == [before]
