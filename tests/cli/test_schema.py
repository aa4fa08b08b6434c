import json

from kinroute.solution.export import schema
from tests.cli.conftest import Cli


def test_the_schema_is_printed(cli: Cli) -> None:
    ran = cli("schema")
    assert ran.code == 0
    assert json.loads(ran.out) == schema()
