import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from kinroute import _core, generate
from kinroute.errors import ModelError
from kinroute.neural import models
from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.cuda import batched
from kinroute.neural.graphs import scaled_nodes
from kinroute.neural.inference import infer
from kinroute.neural.models import SUFFIX, Model, is_model, model, names, write_model
from tests.neural.small import TINY, model_of, some_network


@pytest.fixture
def made_up() -> Model:
    return model_of(some_network())


@pytest.fixture
def models_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the package is installed elsewhere, as under the sanitizers."""
    monkeypatch.setenv("KINROUTE_MODELS", str(Path(__file__).parents[2] / "models"))


@pytest.fixture
def file(tmp_path: Path, made_up: Model) -> Path:
    path = tmp_path / f"made-up{SUFFIX}"
    write_model(path, made_up)
    return path


def test_a_model_comes_back_as_it_was(file: Path, made_up: Model) -> None:
    again = model(file)
    assert (again.name, again.architecture, again.card) == ("made-up", TINY, made_up.card)
    np.testing.assert_array_equal(again.weights, made_up.weights)
    assert isinstance(again.network(), _core.Network)
    assert {name: t.shape for name, t in again.tensors().items()} == TINY.shapes()


def test_a_large_model_lies_in_parts(
    tmp_path: Path, made_up: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "_LARGEST", 400)
    write_model(tmp_path / f"large{SUFFIX}", made_up)
    assert not (tmp_path / f"large{SUFFIX}").exists()
    parts = sorted((tmp_path / "large").iterdir())
    assert len(parts) > 2
    again = model(tmp_path / "large")
    assert again.name == "large"
    np.testing.assert_array_equal(again.weights, made_up.weights)
    parts[1].unlink()
    with pytest.raises(ModelError, match="is missing"):
        model(tmp_path / "large")


def test_fewer_parts_leave_nothing_of_the_former_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"large{SUFFIX}"
    monkeypatch.setattr(models, "_LARGEST", 300)
    write_model(path, model_of(some_network(seed=1)))
    monkeypatch.setattr(models, "_LARGEST", 600)
    second = model_of(some_network(seed=2))
    write_model(path, second)
    np.testing.assert_array_equal(model(tmp_path / "large").weights, second.weights)


def test_half_precision_is_half_the_size_and_its_card_fits(tmp_path: Path, made_up: Model) -> None:
    path = tmp_path / f"half{SUFFIX}"
    write_model(path, made_up, half=True)
    again = model(path)
    np.testing.assert_array_equal(again.weights, made_up.weights.astype(np.float16))
    assert again.weights.dtype == np.float32
    assert again.card["sha256"] == again.sha256
    assert {t.dtype.name for t in load_file(path).values()} == {"float16"}


def test_weights_too_large_for_half_precision_are_refused(tmp_path: Path, made_up: Model) -> None:
    huge = made_up.weights.copy()
    huge[3] = 1e6
    odd = Model(name="odd", architecture=TINY, weights=huge, card={})
    with pytest.raises(ModelError, match="half precision"):
        write_model(tmp_path / f"odd{SUFFIX}", odd, half=True)
    assert not list(tmp_path.iterdir())


class Trap:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("content", [b"", b"hello", bytes(range(256)) * 9, b"\xff" * 64])
def test_a_file_of_something_else_is_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / f"odd{SUFFIX}"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=f"odd{SUFFIX}: not a readable"):
        model(path)


def test_a_pickle_is_not_executed(tmp_path: Path) -> None:
    path = tmp_path / f"odd{SUFFIX}"
    path.write_bytes(pickle.dumps(Trap(tmp_path / "sprung")))
    with pytest.raises(ModelError):
        model(path)
    assert not (tmp_path / "sprung").exists()


def test_a_truncated_model_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-8])
    with pytest.raises(ModelError, match="not a readable"):
        model(file)


def test_a_model_with_a_flipped_bit_is_refused(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-2] ^= 1
    file.write_bytes(content)
    with pytest.raises(ModelError, match="damaged: the weights do not match the hash"):
        model(file)


ABOUT = '{"format": "kinroute-model", "width": 4, "depth": 2, "card": {}}'


def odd(**changes: Any) -> dict[str, Any]:
    tensors = model_of(some_network()).tensors()
    return {k: v for k, v in {**tensors, **changes}.items() if v is not None}


@pytest.mark.parametrize(
    ("tensors", "about", "message"),
    [
        (odd(), None, "not a Kinroute model"),
        (odd(), "[1]", "not a Kinroute model"),
        (odd(), "{", "not a readable"),
        (odd(), ABOUT.replace("4", "5"), "damaged: width = 5"),
        (odd(), ABOUT.replace("4", '"wide"'), "damaged"),
        (odd(), ABOUT.replace("4", "Infinity"), "damaged: width is 'inf'"),
        (odd(), ABOUT.replace("4", '"1_0"'), "damaged: width is '1_0'"),
        (odd(), ABOUT.replace("4", "1e9"), "damaged: width is"),
        (odd(), ABOUT.replace("4", "1" * 30), "damaged: width is"),
        (odd(), "[" * 100_000, "nested too deeply"),
        (odd(), ABOUT.replace("{}", "7"), "damaged"),
        (odd(), ABOUT.replace("2", "3"), "layers.2.edge.weight is missing"),
        (odd(**{"head.0.bias": None}), ABOUT, "head.0.bias is missing"),
        (odd(**{"head.0.bias": np.ones(3, np.float32)}), ABOUT, "has shape"),
        (odd(more=np.ones(3, np.float32)), ABOUT, "more is no part of the network"),
        (odd(**{"head.0.bias": np.full(4, np.nan, np.float32)}), ABOUT, "not finite"),
    ],
)
def test_a_model_that_makes_no_sense_is_refused(
    tmp_path: Path, tensors: dict[str, Any], about: str | None, message: str
) -> None:
    path = tmp_path / f"odd{SUFFIX}"
    save_file(tensors, path, metadata=None if about is None else {"kinroute": about})
    with pytest.raises(ModelError, match=message):
        model(path)


def test_an_absurd_depth_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / f"odd{SUFFIX}"
    save_file(odd(), path, metadata={"kinroute": ABOUT.replace("2", "9" * 12)})
    with pytest.raises(ModelError, match="damaged"):
        model(path)


def test_an_unknown_name_is_refused_by_listing_the_known_ones() -> None:
    with pytest.raises(ModelError, match=r"no model 'heavy'; known by name are .*light-1, light-2"):
        model("heavy")
    with pytest.raises(ModelError, match=r"the \.safetensors file .*, the \.npz file"):
        model("heavy")
    assert not is_model("heavy")
    assert is_model("light-2")


def test_models_of_the_user_are_known_by_name(
    file: Path, made_up: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINROUTE_MODELS", str(file.parent))
    assert "made-up" in names()
    assert model("made-up").sha256 == made_up.sha256


def test_a_changed_file_is_read_again(file: Path) -> None:
    first = model(file)
    other = model_of(some_network(seed=2))
    write_model(file, other)
    os.utime(file, ns=(1, 1))
    assert first.sha256 != model(file).sha256 == other.sha256


def test_the_folder_of_a_training_hides_no_model(
    tmp_path: Path, made_up: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "light-2").mkdir()
    write_model(tmp_path / "light-2" / f"checkpoint{SUFFIX}", made_up)
    monkeypatch.chdir(tmp_path)
    assert model("light-2").card["parameters"] == 2_702


@pytest.mark.parametrize(
    ("name", "network", "presentations"),
    [
        ("light-1", "light", 12_000_000),
        ("light-2", "light", 36_000_000),
        ("original", "original", 307_200),
    ],
)
@pytest.mark.usefixtures("models_of_the_repository")
def test_the_shipped_models_are_what_their_cards_say(
    name: str, network: str, presentations: int
) -> None:
    shipped = model(name)
    assert shipped.name == name
    assert shipped.architecture == ARCHITECTURES[network]
    assert shipped.card["sha256"] == shipped.sha256
    assert shipped.card["parameters"] == len(shipped.weights) == ARCHITECTURES[network].parameters
    assert shipped.card["presentations"] == presentations
    assert shipped.card["data"]["labels"] == shipped.card["training_graphs"] == 60_000


@pytest.mark.thorough
@pytest.mark.usefixtures("models_of_the_repository")
def test_the_large_network_is_answered_alike_by_core_and_torch() -> None:
    """Deep and trained: many gates are all but shut, and their mean must not be lost."""
    original, instance = model("original"), generate(20, seed=1)
    core = infer(instance, original, device="cpu")
    assert core.scores is not None
    heat = dict(zip(core.ids[4].tolist(), core.scores[4].tolist(), strict=True))
    nodes = scaled_nodes(
        np.asarray(instance.coordinates)[None],
        instance.demands[None],
        np.array([instance.capacity]),
    )
    torchs = batched(original, device="cpu")(nodes, [[5]])[0][0]
    apart = [abs(heat[j] - torchs[j]) for j in heat]
    assert max(apart) < 1e-4
    assert max(heat.values()) > 0.1
