import signal

import kinroute
from kinroute.cli.progress import Silent
from kinroute.cli.running import Outputs, searched
from kinroute.search.progress import Progress


class SignalAtFirstSight(Silent):
    """Someone who presses Ctrl-C the moment the first report is shown."""

    def __init__(self) -> None:
        self.reports = 0

    def observe(self, progress: Progress) -> None:
        self.reports += 1
        if self.reports == 1:
            signal.raise_signal(signal.SIGINT)


def test_a_signal_while_the_first_report_is_shown_keeps_the_routes() -> None:
    instance = kinroute.generate(30, seed=2)
    outputs = Outputs(routes=None, picture=None)
    result, is_interrupted = searched(instance, SignalAtFirstSight(), outputs, {"stop": 20.0})
    assert is_interrupted
    assert result.stopped_by == "interrupted"
    assert result.feasible
