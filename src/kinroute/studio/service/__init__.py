"""The HTTP service of `kinroute serve`: jobs in a queue, solved by worker processes.

A request flows one way:

    HTTP → security, bodies → submission → reading (a process) → jobs (SQLite)
         → workers → execution (a process, or a cluster) → jobs → events, rendering → HTTP

The server process neither parses what a client sent nor searches.
"""
