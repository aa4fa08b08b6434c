"""`kinroute schema`: the JSON Schemas of results and of instances."""

from __future__ import annotations

from typing import Annotated

import typer

from kinroute.io.json_instance import instance_schema_text
from kinroute.solution.export.schema import schema_text


def schema(
    instance: Annotated[
        bool, typer.Option("--instance", help="The schema of instances as .json files.")
    ] = False,
) -> None:
    """Print the JSON Schema of `kinroute solve --json` and of .json files with results.

    With --instance, that of instances: of .json files that are read, and of what the service takes.
    """
    typer.echo(instance_schema_text() if instance else schema_text(), nl=False)
