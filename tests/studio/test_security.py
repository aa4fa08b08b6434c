"""Requests of other sites, under other names, or without the token; over real connections."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from kinroute.studio.service.settings import is_loopback
from tests.studio.running import Studio, running, shown


def answer(address: str, **headers: str) -> tuple[int, str]:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=names)) as found:
            return found.status, found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("[::1]", True),
        ("127.9.9.9", True),
        ("0.0.0.0", False),
        ("10.0.0.3", False),
        ("example.org", False),
        ("127.0.0.1.example.org", False),
        ("", False),
    ],
)
def test_loopback_is_this_machine_alone(host: str, is_own: bool) -> None:
    assert is_loopback(host) == is_own


def test_the_page_answers_under_its_own_name_only(studio: Studio) -> None:
    assert answer(studio.address)[0] == 200
    port = studio.address.rstrip("/").rsplit(":", 1)[1]
    assert answer(studio.address, Host=f"localhost:{port}")[0] == 200
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example"):
        code, text = answer(studio.address, Host=host)
        assert (code, text) == (403, "this address is not the studio's")


def test_pages_of_other_sites_are_refused(studio: Studio) -> None:
    for origin in ("http://evil.example", "null", "http://[", "http://127.0.0.1:1"):
        assert answer(studio.address, Origin=origin)[0] == 403
    assert answer(studio.address, Origin=studio.address.rstrip("/"))[0] == 200


@pytest.mark.thorough
def test_a_page_of_another_site_cannot_open_the_socket(studio: Studio, browser: Browser) -> None:
    page = browser.new_page()
    page.route("http://evil.example/", lambda route: route.fulfill(body="<p>evil</p>"))
    page.goto("http://evil.example/")
    address = (
        studio.address.replace("http", "ws") + "_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    )
    opened = page.evaluate(
        """address => new Promise(done => {
          const socket = new WebSocket(address);
          socket.onopen = () => done("open");
          socket.onerror = socket.onclose = () => done("refused");
        })""",
        address,
    )
    page.close()
    assert opened == "refused"


@pytest.mark.thorough
def test_another_address_needs_the_token(tmp_path: Path, browser: Browser) -> None:
    with running("--address", "0.0.0.0", folder=tmp_path) as studio:
        address, token = studio.address.replace("0.0.0.0", "127.0.0.1").split("?token=")
        assert answer(address) == (
            403,
            "the token is missing; use the address that the studio printed",
        )
        assert answer(f"{address}?token=wrong")[0] == 403
        assert answer(f"{address}studio/files/x", Cookie="kinroute_token=")[0] == 403
        assert answer(f"{address}studio/files/x", Cookie="kinroute_token=\xe9")[0] == 403
        with shown(browser, f"{address}?token={token}") as page:
            page.get_by_role("heading", name="Instance").wait_for()
            assert "token" not in page.url
            assert json.loads(page.evaluate("JSON.stringify(document.cookie)")) == ""
