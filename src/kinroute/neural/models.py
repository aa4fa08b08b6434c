"""Trained networks by name or from a file. Files are safetensors: nothing in them is executed.

A model is one file `NAME.safetensors`, or a folder `NAME/` with parts of it. Its metadata holds a
card: what it was trained on, how long and how well, and the SHA-256 of its weights.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import safetensors
import safetensors.numpy

from kinroute import _core
from kinroute.errors import ConfigError, ModelError
from kinroute.io.atomic import replacing
from kinroute.io.json_values import json_value
from kinroute.io.text import shown
from kinroute.neural.architecture import Architecture

FORMAT = "kinroute-model"
OWN_FORMAT = "kinroute-own-model"
"""Of weights whose architecture is in a Python file of the user's; see `kinroute.neural.own`."""
SUFFIX = ".safetensors"
_ABOUT = "kinroute"
_PART = f"part-*{SUFFIX}"
_LARGEST = 15 * 2**20
"""Bytes of a part."""
_WIDEST = 1_000_000
_ELSEWHERE = {
    "original": "original is too large for the package: it is the folder models/original of the "
    "repository; set KINROUTE_MODELS to the folder that holds it."
}
"""How to get published models that the package does not hold."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Model:
    """A trained network with its card."""

    name: str
    architecture: Architecture
    weights: npt.NDArray[np.float32] = field(repr=False)
    """All parameters, one after the other."""
    card: dict[str, Any] = field(repr=False)

    @property
    def sha256(self) -> str:
        """Hash of the weights, which identifies the network."""
        return hashlib.sha256(self.weights.tobytes()).hexdigest()

    def network(self) -> _core.Network:
        """The network in the core, which keeps its memory from one graph to the next."""
        return _network(self)

    def tensors(self) -> dict[str, npt.NDArray[np.float32]]:
        """The parameters by their names."""
        shapes = self.architecture.shapes()
        ends = np.cumsum([math.prod(shape) for shape in shapes.values()])
        parts = np.split(self.weights, ends[:-1])
        return {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }


def model(source: str | PathLike[str] | Model) -> Model:
    """The model of that name, or in that file or folder; raises ModelError where there is none.

    A model stands for itself.
    """
    if isinstance(source, Model):
        return source
    path = _found(source)
    if path is None:
        raise ModelError(
            f"no model {str(source)!r}; known by name are {', '.join(names()) or 'none'}\n"
            "Give one of these, the .safetensors file or the folder of a model, the .npz file "
            "of a heatmap, a folder of .npz files named after the instances, or a function as "
            f"file.py:function.{where_to_get(source)}"
        )
    stamps = tuple(part.stat().st_mtime_ns for part in _parts(path))
    return _read(path, stamps)


def is_model(source: object) -> bool:
    """Whether this names a model, or the file or folder of one."""
    return isinstance(source, str | PathLike) and _found(source) is not None


def names() -> list[str]:
    """The names of the models found here."""
    found = {
        path.name.removesuffix(SUFFIX)
        for folder in _folders()
        if folder.is_dir()
        for path in folder.iterdir()
        if path.suffix == SUFFIX or any(path.glob(_PART))
    }
    return sorted(found)


def place_of(name: str) -> Path | None:
    """The file or folder of the model of that name; None where there is none."""
    return _found(name)


def elsewhere() -> dict[str, str]:
    """Published models that are not found here, with how to get them."""
    return {name: how for name, how in _ELSEWHERE.items() if _found(name) is None}


def where_to_get(name: object) -> str:
    """A further line of an error about a model that is not in the package, but published."""
    return f"\n{_ELSEWHERE[str(name)]}" if str(name) in _ELSEWHERE else ""


def write_model(path: Path, model: Model, *, half: bool = False) -> None:
    """Write a model: one file, or a folder of parts where it is too large for one."""
    kind = np.float16 if half else np.float32
    if half:
        model = _rounded(model)
    about = {
        "format": FORMAT,
        "width": model.architecture.width,
        "depth": model.architecture.depth,
        "card": model.card,
    }
    parts: list[dict[str, npt.NDArray[Any]]] = [{}]
    size = 0
    for name, tensor in model.tensors().items():
        if size + tensor.size * kind().itemsize > _LARGEST:
            parts.append({})
            size = 0
        parts[-1][name] = np.ascontiguousarray(tensor.astype(kind))
        size += tensor.size * kind().itemsize
    if len(parts) == 1:
        _write_part(path, parts[0], about)
        return
    folder = path.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"part-{k + 1}-of-{len(parts)}{SUFFIX}" for k in range(len(parts))]
    for file, part in zip(paths, parts, strict=True):
        _write_part(file, part, about)
    for file in set(_parts(folder)) - set(paths):  # of an earlier model
        file.unlink()


def _rounded(model: Model) -> Model:
    """The model in half precision, with the hash of these weights on its card."""
    with np.errstate(over="ignore"):
        weights = model.weights.astype(np.float16).astype(np.float32)
    if not np.isfinite(weights).all():
        raise ModelError(f"{model.name} has weights too large for half precision")
    rounded = replace(model, weights=weights, card=dict(model.card))
    if "sha256" in rounded.card:
        rounded.card["sha256"] = rounded.sha256
    return rounded


def _write_part(path: Path, tensors: dict[str, npt.NDArray[Any]], about: dict[str, Any]) -> None:
    with replacing(path) as beside:
        safetensors.numpy.save_file(tensors, beside, metadata={_ABOUT: json.dumps(about)})


def _folders() -> Iterator[Path]:
    """Folders searched for a name: the package, KINROUTE_MODELS, the repository."""
    here = Path(__file__).parent
    yield here / "shipped"
    if chosen := os.environ.get("KINROUTE_MODELS"):
        yield Path(chosen)
    yield here.parents[2] / "models"


def _found(source: str | PathLike[str]) -> Path | None:
    path = Path(source)
    if path.suffix == SUFFIX and path.is_file():
        return path
    if path.is_dir() and any(path.glob(_PART)):
        return path
    if len(path.parts) != 1:
        return None
    for folder in _folders():
        if (file := folder / f"{path.name}{SUFFIX}").is_file():
            return file
        if any((folder / path.name).glob(_PART)):
            return folder / path.name
    return None


def _parts(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.glob(_PART))


@functools.lru_cache(maxsize=8)
def _read(path: Path, stamps: tuple[int, ...]) -> Model:
    """`stamps` are the files' modification times, which end the life of a cache entry."""
    source = str(path)
    tensors: dict[str, npt.NDArray[Any]] = {}
    about: dict[str, Any] = {}
    try:
        for part in _parts(path):
            with safetensors.safe_open(part, framework="numpy") as file:
                about = json_value((file.metadata() or {}).get(_ABOUT, "{}"))
                tensors |= {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except Exception as error:  # a foreign file fails in many ways
        raise ModelError(f"not a readable {SUFFIX} file ({error})", source=source) from None
    if isinstance(about, dict) and about.get("format") == OWN_FORMAT:
        raise ModelError(
            "these are weights of an architecture of your own\n"
            f"Give the function that `kinroute train` wrote beside them: {path.stem}.py:scores.",
            source=source,
        )
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ModelError("not a Kinroute model", source=source)
    try:
        architecture = Architecture(width=_size(about, "width"), depth=_size(about, "depth"))
        card = dict(about["card"])
    except (KeyError, TypeError, ValueError, ConfigError) as error:
        raise ModelError(f"damaged: {error}", source=source) from None
    weights = _flat(tensors, architecture, source)
    name = path.name.removesuffix(SUFFIX)
    found = Model(name=name, architecture=architecture, weights=weights, card=card)
    if card.get("sha256", found.sha256) != found.sha256:
        raise ModelError("damaged: the weights do not match the hash on its card", source=source)
    return found


@functools.lru_cache(maxsize=8)
def _network(model: Model) -> _core.Network:
    size = model.architecture
    return _core.Network(width=size.width, depth=size.depth, weights=model.weights)


def _size(about: dict[str, Any], name: str) -> int:
    value = about[name]
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _WIDEST:
        raise ValueError(f"{name} is {shown(str(value))}")
    return value


def _flat(
    tensors: dict[str, npt.NDArray[Any]], architecture: Architecture, source: str
) -> npt.NDArray[np.float32]:
    if architecture.depth > len(tensors):  # before as many names are generated
        raise ModelError(f"damaged: fewer than {architecture.depth} layers", source=source)
    shapes = architecture.shapes()
    for name, shape in shapes.items():
        if name not in tensors:
            raise ModelError(f"damaged: {name} is missing", source=source)
        if tensors[name].shape != shape:
            raise ModelError(
                f"damaged: {name} has shape {tensors[name].shape}, not {shape}", source=source
            )
    if unknown := sorted(set(tensors) - set(shapes)):
        raise ModelError(f"damaged: {unknown[0]} is no part of the network", source=source)
    flat = np.concatenate([tensors[name].astype(np.float32).ravel() for name in shapes])
    if not np.isfinite(flat).all():
        raise ModelError("damaged: a parameter is not finite", source=source)
    return flat
