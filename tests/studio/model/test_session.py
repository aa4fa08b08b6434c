import pytest

from kinroute.errors import ConfigError, ImpossibleError
from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.model.sources import Drawn
from tests.studio.made_up import opened, solved


def test_a_session_begins_empty() -> None:
    session = Session()
    assert session.routes == ()
    assert session.repetition().commands() == []
    with pytest.raises(ConfigError, match="there is no instance"):
        session.begin()
    with pytest.raises(ConfigError, match="there is no instance"):
        session.race([SearchSettings()] * 2)


def test_a_search_gives_the_plan() -> None:
    session = solved()
    assert session.run is not None
    assert session.result() is session.run.result
    assert session.check().feasible
    assert not session.is_searching


def test_only_one_search_runs_at_a_time() -> None:
    session = opened()
    session.settings = SearchSettings(time_limit=60)
    session.begin()
    with pytest.raises(ConfigError, match="a search runs already"):
        session.begin()
    with pytest.raises(ConfigError, match="stop it before you change its routes"):
        session.move(1, 0)
    with pytest.raises(ConfigError, match="stop it before you change the limits"):
        session.change_limits(vehicles=30)
    session.stop_all()


def test_another_instance_ends_the_search_of_the_first() -> None:
    session = opened()
    session.settings = SearchSettings(time_limit=60)
    run = session.begin()
    session.open(Drawn(customers=20))
    run.join(20)
    assert run.state == "done"
    assert session.run is None
    assert session.version == 2


def test_an_edit_is_kept_undone_and_searched_on_from() -> None:
    session = solved()
    before = session.routes
    price = session.move(1, len(before))
    assert session.routes[-1] == (1,)
    assert session.result().cost == pytest.approx(session.run.result.cost + price)  # type: ignore[union-attr]
    session.lock_route((1,))
    session.begin(from_plan=True).join(60)
    assert (1,) in session.routes
    assert session.check().feasible
    session.move(2, 0)
    assert session.undo()
    assert (1,) in session.routes
    assert not session.undo()


def test_a_smaller_fleet_is_checked_and_kept_by_the_next_search() -> None:
    session = solved()
    fewest = session.instance.fewest_vehicles  # type: ignore[union-attr]
    session.move(1, len(session.routes))
    session.change_limits(vehicles=fewest + 1)
    assert len(session.routes) > fewest + 1 or session.check().feasible
    session.settings = SearchSettings(iterations=200)
    session.begin(from_plan=True).join(60)
    assert session.check().feasible
    with pytest.raises(ImpossibleError):
        session.change_limits(vehicles=1)


def test_two_to_four_searches_race_and_one_becomes_the_plan() -> None:
    session = opened()
    lanes = [SearchSettings(method=m, iterations=20) for m in ("auto", "D-O", "D-D")]
    for count in (1, 5):
        with pytest.raises(ConfigError, match=f"{count} searches; use 2 to 4"):
            session.race(lanes[:1] * count)
    racers = session.race(lanes)
    for racer in racers:
        racer.join(60)
    session.adopt(racers[1])
    assert session.routes == racers[1].result.routes  # type: ignore[union-attr]
    assert session.settings.method == "D-O"


def test_plans_are_kept_but_not_without_bound() -> None:
    session = solved()
    for _ in range(20):
        session.keep()
    assert len(session.kept) == 12
    assert session.kept[0].cost == session.check().cost
    with pytest.raises(ConfigError, match="there are no routes yet"):
        opened().keep()


def test_the_plan_stays_where_the_search_from_it_fails() -> None:
    session = solved()
    demands = session.instance.demands  # type: ignore[union-attr]
    loads = {route: sum(demands[c - 1] for c in route) for route in session.routes}
    heaviest = max(session.routes, key=loads.__getitem__)
    session.change_limits(capacity=loads[heaviest] - 1)
    session.lock_route(heaviest)
    before = session.routes
    run = session.begin(from_plan=True)
    run.join(60)
    assert run.state == "failed"
    assert session.routes == before


def test_the_plan_stays_where_a_new_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    session = solved()
    before = session.routes

    def refused(*_: object, **__: object) -> None:
        raise ConfigError("the network does not fit")

    monkeypatch.setattr("kinroute.studio.model.run.solve", refused)
    run = session.begin()
    run.join(60)
    assert run.state == "failed"
    assert session.routes == before


def test_kept_plans_have_names_of_their_own() -> None:
    session = solved()
    names = {session.keep().name for _ in range(15)}
    assert len(names) == 15
    assert len({plan.name for plan in session.kept}) == 12
    session.set_aside("monday.sol", session.routes)
    session.set_aside("monday.sol", session.routes[::-1])
    assert [plan.name for plan in session.kept].count("monday.sol") == 1
