from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kinroute.io.forms import FormFile, form_body


def parts(body: bytes, kind: str) -> dict[Any, Any]:
    """The parts of a form, by another reader."""
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    return {
        part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
        for part in message.iter_parts()
    }


def test_values_are_written_as_the_command_line_takes_them() -> None:
    fields = {"columns": {"demand": "qty"}, "ignore_columns": ["a", "b"], "open": True, "n": 2.5}
    found = parts(*form_body({"file": FormFile("stops.csv", b"x")}, fields))
    assert found == {
        "columns": b"demand=qty",
        "ignore_columns": b"a,b",
        "open": b"true",
        "n": b"2.5",
        "file": b"x",
    }


@given(st.binary(max_size=200))
def test_a_file_comes_out_as_it_went_in(content: bytes) -> None:
    body, kind = form_body({"file": FormFile("a.npz", content)}, {"seed": 1})
    edge = kind.partition("boundary=")[2].encode()
    _, _, rest = body.partition(b'filename="a.npz"\r\n\r\n')
    assert rest == content + b"\r\n--" + edge + b"--\r\n"


def test_a_name_cannot_leave_its_quotes() -> None:
    body, _ = form_body({"file": FormFile('a"\r\nX: y.csv', b"")}, {})
    assert b'filename="a%22%0D%0AX: y.csv"' in body


def test_several_files_and_fields_that_are_repeated() -> None:
    files = {"file": FormFile("a.csv", b"1"), "start": FormFile("b.sol", b"2")}
    body, kind = form_body(files, {}, [("lock", "1"), ("lock", "2:3")])
    assert parts(body, kind) == {"lock": b"2:3", "file": b"1", "start": b"2"}
    assert body.count(b'name="lock"') == 2
