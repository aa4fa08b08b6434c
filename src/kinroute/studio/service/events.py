"""Server-sent events of a job: its states, and its improvements while it runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from kinroute.studio.service.changes import Changes
from kinroute.studio.service.jobs import Jobs
from kinroute.studio.service.queries import FINAL, Event

_PING_SECONDS = 15.0
"""A comment this often shows proxies, and the server, that the other side is still there."""


def is_last(event: Event) -> bool:
    """Whether nothing follows an event."""
    return event.kind == "state" and event.data["state"] in FINAL


def encoded(event: Event) -> bytes:
    """An event as it is sent."""
    data = json.dumps(event.data, allow_nan=False)
    return f"id: {event.number}\nevent: {event.kind}\ndata: {data}\n\n".encode()


async def stream(jobs: Jobs, changes: Changes, job: str, after: int) -> AsyncIterator[bytes]:
    """All events of a job after one of them, as they happen; ends with its last state."""
    with changes.following(job) as changed:
        yield b"retry: 2000\n\n"
        while not changes.is_closed:
            changed.clear()
            for event in await asyncio.to_thread(jobs.events, job, after):
                after = event.number
                yield encoded(event)
                if is_last(event):
                    return
            try:
                await asyncio.wait_for(changed.wait(), _PING_SECONDS)
            except TimeoutError:
                if job not in await asyncio.to_thread(jobs.ids):
                    return
                yield b": still there\n\n"
