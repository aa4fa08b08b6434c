import pytest

from kinroute.bench.report.document import pieces


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("plain", [("plain", False)]),
        ("Run `a b`.", [("Run ", False), ("a b", True), (".", False)]),
        ("(`a`) and `b`", [("(", False), ("a", True), (") and ", False), ("b", True)]),
        ("c`d and e`f", [("c`d and e`f", False)]),
        ("` a `", [("` a `", False)]),
    ],
)
def test_code_stands_between_backticks(text: str, found: list[tuple[str, bool]]) -> None:
    assert [piece for piece in pieces(text) if piece[0]] == found
