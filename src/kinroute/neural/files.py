"""Files of tensors: safetensors with metadata in JSON. Nothing in them is executed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import safetensors
import safetensors.torch
from torch import Tensor

from kinroute.errors import ModelError
from kinroute.io.atomic import replacing
from kinroute.io.json_values import json_value

_ABOUT = "kinroute"


def write_tensors(path: Path, tensors: Mapping[str, Tensor], about: Mapping[str, Any]) -> None:
    """Write tensors and metadata, whole or not at all."""
    ready = {name: tensor.detach().cpu().contiguous().clone() for name, tensor in tensors.items()}
    with replacing(path) as beside:
        safetensors.torch.save_file(ready, beside, metadata={_ABOUT: json.dumps(about)})


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Read tensors and metadata; raises ModelError for any other file."""
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            about = dict(json_value((file.metadata() or {}).get(_ABOUT, "{}")))
            return {name: file.get_tensor(name) for name in file.keys()}, about  # noqa: SIM118
    except Exception as error:  # a foreign file fails in many ways
        raise ModelError(f"not a readable .safetensors file ({error})", source=str(path)) from None
