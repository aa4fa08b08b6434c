import io
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute import AfterIterations
from kinroute.errors import InputError
from kinroute.io.heatmaps import write_heatmap
from kinroute.neural.models import place_of
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.network import ByNetwork
from kinroute.studio.model.networks import Networks, holds_scores, read_scores

INSTANCE = kinroute.generate(30, seed=2)


def heatmap(customers: int = 30, seed: int = 1) -> bytes:
    scores = np.random.default_rng(seed).random((customers, customers), np.float32)
    stream = io.BytesIO()
    np.savez_compressed(stream, heatmap=scores)
    return stream.getvalue()


def network() -> bytes:
    path = place_of("light-1")
    assert path is not None
    return path.read_bytes()


def routes_by(related: object) -> object:
    result = kinroute.solve(
        INSTANCE,
        method="N-N",
        heatmap=related,  # type: ignore[arg-type]
        stop=AfterIterations(30),
    )
    return result.routes


def test_a_heatmap_from_a_file_is_the_one_of_the_command_line(tmp_path: Path) -> None:
    scores = np.random.default_rng(3).random((30, 30), np.float32)
    write_heatmap(tmp_path / "mine.npz", scores)
    read = Networks().add("mine.npz", (tmp_path / "mine.npz").read_bytes(), INSTANCE)
    assert (read.name, read.option) == ("mine.npz", "--heatmap")
    assert routes_by(read.related) == routes_by(str(tmp_path / "mine.npz"))


def test_a_network_from_a_file_is_the_one_that_is_installed() -> None:
    read = Networks().add("C:\\folder\\own.safetensors", network(), None)
    assert (read.name, read.option) == ("own.safetensors", "--model")
    assert isinstance(read.related, ByNetwork)
    assert routes_by(read.related) == routes_by("light-1")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("wrong.npz", b"PK no archive", "wrong.npz: not a readable .npz file"),
        ("wrong.safetensors", b"no tensors", "wrong.safetensors: not a readable .safetensors"),
        ("net.pt", b"\x80\x02 a pickle", "net.pt is no heatmap and no network"),
        ("../../etc/passwd", b"root", "passwd is no heatmap and no network"),
        ("small.npz", heatmap(7), r"small.npz: heatmap has shape \(7, 7\)"),
    ],
)
def test_what_is_neither_is_refused_in_the_words_of_the_command_line(
    name: str, content: bytes, message: str
) -> None:
    networks = Networks()
    with pytest.raises(InputError, match=f"^{message}") as caught:
        networks.add(name, content, INSTANCE)
    assert "/tmp" not in str(caught.value)
    assert not networks.files


def test_objects_in_an_array_are_never_unpickled() -> None:
    stream = io.BytesIO()
    np.savez(stream, heatmap=np.array([{"a": 1}], dtype=object))
    with pytest.raises(InputError, match="Python objects"):
        read_scores("objects.npz", stream.getvalue())


def test_a_heatmap_needs_the_instance_that_it_is_of() -> None:
    networks = Networks()
    with pytest.raises(InputError, match="open that first"):
        networks.add("mine.npz", heatmap(), None)
    networks.add("mine.npz", heatmap(), INSTANCE)
    networks.add("net.safetensors", network(), INSTANCE)
    networks.keep_fitting(kinroute.generate(30, seed=3))  # of the same size
    assert list(networks.files) == ["mine.npz", "net.safetensors"]
    networks.keep_fitting(kinroute.generate(31, seed=3))
    assert list(networks.files) == ["net.safetensors"]


def test_the_last_files_are_kept_and_a_name_stands_for_its_last_content() -> None:
    networks = Networks()
    for number in range(6):
        networks.add(f"{number}.npz", heatmap(), INSTANCE)
    assert list(networks.files) == ["2.npz", "3.npz", "4.npz", "5.npz"]
    again = networks.add("3.npz", heatmap(seed=5), INSTANCE)
    assert list(networks.files) == ["2.npz", "4.npz", "5.npz", "3.npz"]
    assert networks.files["3.npz"] is again
    assert isinstance(again.related, ByHeatmap)


def test_files_with_scores_are_told_from_instances(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.savez(stream, distances=np.zeros((3, 3)), demands=[1, 1], capacity=2)
    assert not holds_scores("instance.npz", stream.getvalue())
    assert not holds_scores("stops.csv", b"x,y")
    assert not holds_scores("damaged.npz", b"PK")
    assert holds_scores("mine.NPZ", heatmap())
    assert holds_scores("rows.npy", b"")
    assert holds_scores("net.safetensors", b"")
    rows = np.ones((30, 4), np.int32)
    write_heatmap(tmp_path / "sparse.npz", np.ones((30, 4), np.float32), rows)
    assert holds_scores("sparse.npz", (tmp_path / "sparse.npz").read_bytes())
