"""Campaigns: many runs on any number of machines, stored as they finish, and their report; and one
solve on a cluster (`solving`).

`import kinroute` does not load this package; it needs the extra `bench`.
"""
