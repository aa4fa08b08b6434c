"""`--start` and `--lock` of `kinroute solve`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def test_yesterdays_plan_is_matched_by_name(cli: Cli, stops: Path, tmp_path: Path) -> None:
    plan = tmp_path / "yesterday.csv"
    plan.write_text("route,name\n1,Bakery\n1,Grocer\n2,Café Überall\n")
    words = ("solve", stops, "--capacity", 30, "--iterations", 20, "--start", plan)
    ran = cli(*words)
    assert ran.code == 0
    expected = "2 of 3 stops kept in their routes, 1 no longer there, 1 new"
    assert f"Start: {plan}: {expected}" in ran.err
    locked = cli(*words, "--lock", 2, "--lock", "1:1", "--json", "--quiet")
    assert ["Café Überall"] in locked.json["names"]
    assert any(route[0] == "Bakery" for route in locked.json["names"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--lock", 1], "--lock 1 needs --start"),
        (["--start", "plan.csv", "--lock", "5:1"], "plan.csv has no route '5'; it has 1, 2"),
        (["--start", "plan.csv", "--lock", "1:9"], "'9' is no number of stops; route 1 has 2"),
        (["--start", "other.csv"], "other.csv: none of its 1 stops is in stops"),
        (["--start", "twice.csv"], "twice.csv, row 3: the stop 'Bakery' is already in row 2"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused(
    cli: Cli,
    stops: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[object],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.csv").write_text("route,name\n1,Bakery\n1,Florist [new]\n2,Café Überall\n")
    Path("other.csv").write_text("route,name\n1,Elsewhere\n")
    Path("twice.csv").write_text("route,name\n1,Bakery\n2,Bakery\n")
    ran = cli("solve", stops, "--capacity", 50, *words)
    assert ran.code == 2
    assert message in ran.err
