"""The networks and heatmaps that searches of one person can be steered by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from kinroute.errors import ConfigError, InputError, RelatednessError
from kinroute.io.archives import ArchiveError, opened
from kinroute.io.heatmaps import is_heatmap_file, read_heatmap
from kinroute.neural.models import SUFFIX, model, names
from kinroute.problem.instance import Instance
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.neighbours import Neighbours
from kinroute.relatedness.network import ByNetwork
from kinroute.studio.model.uploads import shown_name, upload_file

_MOST_FILES = 4
"""Files of one person that are kept; a heatmap of 8,000 customers takes a quarter of a gigabyte."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """A heatmap, or a network, from a file that was dropped; it is only in memory."""

    name: str
    """The file's name, as the person calls it."""
    related: ByHeatmap | ByNetwork

    @property
    def option(self) -> str:
        """The option of `kinroute solve` that takes such a file."""
        return "--heatmap" if isinstance(self.related, ByHeatmap) else "--model"

    def require_fit(self, instance: Instance) -> None:
        """Raise RelatednessError where they are of other customers; a network fits all."""
        if isinstance(self.related, ByHeatmap):
            try:
                self.related.neighbours(instance, 1)
            except RelatednessError as error:
                raise RelatednessError(error.text, source=self.name) from None

    def fits(self, instance: Instance) -> bool:
        """Whether an instance can be searched with them."""
        try:
            self.require_fit(instance)
        except RelatednessError:
            return False
        return True


class Networks:
    """Those that are installed, by name, and those from files."""

    def __init__(self) -> None:
        self.files: dict[str, Scores] = {}

    @staticmethod
    def installed() -> list[str]:
        """The names of the networks on this machine."""
        return names()

    def add(self, name: str, content: bytes, instance: Instance | None) -> Scores:
        """Take a file; raises InputError in the words of the command line."""
        scores = read_scores(name, content)
        if isinstance(scores.related, ByHeatmap):
            if instance is None:
                raise ConfigError("a heatmap is of one instance; open that first")
            scores.require_fit(instance)
        self.files.pop(scores.name, None)
        self.files[scores.name] = scores
        for oldest in list(self.files)[:-_MOST_FILES]:
            del self.files[oldest]
        return scores

    def keep_fitting(self, instance: Instance) -> None:
        """Forget the heatmaps of other instances."""
        self.files = {name: one for name, one in self.files.items() if one.fits(instance)}


def holds_scores(name: str, content: bytes) -> bool:
    """Whether a file is a heatmap or a network, rather than an instance."""
    suffix = Path(name).suffix.lower()
    if suffix != ".npz":
        return suffix == SUFFIX or is_heatmap_file(name)
    try:
        with opened(content) as archive:
            return set(archive.namelist()) in ({"heatmap.npy"}, {"ids.npy", "scores.npy"})
    except ArchiveError:
        return False


def read_scores(name: str, content: bytes) -> Scores:
    """Read an .npz, .npy or .safetensors file; its name is only shown, and says which it is.

    Raises InputError in the words of the command line. Nothing in it is executed.
    """
    shown = shown_name(name)
    suffix = Path(shown).suffix.lower()
    if suffix != SUFFIX and not is_heatmap_file(f"scores{suffix}"):
        raise InputError(
            f"{shown} is no heatmap and no network; open an .npz or .npy file with scores, or a "
            f"{SUFFIX} file"
        )
    with upload_file(shown, content) as path:
        if suffix == SUFFIX:
            return Scores(shown, ByNetwork(replace(model(path), name=Path(shown).stem)))
        file = read_heatmap(path)
        rows = file.scores if file.ids is None else Neighbours(file.ids, file.scores)
        return Scores(shown, ByHeatmap(rows))
