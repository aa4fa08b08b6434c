"""Results as files that other programs open: one writer per format, chosen by suffix."""

from kinroute.export.formats import FORMATS, Format, format_of, require_ready, write
from kinroute.export.schema import schema

__all__ = ["FORMATS", "Format", "format_of", "require_ready", "schema", "write"]
