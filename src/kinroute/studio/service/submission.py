"""Takes a job: the body goes to a file, a helper process reads it, the queue receives it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from kinroute.studio.service.children import Helpers
from kinroute.studio.service.execution import budget
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.jobs import Jobs, NewJob
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.problems import ProblemError, over_limit
from kinroute.studio.service.queries import Row
from kinroute.studio.service.reading import BESIDE, Submission, file_label
from kinroute.studio.service.settings import Limits

_PIECE = 2**20
_MOST_FIELDS = 40
_FIELD_BYTES = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Reception:
    """Where jobs are taken."""

    jobs: Jobs
    folder: Folder
    helpers: Helpers
    limits: Limits

    async def take(self, request: Request, key: str | None) -> tuple[Row, bool]:
        """Put the job of a request into the queue; also return whether it is new.

        `key` is its Idempotency-Key. Raises `ProblemError` for what is not valid, and for what
        exceeds a limit.
        """
        client = client_of(request)
        if key is None:  # with a key it may be a job that is known
            await asyncio.to_thread(self.jobs.require_room, client)
        job = secrets.token_hex(16)
        path = self.folder.upload(job)
        is_kept = False
        try:
            submission, digest = await self._received(request, path)
            if key is not None:
                known = await asyncio.to_thread(self.jobs.with_key, key, digest)
                if known is not None:
                    return known, False
            new = await self._read(submission, job, digest, client, key)
            row, is_new = await asyncio.to_thread(self.jobs.add, new)
            is_kept = is_new
            return row, is_new
        finally:
            if not is_kept:
                self.folder.discard(job)

    async def _received(self, request: Request, path: Path) -> tuple[Submission, str]:
        """What the request sent, in the file, and the digest of all of it."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "application/json":
            with _Spool(path) as spool:
                async for piece in request.stream():
                    await spool.write(piece)
            return Submission(path=path), spool.digest.hexdigest()
        if kind == "multipart/form-data":
            return await self._received_form(request, path)
        raise ProblemError(
            415,
            "wrong-media-type",
            "The media type is not supported",
            f"the body is {kind[:60] or 'of no type'!r}; send application/json or "
            "multipart/form-data",
        )

    async def _received_form(self, request: Request, path: Path) -> tuple[Submission, str]:
        try:
            form = await request.form(
                max_files=1 + len(BESIDE), max_fields=_MOST_FIELDS, max_part_size=_FIELD_BYTES
            )
        except (HTTPException, ValueError, KeyError) as error:
            detail = getattr(error, "detail", None) or "it cannot be parsed"
            raise _bad_form(f"the form is not valid: {detail}") from None
        try:
            fields, locks, files = _sorted_fields(form)
            labels = {name: file_label(file.filename) for name, file in files.items()}
            label = labels.pop("file")
            sent = Submission(path=path, label=label, form=fields, beside=labels, lock=locks)
            digest = hashlib.sha256()
            for text in _texts(sent):
                digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
            for name, file in sorted(files.items()):
                with _Spool(path if name == "file" else sent.path_of(name)) as spool:
                    while piece := await file.read(_PIECE):
                        await spool.write(piece)
                digest.update(spool.digest.digest())
        finally:
            await form.close()
        return sent, digest.hexdigest()

    async def _read(
        self, submission: Submission, job: str, digest: str, client: str, key: str | None
    ) -> NewJob:
        """What a helper process finds in a submission, held against the limits."""
        found: dict[str, Any] = await self.helpers.answer(
            {
                "kind": "read",
                "submission": submission.as_dict(),
                "most_customers": self.limits.customers,
            }
        )
        options = SearchOptions(**found["options"])
        if options.seconds is not None and options.seconds > self.limits.seconds:
            raise over_limit("seconds", options.seconds, self.limits.seconds)
        if options.threads > self.limits.threads:
            raise over_limit("threads", options.threads, self.limits.threads)
        return NewJob(
            id=job,
            name=found["name"],
            customers=found["customers"],
            request={
                **submission.as_request(),
                "options": found["options"],
                "formats": found["formats"],
                "seconds": budget(options, found["customers"], self.limits.seconds),
            },
            warnings=found["warnings"],
            digest=digest,
            client=client,
            key=key,
        )


def _sorted_fields(
    form: FormData,
) -> tuple[dict[str, str], list[str], dict[str, UploadFile]]:
    """The texts of a form by name, its locks, and its files."""
    fields: dict[str, str] = {}
    locks: list[str] = []
    files: dict[str, UploadFile] = {}
    allowed = ("file", *BESIDE)
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            if name not in allowed:
                may = ", ".join(map(repr, allowed))
                raise _bad_form(f"the field {name[:60]!r} is a file; only {may} may be")
            if name in files:
                raise _bad_form(f"the field {name!r} is there twice")
            files[name] = value
        elif name in allowed:
            raise _bad_form(f"the field {name!r} is no file; send it with a file name")
        elif name == "lock":
            locks.append(value)
        elif name in fields:
            raise _bad_form(f"the field {name[:60]!r} is there twice")
        else:
            fields[name] = value
    if "file" not in files:
        raise _bad_form("the field 'file' is missing")
    return fields, locks, files


def _texts(sent: Submission) -> Iterator[str]:
    """All of a form but its files, in an order that does not depend on the client."""
    yield sent.label or ""
    for part in (sent.form or {}, sent.beside):
        for pair in sorted(part.items()):
            yield from pair
    yield from sent.lock


class _Spool:
    """A file that is written as pieces come, hashed, and on the disk when it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.digest = hashlib.sha256()

    def __enter__(self) -> _Spool:
        number = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._file = os.fdopen(number, "wb")
        return self

    def __exit__(self, *_: object) -> None:
        with self._file:
            self._file.flush()
            os.fsync(self._file.fileno())

    async def write(self, piece: bytes) -> None:
        self.digest.update(piece)
        await asyncio.to_thread(self._file.write, piece)


def client_of(request: Request) -> str:
    """The address that a request comes from."""
    return "unknown" if request.client is None else request.client.host


def _bad_form(detail: str) -> ProblemError:
    return ProblemError(400, "invalid-form", "The form is not valid", detail)
