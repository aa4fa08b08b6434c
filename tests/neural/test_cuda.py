import numpy as np
import pytest

from kinroute.errors import ConfigError
from kinroute.neural import cuda
from kinroute.neural.architecture import Architecture
from tests.neural.small import model_of, some_network, some_nodes

MODEL = model_of(some_network(Architecture(width=6, depth=2)))


@pytest.mark.parametrize("graphs", [1, 3, 70])
def test_torch_and_the_core_agree(graphs: int) -> None:
    nodes = some_nodes(graphs, 8).numpy()
    rows = [[k % 8, 3] for k in range(graphs)]
    heats, network = cuda.batched(MODEL, device="cpu")(nodes, rows), MODEL.network()
    assert len(heats) == graphs
    for heat, which, graph in zip(heats, rows, nodes, strict=True):
        np.testing.assert_allclose(heat, network.heat_of(which, graph), atol=1e-5)


def test_a_missing_gpu_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(ConfigError, match='torch finds no CUDA GPU; use device "cpu"'):
        cuda.batched(MODEL)


def test_the_device_of_a_name_is_the_gpu_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    types = [cuda.torch_device(name).type for name in ("auto", "cpu", "cuda")]
    assert types == ["cuda", "cpu", "cuda"]
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    assert [cuda.torch_device(name).type for name in ("auto", "cpu")] == ["cpu", "cpu"]
    with pytest.raises(ConfigError, match="torch finds no CUDA GPU; use auto or cpu"):
        cuda.torch_device("cuda")


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ConfigError, match="device 'tpu'; use auto, cpu or cuda"):
        cuda.torch_device("tpu")
