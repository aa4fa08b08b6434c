from kinroute.io.meanings import ADDRESSES, CONSTRAINTS, LOADS, SPELLINGS, USED


def test_no_spelling_has_two_meanings() -> None:
    assert sum(map(len, SPELLINGS.values())) == len(USED)
    assert not USED.keys() & CONSTRAINTS.keys()
    assert set(SPELLINGS["demand"]) >= LOADS
    assert set(SPELLINGS["name"]) >= ADDRESSES


def test_spellings_are_in_lower_case_with_underscores() -> None:
    for key in (*USED, *CONSTRAINTS):
        assert key.replace("_", "").isalnum()
        assert key == key.lower()
