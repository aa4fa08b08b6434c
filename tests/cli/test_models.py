from pathlib import Path

import numpy as np
import pytest

from kinroute.relatedness.heat import Heat
from kinroute.relatedness.heat_cache import HeatCache, heat_key
from kinroute.relatedness.neighbours import Neighbours
from tests.cli.conftest import Cli


def kept() -> None:
    lists = Neighbours(np.ones((4, 2), np.int32))
    HeatCache().put(heat_key("a"), Heat(lists=lists, width=2, wall=0.1))


def test_models_are_listed_with_their_figures_and_places(cli: Cli) -> None:
    ran = cli("models")
    assert ran.code == 0
    row = next(line for line in ran.out.splitlines() if line.split()[:1] == ["light-2"])
    assert "10 × 5" in row
    assert "2,702" in row
    assert "light-2.safetensors" in ran.out
    assert "Cache of campaigns: " in ran.out


def test_the_list_is_also_json(cli: Cli) -> None:
    kept()
    found = cli("models", "--json").json
    by_name = {one["name"]: one for one in found["models"]}
    assert by_name["light-2"]["parameters"] == 2702
    assert by_name["light-2"]["recall_at_15"] > 0.95
    assert found["cache"]["heatmaps"] == 1
    assert found["cache"]["bytes"] > 0


def test_the_cache_is_cleared(cli: Cli) -> None:
    kept()
    ran = cli("models", "--clear-cache")
    assert (ran.code, ran.out) == (0, "")
    assert "1 heatmap deleted from " in ran.err
    assert HeatCache().size() == (0, 0)


def test_a_model_that_is_missing_is_named_with_how_to_get_it(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("kinroute.neural.models._folders", lambda: iter([tmp_path]))
    assert "original: not found. " in cli("models").out
    assert "KINROUTE_MODELS" in cli("models", "--json").json["missing"]["original"]


def test_a_campaign_that_needs_it_says_so_before_it_begins(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("kinroute.neural.models._folders", lambda: iter([tmp_path]))
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "c.toml"
    file.write_text(
        "[instances]\nlaw = 'XML'\ncustomers = 10\nseeds = '1-2'\n[budget]\niterations = 1\n"
        "[[arms]]\nmethod = 'D-O'\n[[arms]]\nmethod = 'N-N'\nmodel = 'original'\n"
    )
    ran = cli("bench", "run", file)
    assert ran.code == 2
    assert "unknown model 'original'" in ran.err
    assert "set KINROUTE_MODELS to the folder that holds it" in ran.err
    assert not (tmp_path / "runs").exists()
