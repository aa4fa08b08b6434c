import json
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import (
    campaign_of,
    content_of,
    store_campaign,
    stored_campaign,
)
from kinroute.errors import ConfigError

CAMPAIGN = Campaign(
    name="c",
    title="A title",
    about="A sentence.",
    instances=Drawn(law="X", customers=30, seeds=(4, 5), kinds=(("depot", "corner"),)),
    budget=Budget(measure="seconds_per_customer", amount=0.24, clock="wall", until_best_known=True),
    seeds=(1, 2**63 - 1),
    arms=(
        Arm(method="D-O", granularity=15),
        Arm(method="N-N", model="light-2", optimistic=True, label="learned"),
        Arm(method="D-D", crossover="oracle:Best.sol", config=(("granularity", 9),)),
    ),
    baseline="D-O Γ15",
    compare=(("learned", "D-O Γ15"),),
    paper="x",
    command="kinroute overkill maps",
)

OF_AN_OLDER_VERSION = """{
  "name": "c", "title": "t", "about": "", "budget": "0.24 s per customer cpu or best known",
  "seeds": [1], "baseline": "D-O", "compare": [], "paper": null,
  "arms": [
    {"method": "D-O", "model": null, "optimistic": false, "granularity": null,
     "local_search": null, "crossover": null, "config": {"forgotten_setting": 2}, "label": "D-O"}
  ]
}"""


@pytest.mark.parametrize(
    "instances",
    [
        CAMPAIGN.instances,
        Files(paths=(Path("a/b.vrp"), Path("c.vrp")), best_known=Path("best.json")),
        Files(paths=(Path("c.vrp"),)),
    ],
)
def test_a_campaign_comes_back_as_itself(tmp_path: Path, instances: Drawn | Files) -> None:
    campaign = replace(CAMPAIGN, instances=instances)
    with Store(tmp_path / "s.sqlite") as store:
        assert stored_campaign(store) is None
        store_campaign(campaign, store)
    with Store(tmp_path / "s.sqlite") as store:
        assert stored_campaign(store) == campaign


def test_a_campaign_of_an_older_version_is_read() -> None:
    campaign = campaign_of(json.loads(OF_AN_OLDER_VERSION))
    assert campaign.budget == Budget(
        measure="seconds_per_customer", amount=0.24, until_best_known=True
    )
    assert campaign.arms == (Arm(method="D-O", config=(("forgotten_setting", 2),), label="D-O"),)
    assert campaign.command is None
    with pytest.raises(ConfigError, match="no instances"):
        campaign.instances.entries()


def test_the_content_is_json() -> None:
    assert campaign_of(json.loads(json.dumps(content_of(CAMPAIGN)))) == CAMPAIGN
