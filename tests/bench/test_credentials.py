"""Neighbours on the same machine: real campaigns, and real processes that try to enter them."""

import http.client
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kinroute.bench.cluster import connected
from kinroute.bench.credentials import temporary_credentials, warn_unless_authenticated
from kinroute.errors import ConfigError, InputWarning
from tests.bench.processes import by_hand, campaign_file, eventually, killed, started, workers_of

pytestmark = pytest.mark.thorough

ENTER = """
import json, os, signal, sys
from distributed import Client
from distributed.security import Security
address, how = sys.argv[1], sys.argv[2]
signal.signal(signal.SIGALRM, lambda *_: os.write(1, b"out, no answer") and os._exit(0))
signal.alarm(40)
security = {
    "plain": lambda: None,
    "own": Security.temporary,
    "given": lambda: Security(require_encryption=True, **json.load(sys.stdin)),
}[how]()
try:
    with Client(address, security=security, timeout=3) as client:
        print("in", client.submit(sum, [1, 2], pure=False).result(timeout=20))
except Exception as error:
    print("out", type(error).__name__)
"""


def entered(address: str, how: str, credentials: dict[str, str] | None = None) -> str:
    """What a process of its own prints that tries to run something on a cluster."""
    done = subprocess.run(
        [sys.executable, "-c", ENTER, address, how],
        input=json.dumps(credentials),
        capture_output=True,
        text=True,
        timeout=90,
    )
    return done.stdout.strip()


def listening(pid: int) -> set[tuple[str, int]]:
    """The addresses at which a process accepts TCP connections."""
    sockets = set()
    for path in Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(str(path.readlink()))
        except OSError:
            continue
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                host, _, port = words[1].partition(":")
                found.add((host, int(port, 16)))
    return found


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[set[int]]:
    """All ports of a campaign that is running."""
    campaign = campaign_file(tmp_path, runs=400, iterations=100_000)
    process = started("bench", "run", campaign, "--workers", 1, cwd=tmp_path)
    try:
        assert eventually(lambda: bool(workers_of(process.pid)))
        pids = [process.pid, *workers_of(process.pid)]
        assert eventually(lambda: all(listening(pid) for pid in pids))
        addresses = set().union(*map(listening, pids))
        assert {host for host, _ in addresses} == {"0100007F"}  # 127.0.0.1
        yield {port for _, port in addresses}
    finally:
        process.terminate()
        process.communicate(timeout=60)
        killed(process.pid)


def test_no_port_of_a_campaign_lets_a_neighbour_in(ports: set[int]) -> None:
    without_pages = {port for port in ports if not is_empty_site(port)}
    assert len(without_pages) >= 3  # scheduler, worker, and the process that watches it
    tries = [
        (f"{scheme}://127.0.0.1:{port}", how)
        for port in without_pages
        for scheme, how in (("tcp", "plain"), ("tls", "own"))
    ]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda one: entered(*one), tries))
    assert all(answer.startswith("out") for answer in answers), dict(
        zip(tries, answers, strict=True)
    )


def is_empty_site(port: int) -> bool:
    """Whether a port speaks HTTP; it must have no page."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/info/main/workers.html", timeout=5)
    except urllib.error.HTTPError as error:
        return error.code == 404
    except (OSError, http.client.HTTPException):
        return False
    pytest.fail(f"port {port} has a page")


def test_who_has_the_credentials_is_let_in() -> None:
    with connected(workers=1) as client:
        security = client.security
        given = {
            name: getattr(security, f"tls_{name}")
            for name in ("ca_file", "client_cert", "client_key")
        }
        named = {f"tls_{name}": value for name, value in given.items()}
        address = client.scheduler.address
        assert address.startswith("tls://127.0.0.1:")
        assert entered(address, "given", named) == "in 3"
        assert entered(address, "own").startswith("out")


def test_a_scheduler_with_certificates_is_used_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    security, contact = temporary_credentials(), tmp_path / "scheduler.json"
    (tmp_path / "dask.pem").write_text(security.tls_client_cert)
    (tmp_path / "dask.key").write_text(security.tls_client_key)
    tls = ("--tls-ca-file", "dask.pem", "--tls-cert", "dask.pem", "--tls-key", "dask.key")
    campaign = campaign_file(tmp_path, runs=10)
    with by_hand(tmp_path, contact, workers=1, tls=tls):
        address = json.loads(contact.read_text())["address"]
        assert address.startswith("tls://")
        command = ("bench", "run", campaign, "--scheduler", address)
        refused = started(*command, cwd=tmp_path)
        output, _ = refused.communicate(timeout=120)
        assert (refused.returncode, "TLS__CA_FILE" in output) == (2, True), output
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CA_FILE", "dask.pem")
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT", "dask.pem")
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY", "dask.key")
        allowed = started(*command, cwd=tmp_path)
        output, _ = allowed.communicate(timeout=120)
        assert allowed.returncode == 0, output
        assert "does not use TLS" not in output


def test_credentials_differ_and_are_in_no_file() -> None:
    one, other = temporary_credentials(), temporary_credentials()
    assert one.tls_client_key != other.tls_client_key
    assert "PRIVATE KEY" in one.tls_client_key


def test_without_cryptography_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(ConfigError, match=r"\.\[bench\]"):
        temporary_credentials()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "10.0.0.1:8786", "ws://host:1"])
def test_an_open_scheduler_is_warned_of(address: str) -> None:
    with pytest.warns(InputWarning, match="everyone who can reach it.*can run code as you"):
        warn_unless_authenticated(address)


def test_a_scheduler_with_tls_is_not_warned_of() -> None:
    warn_unless_authenticated("tls://host:8786")
