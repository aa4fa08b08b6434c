"""The program of a child process: it reads, solves or exports what the server hands to it.

Tasks and answers are JSON in frames (four bytes of length, then the text) on standard input and
output. When standard input ends, so does the process: its server is gone, and nobody would fetch
the result.
"""

from __future__ import annotations

import json
import os
import queue
import struct
import sys
import threading
from pathlib import Path
from typing import IO, Any

from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.solution.export import FORMATS
from kinroute.studio.service.folder import worker_lock
from kinroute.studio.service.problems import ProblemError, input_problem
from kinroute.studio.service.reading import Submission, read_guides, read_submission

Message = dict[str, Any]
LENGTH = struct.Struct(">I")


def frame(message: Message) -> bytes:
    """A message as it is sent."""
    content = json.dumps(message, allow_nan=False).encode()
    return LENGTH.pack(len(content)) + content


class Child:
    """The child's end of the pipes."""

    def __init__(self, source: IO[bytes], target: IO[bytes]) -> None:
        self._source, self._target = source, target
        self._tasks: queue.Queue[Message] = queue.Queue()
        self._sending = threading.Lock()
        self._cancelled: set[str] = set()

    def run(self) -> None:
        """Work until the server is gone."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._send({"kind": "ready"})
        while True:
            task = self._tasks.get()
            self._send(self._answer(task))

    def _listen(self) -> None:
        while len(head := self._source.read(LENGTH.size)) == LENGTH.size:
            message = json.loads(self._source.read(LENGTH.unpack(head)[0]))
            if message["kind"] == "cancel":
                self._cancelled.add(message["job"])
            else:
                self._tasks.put(message)
        os._exit(0)  # even in the middle of a search

    def _send(self, message: Message) -> None:
        with self._sending:
            self._target.write(frame(message))
            self._target.flush()

    def _answer(self, task: Message) -> Message:
        try:
            return {"kind": "done", "value": self._done(task)}
        except ProblemError as problem:
            return {"kind": "problem", "problem": problem.as_dict()}
        except InputError as error:
            return {"kind": "problem", "problem": input_problem(error).as_dict()}
        except MemoryError:
            return {"kind": "problem", "problem": _too_much_memory().as_dict()}
        except Exception as error:
            print(f"kinroute: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            return {"kind": "problem", "problem": _internal(error).as_dict()}

    def _done(self, task: Message) -> Any:
        submission = Submission.from_dict(task["submission"])
        limits = {"most_customers": task["most_customers"]}
        if task["kind"] == "read":
            reading = read_submission(submission, **limits)
            guides = read_guides(submission, reading)
            return {
                "name": reading.instance.name,
                "customers": reading.instance.customers,
                "options": reading.options.model_dump(),
                "warnings": [*reading.warnings, *guides.notes],
                "formats": formats_of(reading.instance),
            }
        limits["most_seconds"] = task["most_seconds"]
        if task["kind"] == "render":
            from kinroute.studio.service.rendering import render

            return render(submission, json.loads(task["result"]), Path(task["target"]), **limits)
        from kinroute.studio.service.execution import solve_job

        return solve_job(
            submission,
            **limits,
            report=lambda found: self._send({"kind": "improvement", "value": found}),
            should_stop=lambda: task["job"] in self._cancelled,
        )


def formats_of(instance: Instance) -> list[str]:
    """The formats that a result of an instance can have."""
    has_degrees = instance.degrees() is not None
    return [name for name, known in FORMATS.items() if has_degrees or not known.needs_degrees]


def limit_memory(most: int) -> None:
    """Bound the address space of this process, where the system can."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _too_much_memory() -> ProblemError:
    return ProblemError(
        422, "too-much-memory", "The instance is too large", "not enough memory for this instance"
    )


def _internal(error: Exception) -> ProblemError:
    return ProblemError(
        500, "internal-error", "Internal error", f"internal error: {type(error).__name__}"
    )


def main() -> None:
    """Serve the process that started this one; arguments: the role, the lock file, the memory."""
    _, lock, memory = sys.argv[1:]
    limit_memory(int(memory))
    # Whatever a library prints must not come between the frames.
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with worker_lock(Path(lock)) as is_held:
        if is_held:
            Child(sys.stdin.buffer, target).run()


if __name__ == "__main__":
    main()
