from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinroute.bench import plan as planning
from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn
from kinroute.bench.plan import planned
from kinroute.errors import ConfigError, InputError, RelatednessError
from tests.bench.setting_names import COUNT, OTHER_COUNT

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
        {"arms": tuple(replace(arm, config=((COUNT, OTHER_COUNT),)) for arm in CAMPAIGN.arms)},
    ],
)
def test_what_decides_a_run_is_in_its_key(change: dict[str, Any]) -> None:
    assert not keys(CAMPAIGN) & keys(replace(CAMPAIGN, **change))


def test_another_build_means_other_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    before = keys(CAMPAIGN)
    monkeypatch.setattr(planning, "build_id", lambda: "0.0.0+other")
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


def test_keys_are_those_of_stores_written_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "build_id", lambda: "0.1.0+000000000000")
    arms = (Arm(method="D-O"), Arm(method="N-N", model="light-2", optimistic=True))
    campaign = replace(
        CAMPAIGN,
        instances=Drawn(customers=10, seeds=(1,)),
        budget=Budget(measure="seconds", amount=5, until_best_known=True),
        seeds=(1,),
        arms=arms,
    )
    assert [run.key for run in planned(campaign).runs] == [
        "57efc360e03d18c2cac6848e11708fdf",
        "72906625165f16721242649564451351",
    ]


def with_routes(path: Path) -> Campaign:
    arm = Arm(method="D-D", crossover=f"oracle:{path}", label="oracle")
    return replace(CAMPAIGN, arms=(arm,), baseline="oracle")


def test_a_solution_file_counts_by_its_content(tmp_path: Path) -> None:
    one, other = tmp_path / "one.sol", tmp_path / "other.sol"
    one.write_text("Route #1: 1 2 3 4 5\nRoute #2: 6 7 8 9 10\nCost 1\n")
    other.write_text(one.read_text())
    before = keys(with_routes(one))
    assert len(before) == 4 * 2
    assert keys(with_routes(other)) == before
    other.write_text("Route #1: 1 3 2 4 5\nRoute #2: 6 7 8 9 10\nCost 1\n")
    assert not keys(with_routes(other)) & before
    assert not keys(with_routes(other)) & keys(CAMPAIGN)


def test_a_solution_file_is_found_from_any_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.sol").write_text("Route #1: 1 2 3 4 5 6 7 8 9 10\nCost 1\n")
    run = planned(with_routes(Path("one.sol"))).runs[0]
    assert run.arm.crossover == "oracle:one.sol"
    assert run.located.crossover == f"oracle:{tmp_path / 'one.sol'}"


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "gone.sol"), ("Route #1: 1 2 3\nCost 1\n", "the routes visit 3 customers; KML10")],
)
def test_a_solution_file_that_does_not_fit_is_refused(
    tmp_path: Path, content: str | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "gone.sol").write_text(content)
    with pytest.raises(InputError, match=message):
        planned(with_routes(tmp_path / "gone.sol"))
