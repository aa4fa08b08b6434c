"""Files that a client sent: read under a name of ours, and named as the client does."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kinroute.errors import InputError

_SUFFIX = re.compile(r"\.[a-z0-9]{1,12}")


def shown_name(name: str) -> str:
    """The last part of a file's name as the client has it; only ever shown."""
    return Path(name.replace("\\", "/")).name or "file"


@contextmanager
def upload_file(name: str, content: bytes) -> Iterator[Path]:
    """A file with that content inside the block; only the suffix of its name is the client's.

    An InputError inside the block is about the client's name.
    """
    shown = shown_name(name)
    suffix = Path(shown).suffix.lower()
    with tempfile.TemporaryDirectory(prefix="kinroute-") as folder:
        path = Path(folder) / f"upload{suffix if _SUFFIX.fullmatch(suffix) else ''}"
        path.write_bytes(content)
        try:
            yield path
        except InputError as error:
            text = error.text.replace(str(path), shown)
            source = shown if error.source == str(path) else error.source
            raise type(error)(text, source=source, place=error.place) from None
