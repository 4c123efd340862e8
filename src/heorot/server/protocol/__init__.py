"""Messages and models of the wire format: socket messages, HTTP bodies, error codes, the OpenAPI description.

Contains no behaviour of a table; `table/` decides, and `views/` fills in the models.

May import: bots, engine, games, server.metrics, server.store.
"""
