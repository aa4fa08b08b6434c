"""Real routing servers on the made-up town, from the wheels that `make test` installs."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.io.roads.town import write_pbf

ENGINES = Path(__file__).parents[3] / "build" / "engines"
LARGEST_TABLE = 20
"""Both servers refuse more sources × targets than the square of this."""


@contextmanager
def osrm(folder: Path) -> Iterator[str]:
    """Start an OSRM server; yields its address."""
    programs = ENGINES / "osrm" / "bin"
    write_pbf(folder / "town.osm.pbf")
    profile = ENGINES / "osrm" / "share" / "profiles" / "car.lua"
    run(programs / "osrm-extract", "-p", profile, "town.osm.pbf", folder=folder)
    run(programs / "osrm-contract", "town.osrm", folder=folder)
    port = free_port()
    options = ("-i", "127.0.0.1", "-p", port, "--max-table-size", LARGEST_TABLE)
    with serving(port, programs / "osrm-routed", *options, "town.osrm", folder=folder) as url:
        yield url


@contextmanager
def valhalla(folder: Path) -> Iterator[str]:
    """Start a Valhalla server; yields its address."""
    programs = ENGINES / "valhalla" / "bin"
    write_pbf(folder / "town.osm.pbf")
    port = free_port()
    sockets = {
        name: f"ipc://{folder / name.split('-')[-2]}-{name.split('-')[0]}"
        for name in (
            "httpd-service-loopback",
            "httpd-service-interrupt",
            "loki-service-proxy",
            "thor-service-proxy",
            "odin-service-proxy",
        )
    }
    sockets["httpd-service-interrupt"] += "-interrupt"
    settings = {
        "mjolnir-tile-dir": folder / "tiles",
        "mjolnir-tile-extract": "",
        "mjolnir-concurrency": 1,
        "httpd-service-listen": f"tcp://127.0.0.1:{port}",
        "service-limits-auto-max-matrix-location-pairs": LARGEST_TABLE**2,
        **sockets,
    }
    words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    make_config = ENGINES / "valhalla" / "valhalla_build_config.py"
    config = subprocess.run(
        [sys.executable, make_config, *words], check=True, capture_output=True, text=True
    )
    (folder / "config.json").write_text(config.stdout)
    run(programs / "valhalla_build_tiles", "-c", "config.json", "town.osm.pbf", folder=folder)
    with serving(
        port, programs / "valhalla_service", "config.json", 1, folder=folder, at="/status"
    ) as url:
        yield url


def run(program: Path, *words: object, folder: Path) -> None:
    assert program.exists(), f"there is no {program}; run `make .venv/.engines`"
    ran = subprocess.run(
        [program, *map(str, words)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"


@contextmanager
def serving(port: int, program: Path, *words: object, folder: Path, at: str = "/") -> Iterator[str]:
    url = f"http://127.0.0.1:{port}"
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(
            [program, *map(str, words)], cwd=folder, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            while not answers(url + at):
                assert server.poll() is None, (folder / "server.log").read_text()
                time.sleep(0.02)
            yield url
        finally:
            server.kill()
            server.wait()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1.0):
            return True
    except urllib.error.HTTPError as error:
        error.close()
        return True
    except (OSError, ValueError):
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
