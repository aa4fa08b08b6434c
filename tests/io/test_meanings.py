from kinroute.io.meanings import (
    ADDRESSES,
    CANONICAL,
    CONSTRAINT_PREFIXES,
    CONSTRAINTS,
    LOADS,
    SPELLINGS,
    USED,
)


def test_no_spelling_has_two_meanings() -> None:
    assert sum(map(len, SPELLINGS.values())) == len(USED)
    assert not USED.keys() & CONSTRAINTS.keys()
    meanings = USED | CONSTRAINTS
    for key, meaning in meanings.items():
        assert meanings[CANONICAL[key.replace("_", "")]] == meaning
    assert set(CONSTRAINT_PREFIXES.values()) <= set(CONSTRAINTS.values())
    assert not [key for key in USED if key.startswith(tuple(CONSTRAINT_PREFIXES))]
    assert set(SPELLINGS["demand"]) >= LOADS
    assert set(SPELLINGS["name"]) >= ADDRESSES


def test_spellings_are_in_lower_case_with_underscores() -> None:
    for key in (*USED, *CONSTRAINTS):
        assert key.replace("_", "").isalnum()
        assert key == key.lower()
