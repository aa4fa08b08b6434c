"""Campaigns: many runs on any number of machines, stored as they finish, and their report.

`import kinroute` does not load this package; it needs the extra `bench`.
"""
