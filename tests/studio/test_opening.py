from pathlib import Path

import pytest

from kinroute.cli.options import InstanceArguments
from kinroute.errors import InputError
from kinroute.studio.opening import opened_session
from tests.studio.made_up import STOPS


def test_the_file_of_the_command_line_is_open_at_once() -> None:
    session = opened_session(InstanceArguments(file=STOPS, capacity=250.0, speed=30.0))
    assert session.instance is not None
    assert session.instance.customers == 45
    (command,) = session.repetition().commands()
    assert command.startswith(f"kinroute solve {STOPS} --capacity 250 --speed 30")


def test_a_file_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match=r"nothing\.csv"):
        opened_session(InstanceArguments(file=Path("nothing.csv")))
