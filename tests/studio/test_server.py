import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from kinroute.errors import ConfigError
from kinroute.studio.server import address_of, bound_socket
from tests.studio.running import running, shown


def test_a_free_port_is_taken_and_shown() -> None:
    with bound_socket("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, None) == f"http://127.0.0.1:{port}/"
        assert address_of(listening, "abc") == f"http://127.0.0.1:{port}/?token=abc"


def test_a_port_that_is_taken_is_refused() -> None:
    with bound_socket("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(ConfigError, match=f"cannot listen at 127.0.0.1, port {port}"):
            bound_socket("127.0.0.1", port)


def test_a_port_that_is_none_is_refused() -> None:
    for port in (-1, 65536):
        with pytest.raises(ConfigError, match=f"port {port}; use a number from 0 to 65535"):
            bound_socket("127.0.0.1", port)


def test_an_address_that_listens_everywhere_is_shown_as_one_that_a_browser_can_open() -> None:
    with bound_socket("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, "abc") == f"http://127.0.0.1:{port}/?token=abc"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(number: signal.Signals, tmp_path: Path) -> None:
    with running(folder=tmp_path) as studio:
        urllib.request.urlopen(studio.address).close()
        studio.process.send_signal(number)
        assert studio.process.wait(20) == 130
    time.sleep(0.1)
    assert "Traceback" not in studio.said
    assert list(tmp_path.iterdir()) == []  # it leaves nothing behind


@pytest.mark.thorough
def test_a_signal_ends_also_the_searches(tmp_path: Path, browser: Browser) -> None:
    with running(folder=tmp_path) as studio:
        with shown(browser, studio.address + "?customers=1000&time_limit=600") as page:
            page.get_by_role("button", name="Start").click()
            page.get_by_text("running").wait_for()
        studio.process.send_signal(signal.SIGINT)
        assert studio.process.wait(30) == 130
    assert len(studio.lines) == 1, studio.said


def test_without_its_packages_the_command_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys\nsys.modules['nicegui'] = None\n"
        "from kinroute.cli import main\nmain(['studio', '--no-browser', '--port', '0'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert "the studio needs nicegui, which is not installed" in done.stderr


def test_it_listens_on_this_machine_only(tmp_path: Path) -> None:
    with running(folder=tmp_path) as studio:
        port = int(studio.address.rstrip("/").rsplit(":", 1)[1])
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port), timeout=2)
