"""Server-sent events, as a client reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    """One event of a stream."""

    id: str
    kind: str
    data: str


def streamed_events(lines: Iterable[bytes]) -> Iterator[StreamedEvent]:
    """The events in the lines of a stream; comments and events without data are left out."""
    fields: dict[str, list[str]] = {}
    last_id = ""
    for line in lines:
        name, _, value = line.decode("utf-8").rstrip("\r\n").partition(":")
        if name or value:
            fields.setdefault(name, []).append(value.removeprefix(" "))
            continue
        last_id = fields.get("id", [last_id])[-1]
        if "data" in fields:
            kind = fields.get("event", ["message"])[-1]
            yield StreamedEvent(last_id, kind, "\n".join(fields["data"]))
        fields = {}
