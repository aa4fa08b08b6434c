import socket
import threading
from pathlib import Path

import pytest

from kinroute.errors import InputError
from kinroute.studio.service.server import bound, url_of
from kinroute.studio.service.settings import Settings
from tests.studio.service.servers import Server


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with (
            pytest.raises(InputError, match=f"port {port}"),
            bound(Settings(folder=tmp_path, port=port)),
        ):
            raise AssertionError


def test_the_address_is_one_that_clients_can_use(tmp_path: Path) -> None:
    token = "a-token-that-is-long-enough"
    with bound(Settings(folder=tmp_path, address="0.0.0.0", port=0, token=token)) as listening:
        port = listening.getsockname()[1]
        assert url_of(listening) == f"http://127.0.0.1:{port}/api/v1"


def test_many_connections_that_say_nothing_do_not_stop_the_service(server: Server) -> None:
    idle = [socket.create_connection(server.place) for _ in range(200)]
    try:
        answers: list[int] = []
        asking = [
            threading.Thread(target=lambda: answers.append(server.get("/jobs").status))
            for _ in range(10)
        ]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join(timeout=20)
        assert answers == [200] * 10
    finally:
        for connection in idle:
            connection.close()
