from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.sessions import Sessions
from tests.studio.made_up import opened


def test_a_browser_keeps_its_session() -> None:
    sessions = Sessions()
    assert sessions.of("a") is sessions.of("a")
    assert sessions.of("a") is not sessions.of("b")
    own = Session()
    sessions.put("c", own)
    assert sessions.of("c") is own


def test_the_one_used_longest_ago_goes_and_its_search_ends() -> None:
    sessions, busy = Sessions(most=2), opened()
    sessions.put("a", busy)
    busy.settings = SearchSettings(time_limit=60)
    run = busy.begin()
    sessions.of("b")
    sessions.of("a")
    sessions.of("c")
    assert sessions.of("a") is busy
    sessions.of("d")
    sessions.of("e")
    run.join(20)
    assert run.state == "done"


def test_closing_ends_all_searches() -> None:
    sessions, busy = Sessions(), opened()
    sessions.put("a", busy)
    busy.settings = SearchSettings(time_limit=60)
    run = busy.begin()
    sessions.close()
    assert run.state == "done"
