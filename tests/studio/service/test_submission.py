import socket

import numpy as np
import pytest

import kinroute
from kinroute.io import write_vrplib
from tests.studio.service.servers import SMALL, STOPS, Server, form, larger


def test_a_key_makes_a_job_idempotent(server: Server) -> None:
    body = {"instance": SMALL, "options": {"seconds": 1}}
    first = server.request("POST", "/jobs", body, {"Idempotency-Key": "order-1"})
    second = server.request("POST", "/jobs", body, {"Idempotency-Key": "order-1"})
    assert (first.status, second.status) == (202, 200)
    assert first.json["id"] == second.json["id"]
    other = {"instance": SMALL, "options": {"seconds": 2}}
    third = server.request("POST", "/jobs", other, {"Idempotency-Key": "order-1"})
    assert third.status == 409
    assert "another content" in third.json["detail"]


def test_a_key_holds_for_uploads_whatever_their_boundary(server: Server) -> None:
    content, headers = form(STOPS, "stops.csv", {"capacity": 20, "seconds": 1})
    first = server.request("POST", "/jobs", content, {**headers, "Idempotency-Key": "file-1"})
    changed = content.replace(b"--edge", b"--rim")
    kind = {"Content-Type": "multipart/form-data; boundary=rim", "Idempotency-Key": "file-1"}
    assert server.request("POST", "/jobs", changed, kind).json["id"] == first.json["id"]
    renamed = content.replace(b"stops.csv", b"other.csv")
    response = server.request("POST", "/jobs", renamed, {**headers, "Idempotency-Key": "file-1"})
    assert response.status == 409


@pytest.mark.parametrize("key", ["", "a" * 201, "with space"])
def test_a_key_that_is_none_is_refused(server: Server, key: str) -> None:
    response = server.request("POST", "/jobs", {"instance": SMALL}, {"Idempotency-Key": key})
    assert response.status == 422


def test_every_kind_of_file_is_taken(server: Server, tmp_path: object) -> None:
    from pathlib import Path

    import openpyxl

    folder = Path(str(tmp_path))
    instance = kinroute.generate(12, seed=3)
    write_vrplib(instance, folder / "a.vrp")
    np.savez(folder / "b.npz", distances=[[0, 1, 2], [1, 0, 3], [2, 3, 0]], capacity=5)
    book = openpyxl.Workbook()
    for line in STOPS.splitlines():
        book.worksheets[0].append([cell or None for cell in line.split(",")])
    book.save(folder / "c.xlsx")
    (folder / "d.json").write_text('{"coordinates": [[0,0],[1,1]], "demands": [1], "capacity": 2}')
    more = {"a.vrp": {}, "b.npz": {}, "c.xlsx": {"capacity": 20}, "d.json": {}}
    for name, fields in more.items():
        response = server.upload((folder / name).read_bytes(), name, iterations=5, **fields)
        assert response.status == 202, (name, response.body)
        assert server.client.wait(response.json["id"], timeout=60).state == "done"


def test_errors_of_files_have_their_row_and_the_words_of_the_command_line(server: Server) -> None:
    heavy = STOPS + "Hall,52.48,13.37,340\n"
    response = server.upload(heavy, capacity=250)
    assert response.status == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json
    assert (problem["source"], problem["place"]) == ("stops.csv", "row 5")
    assert problem["detail"].startswith("stops.csv, row 5: demand 340 of customer 3")
    assert "at least 340" in problem["remedy"]


def test_errors_of_json_have_their_place(server: Server) -> None:
    response = server.submit({**SMALL, "demands": [5, "six", 4, 1]})
    assert (response.status, response.json["place"]) == (422, "instance.demands[1]")
    response = server.submit({**SMALL, "demand": [1]})
    assert "did you mean 'demands'?" in response.json["detail"]
    response = server.submit(method="D-X")
    assert (response.status, response.json["place"]) == (422, "options.method")
    response = server.submit(colour="red")
    assert (response.status, response.json["place"]) == (422, "options.colour")
    assert server.request("POST", "/jobs", {"instances": SMALL}).status == 422
    assert server.request("POST", "/jobs", [1]).status == 422


def test_forms_that_are_none_are_refused(server: Server) -> None:
    body, headers = form(STOPS, "stops.csv", {"capacity": 20})
    wrong = {
        "no file": body.replace(b'name="file"; filename="stops.csv"', b'name="note"'),
        "no file name": body.replace(b'; filename="stops.csv"', b""),
        "another file": body.replace(b'name="file"', b'name="network"'),
        "no instance": body.replace(b'name="file"', b'name="heatmap"'),
        "cut off": body[: len(body) // 2],
        "two": form(STOPS, "a.csv", {"capacity": 1})[0].replace(b"--edge--", b"--edge\r\n") + body,
    }
    for what, content in wrong.items():
        response = server.request("POST", "/jobs", content, headers)
        assert response.status == 400, (what, response.body)
    assert server.upload(STOPS, capacity="many").status == 422
    assert server.upload(STOPS, capacity=20, colour="red").status == 422
    assert server.request("POST", "/jobs", b"{}", {"Content-Type": "text/plain"}).status == 415


def test_a_client_that_leaves_leaves_nothing_behind(server: Server) -> None:
    before = set((server.folder / "uploads").iterdir())
    with socket.create_connection(server.place) as connection:
        connection.sendall(
            b"POST /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000\r\n\r\n{"
        )
    assert server.submit(larger(20), iterations=1).status == 202
    jobs = {job.id for job in server.client.jobs()}
    left = {path.name for path in set((server.folder / "uploads").iterdir()) - before}
    assert left <= jobs
