import tomllib
from pathlib import Path

import pytest

from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.instances import Drawn
from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.io import write_vrplib
from kinroute.problem.generate import generate
from tests.bench.setting_names import COUNT, FLAG, OTHER_COUNT, SHARE, ZERO_SHARE

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
TITLE, SEEDS = 'title = "A title"', 'seeds = "1-3"'
DRAWN = 'law = "XML"\ncustomers = 20\nseeds = [4, 5]'
METHODS, GAMMAS = 'method = ["D-O", "D-D"]', "granularity = [10, 20]"
INSTANCES, BUDGET = f"[instances]\n{DRAWN}", "[budget]\niterations = 10"
ARMS = f"[[arms]]\n{METHODS}\n{GAMMAS}"


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def refused(folder: Path, old: str, new: str, words: list[str]) -> None:
    """The file with `new` in place of `old` is refused, in these words."""
    assert old in GOOD
    path = written(folder, GOOD.replace(old, new))
    with pytest.raises(ConfigError) as error:
        read_campaign(path)
    assert str(path) in str(error.value)
    for word in words:
        assert word in str(error.value)


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
    text = GOOD.replace(DRAWN, 'folder = "here"')
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


def test_instances_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    for name in "abc":
        write_vrplib(generate(10, seed=ord(name)), tmp_path / "here" / f"{name}.vrp")
    text = GOOD.replace(DRAWN, 'folder = "here"\nnames = ["c", "a", "c"]')
    paths = read_campaign(written(tmp_path, text)).instances.paths  # type: ignore[union-attr]
    assert [path.stem for path in paths] == ["c", "a"]
    text = GOOD.replace(DRAWN, 'folder = "here"\nnames = ["d"]')
    with pytest.raises(ConfigError, match="names has 'd', which is no instance of the folder"):
        read_campaign(written(tmp_path, text))


@pytest.mark.parametrize(("value", "margin"), [("0.2", 0.2), ("1", 1.0)])
def test_the_margin_is_in_points(tmp_path: Path, value: str, margin: float) -> None:
    text = GOOD.replace(SEEDS, f"{SEEDS}\nmargin = {value}")
    assert read_campaign(written(tmp_path, text)).margin == margin
    assert read_campaign(written(tmp_path, GOOD)).margin is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (SEEDS, "margin = 0", ["margin = 0", "more than 0"]),
        (SEEDS, 'margin = "wide"', ["margin = 'wide'; use a number"]),
        (TITLE, 'titel = "A title"', ["unknown key 'titel'", "title"]),
        (METHODS, 'method = "D-X"', ["unknown method 'D-X'", "D-O"]),
        (METHODS, 'method = "D-N"', ["needs a model"]),
        (GAMMAS, "granularity = 0", ["granularity = 0"]),
        (GAMMAS, "config = { gamma = 2 }", ["unknown key 'gamma'", "granularity"]),
        (GAMMAS, f"config = {{ {COUNT} = -2 }}", [" = -2"]),
        (GAMMAS, 'label = "x"', ["two arms are called 'x'"]),
        ("customers = 20", "customer = 20", ["unknown key 'customer'"]),
        ("iterations = 10", "iterations = 10\nhours = 2", ["unknown key 'hours'"]),
        (SEEDS, 'seeds = "3-1"', ["seeds = '3-1'"]),
        (SEEDS, "seeds = [1, 1]", ["different whole numbers"]),
        (SEEDS, 'baseline = "Z"', ["no arm 'Z'", "D-O Γ10"]),
        (SEEDS, 'paper = "tsp"', ["paper = 'tsp'", "xml"]),
        ("[[arms]]", "[arms]", ["[[arms]]"]),
        (BUDGET, "", ["no [budget]"]),
        (DRAWN, 'folder = "gone"', ["no folder"]),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    refused(tmp_path, old, new, words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (TITLE, "title = 5", ["title = 5", "a text"]),
        (TITLE, "about = []", ["about = []", "a text"]),
        (TITLE, 'name = ""', ["name = ''", "a text"]),
        (TITLE, 'name = "a\\u0000b"', ["name = ", "a text"]),
        (TITLE, "baseline = 5", ["baseline = 5", "a text"]),
        (INSTANCES, "[[instances]]\nlaw = 'XML'", ["[instances] is", "must be a table"]),
        ('law = "XML"', "law = []", ["law = []", "a text"]),
        ('law = "XML"', 'law = "Y"', ["law 'Y'", "'XML' or 'X'"]),
        ("customers = 20", "customers = true", ["customers = True", "from 1 to 500000"]),
        ("customers = 20", "customers = 500001", ["customers = 500001", "from 1 to 500000"]),
        ("customers = 20", 'customers = "20"', ["customers = '20'", "a whole number"]),
        ("customers = 20", "layout = true", ["layout = True", "a number or a name"]),
        ("customers = 20", "depot = 9", ["depot = 9", "from 1 to 3"]),
        (DRAWN, "folder = 5", ["folder = 5", "a text"]),
        (DRAWN, 'folder = ""', ["folder = ''", "a text"]),
        (DRAWN, f'folder = "{"long" * 99}"', ["no folder"]),
        (DRAWN, 'folder = "."\nglob = 5', ["glob = 5", "a text"]),
        (DRAWN, 'folder = "."\nglob = ""', ["glob = ''", "a text"]),
        (DRAWN, 'folder = "."\nglob = "/etc/*"', ["glob = '/etc/*'", "*.vrp"]),
        (DRAWN, 'folder = "."\nglob = "*.x"', ["no file matches *.x"]),
        (DRAWN, 'folder = "."\nbest_known = 5', ["best_known = 5", "a text"]),
        (DRAWN, f'folder = "."\nbest_known = "{"long" * 99}"', ["best_known", "no file"]),
        (DRAWN, 'folder = "."\nexclude = ["a"]', ["exclude = ['a']", "a text"]),
    ],
)
def test_what_is_wrong_about_instances_and_texts_is_said(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    refused(tmp_path, old, new, words)


@pytest.mark.parametrize("table", ["instances", "budget", "arms"])
def test_a_table_that_is_a_number_is_refused(tmp_path: Path, table: str) -> None:
    old = {"instances": INSTANCES, "budget": BUDGET, "arms": ARMS}[table]
    path = written(tmp_path, f"{table} = 5\n{GOOD.replace(old, '')}")
    with pytest.raises(ConfigError, match=table):
        read_campaign(path)


@pytest.mark.parametrize(
    "seeds",
    [
        *("[]", '""', '"1-"', '"-1"', "[-1]", "[true]", "[1.0]", "5", "true", "{ a = 1 }", "[[1]]"),
        *(f"[{2**63}]", f'"1-{2**63}"', '"1-1000001"', '"1-99999999999999"', f'"{"9" * 9999}"'),
    ],
)
def test_odd_seeds_are_refused(tmp_path: Path, seeds: str) -> None:
    refused(tmp_path, SEEDS, f"seeds = {seeds}", ["seeds = ", "different whole numbers"])
    refused(tmp_path, "seeds = [4, 5]", f"seeds = {seeds}", ["seeds of [instances]"])


def test_the_largest_seed_is_what_a_store_can_hold(tmp_path: Path) -> None:
    text = GOOD.replace(SEEDS, f"seeds = [0, {2**63 - 1}]")
    assert read_campaign(written(tmp_path, text)).seeds == (0, 2**63 - 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (GAMMAS, "label = 2024", ["label = 2024", "a text"]),
        (GAMMAS, 'label = ["a", "b"]', ["label = ['a', 'b']", "a text"]),
        (GAMMAS, "model = 5", ["model = 5", "a text"]),
        (GAMMAS, 'model = ["a", 5]', ["model = 5", "a text"]),
        (GAMMAS, "local_search = 5", ["local_search = 5", "a text"]),
        (GAMMAS, 'crossover = [["ox"]]', ["crossover = ['ox']", "a text"]),
        (GAMMAS, 'crossover = ""', ["crossover = ''", "a text"]),
        (GAMMAS, 'crossover = "astrology"', ["'astrology' is unknown"]),
        (GAMMAS, "crossover = []", ["crossover = []", "no arm"]),
        (GAMMAS, "granularity = []", ["granularity = []", "no arm"]),
        (GAMMAS, "granularity = true", ["granularity = True"]),
        (GAMMAS, "granularity = 1.5", ["granularity = 1.5"]),
        (GAMMAS, 'granularity = "10"', ["granularity = '10'"]),
        (GAMMAS, "granularity = 99999999999", ["granularity = 99999999999", "at most"]),
        (GAMMAS, GAMMAS + "\nconfig = { granularity = 5 }", ["granularity is given twice"]),
        (GAMMAS, "optimistic = 1", ["optimistic = 1", "true or false"]),
        (METHODS, "method = 5", ["method = 5", "a text"]),
        (METHODS, "method = []", ["method = []", "no arm"]),
        (METHODS, 'method = "D-O"\nlocal_search = "Heatmap"', ["needs a model"]),
        (GAMMAS, "config = 5", ["config of [[arms]] is 5"]),
        (GAMMAS, f'config = {{ {SHARE} = "x" }}', [f"{SHARE} = 'x'", "a number"]),
        (GAMMAS, f"config = {{ {SHARE} = true }}", [f"{SHARE} = True", "a number"]),
        (GAMMAS, f"config = {{ {SHARE} = nan }}", [" = nan"]),
        (GAMMAS, f"config = {{ {COUNT} = 2.0 }}", [" = 2.0", "a whole number"]),
        (GAMMAS, f"config = {{ {COUNT} = 99999999999 }}", [f"{COUNT} = 99999999999", "at most"]),
        (GAMMAS, f"config = {{ {FLAG} = 1 }}", [" = 1"]),
    ],
)
def test_what_is_wrong_about_an_arm_is_said(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    refused(tmp_path, old, new, ["[[arms]] 1", *words])


def test_the_arm_that_is_wrong_is_named(tmp_path: Path) -> None:
    new = f'{ARMS}\n[[arms]]\nmethod = "fragment"\ngranularity = []'
    refused(tmp_path, ARMS, new, ["[[arms]] 2: granularity = []"])


@pytest.mark.parametrize(
    "arms",
    [
        'method = ["D-O", "D-O"]',
        'method = ["D-O", "d-o"]',
        'method = "D-D"\ncrossover = ["ox", "OX"]',
        'method = "D-O"\ngranularity = [10, 10]',
        'method = "D-O"\nmodel = ["a", "a"]',
        'method = "D-N"\nmodel = ["a", "a"]',
        'method = "D-O"\nlabel = "one"\n[[arms]]\nmethod = "D-O"\nlabel = "other"',
        f'method = "D-O"\nconfig = {{ {ZERO_SHARE} = 0 }}\n'
        f'[[arms]]\nmethod = "D-O"\nconfig = {{ {ZERO_SHARE} = 0.0 }}\nlabel = "other"',
    ],
)
def test_two_arms_that_are_the_same_are_refused(tmp_path: Path, arms: str) -> None:
    refused(tmp_path, ARMS, f"[[arms]]\n{arms}", ["is the same as"])


def test_the_two_arms_that_are_the_same_are_named(tmp_path: Path) -> None:
    new = f'{ARMS}\n[[arms]]\nmethod = "D-D"\ngranularity = 20\nlabel = "mine"'
    refused(tmp_path, ARMS, new, ["'mine' is the same as 'D-D Γ20'"])


@pytest.mark.parametrize(
    ("compare", "words"),
    [
        ("5", ["compare = 5", "pairs of labels"]),
        ('["D-O Γ10", "D-D Γ10"]', ["pairs of labels"]),
        ('["ab", "cd"]', ["pairs of labels"]),
        ('[["D-O Γ10"]]', ["pairs of labels"]),
        ("[[1, 2]]", ["pairs of labels"]),
        ('[["D-O Γ10", "D-O Γ10"]]', ["'D-O Γ10' with itself"]),
        ('[["D-O Γ10", "D-D Γ10"], ["D-O Γ10", "D-D Γ10"]]', ["twice", "'D-D Γ10'"]),
        ('[["D-O Γ10", "D-D Γ10"], ["D-D Γ10", "D-O Γ10"]]', ["twice", "'D-D Γ10'"]),
        ('[["D-O Γ10", "Z"]]', ["no arm 'Z'"]),
    ],
)
def test_odd_pairs_are_refused(tmp_path: Path, compare: str, words: list[str]) -> None:
    refused(tmp_path, SEEDS, f"compare = {compare}", words)


def test_settings_are_tables_of_the_arm(tmp_path: Path) -> None:
    text = GOOD.replace(GAMMAS, f"config = {{ {COUNT} = {OTHER_COUNT} }}")
    arms = read_campaign(written(tmp_path, text)).arms
    assert [arm.config for arm in arms] == [((COUNT, OTHER_COUNT),)] * 2
    assert arms[0].label == f"D-O {COUNT.rpartition('.')[2]}={OTHER_COUNT}"


def test_a_solution_file_may_steer_an_operator(tmp_path: Path) -> None:
    text = GOOD.replace(GAMMAS, 'crossover = "oracle:Best.sol"')
    arms = read_campaign(written(tmp_path, text)).arms
    assert [arm.oracles for arm in arms] == [("oracle:Best.sol",)] * 2


def test_an_exclude_file_is_text(tmp_path: Path) -> None:
    write_vrplib(generate(10), tmp_path / "a.vrp")
    text = GOOD.replace(DRAWN, 'folder = "."\nexclude = "names.txt"')
    (tmp_path / "names.txt").write_bytes(b"caf\xe9\n")
    with pytest.raises(FormatError, match=r"names\.txt, line 1: byte 0xe9"):
        read_campaign(written(tmp_path, text))
    (tmp_path / "names.txt").write_bytes(b"")
    assert read_campaign(written(tmp_path, text)).instances


def test_what_is_no_toml_is_refused(tmp_path: Path) -> None:
    for text in ("title = ", f"title = {'9' * 9999}", "title = " + "[" * 9999):
        with pytest.raises(FormatError, match="not TOML"):
            read_campaign(written(tmp_path, text))
    with pytest.raises(InputError, match="nowhere"):
        read_campaign(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("path", sorted(CAMPAIGNS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_shipped_campaigns_are_right(path: Path, tmp_path: Path) -> None:
    for name in ("XML", "X"):
        (tmp_path / name).mkdir()
        write_vrplib(generate(10), tmp_path / name / "a.vrp")
    for named in tomllib.loads(path.read_text())["instances"].get("names", ()):
        write_vrplib(generate(10), tmp_path / "X" / f"{named}.vrp")
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


def test_pure_lists_are_nothing_to_a_method_by_distance(tmp_path: Path) -> None:
    text = GOOD.replace('["D-O", "D-D"]', '["D-O", "N-O"]').replace("[10, 20]", "10")
    both = 'model = "a"\nneighbours = ["mixed", "pure"]\n'
    arms = read_campaign(written(tmp_path, text + both)).arms
    assert [arm.label for arm in arms] == ["D-O Γ10", "N-O a Γ10", "N-O a pure Γ10"]
    with pytest.raises(ConfigError, match="neighbours = 'half'; use 'mixed' or 'pure'"):
        read_campaign(written(tmp_path, text + both.replace("pure", "half")))
