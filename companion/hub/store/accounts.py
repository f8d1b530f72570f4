"""Who may sign in at a hub."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import delete, func, select
from werkzeug.security import check_password_hash, generate_password_hash

from companion.hub.errors import HubError
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.results import clean
from companion.rules.phrases import Series, Term

ROLES: Final = ("admin", "host", "screen")
SHORTEST: Final = 8
NOBODY: Final = generate_password_hash(secrets.token_hex(8))
"""Checked where there is no such account, so that the answer takes as long."""


def set_account(database: Database, name: str, role: str, password: str) -> None:
    """Make an account, or give it another role and password.

    Raises
    ------
    HubError
        When name, role or password cannot be.
    """
    name = clean(name)
    if not name or role not in ROLES:
        raise HubError(
            "hub-bad-account",
            "An account has a name, and one of the roles {roles}.",
            roles=Series(tuple(map(Term, ROLES))),
        )
    if len(password) < SHORTEST:
        raise HubError("hub-bad-account", "A password has at least {shortest} characters.", shortest=SHORTEST)
    values = {"role": role, "password": generate_password_hash(password)}
    with database.writing() as connection:
        insertion = database.insert(schema.accounts).values(name=name, **values)
        connection.execute(insertion.on_conflict_do_update(index_elements=["name"], set_=values))


def remove_account(database: Database, name: str) -> None:
    """Take an account and all its sign-ins away; the last admin stays. Raises `HubError`."""
    columns = schema.accounts.c
    with database.writing() as connection:
        database.lock(connection, "accounts")
        others = connection.scalar(
            select(func.count())
            .where(columns.role == "admin", columns.name != name)
            .select_from(schema.accounts)
        )
        if not others:
            raise HubError("hub-last-admin", "The last admin stays. Make another one first.")
        connection.execute(delete(schema.accounts).where(columns.name == name))
        connection.execute(delete(schema.keys).where(schema.keys.c.about == name))


def has_admin(database: Database) -> bool:
    """Whether anybody is the admin yet."""
    with database.reading() as connection:
        query = select(schema.accounts.c.name).where(schema.accounts.c.role == "admin").limit(1)
        return connection.execute(query).one_or_none() is not None


def checked_role(database: Database, name: str, password: str) -> str:
    """Give the role of an account whose password is right; empty where it is not."""
    with database.reading() as connection:
        query = select(schema.accounts.c.role, schema.accounts.c.password).where(
            schema.accounts.c.name == name
        )
        row = connection.execute(query).one_or_none()
    right = check_password_hash(row.password if row else NOBODY, password)
    return str(row.role) if row is not None and right else ""
