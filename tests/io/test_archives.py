import io
import struct
import zipfile
from typing import Any

import numpy as np
import pytest

from kinroute.io.archives import ArchiveError, read_array, read_arrays, read_npy


def packed(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def everything(names: list[str]) -> list[str]:
    return names


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_come_back_as_they_were(order: str) -> None:
    array = np.asarray(np.arange(6.0).reshape(2, 3), order=order)  # type: ignore[call-overload]
    found = read_arrays(packed(a=array, b=["x", "yz"], c=3), everything)
    np.testing.assert_array_equal(found["a"], array)
    assert found["b"].tolist() == ["x", "yz"]
    assert found["c"].shape == ()


def test_only_what_is_wanted_is_unpacked() -> None:
    assert list(read_arrays(packed(a=1, b=2), lambda names: ["b"])) == ["b"]


def test_a_bomb_is_not_unpacked() -> None:
    content = packed(distances=np.zeros(2**17))
    size = struct.pack("<I", zipfile.ZipFile(io.BytesIO(content)).infolist()[0].file_size)
    content = content.replace(size, struct.pack("<I", 3 * 2**30))
    with pytest.raises(ArchiveError, match=r"and would unpack to 3221 MB, which is not done"):
        read_arrays(content, everything)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"hello"])
def test_what_is_no_archive_is_refused(content: bytes) -> None:
    with pytest.raises(ArchiveError, match="is damaged"):
        read_arrays(content, everything)


@pytest.mark.parametrize("content", [b"", b"\x93NUMPY\x01\x00", b"\x93NUMPY\x09\x00"])
def test_what_is_no_array_is_refused(content: bytes) -> None:
    with pytest.raises(ArchiveError, match=r"is damaged|unknown version"):
        read_npy(content)


def test_objects_are_refused() -> None:
    with pytest.raises(ArchiveError, match="Python objects"):
        read_arrays(packed(a=np.array([{}], object)), everything)


def test_a_stream_shorter_than_its_header_says_is_refused() -> None:
    stream = io.BytesIO()
    np.save(stream, np.zeros(100))
    stream.seek(0)
    with pytest.raises(ArchiveError, match=r"claims the shape \(100,\) and is shorter"):
        read_array(stream, 200)
