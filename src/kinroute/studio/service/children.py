"""Child processes of the server: one that works on a task, and a pool of such."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import kinroute
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.process import LENGTH, Message, frame
from kinroute.studio.service.settings import Limits

_START_SECONDS = 60.0
_PROGRAM = "kinroute.studio.service.process"


Role = Literal["worker", "helper"]
"""What a process is for, as operators see it in a list of processes."""


class ChildDiedError(Exception):
    """The process ended before it answered, or did not answer in time."""


@dataclass(slots=True)
class ChildProcess:
    """The server's end of the pipes to one process."""

    process: asyncio.subprocess.Process

    @classmethod
    async def started(cls, role: Role, folder: Folder, limits: Limits) -> ChildProcess:
        """A process that is ready for tasks; raises ChildDiedError where it does not start."""
        above = os.path.dirname(os.path.dirname(kinroute.__file__))
        path = os.pathsep.join(filter(None, (above, os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            _PROGRAM,
            role,
            str(folder.workers_lock),
            str(limits.memory_bytes),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server alone
            env={key: value for key, value in os.environ.items() if key != "KINROUTE_TOKEN"}
            | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        child = cls(process)
        try:
            await asyncio.wait_for(child.receive(), _START_SECONDS)
        except TimeoutError:
            await child.end()
            raise ChildDiedError from None
        except BaseException:
            await child.end()
            raise
        return child

    @property
    def is_alive(self) -> bool:
        """Whether it can take a task."""
        return self.process.returncode is None

    async def send(self, message: Message) -> None:
        """Hand it a task; a process that has died is noticed when it should answer."""
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(frame(message))
            await self.process.stdin.drain()

    async def receive(self) -> Message:
        """The next message; raises ChildDiedError where there will be none."""
        assert self.process.stdout is not None
        try:
            head = await self.process.stdout.readexactly(LENGTH.size)
            content = await self.process.stdout.readexactly(LENGTH.unpack(head)[0])
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.end()
            raise ChildDiedError from None
        message: Message = json.loads(content)
        return message

    async def end(self) -> None:
        """Kill it and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()

    async def answer(
        self, task: Message, on_report: Callable[[Any], Awaitable[None]] | None = None
    ) -> Any:
        """The answer to a task; `on_report` receives what it reports before.

        Raises the `ProblemError` that the process reports.
        """
        await self.send(task)
        while (message := await self.receive())["kind"] == "improvement":
            if on_report is not None:
                await on_report(message["value"])
        if message["kind"] == "problem":
            raise ProblemError.from_dict(message["problem"])
        return message["value"]


@dataclass(slots=True)
class Helpers:
    """A pool of processes for what takes moments: reading submissions, exporting results."""

    folder: Folder
    limits: Limits
    size: int = 2
    _idle: list[ChildProcess] = field(default_factory=list)
    _room: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(self.size)

    async def answer(self, task: Message) -> Any:
        """The answer of a process; raises `ProblemError` where it takes too long, or dies of it."""
        try:
            return await self._answer(task)
        except ChildDiedError:
            with suppress(ChildDiedError):  # what killed it may have had nothing to do with it
                return await self._answer(task)
            raise _too_much() from None

    async def _answer(self, task: Message) -> Any:
        async with self._child() as child:
            try:
                return await asyncio.wait_for(child.answer(task), self.limits.reading_seconds)
            except TimeoutError:
                raise _took_too_long(self.limits.reading_seconds) from None

    async def close(self) -> None:
        """End all processes."""
        for child in self._idle:
            await child.end()
        self._idle.clear()

    @asynccontextmanager
    async def _child(self) -> AsyncIterator[ChildProcess]:
        """A process that nobody else uses; one that was interrupted is not used again."""
        async with self._room:
            while self._idle and not self._idle[-1].is_alive:
                await self._idle.pop().end()
            child = (
                self._idle.pop()
                if self._idle
                else await ChildProcess.started("helper", self.folder, self.limits)
            )
            is_usable = False
            try:
                yield child
                is_usable = True
            except ProblemError as problem:
                is_usable = problem.code not in _FATAL
                raise
            finally:
                if is_usable and child.is_alive:
                    self._idle.append(child)
                else:
                    await child.end()


_FATAL = ("took-too-long", "too-much-memory")


def _took_too_long(seconds: float) -> ProblemError:
    text = f"it takes longer than {seconds:g} s; give a smaller instance, or another format"
    return ProblemError(422, "took-too-long", "The instance takes too long", text)


def _too_much() -> ProblemError:
    text = "the process died of it; it may need more memory than it gets"
    return ProblemError(422, "too-much-memory", "The instance is too large", text)
