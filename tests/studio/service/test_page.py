from tests.studio.service.servers import Server


def test_the_page_has_every_operation_and_loads_nothing(server: Server) -> None:
    response = server.get("/docs")
    assert response.status == 200
    assert response.headers["content-type"].startswith("text/html")
    text = response.body.decode()
    document = server.get("/openapi.json").json
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert path in text
            assert operation["description"].split("\n")[0].split("`")[0] in text
    for name in document["components"]["schemas"]["Instance"]["properties"]:
        assert f"<code>{name}</code>" in text
    assert "<script" not in text
    assert "http://" not in text
    assert "https://" not in text
    assert "script-src" not in response.headers["content-security-policy"]
    assert "default-src 'none'" in response.headers["content-security-policy"]
