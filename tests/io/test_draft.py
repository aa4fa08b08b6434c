import numpy as np
import pytest

from kinroute.errors import FormatError, ImpossibleError
from kinroute.io.draft import Draft, Overrides

DRAFT = Draft(
    source="a.csv",
    demands=[3, 9],
    places=["row 2", "row 3"],
    distances=np.ones((3, 3)),
    no_capacity="where is the capacity?",
)


def test_a_draft_becomes_an_instance_with_what_the_caller_wants() -> None:
    instance = DRAFT.instance(Overrides(capacity=9, vehicles=4, rounding="up"))
    assert (instance.capacity, instance.vehicles, instance.rounding) == (9, 4, "up")
    assert instance.source == "a.csv"


def test_a_missing_capacity_is_asked_for() -> None:
    with pytest.raises(FormatError, match=r"a.csv: where is the capacity"):
        DRAFT.instance(Overrides())


def test_an_error_about_a_customer_names_its_place() -> None:
    with pytest.raises(ImpossibleError, match=r"a.csv, row 3: demand 9 of customer 2"):
        DRAFT.instance(Overrides(capacity=5))
