import time
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import ConfigError
from kinroute.problem.generate import generate
from kinroute.relatedness.functions import NamedFunction, module_at
from kinroute.relatedness.heat import measured, measured_batch
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.network import ByNetwork
from kinroute.search.stop import Stop

WAITS = """
import time
import numpy as np
calls = []
def scores(instances):
    calls.append(len(instances))
    time.sleep(0.2)
    return [np.random.default_rng(1).random((i.customers, i.customers)) for i in instances]
scores.batch = 4
"""


@pytest.fixture
def function(tmp_path: Path) -> NamedFunction:
    (tmp_path / "net.py").write_text(WAITS)
    return NamedFunction(f"{tmp_path / 'net.py'}:scores")


def test_a_batch_is_charged_its_share_of_the_wall_time(function: NamedFunction) -> None:
    instances = [generate(n, seed=1) for n in (12, 13, 14, 15)]
    heats = measured_batch(function, instances, 5)
    assert [len(heat.lists.ids) for heat in heats] == [12, 13, 14, 15]
    assert all(0.05 <= heat.wall < 0.15 for heat in heats)
    assert all(heat.charged("cpu").seconds >= heat.wall for heat in heats)
    assert module_at(function.name.rpartition(":")[0], "").calls == [4, 4]  # the first to load it


def test_the_lists_are_those_of_the_function(function: NamedFunction) -> None:
    instance = generate(20, seed=2)
    heat = measured(ByHeatmap(function), instance, 7)
    np.testing.assert_array_equal(heat.lists.ids, ByHeatmap(function).neighbours(instance, 7).ids)
    assert heat.width == 7


def test_a_network_is_measured_once() -> None:
    instance = generate(120, seed=3)
    start = time.perf_counter()
    heat = measured(ByNetwork("light-2"), instance, 15)
    assert 0 < heat.wall <= time.perf_counter() - start
    np.testing.assert_array_equal(heat.lists.ids, ByNetwork("light-2").neighbours(instance, 99).ids)
    with pytest.raises(ConfigError, match="longer than the whole time limit"):
        measured(ByNetwork("light-2"), instance, 15, seconds=1e-5)


@pytest.mark.parametrize("stop", [kinroute.AfterSeconds(0.4), kinroute.AfterCpuSeconds(0.4)])
def test_a_search_is_charged_for_heat_that_was_computed_before(stop: Stop) -> None:
    instance = generate(20, seed=2)
    heat = ByHeatmap(np.zeros((20, 20)), seconds=0.5)
    honest = kinroute.solve(instance, method="N-N", heatmap=heat, stop=stop)
    assert honest.iterations == 0
    assert honest.inference == 0.5
    assert honest.runtime >= 0.5
    free = kinroute.solve(instance, method="N-N", heatmap=heat, stop=stop, optimistic=True)
    assert free.iterations > 1
    assert free.inference == 0.5
