"""The studio: a page in the browser for planning, watching and comparing; and the HTTP service."""
