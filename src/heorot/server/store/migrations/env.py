"""Alembic runs this for every migration: our connection, our transaction, our tables."""

from alembic import context

from heorot.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite can alter little in place
)
context.run_migrations()
