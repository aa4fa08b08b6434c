"""The studio, a page in a browser, and the HTTP service; the extra `studio`."""
