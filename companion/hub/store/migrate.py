"""Bringing a database up to date, by Alembic."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import InterfaceError, OperationalError

from companion.hub.errors import HubError
from companion.hub.store.database import Database, trouble_of

FOLDER: Final = Path(__file__).parent / "migrations"
SUBJECT: Final = "migrations"
RETRY_S: Final = 1.0
_log = logging.getLogger(__name__)


def config() -> Config:
    """Give Alembic's configuration: there is no file of it."""
    found = Config()
    found.set_main_option("script_location", str(FOLDER))
    return found


def newest() -> str:
    """Name the newest step that this program knows."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def migrate_when_there(database: Database) -> None:
    """Bring the database up to date as soon as it answers: after a power cut the hub may be up first."""
    told = ""
    while True:
        try:
            migrate(database)
        except (OperationalError, InterfaceError) as error:
            trouble = trouble_of(error)
            if trouble.code != told:
                _log.warning("%s It is waited for.", trouble.sentence, extra={"code": trouble.code})
            told = trouble.code
            time.sleep(RETRY_S)
        else:
            return


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
                "A newer hub has written this database (step {found}); this one knows {newest}.",
                found=found,
                newest=newest(),
            )
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, to)
