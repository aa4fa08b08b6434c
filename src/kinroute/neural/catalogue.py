"""The trained networks that are found here, with what their cards say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinroute.errors import ModelError
from kinroute.neural.models import model, names, place_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CataloguedModel:
    """A model as a list shows it; what its card does not say is None."""

    name: str
    path: str
    width: int | None = None
    depth: int | None = None
    parameters: int | None = None
    presentations: int | None = None
    """Graphs presented in training."""
    validation_loss: float | None = None
    recall_at_15: float | None = None
    problem: str | None = None
    """Why it cannot be used, where it cannot."""


def catalogue() -> list[CataloguedModel]:
    """All models that can be given by name."""
    return [_catalogued(name) for name in names()]


def _catalogued(name: str) -> CataloguedModel:
    path = str(place_of(name) or "")
    try:
        found = model(name)
    except ModelError as error:
        return CataloguedModel(name=name, path=path, problem=error.text)
    return CataloguedModel(
        name=name,
        path=path,
        width=found.architecture.width,
        depth=found.architecture.depth,
        parameters=found.architecture.parameters,
        presentations=_number(found.card.get("presentations"), int),
        validation_loss=_number(found.card.get("validation_loss"), float),
        recall_at_15=_number(found.card.get("recall_at_15"), float),
    )


def _number(value: Any, kind: type) -> Any:
    """A figure of a card, which anyone may have written."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return kind(value) if is_number else None
