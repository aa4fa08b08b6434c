from pathlib import Path

import pytest

from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.catalogue import catalogue
from kinroute.neural.models import elsewhere, model, write_model
from tests.neural.small import model_of, some_network


def test_what_ships_is_listed_with_its_card() -> None:
    found = {one.name: one for one in catalogue()}
    light = found["light-2"]
    assert (light.width, light.depth, light.parameters) == (10, 5, 2702)
    card = model("light-2").card
    assert light.presentations == card["presentations"]
    assert light.validation_loss == card["validation_loss"]
    assert light.recall_at_15 == card["recall_at_15"]
    assert Path(light.path).is_file()


def test_models_of_ones_own_folder_are_listed_and_damage_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINROUTE_MODELS", str(tmp_path))
    write_model(tmp_path / "mine.safetensors", model_of(some_network(), "mine"))
    (tmp_path / "torn.safetensors").write_bytes(b"nonsense")
    found = {one.name: one for one in catalogue()}
    assert found["mine"].width == 4
    assert found["mine"].presentations is None  # its card says nothing
    assert "not a readable" in (found["torn"].problem or "")


def test_a_published_model_that_is_missing_has_directions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("kinroute.neural.models._folders", lambda: iter([tmp_path]))
    monkeypatch.chdir(tmp_path)
    assert list(elsewhere()) == ["original"]
    assert "KINROUTE_MODELS" in elsewhere()["original"]
    write_model(tmp_path / "original.safetensors", model_of(some_network(), "original"))
    assert elsewhere() == {}
    assert "original" in ARCHITECTURES
