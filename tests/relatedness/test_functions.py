from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinroute
from kinroute.errors import ConfigError, RelatednessError
from kinroute.problem.generate import generate
from kinroute.relatedness.functions import (
    NamedFunction,
    called,
    is_function_text,
    loaded,
    module_at,
)

BATCHED = """
import numpy as np
sizes = []
def scores(instances):
    sizes.append(len(instances))
    return [np.full((i.customers, i.customers), i.customers, float) for i in instances]
scores.batch = 3
def loses(instances):
    return []
loses.batch = 2
def wrong(instances):
    return []
wrong.batch = 0
"""


@pytest.fixture
def net(tmp_path: Path) -> Path:
    path = tmp_path / "net.py"
    path.write_text(BATCHED)
    return path


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("nets.py:scores", True),
        ("some folder/nets.py:scores", True),
        ("package.nets:scores", True),
        ("light-2", False),
        ("nets.py", False),
        ("nets.py:", False),
        ("C:\\maps", False),
        ("heat.npz", False),
        (3, False),
    ],
)
def test_a_function_is_known_by_its_text(text: object, is_one: bool) -> None:
    assert is_function_text(text) == is_one


def test_a_function_with_a_batch_gets_a_list_and_returns_one(net: Path) -> None:
    function = NamedFunction(f"{net}:scores")
    assert function.batch == 3
    found = function.scores([generate(4), generate(5)])
    assert [scores[0, 0] for scores in found] == [4, 5]
    assert function(generate(6)).shape == (6, 6)
    assert module_at(str(net), "").sizes == [2, 1]


def test_a_function_object_with_a_batch_steers_a_search() -> None:
    seen = []

    def scores(instances: list[kinroute.Instance]) -> list[np.ndarray]:
        seen.append(len(instances))
        return [np.zeros((i.customers, i.customers)) for i in instances]

    scores.batch = 8  # type: ignore[attr-defined]
    stop = kinroute.AfterIterations(5)
    heatmap: Any = scores
    assert kinroute.solve(generate(12), method="N-N", heatmap=heatmap, stop=stop).feasible
    assert seen == [1]


def test_a_batch_has_one_heatmap_for_each_instance(net: Path) -> None:
    with pytest.raises(RelatednessError, match=r"loses returned 0 heatmaps for 1 instances"):
        NamedFunction(f"{net}:loses")(generate(5))


def test_the_size_of_a_batch_is_a_whole_number_from_one_up(net: Path) -> None:
    with pytest.raises(ConfigError, match=r"wrong has batch = 0; use a whole number from 1 up"):
        NamedFunction(f"{net}:wrong")(generate(5))


def test_without_a_batch_instances_come_one_by_one() -> None:
    assert called(lambda one: one.customers, [generate(3), generate(4)]) == [3, 4]


def test_an_error_has_the_line_of_the_user_s_file(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text("def scores(instance):\n    return instance.nothing\n")
    name = f"{path}:scores"
    with pytest.raises(RelatednessError, match=rf"{name}, line 2: it fails on KML10.* with Attr"):
        NamedFunction(name)(generate(10))


def test_what_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    with pytest.raises(ConfigError, match=r"cannot load .*broken\.py: ModuleNotFoundError"):
        module_at(str(tmp_path / "broken.py"), "")
    with pytest.raises(ConfigError, match="json has no function nothing; give it as json:NAME"):
        loaded("json:nothing", "")
    with pytest.raises(ConfigError, match=r"there is no file gone\.py; give a function as file"):
        NamedFunction("gone.py:scores")(generate(5))
