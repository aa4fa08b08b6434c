from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.campaign import Campaign
from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.instances import Files
from kinroute.bench.origin import claim, identity_of, require_own
from kinroute.bench.store import Store
from kinroute.errors import ConfigError
from tests.bench import made_up
from tests.bench.processes import campaign_file


def of_file(folder: Path, *, iterations: int = 20) -> Campaign:
    folder.mkdir(exist_ok=True)
    return read_campaign(campaign_file(folder, runs=20, iterations=iterations))


def test_another_file_of_the_same_name_is_refused(tmp_path: Path) -> None:
    one, other = of_file(tmp_path / "a"), of_file(tmp_path / "b", iterations=30)
    with Store(tmp_path / "s.sqlite") as store:
        claim(store, one)
        for use in (claim, require_own):
            with pytest.raises(ConfigError, match=r"(?s)a/short\.toml.*--store FILE.*--extend"):
                use(store, other)
        claim(store, one)
        claim(store, other, extend=True)
        claim(store, one)
        claim(store, other)


def test_an_edited_file_is_the_same_campaign(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        claim(store, of_file(tmp_path))
        claim(store, of_file(tmp_path, iterations=30))


def test_a_moved_file_is_the_same_campaign(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        claim(store, of_file(tmp_path / "a"))
        claim(store, of_file(tmp_path / "b"))


def test_other_names_commands_and_older_stores_are_taken(tmp_path: Path) -> None:
    one, other = of_file(tmp_path / "a"), of_file(tmp_path / "b", iterations=30)
    made_up.filled(tmp_path / "s.sqlite", replace(made_up.campaign(3), name="short"))
    with Store(tmp_path / "s.sqlite") as store:
        claim(store, one)
        claim(store, replace(other, name="long"))
        claim(store, replace(other, file=None))


def test_the_identity_is_what_is_run() -> None:
    campaign = made_up.campaign(3)
    alike = replace(campaign, title="Another", baseline="D-D Γ15", seeds=(1, 2), about="")
    assert identity_of(alike) == identity_of(campaign) == identity_of(made_up.campaign(5))
    assert identity_of(made_up.campaign(3, customers=31)) != identity_of(campaign)
    assert identity_of(made_up.campaign(3, gammas=(20,))) != identity_of(campaign)
    here, there = (Files(paths=(Path(folder) / "x.vrp",)) for folder in ("a", "b"))
    assert identity_of(replace(campaign, instances=here)) == identity_of(
        replace(campaign, instances=there)
    )
