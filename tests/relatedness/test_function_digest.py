from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.campaign import Campaign
from kinroute.bench.models import heatmap_of
from kinroute.bench.plan import planned
from kinroute.problem.generate import generate
from kinroute.relatedness.function_digest import function_digest, is_pinned, pinned_like
from tests.bench.test_plan import CAMPAIGN, keys

FUNCTIONS = """
import numpy as np
from pathlib import Path
def near(instance):
    x, y = instance.coordinates[1:].T
    return WEIGHT * np.hypot(x[:, None] - x, y[:, None] - y)
def far(instance):
    return -near(instance)
def loads(instance):
    return float((Path(__file__).parent / "weight.txt").read_text()) * near(instance)
def guesses(instance):
    return np.random.default_rng().random((instance.customers, instance.customers))
def few(instance):
    assert instance.customers < 50
    return near(instance)
"""


def by_function(folder: Path, *names: str) -> Campaign:
    arms = [Arm(method="D-N", model=f"{folder / 'net.py'}:{name}", label=name) for name in names]
    return replace(CAMPAIGN, arms=(Arm(method="D-O"), *arms))


@pytest.fixture
def functions(tmp_path: Path) -> Path:
    (tmp_path / "net.py").write_text(FUNCTIONS.replace("WEIGHT", "-1"))
    (tmp_path / "weight.txt").write_text("1")
    return tmp_path


def test_two_functions_of_one_file_have_runs_of_their_own(functions: Path) -> None:
    campaign = by_function(functions, "near", "far")
    assert len(keys(campaign)) == 4 * 2 * 3


@pytest.mark.parametrize("name", ["near", "loads", "guesses", "few"])
def test_a_function_that_was_edited_has_other_runs(functions: Path, name: str) -> None:
    before = keys(by_function(functions, name))
    assert keys(by_function(functions, name)) == before
    (functions / "net.py").write_text(FUNCTIONS.replace("WEIGHT", "+1.0"))
    assert len(keys(by_function(functions, name)) & before) == 4 * 2  # those of D-O


def test_a_function_whose_network_was_trained_again_has_other_runs(functions: Path) -> None:
    before = keys(by_function(functions, "loads"))
    (functions / "weight.txt").write_text("-1")
    assert len(keys(by_function(functions, "loads")) & before) == 4 * 2


def test_a_worker_loads_a_function_anew_when_it_was_edited(functions: Path) -> None:
    place = f"{functions / 'net.py'}:near"
    run = planned(by_function(functions, "near")).runs[0]
    before = heatmap_of(place, run.entry, "one")(run.entry.instance)
    (functions / "net.py").write_text(FUNCTIONS.replace("WEIGHT", "+1.0"))
    assert np.array_equal(heatmap_of(place, run.entry, "one")(run.entry.instance), before)
    assert np.array_equal(heatmap_of(place, run.entry, "two")(run.entry.instance), -before)


def test_a_worker_loads_a_module_anew_when_it_was_edited(
    functions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(functions)
    (functions / "some_net.py").write_text((functions / "net.py").read_text())
    entry = planned(CAMPAIGN).entries[0]
    before = heatmap_of("some_net:near", entry, "one")(entry.instance)
    (functions / "some_net.py").write_text(FUNCTIONS.replace("WEIGHT", "+1.0"))
    assert np.array_equal(heatmap_of("some_net:near", entry, "two")(entry.instance), -before)


def test_the_digest_is_that_of_name_file_and_scores(functions: Path) -> None:
    near, far = (f"{functions / 'net.py'}:{name}" for name in ("near", "far"))
    small = generate(10)
    assert function_digest(near, small) == function_digest(near, generate(11))
    assert function_digest(near, small) != function_digest(far, small)


def test_only_a_function_that_repeats_its_scores_is_pinned(functions: Path) -> None:
    small = generate(10)
    digests = {
        name: function_digest(f"{functions / 'net.py'}:{name}", small)
        for name in ("near", "guesses", "few")
    }
    assert {name: is_pinned(digest) for name, digest in digests.items()} == {
        "near": True,
        "guesses": False,
        "few": False,
    }
    assert not is_pinned(pinned_like("ab", digests["few"]))
    assert pinned_like("ab", digests["near"]) == "ab"
