import json

from kinroute.io.json_instance import instance_schema
from kinroute.solution.export import schema
from tests.cli.conftest import Cli


def test_the_schema_is_printed(cli: Cli) -> None:
    ran = cli("schema")
    assert ran.code == 0
    assert json.loads(ran.out) == schema()


def test_the_schema_of_instances_is_printed(cli: Cli) -> None:
    ran = cli("schema", "--instance")
    assert ran.code == 0
    assert json.loads(ran.out) == instance_schema()
