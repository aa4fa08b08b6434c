from dataclasses import astuple, fields, replace

import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.plan import Run
from kinroute.bench.record import COLUMNS, Record, record_of, verify
from kinroute.bench.worker import execute
from kinroute.errors import InternalError
from tests.bench.test_worker import run_of


@pytest.fixture(scope="module")
def run() -> Run:
    return run_of(Arm(method="D-O"))


@pytest.fixture(scope="module")
def record(run: Run) -> Record:
    return execute(run)


def test_a_true_record_is_confirmed_and_a_wrong_one_is_not(run: Run, record: Record) -> None:
    verify(record, run)
    with pytest.raises(InternalError, match="the check finds"):
        verify(replace(record, cost=record.cost - 1), run)
    with pytest.raises(InternalError, match="seed 3: the worker reports cost"):
        verify(replace(record, routes="[[1, 2]]"), run)
    with pytest.raises(InternalError):
        verify(replace(record, feasible=not record.feasible), run)


def test_a_row_is_the_record(record: Record) -> None:
    assert record_of(astuple(record)) == record
    row = [int(value) if value is True else value for value in astuple(record)]  # as SQLite does
    assert record_of(tuple(row)) == record
    assert tuple(field.name for field in fields(Record)) == COLUMNS


@pytest.mark.parametrize("change", [{"cost": 1.0}, {"routes": "[]"}, {"trace": b"x"}, {"core": 99}])
def test_the_digest_covers_every_field(record: Record, change: dict[str, object]) -> None:
    assert replace(record).digest == record.digest
    assert replace(record, **change).digest != record.digest  # type: ignore[arg-type]
