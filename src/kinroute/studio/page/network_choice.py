"""The choice of a network or a heatmap for one search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nicegui import html

from kinroute.search.steering import DEFAULT_MODEL
from kinroute.studio.model.networks import Networks
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.page.controls import choice

_FILE = "file:"


class NetworkChoice:
    """A list of networks; `chosen` receives the settings with the one that was chosen."""

    def __init__(
        self,
        networks: Networks,
        settings: Callable[[], SearchSettings],
        chosen: Callable[[SearchSettings], None],
    ) -> None:
        self._networks = networks
        self._settings = settings
        self._chosen = chosen
        self._shown: object = None
        self._place = html.div()
        self.refresh()

    def refresh(self) -> None:
        """Show the networks that there are now, and which of them is chosen."""
        if self._mark() == self._shown:
            return
        self._shown = self._mark()
        self._place.clear()
        with self._place:
            value = network_value(self._settings())
            choice("Network", network_options(self._networks), value, self._choose)

    def _choose(self, value: str) -> None:
        self._chosen(with_network(self._settings(), value, self._networks))
        self._shown = self._mark()  # the browser shows it already

    def _mark(self) -> object:
        """Changes with what is to be shown; what is installed is not looked up again and again."""
        return tuple(self._networks.files), network_value(self._settings())


def network_options(networks: Networks) -> dict[str, str]:
    """The networks to choose from, by the values of a list."""
    others = {name: name for name in networks.installed() if name != DEFAULT_MODEL}
    files = {_FILE + name: f"{name} (file)" for name in networks.files}
    return {"": f"{DEFAULT_MODEL} (default)", **others, **files}


def network_value(settings: SearchSettings) -> str:
    """The value of the list for what is chosen."""
    if settings.scores is not None:
        return _FILE + settings.scores.name
    return "" if settings.model in (None, DEFAULT_MODEL) else str(settings.model)


def with_network(settings: SearchSettings, value: str, networks: Networks) -> SearchSettings:
    """The settings with the network of that value; the default one for a file that is gone."""
    if value.startswith(_FILE):
        return replace(settings, model=None, scores=networks.files.get(value[len(_FILE) :]))
    return replace(settings, model=value or None, scores=None)
