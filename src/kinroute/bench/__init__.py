"""Campaigns: many runs on any number of machines, stored as they end, told in a report.

`import kinroute` does not load this; it needs the extra `kinroute[bench]`.
"""
