"""Takes a job: the body goes to a file, a helper process reads it, the queue receives it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from kinroute.studio.service.children import Helpers
from kinroute.studio.service.execution import budget
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.jobs import Jobs, NewJob
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.problems import ProblemError, over_limit
from kinroute.studio.service.queries import Row
from kinroute.studio.service.reading import Submission, file_label
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
                with suppress(OSError):
                    path.unlink()

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
                max_files=1, max_fields=_MOST_FIELDS, max_part_size=_FIELD_BYTES
            )
        except (HTTPException, ValueError, KeyError) as error:
            detail = getattr(error, "detail", None) or "it cannot be parsed"
            raise _bad_form(f"the form is not valid: {detail}") from None
        try:
            fields: dict[str, str] = {}
            files: list[UploadFile] = []
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    if name != "file":
                        raise _bad_form(f"the field {name[:60]!r} is a file; only 'file' may be")
                    files.append(value)
                elif name == "file":
                    raise _bad_form("the field 'file' is no file; send it with a file name")
                elif name in fields:
                    raise _bad_form(f"the field {name[:60]!r} is there twice")
                else:
                    fields[name] = value
            if not files:
                raise _bad_form("the field 'file' is missing")
            label = file_label(files[0].filename)
            with _Spool(path) as spool:
                for text in (label, *(part for pair in sorted(fields.items()) for part in pair)):
                    spool.digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
                while piece := await files[0].read(_PIECE):
                    await spool.write(piece)
        finally:
            await form.close()
        return Submission(path=path, label=label, form=fields), spool.digest.hexdigest()

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
                "label": submission.label,
                "form": submission.form,
                "options": found["options"],
                "formats": found["formats"],
                "seconds": budget(options, found["customers"], self.limits.seconds),
            },
            warnings=found["warnings"],
            digest=digest,
            client=client,
            key=key,
        )


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
