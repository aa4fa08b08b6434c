"""φ by a trained network, and which of heatmap and network a user's value stands for.

This is the one module of the room that needs `kinroute.neural`, and only for inference: networks
look up the nearest customers and return `Neighbours`, so `neural` imports from here otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from kinroute.io.heatmaps import is_heatmap_file
from kinroute.problem.instance import Instance
from kinroute.relatedness.folder import HeatmapFolder, is_heatmap_folder
from kinroute.relatedness.functions import NamedFunction, is_function_text
from kinroute.relatedness.heatmap import ByHeatmap, HeatmapSource
from kinroute.relatedness.neighbours import Neighbours

if TYPE_CHECKING:
    from kinroute.neural.inference import Device
    from kinroute.neural.models import Model


@dataclass(frozen=True, slots=True)
class ByNetwork:
    """φ_N by a trained network: the likelier it holds an edge, the more related.

    `model` is the name of a model such as "light-2", a `.safetensors` file, a folder with the parts
    of one, or a model that was read before. `device` is "cpu", "cuda" or "auto", which takes a GPU
    for wide networks.
    """

    model: str | PathLike[str] | Model
    device: Device = "auto"

    @property
    def needs_inference(self) -> bool:
        """Always: a network has no scores before it has seen the instance."""
        return True

    def load(self) -> None:
        """Read the model, which is then in memory; raises `ModelError` where there is none."""
        from kinroute.neural.models import model

        model(self.model)

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by the probability of an edge."""
        return self.inferred(instance).neighbours(instance, k)

    def inferred(
        self, instance: Instance, *, threads: int = 1, seconds: float | None = None
    ) -> ByHeatmap:
        """The heatmap of one instance.

        Raises `ModelError` where there is no such model, and `ConfigError` where inference would
        take longer than `seconds`.
        """
        from kinroute.neural.inference import infer
        from kinroute.neural.models import model  # both need safetensors, which is slow to load

        lists = infer(
            instance, model(self.model), threads=threads, device=self.device, seconds=seconds
        )
        return ByHeatmap(lists)


def heatmap_or_network(
    source: ByHeatmap | ByNetwork | HeatmapSource | Callable[[Instance], HeatmapSource],
) -> ByHeatmap | ByNetwork:
    """What a value given as `heatmap` or as a model stands for; texts are decided here only.

    - `ByHeatmap` and `ByNetwork` are taken as they are;
    - a string or path that ends in `.npz` or `.npy` is the file of a heatmap;
    - one like `file.py:function` or `module:function` is a function of the instance;
    - a folder with `.npz` files is one of heatmaps, unless its name is that of a model;
    - any other string or path is a model: its name, its `.safetensors` file or its folder;
    - anything else (scores, `Neighbours`, a function of the instance) is a heatmap.

    Apart from folders only the text decides. A missing file, an unknown model or a function that
    cannot be loaded is reported when it is needed.
    """
    given = source.source if isinstance(source, ByHeatmap) else source
    if isinstance(given, str | PathLike) and not is_heatmap_file(given):
        if is_function_text(given):
            return ByHeatmap(NamedFunction(str(given)))
        if is_heatmap_folder(given) and not _is_model(given):
            return ByHeatmap(HeatmapFolder(Path(given)))
        return ByNetwork(given)
    if isinstance(source, ByHeatmap | ByNetwork):
        return source
    return ByHeatmap(source)


def _is_model(source: object) -> bool:
    from kinroute.neural.models import is_model

    return is_model(source)
