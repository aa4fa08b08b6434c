from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinroute.bench import plan as planning
from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn
from kinroute.bench.models import heatmap_of
from kinroute.bench.plan import planned
from kinroute.errors import ConfigError, RelatednessError

CAMPAIGN = Campaign(
    name="c",
    title="c",
    instances=Drawn(customers=10, seeds=(1, 2, 3, 4)),
    budget=Budget(measure="iterations", amount=5),
    seeds=(1, 2),
    arms=(Arm(method="D-O"), Arm(method="D-D"), Arm(method="fragment")),
    baseline="D-O",
)


def keys(campaign: Campaign) -> set[str]:
    return {run.key for run in planned(campaign).runs}


def test_every_run_has_a_key_of_its_own() -> None:
    assert len(keys(CAMPAIGN)) == len(planned(CAMPAIGN).runs) == 4 * 2 * 3
    assert keys(CAMPAIGN) == keys(CAMPAIGN)


def test_the_arms_of_an_instance_and_seed_come_together_and_take_turns() -> None:
    runs = planned(CAMPAIGN).runs
    blocks = [runs[k : k + 3] for k in range(0, len(runs), 3)]
    assert all(len({(run.entry.name, run.seed) for run in block}) == 1 for block in blocks)
    assert {block[0].arm.method for block in blocks} == {"D-O", "D-D", "fragment"}


@pytest.mark.parametrize(
    "change",
    [
        {"budget": Budget(measure="iterations", amount=6)},
        {"seeds": (3, 4)},
        {"instances": Drawn(customers=11, seeds=(1, 2, 3, 4))},
        {
            "arms": tuple(replace(arm, granularity=9, label="") for arm in CAMPAIGN.arms),
            "baseline": "D-O Γ9",
        },
        {"arms": tuple(replace(arm, config=(("elite", 2),)) for arm in CAMPAIGN.arms)},
    ],
)
def test_what_decides_a_run_is_in_its_key(change: dict) -> None:
    assert not keys(CAMPAIGN) & keys(replace(CAMPAIGN, **change))


def test_another_build_means_other_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    before = keys(CAMPAIGN)
    monkeypatch.setattr(planning, "code_version", lambda: "0.0.0+other")
    assert not before & keys(CAMPAIGN)


def test_names_are_no_part_of_a_key() -> None:
    named = tuple(replace(arm, label=f"my {arm.label}") for arm in CAMPAIGN.arms)
    assert keys(replace(CAMPAIGN, title="t", arms=named, baseline="my D-O")) == keys(CAMPAIGN)


def with_model(model: str) -> Campaign:
    return replace(CAMPAIGN, arms=(Arm(method="D-N", model=model, label="n"),), baseline="n")


def test_another_heatmap_means_other_runs(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    for entry in CAMPAIGN.instances.entries():
        np.savez(tmp_path / f"{entry.name}.npz", heatmap=rng.random((10, 10)))
    before = keys(with_model(str(tmp_path)))
    first = CAMPAIGN.instances.entries()[0].name
    np.savez(tmp_path / f"{first}.npz", heatmap=rng.random((10, 10)))
    assert len(before & keys(with_model(str(tmp_path)))) == 6
    (tmp_path / f"{first}.npz").unlink()
    with pytest.raises(RelatednessError, match=f"there is no {first}.npz"):
        planned(with_model(str(tmp_path)))


@pytest.mark.parametrize(
    ("model", "word"),
    [
        ("heavy-9", "unknown model 'heavy-9'"),
        ("oracle", "needs a best known solution"),
        ("no_such_module:f", "cannot load no_such_module"),
        ("json:no_such_function", "no function no_such_function"),
    ],
)
def test_a_model_that_nobody_knows_is_refused(model: str, word: str) -> None:
    with pytest.raises((ConfigError, RelatednessError), match=word):
        planned(with_model(model))


def test_a_relatedness_that_nobody_knows_is_refused() -> None:
    arm = Arm(method="D-D", crossover="astrology", label="a")
    with pytest.raises(ConfigError, match="'astrology' is unknown"):
        planned(replace(CAMPAIGN, arms=(arm,), baseline="a"))


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


def test_models_that_are_equal_under_two_names_are_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for entry in planned(CAMPAIGN).entries:
            (tmp_path / name / f"{entry.name}.npz").write_bytes(b"the same")
    arms = [Arm(method="D-N", model=str(tmp_path / name), label=name) for name in ("a", "b")]
    with pytest.raises(ConfigError, match=r"^b on .* is the same run as a on .*models are equal"):
        planned(replace(CAMPAIGN, arms=(Arm(method="D-O"), *arms)))


def test_the_cost_at_which_a_run_may_stop_is_in_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [replace(entry, best_known=9.0) for entry in planned(CAMPAIGN).entries]
    corrected = [replace(entry, best_known=8.0) for entry in entries]
    until = replace(CAMPAIGN, budget=replace(CAMPAIGN.budget, until_best_known=True))
    for campaign, shared in ((CAMPAIGN, 24), (until, 0)):
        one, other = (
            {run.key for run in planning._runs(campaign, some)} for some in (entries, corrected)
        )
        assert len(one & other) == shared
