"""What a network is trained and validated on: labels, or files of instances with solutions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from kinroute.errors import ConfigError, LabelError
from kinroute.neural import labels
from kinroute.neural.data import Graphs
from kinroute.neural.manifest import MANIFEST
from kinroute.neural.mixed import AnyGraphs, graphs_from
from kinroute.neural.solved_files import description_of, solved_instances


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrainingData:
    """Labelled graphs with a description of where they come from."""

    graphs: AnyGraphs
    description: dict[str, Any]
    text: str
    """What was found, in words."""
    split: str | None = None
    """Of labels: train, validation or test."""


def training_data(
    training: Path, validation: Path, device: torch.device
) -> tuple[TrainingData, TrainingData]:
    """Both parts; raises ConfigError where they are the same or overlap."""
    both = data_in(training, device), data_in(validation, device)
    splits = both[0].split, both[1].split
    if splits[0] is not None and splits[0] == splits[1]:
        raise ConfigError(
            f"both are labels of the {splits[0]} split; a network must be validated on instances "
            "that it was not trained on"
        )
    if None not in splits:  # which have no seed in common
        return both
    if shared := len(_contents(both[0].graphs) & _contents(both[1].graphs)):
        raise ConfigError(
            f"{shared} graphs are in both {training} and {validation}; a network must be validated "
            "on instances that it was not trained on"
        )
    return both


def data_in(folder: Path, device: torch.device) -> TrainingData:
    """The labels of a folder, or its pairs of `.vrp` and `.sol` files of any sizes."""
    if (folder / MANIFEST).exists() or not any(folder.glob("*.vrp")):
        found = labels.read(folder)
        assert found.manifest is not None
        return TrainingData(
            graphs=Graphs.of(found, device),
            description=found.manifest.description(),
            text=f"{len(found)} labels, {found.manifest.split}",
            split=found.manifest.split,
        )
    try:
        pairs = solved_instances(folder)
        graphs = graphs_from(pairs, device)
    except LabelError as error:
        raise LabelError(error.text, source=error.source or str(folder)) from None
    return TrainingData(
        graphs=graphs,
        description=description_of(folder, pairs),
        text=f"{len(pairs)} instances with solutions, {len(graphs)} graphs",
    )


def _contents(graphs: AnyGraphs) -> set[bytes]:
    groups = (graphs,) if isinstance(graphs, Graphs) else graphs.groups
    return {nodes.tobytes() for group in groups for nodes in group.nodes.cpu().numpy()}
