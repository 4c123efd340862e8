"""Entry point of Alembic: runs migrations on our connection, in our transaction."""

from alembic import context

from heorot.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite can alter little in place
)
context.run_migrations()
