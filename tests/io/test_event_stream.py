from kinroute.io.event_stream import StreamedEvent, streamed_events


def test_events_are_read_as_the_standard_says() -> None:
    lines = [
        *(b"retry: 2000\n", b"\n", b": a comment\n", b"\n"),
        *(b"id: 1\n", b"event: state\n", b'data: {"a": "b: c"}\n', b"\n"),
        *(b"data:first\r\n", b"data: second\r\n", b"\r\n"),
        b"id: 3\n",  # cut off
    ]
    assert list(streamed_events(lines)) == [
        StreamedEvent("1", "state", '{"a": "b: c"}'),
        StreamedEvent("1", "message", "first\nsecond"),
    ]
