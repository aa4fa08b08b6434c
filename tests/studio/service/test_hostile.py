"""Hostile requests: no status of 500 or above, no path of the machine, no hang, no code run."""

import errno
import importlib
import io
import os
import pickle
import socket
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.scripts import ROOT, importable
from tests.studio.service.servers import SMALL, STOPS, Response, Server, form


def require_refused(server: Server, response: Response) -> None:
    """A refusal as a problem that tells nothing of the machine."""
    assert 400 <= response.status < 500, response.body
    assert response.headers["content-type"] == "application/problem+json"
    text = response.body.decode()
    for secret in (str(server.folder), str(Path.home()), sys.prefix, "Traceback", "site-packages"):
        assert secret not in text
    assert response.json["detail"]


BODIES: dict[str, bytes] = {
    "deep arrays": b'{"instance": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "just deep enough": b'{"instance": ' + b"[" * 150 + b"]" * 150 + b"}",
    "NaN": b'{"instance": {"demands": [NaN], "capacity": 1, "coordinates": [[0,0],[1,1]]}}',
    "Infinity": b'{"instance": {"demands": [1], "capacity": Infinity, "distances": [[0,1],[1,0]]}}',
    "1e999": b'{"instance": {"demands": [1e999], "capacity": 1, "coordinates": [[0,0],[1,1]]}}',
    "a number of 5000 digits": b'{"instance": {"demands": [%s], "capacity": 1, '
    b'"coordinates": [[0,0],[1,1]]}}' % (b"9" * 5000),
    "a number of 400 digits": b'{"instance": {"demands": [%s], "capacity": 1, '
    b'"coordinates": [[0,0],[1,1]]}}' % (b"9" * 400),
    "ragged rows": b'{"instance": {"demands": [1], "capacity": 1, "distances": [[0,1],[1,0,2]]}}',
    "lone surrogates": b'{"instance": {"demands": [1], "capacity": 1, "colour": "\\ud800"}}',
    "no UTF-8": b'{"instance": "\xff\xfe"}',
    "nothing": b"",
    "cut off": b'{"instance": {"demands": [1',
    "null": b"null",
    "instance is a text": b'{"instance": "../../etc/passwd"}',
    "a file as relatedness": b'{"instance": {"demands": [1], "capacity": 1, "coordinates": '
    b'[[0,0],[1,1]]}, "options": {"local_search": "oracle:/etc/passwd"}}',
    "a file as a model": b'{"instance": {"demands": [1], "capacity": 1, "coordinates": '
    b'[[0,0],[1,1]]}, "options": {"method": "N-N", "model": "../../../etc/passwd"}}',
    "a function as a model": b'{"instance": {"demands": [1], "capacity": 1, "coordinates": '
    b'[[0,0],[1,1]]}, "options": {"method": "N-N", "model": "os:system"}}',
}


@pytest.mark.parametrize("what", BODIES)
def test_a_hostile_body_is_refused(server: Server, what: str) -> None:
    headers = {"Content-Type": "application/json"}
    require_refused(server, server.request("POST", "/jobs", BODIES[what], headers))


class Bomb:
    """Unpickled, it would leave a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.path),)


def test_nothing_is_unpickled(server: Server, tmp_path: Path) -> None:
    mark = tmp_path / "pickled"
    stream = io.BytesIO()
    np.savez(stream, distances=np.array([Bomb(mark)], dtype=object), capacity=1)
    for content, name in (
        (stream.getvalue(), "a.npz"),
        (pickle.dumps(Bomb(mark)), "a.npz"),
        (pickle.dumps(Bomb(mark)), "a.vrp"),
        (pickle.dumps(Bomb(mark)), "a.pickle"),
    ):
        require_refused(server, server.upload(content, name))
    assert not mark.exists()


NAMES = [
    "../../../../tmp/owned.csv",
    "..\\\\..\\\\owned.csv",
    "/etc/cron.d/owned.csv",
    "C:\\\\Windows\\\\owned.csv",
    "stops.csv\x00.png",
    "a" * 5000 + ".csv",
    ".csv",
    "..",
    "",
    "\x1b[31mred.csv",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_uploads_are_only_labels(server: Server, name: str) -> None:
    before = {path.name for path in (server.folder / "uploads").iterdir()}
    response = server.upload(STOPS + "Hall,52.4,13.3,99\n", name, capacity=20)
    require_refused(server, response)
    source = response.json.get("source", "")
    assert len(source) < 120
    assert "/" not in source
    assert "\x1b" not in source
    assert {path.name for path in (server.folder / "uploads").iterdir()} <= before


PATHS = [
    "/jobs/../../../etc/passwd",
    "/jobs/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/jobs/..%5c..%5cetc/events",
    "/jobs/%00",
    "/jobs/" + "0" * 31,
    "/jobs/" + "0" * 32 + "/result.exe",
    "/jobs/" + "0" * 32 + "/result/../../../x.csv",
    "/jobs/" + "A" * 10_000,
    "/jobs?state=' OR 1=1 --",
    "/jobs?limit=99999999999999999999",
    "/jobs?before=%27%3B+DROP+TABLE+jobs",
]


@pytest.mark.parametrize("path", PATHS)
def test_paths_lead_nowhere_else(server: Server, path: str) -> None:
    with socket.create_connection(server.place, timeout=30) as connection:
        request = f"GET /api/v1{path.replace(' ', '%20')} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        connection.sendall(f"{request}Connection: close\r\n\r\n".encode())
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 422", b"HTTP/1.1 400"))
    assert str(server.folder).encode() not in answer
    assert b"root:" not in answer


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01\x02\x03\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET /api/v1/jobs HTTP/1.1\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"GET /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    ],
    ids=range(8),
)
def test_broken_http_is_refused(server: Server, raw: bytes) -> None:
    with socket.create_connection(server.place, timeout=40) as connection:
        answer = b""
        try:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                answer += piece
        except OSError as error:  # it has hung up, perhaps before all was sent
            if error.errno not in (errno.ECONNRESET, errno.EPIPE, errno.ENOTCONN):
                raise
    assert answer[:10] in (b"HTTP/1.1 4", b"")
    assert server.get("/health/live").status == 200


def test_hostile_files_are_refused_as_the_command_line_refuses_them(server: Server) -> None:
    with importable(ROOT / "tools"):
        cases = importlib.import_module("hostile_cases")
        files = {
            "bomb.npz": cases._bomb(),
            "text.npz": cases._npz_with_a_text(),
            "objects.npz": cases._npz(distances=np.array([{}, {}]), capacity=1),
            "windows.csv": b"name,x,y,demand,time_window\nd,0,0,0,\na,1,1,1,8-9\n",
            "book.xlsx": b"PK\x03\x04" + b"\0" * 100,
            "empty.csv": b"",
            "blank.csv": b"\n\n\n",
            "binary.vrp": bytes(range(256)),
            "huge.vrp": b"NAME : x\nTYPE : CVRP\nDIMENSION : 999999999\nEDGE_WEIGHT_TYPE : EUC_2D\n"
            b"CAPACITY : 1\nNODE_COORD_SECTION\n",
        }
    for name, content in files.items():
        require_refused(server, server.upload(content, name, capacity=10))


def laughs() -> bytes:
    """A workbook whose one cell would be a text of a billion letters."""
    import openpyxl

    stream = io.BytesIO()
    openpyxl.Workbook().save(stream)
    names = [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10)]
    sheet = (
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">{"".join(names)}]>'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>&a9;</t></is></c></row></sheetData></worksheet>'
    )
    changed = io.BytesIO()
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(changed, "w") as new:
        for item in old.infolist():
            is_sheet = item.filename.endswith("sheet1.xml")
            new.writestr(item.filename, sheet if is_sheet else old.read(item))
    return changed.getvalue()


def test_entities_of_a_workbook_do_not_grow(server: Server) -> None:
    require_refused(server, server.upload(laughs(), "laughs.xlsx", capacity=10))


def test_a_form_of_many_fields_is_refused(server: Server) -> None:
    body, headers = form(STOPS, "stops.csv", {f"field{i}": 1 for i in range(500)})
    require_refused(server, server.request("POST", "/jobs", body, headers))
    body, headers = form(STOPS, "stops.csv", {"columns": "a" * 100_000})
    require_refused(server, server.request("POST", "/jobs", body, headers))


def test_the_service_still_works_after_all_this(server: Server) -> None:
    done = server.client.wait(server.submit(SMALL, iterations=1).json["id"], timeout=60)
    assert done.state == "done"
