import pickle

import pytest

from kinroute.errors import (
    ConfigError,
    FormatError,
    ImpossibleError,
    InputError,
    InstanceError,
    InternalError,
    Interrupted,
    KinrouteError,
    LabelError,
    ModelError,
    RelatednessError,
    SolutionError,
)


@pytest.mark.parametrize(
    "kind",
    [
        FormatError,
        InstanceError,
        ImpossibleError,
        SolutionError,
        RelatednessError,
        LabelError,
        ModelError,
        ConfigError,
    ],
)
def test_invalid_input_is_a_value_error_with_exit_code_2(kind: type[InputError]) -> None:
    error = kind("no good")
    assert isinstance(error, InputError)
    assert isinstance(error, ValueError)
    assert error.exit_code == 2


def test_an_internal_error_has_exit_code_1() -> None:
    assert InternalError("sorry").exit_code == 1
    assert not issubclass(InternalError, InputError)
    assert issubclass(InternalError, KinrouteError)


def test_a_message_begins_with_the_file_and_the_place() -> None:
    assert str(FormatError("odd", source="a.vrp", place="line 3")) == "a.vrp, line 3: odd"
    assert str(FormatError("odd", source="a.vrp")) == "a.vrp: odd"
    assert str(FormatError("odd")) == "odd"


def test_an_instance_error_can_be_located() -> None:
    error = ImpossibleError("too much", customer=4).located(source="stops.csv", place="row 5")
    assert isinstance(error, ImpossibleError)
    assert str(error) == "stops.csv, row 5: too much"
    assert error.customer == 4


def test_errors_survive_the_way_between_processes() -> None:
    error = ImpossibleError("too much", source="a.csv", place="row 2", customer=1)
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert copy.customer == 1


def test_an_interruption_is_a_keyboard_interrupt_that_carries_the_result() -> None:
    error = Interrupted("the best so far")
    assert isinstance(error, KeyboardInterrupt)
    assert error.result == "the best so far"
