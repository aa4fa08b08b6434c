from kinroute.problem.tolerance import exact, exceeds, plain, plain_at_least, slack


def test_whole_numbers_are_compared_exactly_however_large() -> None:
    assert exceeds(1e9 + 1, 1e9, 10)
    assert not exceeds(1e9, 1e9, 10)


def test_fractions_may_pass_the_bound_by_the_slack_and_no_more() -> None:
    assert not exceeds(100.00005, 100.0, 2)  # slack: 1e-6 * 100 + 2 * 0.5e-6 = 0.000101
    assert exceeds(100.0002, 100.0, 2)
    assert slack(100.0, 2) == 1e-6 * 100 + 0.5e-6 * 2


def test_nothing_exceeds_no_limit() -> None:
    assert not exceeds(1e300, float("inf"), 1)


def test_numbers_for_people_have_no_needless_digits() -> None:
    assert [plain(x) for x in (250.0, 0.5, 1 / 3, -2.0, 1e-9)] == [
        "250",
        "0.5",
        "0.333333",
        "-2",
        "1e-09",
    ]


def test_numbers_for_programs_keep_all_digits() -> None:
    numbers = (250.0, 1234567.25, 1 / 3, -2.0, 1e-9, 12345678901.0)
    assert [exact(x) for x in numbers[:2]] == ["250", "1234567.25"]
    assert [float(exact(x)) for x in numbers] == list(numbers)


def test_small_numbers_keep_their_digits() -> None:
    assert [plain(x) for x in (0.0368791234, 1.23456789e-6)] == ["0.0368791", "1.23457e-06"]


def test_a_number_for_advice_is_never_too_small() -> None:
    numbers = (126.0, 1.25, 1 / 3, 2 / 3, 100 / 3, 1.44714e-6, 123456.7890123)
    shown = [plain_at_least(x) for x in numbers]
    assert shown[:5] == ["126", "1.25", "0.333334", "0.666667", "33.333334"]
    assert all(x <= float(text) <= x + 1e-6 for x, text in zip(numbers, shown, strict=True))
