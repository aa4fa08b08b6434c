import pytest

from kinroute.io.json_values import json_value


def test_plain_values_are_read() -> None:
    assert json_value('{"a": [1, {"b": null}]}') == {"a": [1, {"b": None}]}
    assert json_value(b"[]") == []


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 200 + "]" * 200, "[" * 200_000, '{"a":' * 5000 + "1" + "}" * 5000]
)
def test_broken_and_deep_values_are_value_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        json_value(text)
