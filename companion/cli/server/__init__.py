"""The process that serves the pages: one loop holds all connections, and threads only answer whole requests.

A phone may be slow, or gone, at any time. So no thread ever waits for one: `arrivals` takes requests in,
`departures` sends answers and `streams` the news, all in the loop of the `worker`.
"""
