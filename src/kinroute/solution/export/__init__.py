"""Results as files that other programs open: one writer per format, chosen by suffix."""

from kinroute.solution.export.formats import FORMATS, Format, format_of, require_ready, write
from kinroute.solution.export.schema import schema

__all__ = ["FORMATS", "Format", "format_of", "require_ready", "schema", "write"]
