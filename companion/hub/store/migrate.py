"""Bringing a database up to date, by Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.hub.errors import HubError
from companion.hub.store.database import Database

FOLDER: Final = Path(__file__).parent / "migrations"
SUBJECT: Final = "migrations"


def config() -> Config:
    """Give Alembic's configuration: there is no file of it."""
    found = Config()
    found.set_main_option("script_location", str(FOLDER))
    return found


def newest() -> str:
    """Name the newest step that this program knows."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def migrate(database: Database, to: str = "head") -> None:
    """Bring the database up to date; of several hubs that start at once one does it.

    Raises
    ------
    HubError
        ``hub-database-newer`` when a newer program has written it.
    """
    with database.writing() as connection:
        database.lock(connection, SUBJECT)
        found = MigrationContext.configure(connection).get_current_revision()
        known = {each.revision for each in ScriptDirectory.from_config(config()).walk_revisions()}
        if found is not None and found not in known:
            raise HubError(
                "hub-database-newer",
                f"A newer hub has written this database (step {found}); this one knows {newest()}.",
            )
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, to)
