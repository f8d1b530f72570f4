"""Alembic's environment: it works in the transaction that it is handed."""

from alembic import context

from companion.hub.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite"
)
context.run_migrations()
