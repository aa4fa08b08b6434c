import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import kinroute
from kinroute.errors import ConfigError, ModelError
from kinroute.neural.models import model
from kinroute.neural.network import Pairs
from kinroute.neural.own import OwnArchitecture, network_of, trained, write_own
from kinroute.relatedness.network import heatmap_or_network
from tests.neural.small import TINY, some_nodes

NETS = Path(__file__).with_name("own_nets.py")
SMALL = f"{NETS}:Small"


def test_an_architecture_is_known_by_its_text_and_file() -> None:
    found = OwnArchitecture.of(SMALL)
    assert found.parameters == 3 * 8 + 8 + 8 + 8 + 1
    assert len(found.sha256) == 64
    assert OwnArchitecture.of("tests.neural.own_nets:Small").sha256 == ""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_module", r"no_module\(\) is a int; use a class or function that makes a nn.Module"),
        ("no_parameters", "has no parameters to train"),
        ("other_shape", r"maps nodes \(b, n, 3\) to \(2, 7, 8\); use scores \(2, 7, 7\)"),
        ("fails", r"fails on nodes of shape \(2, 7, 3\) with RuntimeError"),
        ("broken", r"broken\(\) fails with OSError: no disk"),
        ("nothing", "has no function nothing"),
    ],
)
def test_what_cannot_be_trained_is_refused(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        OwnArchitecture.of(f"{NETS}:{name}")


def test_scores_are_symmetric_log_odds() -> None:
    network = network_of(OwnArchitecture.of(SMALL)).eval()
    nodes, pairs = some_nodes(2, 6), Pairs(6)
    odds = network.head(nodes)
    found = network(nodes, pairs)
    assert found.shape == (2, 21, 2)
    both = (odds + odds.transpose(1, 2)) / 2
    torch.testing.assert_close(found[..., 1], both[:, pairs.first, pairs.second])
    assert network_of(TINY).architecture == TINY


def test_a_trained_one_is_a_function_like_any_other(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = network_of(OwnArchitecture.of(SMALL))
    folder = tmp_path / "mine"
    folder.mkdir()
    text = write_own(folder, network, {"validation_loss": 0.5})
    assert text == f"{folder / 'mine'}.py:scores"
    instance = kinroute.generate(30, seed=1)
    lists = heatmap_or_network(text).neighbours(instance, 5)
    assert lists.ids.shape == (30, 5)
    direct = trained(folder / "mine.safetensors", SMALL)(instance)
    np.testing.assert_array_equal(lists.ids, direct.ids[:, :5])
    large = heatmap_or_network(text).neighbours(kinroute.generate(120, seed=1), 5)
    assert large.ids.shape == (120, 5)
    with pytest.raises(ModelError, match=r"architecture of your own\n.*mine\.py:scores"):
        model(folder / "mine.safetensors")


def test_weights_of_another_architecture_are_refused(tmp_path: Path) -> None:
    network = network_of(OwnArchitecture.of(SMALL))
    (tmp_path / "mine").mkdir()
    write_own(tmp_path / "mine", network, {})
    scores = trained(tmp_path / "mine" / "mine.safetensors", f"{NETS}:other_shape")
    with pytest.raises(ModelError, match="does not fit"):
        scores(kinroute.generate(10))
    shipped = Path(kinroute.__file__).parent / "neural" / "shipped" / "light-1.safetensors"
    with pytest.raises(ModelError, match="not the weights of an architecture"):
        trained(shipped, SMALL)(kinroute.generate(10))


@pytest.mark.thorough
def test_the_written_function_runs_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    text = write_own(tmp_path / "mine", network_of(OwnArchitecture.of(SMALL)), {})
    program = (
        "import kinroute\n"
        f"result = kinroute.solve(kinroute.generate(20), method='N-N', heatmap={text!r}, "
        "stop=kinroute.AfterIterations(5))\nprint(result.feasible)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ran.stdout == "True\n", ran.stderr
