from kinroute.studio.page.progress_panel import figures
from tests.studio.made_up import opened, solved


def test_a_run_that_is_over_says_why() -> None:
    run = solved().run
    made = figures(run)
    assert "iteration limit reached" in made
    assert run is not None
    assert f"<dd>{run.best_cost:.0f}</dd>" in made


def test_before_a_run_there_is_nothing_to_show() -> None:
    assert opened().run is None
    assert "–" in figures(None)
