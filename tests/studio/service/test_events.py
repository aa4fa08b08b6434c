from kinroute.studio.service.events import encoded, is_last
from kinroute.studio.service.queries import Event
from tests.studio.service.servers import SMALL, Server, larger


def numbers(text: str) -> list[int]:
    return [int(line[4:]) for line in text.splitlines() if line.startswith("id: ")]


def test_a_stream_has_every_state_and_ends_with_the_last(server: Server) -> None:
    job = server.submit(larger(), seconds=1).json["id"]
    response = server.get(f"/jobs/{job}/events")
    assert response.headers["content-type"].startswith("text/event-stream")
    text = response.body.decode()
    assert numbers(text) == list(range(1, len(numbers(text)) + 1))
    states = [line for line in text.splitlines() if '"state"' in line]
    assert [line.split('"')[3] for line in states] == ["queued", "running", "done"]
    assert text.count("event: improvement") >= 1


def test_a_stream_goes_on_where_it_was_left(server: Server) -> None:
    job = server.submit(larger(), seconds=1).json["id"]
    every = numbers(server.get(f"/jobs/{job}/events").body.decode())
    rest = server.get(f"/jobs/{job}/events", **{"Last-Event-ID": "2"})
    assert numbers(rest.body.decode()) == every[2:]
    done = server.get(f"/jobs/{job}/events", **{"Last-Event-ID": str(every[-1])})
    assert (done.status, done.body) == (204, b"")


def test_an_event_id_that_is_no_number_is_refused(server: Server) -> None:
    job = server.submit(SMALL, iterations=1).json["id"]
    assert server.get(f"/jobs/{job}/events", **{"Last-Event-ID": "-1"}).status == 422
    assert server.get(f"/jobs/{job}/events", **{"Last-Event-ID": "one"}).status == 422


def test_an_event_is_three_lines_and_a_blank_one() -> None:
    event = Event(number=3, kind="improvement", data={"cost": 1.5})
    assert encoded(event) == b'id: 3\nevent: improvement\ndata: {"cost": 1.5}\n\n'
    assert not is_last(event)
    assert is_last(Event(number=4, kind="state", data={"state": "failed"}))
