"""Distances and travel times by road, from a routing server; the extra `roads`."""
