from pathlib import Path

import pytest

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.instances import Drawn
from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.generate import generate
from kinroute.io import write_vrplib

CAMPAIGNS = Path(__file__).parents[2] / "campaigns"

GOOD = """
title = "A title"
seeds = "1-3"
[instances]
law = "XML"
customers = 20
seeds = [4, 5]
[budget]
iterations = 10
[[arms]]
method = ["D-O", "D-D"]
granularity = [10, 20]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def test_a_file_becomes_a_campaign(tmp_path: Path) -> None:
    campaign = read_campaign(written(tmp_path, GOOD))
    assert (campaign.name, campaign.title, campaign.seeds) == ("mine", "A title", (1, 2, 3))
    assert campaign.instances == Drawn(law="XML", customers=20, seeds=(4, 5))
    assert [arm.label for arm in campaign.arms] == ["D-O Γ10", "D-O Γ20", "D-D Γ10", "D-D Γ20"]
    assert campaign.baseline == "D-O Γ10"


def test_a_model_is_nothing_to_a_method_by_distance(tmp_path: Path) -> None:
    text = GOOD.replace('["D-O", "D-D"]', '["D-O", "D-N"]') + 'model = ["a", "b"]\n'
    arms = read_campaign(written(tmp_path, text)).arms
    assert [arm.model for arm in arms if arm.method == "D-O"] == [None, None]
    assert [arm.model for arm in arms if arm.method == "D-N"] == ["a", "b", "a", "b"]


def test_folders_are_beside_the_file_or_below_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = GOOD.replace('law = "XML"\ncustomers = 20\nseeds = [4, 5]', 'folder = "here"')
    for place in (tmp_path, tmp_path / "data", tmp_path / "more"):
        (place / "here").mkdir(parents=True)
        write_vrplib(generate(10), place / "here" / "a.vrp")
    path = written(tmp_path, text)

    def found() -> Path:
        return read_campaign(path).instances.paths[0]  # type: ignore[union-attr]

    assert found() == tmp_path / "here" / "a.vrp"
    monkeypatch.setenv("KINROUTE_DATA", str(tmp_path / "data"))
    assert found() == tmp_path / "data" / "here" / "a.vrp"
    campaign = read_campaign(path, data=tmp_path / "more")
    assert campaign.instances.paths == (tmp_path / "more" / "here" / "a.vrp",)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "A title"', 'titel = "A title"', ["unknown key 'titel'", "title"]),
        ('method = ["D-O", "D-D"]', 'method = "D-X"', ["unknown method 'D-X'", "D-O"]),
        ('method = ["D-O", "D-D"]', 'method = "D-N"', ["needs a model"]),
        ("granularity = [10, 20]", "granularity = 0", ["granularity = 0"]),
        ("granularity = [10, 20]", "config = { elit = 2 }", ["unknown key 'elit'", "elite"]),
        ("granularity = [10, 20]", "config = { elite = -2 }", ["elite = -2"]),
        ("granularity = [10, 20]", 'label = "x"', ["two arms are called 'x'"]),
        ("customers = 20", "customer = 20", ["unknown key 'customer'"]),
        ("iterations = 10", "iterations = 10\nhours = 2", ["unknown key 'hours'"]),
        ('seeds = "1-3"', 'seeds = "3-1"', ["seeds = '3-1'"]),
        ('seeds = "1-3"', "seeds = [1, 1]", ["different whole numbers"]),
        ('seeds = "1-3"', 'baseline = "Z"', ["no arm 'Z'", "D-O Γ10"]),
        ('seeds = "1-3"', 'paper = "tsp"', ["paper = 'tsp'", "xml"]),
        ("[[arms]]", "[arms]", ["[[arms]]"]),
        ("[budget]\niterations = 10", "", ["no [budget]"]),
        ('law = "XML"\ncustomers = 20\nseeds = [4, 5]', 'folder = "gone"', ["no folder"]),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(ConfigError) as error:
        read_campaign(path)
    assert str(path) in str(error.value)
    for word in words:
        assert word in str(error.value)


def test_an_empty_glob_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace('law = "XML"\ncustomers = 20\nseeds = [4, 5]', 'folder = "."\nglob = "*.x"')
    with pytest.raises(ConfigError, match=r"no file matches \*\.x"):
        read_campaign(written(tmp_path, text))


def test_what_is_no_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no TOML"):
        read_campaign(written(tmp_path, "title = "))
    with pytest.raises(InputError, match="nowhere"):
        read_campaign(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("path", sorted(CAMPAIGNS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_shipped_campaigns_are_right(path: Path, tmp_path: Path) -> None:
    for name in ("XML", "X"):
        (tmp_path / name).mkdir()
        write_vrplib(generate(10), tmp_path / name / "a.vrp")
    (tmp_path / "bks_x.json").write_text("{}")
    (tmp_path / "xml_damaged_solutions.txt").write_text("other\n")
    campaign = read_campaign(path, data=tmp_path)
    assert campaign.title
    if path.stem in ("xml", "x", "xml-appendix", "x-appendix"):
        assert campaign.paper in ("xml", "x")
        assert {arm.method for arm in campaign.arms} == {"D-O", "D-D", "D-N", "N-O", "N-D", "N-N"}
        per_gamma = len(campaign.arms) / len({arm.granularity for arm in campaign.arms})
        assert per_gamma == 2 + 4 * 4  # six methods, of which two ask none of the four networks
    if path.stem.endswith("-light"):
        assert {arm.model for arm in campaign.arms} == {None, "light-2"}
