from dataclasses import replace
from typing import Any

import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn
from kinroute.errors import ConfigError

CAMPAIGN = Campaign(
    name="c",
    title="c",
    instances=Drawn(customers=10),
    budget=Budget(measure="iterations", amount=5),
    seeds=(1,),
    arms=(Arm(method="D-O"), Arm(method="D-D")),
    baseline="D-O",
)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"arms": (*CAMPAIGN.arms, Arm(method="D-D", label="x"))}, "'x' is the same as 'D-D'"),
        (
            {"arms": (*CAMPAIGN.arms, Arm(method="fragment", label="D-D"))},
            "two arms are called 'D-D'; give each a label of its own",
        ),
        ({"baseline": "Z"}, "there is no arm 'Z'; the arms are D-O, D-D"),
        ({"compare": (("D-O", "Z"),)}, "there is no arm 'Z'"),
        ({"compare": (("D-O", "D-O"),)}, "'D-O' with itself"),
        ({"compare": (("D-O", "D-D"), ("D-D", "D-O"))}, "'D-D' with 'D-O' twice"),
    ],
)
def test_arms_and_pairs_are_distinct_and_known(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        replace(CAMPAIGN, **changes)


def test_two_arms_that_differ_in_gamma_only_are_two() -> None:
    arms = (*CAMPAIGN.arms, Arm(method="D-D", granularity=20))
    assert replace(CAMPAIGN, arms=arms, compare=(("D-D", "D-D Γ20"),)).arms == arms
