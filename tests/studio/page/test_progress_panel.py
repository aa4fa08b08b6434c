from kinroute.studio.page.progress_panel import figures, is_limited, state_charts
from tests.studio.made_up import opened, solved, town


def test_a_run_that_is_over_says_why() -> None:
    run = solved().run
    made = figures(run)
    assert "iteration limit reached" in made
    assert run is not None
    assert f"<dd>{run.best_cost:.0f}</dd>" in made


def test_before_a_run_there_is_nothing_to_show() -> None:
    assert opened().run is None
    assert "–" in figures(None)


def test_both_penalties_are_shown_where_routes_have_limits() -> None:
    session = town()
    assert session.run is not None
    assert session.instance is not None
    assert "Penalty of limits" not in state_charts(session.run.samples, is_limited=False)
    assert not is_limited(session.instance)
    session.change_limits(max_duration=300.0)
    assert is_limited(session.instance)
    made = state_charts(session.run.samples, is_limited=True)
    for name in ("Feasible share", "Penalty of load", "Penalty of limits", "Diversity"):
        assert f"<figcaption>{name}</figcaption>" in made
