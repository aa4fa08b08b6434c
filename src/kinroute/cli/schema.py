"""`kinroute schema`: the JSON Schema of results."""

from __future__ import annotations

import typer

from kinroute.solution.export.schema import schema_text


def schema() -> None:
    """Print the JSON Schema of `kinroute solve --json` and of .json files."""
    typer.echo(schema_text(), nl=False)
