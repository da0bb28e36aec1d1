"""Games for other programs: sessions, searches in threads, limits, and the two faces that speak for them.

`Service` does the work and knows nothing of how it is asked. `cloche.service.engine` asks it by lines on stdin,
`cloche.service.web` by HTTP and WebSocket. docs/protocol.md describes methods, errors and who may see what.
"""
