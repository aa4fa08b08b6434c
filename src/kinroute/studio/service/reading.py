"""From what a client sent to an instance and its options; runs in a process of its own."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kinroute.errors import ConfigError, FormatError, InputWarning
from kinroute.io import draft_instance, draft_of
from kinroute.io.draft import Overrides
from kinroute.io.heatmaps import is_heatmap_file
from kinroute.io.json_instance import instance_draft
from kinroute.io.json_values import json_value
from kinroute.io.text import printable
from kinroute.problem.instance import Instance
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.search.methods import method_named, unused_heatmap
from kinroute.solution.plans.locked import contraction_of
from kinroute.solution.plans.start import Start
from kinroute.studio.model.networks import read_scores
from kinroute.studio.model.plan_files import read_start
from kinroute.studio.service.options import (
    FileOptions,
    SearchOptions,
    search_options,
    upload_options,
)
from kinroute.studio.service.problems import ProblemError, over_limit

_LABEL = "request"
"""What errors of a JSON request are about."""
BESIDE = ("heatmap", "start")
"""Fields of a form that may have a file, besides the instance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a client sent, before anything of it was read."""

    path: Path
    """The file of the service that has the body, or the uploaded file."""
    label: str | None = None
    """The name of the uploaded file, which only messages and the choice of a format use; None for
    a JSON body."""
    form: dict[str, str] | None = None
    """The other fields of the form."""
    beside: dict[str, str] = field(default_factory=dict)
    """The names of further files, by their fields of `BESIDE`; also labels only."""
    lock: list[str] = field(default_factory=list)
    """What stays of the start."""

    def path_of(self, name: str) -> Path:
        """The file of the service that has a further file."""
        return self.path.with_name(f"{self.path.name}.{name}")

    def as_request(self) -> dict[str, Any]:
        """In plain values, without the path."""
        return {
            "label": self.label,
            "form": self.form,
            "beside": self.beside,
            "lock": self.lock,
        }

    @classmethod
    def of_request(cls, path: Path, values: dict[str, Any]) -> Submission:
        """From plain values; those of an older version know no further files."""
        known = {name: values[name] for name in ("beside", "lock") if name in values}
        return cls(path=path, label=values["label"], form=values["form"], **known)

    def as_dict(self) -> dict[str, Any]:
        """In plain values."""
        return {"path": str(self.path), **self.as_request()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Submission:
        """From plain values."""
        return cls.of_request(Path(values["path"]), values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An instance with its options, and what is probably a mistake in it."""

    instance: Instance
    options: SearchOptions
    warnings: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guides:
    """What a search is given besides the instance and its options."""

    heatmap: ByHeatmap | None = None
    start: Start | None = None
    notes: tuple[str, ...] = ()
    """What is said about them."""

    def arguments(self) -> dict[str, Any]:
        """The arguments of `kinroute.solve`, those that are given."""
        given = {"heatmap": self.heatmap, "start": self.start}
        return {name: value for name, value in given.items() if value is not None}


def file_label(name: str | None) -> str:
    """The name of an uploaded file as a label: no folders, no control characters, not long."""
    last = printable((name or "").replace("\\", "/").rpartition("/")[2]).strip()
    stem, dot, suffix = last.rpartition(".")
    if not dot:
        return last[:80] or "upload"
    return f"{stem[:80] or 'upload'}.{suffix[:10]}"


def read_submission(given: Submission, *, most_customers: int) -> Reading:
    """Read a submission; raises `ProblemError`, or an InputError with the place in it."""
    content = given.path.read_bytes()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if given.label is None:
            instance, options = _of_json(content, most_customers)
        else:
            instance, options = _of_file(content, given.label, given.form or {}, most_customers)
    _require_model(options.model)
    texts = [str(note.message) for note in caught if issubclass(note.category, InputWarning)]
    return Reading(instance=instance, options=options, warnings=texts)


def read_guides(given: Submission, reading: Reading) -> Guides:
    """Read heatmap, start and locks; raises InputError in the words of the command line."""
    instance, options, notes = reading.instance, reading.options, list[str]()
    heatmap = start = None
    if (label := given.beside.get("heatmap")) is not None:
        if options.model is not None:
            raise ConfigError("heatmap and model both give scores; use one of them")
        if not is_heatmap_file(label):
            raise FormatError("a heatmap is an .npz or .npy file", source=label)
        scores = read_scores(label, given.path_of("heatmap").read_bytes())
        scores.require_fit(instance)
        assert isinstance(scores.related, ByHeatmap)
        heatmap = scores.related
        method = method_named(options.method)
        unused = unused_heatmap(label, method, options.local_search, options.crossover)
        notes += [unused] if unused else []
    if (label := given.beside.get("start")) is not None:
        content = given.path_of("start").read_bytes()
        start = read_start(label, content, instance, given.lock)
        notes += [f"start: {start.text}"] if start.text else []
        if start.is_locked:
            contraction_of(instance, start, options.model_dump() | {"heatmap": heatmap})
    elif given.lock:
        raise ConfigError(f"lock {given.lock[0]!r} needs a start, whose stops are locked")
    return Guides(heatmap=heatmap, start=start, notes=tuple(notes))


def _of_json(content: bytes, most: int) -> tuple[Instance, SearchOptions]:
    try:
        body = json_value(content.decode("utf-8"), allow_nan=False)
    except ValueError as error:
        raise ProblemError(
            400, "no-json", "The body is no JSON", f"the body is no JSON: {error}"
        ) from None
    if not isinstance(body, dict):
        raise FormatError("the body must be an object with the member 'instance'", source=_LABEL)
    for name in body:
        if name not in ("instance", "options"):
            text = f"{name[:60]!r} is not known; there may be 'instance' and 'options'"
            raise FormatError(text, source=_LABEL)
    if "instance" not in body:
        raise FormatError("'instance' is missing", source=_LABEL)
    options = search_options(body.get("options", {}))
    _require_customers(_length(body["instance"]), most)
    draft = instance_draft(body["instance"], _LABEL, "instance")
    return draft_instance(draft, Overrides()), options


def _of_file(
    content: bytes, label: str, form: dict[str, str], most: int
) -> tuple[Instance, SearchOptions]:
    from kinroute.cli.options import named_columns, objective, renamed_columns

    given = upload_options(form).model_dump()
    options = SearchOptions(**{name: given[name] for name in SearchOptions.model_fields})
    if not content.strip():
        raise FormatError("the file is empty", source=label)
    reading = {name: given[name] for name in FileOptions.model_fields}
    draft = draft_of(
        content,
        label,
        columns=renamed_columns(reading["columns"]),
        ignore_columns=named_columns(reading["ignore_columns"]),
    )
    _require_customers(len(draft.places), most)
    known = {part.name for part in fields(Overrides)}
    overrides: dict[str, Any] = {name: reading[name] for name in reading if name in known}
    overrides |= objective(reading["minimise"])
    return draft_instance(draft, Overrides(**overrides)), options


def _require_model(name: str | None) -> None:
    """Only networks that are installed are used, by name; never a file that a client names."""
    if name is None:
        return
    from kinroute.neural.models import names

    if name not in names():
        raise ConfigError(f"model {name!r} is unknown; use one of {', '.join(names())}")


def _length(instance: Any) -> int:
    """The number of customers that a JSON instance claims, before it is checked."""
    values = instance.get("demands") if isinstance(instance, dict) else None
    return len(values) if isinstance(values, list) else 0


def _require_customers(customers: int, most: int) -> None:
    if customers > most:
        raise over_limit("customers", customers, most)
