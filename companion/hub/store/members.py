"""The tables that a hub knows: each name belongs to one machine."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from companion.house.envelope import OLDEST, PROTOCOL, TAKEN, Hello
from companion.hub.errors import HubError
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.moments import now, read
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Value

CLOCK_OFF_S = 120.0
"""A table's clock that is further off is told."""

DAY_S = 86_400
LATE = Message("A game whose time cannot be right counts from the moment at which the hub hears of it.")


def greet(database: Database, connection: Connection, table: str, hello: Hello) -> None:
    """Note that a table has come up.

    Raises
    ------
    HubError
        ``hub-table-old`` for one whose protocol is not read any more, ``hub-table-taken`` for a second
        machine of one name.
    """
    if hello.protocol < OLDEST:
        raise HubError(
            "hub-table-old",
            "The table {table} speaks version {version} of the hub's protocol; this hub reads "
            "{oldest} to {newest}. Bring the table up to date. Its games wait there until then.",
            table=table,
            version=hello.protocol,
            oldest=OLDEST,
            newest=PROTOCOL,
        )
    at = now()
    values = {
        "name": table,
        "installation": hello.installation,
        "program": hello.program,
        "protocol": hello.protocol,
        "hello_at": at,
        "clock_off_s": clock_off_s(hello.at, at),
    }
    insertion = database.insert(schema.tables).values(**values)
    connection.execute(insertion.on_conflict_do_nothing(index_elements=["name"]))
    columns = schema.tables.c
    owner = connection.scalar(select(columns.installation).where(columns.name == table))
    if owner != hello.installation:
        raise HubError("hub-table-taken", TAKEN, table=table)
    connection.execute(update(schema.tables).where(columns.name == table).values(**values))


def clock_off_s(told: str, at: str) -> float:
    """Give by how many seconds a table's clock is ahead of the hub's; 0 where it cannot be read."""
    theirs, ours = read(told), read(at)
    return (theirs - ours).total_seconds() if theirs and ours else 0.0


def clock_warning(table: str, hello: Hello) -> Message | None:
    """Say that a table's clock is off, if it is further off than `CLOCK_OFF_S`."""
    off_s = clock_off_s(hello.at, now())
    if abs(off_s) <= CLOCK_OFF_S:
        return None
    days = abs(off_s) / DAY_S
    by = Count(round(days), "day") if days >= 1 else Count(round(abs(off_s) / 60), "minute")
    values: dict[str, Value] = {"table": table, "by": by}
    if off_s > 0:
        return together(Message("The clock of the table {table} is {by} ahead.", values), LATE)
    return together(Message("The clock of the table {table} is {by} behind.", values), LATE)


def release(database: Database, table: str) -> None:
    """Let another machine be this table: the next one that says hello has the name."""
    with database.writing() as connection:
        connection.execute(delete(schema.tables).where(schema.tables.c.name == table))


def owners(database: Database) -> dict[str, str]:
    """Give which machine is which table."""
    with database.reading() as connection:
        rows = connection.execute(select(schema.tables.c.name, schema.tables.c.installation))
        return {row.name: row.installation for row in rows}
