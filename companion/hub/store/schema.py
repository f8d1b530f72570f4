"""The tables of the database, as the migrations leave them.

Moments are ISO 8601 in UTC, as text: so they compare in the same way in SQLite and PostgreSQL.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

MOMENT: Final = String(32)
WORD: Final = String(40)
NAME: Final = String(200)

tables: Final = Table(
    "tables",
    metadata,
    Column("name", WORD, primary_key=True),
    Column("installation", WORD, nullable=False),
    Column("program", WORD, nullable=False, default=""),
    Column("protocol", Integer, nullable=False, default=1),
    Column("hello_at", MOMENT, nullable=False),
    Column("clock_off_s", Float, nullable=False, default=0.0),
)
"""A table by its name, which is its user at the broker; ``installation`` is the one machine that has it."""

games: Final = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_name", WORD, nullable=False, index=True),
    Column("game", WORD, nullable=False),
    Column("slug", WORD, nullable=False),
    Column("title", String(100), nullable=False),
    Column("options", Text, nullable=False, default="{}"),
    Column("started_at", MOMENT, nullable=False),
    Column("ended_at", MOMENT, nullable=False, default=""),
    Column("counted_at", MOMENT, nullable=False, default=""),
    Column("seq", Integer, nullable=False, default=0),
    Column("over", Boolean, nullable=False, default=False),
    Column("result", Integer, nullable=False, default=0),
    Column("counted", Integer, nullable=False, default=0),
    Column("told", Text, nullable=False, default=""),
    UniqueConstraint("table_name", "game"),
    Index("ix_games_uncounted", "result", "counted"),
    Index("ix_games_counted_at", "counted_at"),
)
"""``result`` grows with each change of the result. ``counted`` is the one that the league has counted last,
``told`` the same in words. By ``counted_at`` a game falls into a season: it is the hub's own moment where the
table's cannot be right."""

seats: Final = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=True, index=True),
    Column("points", Integer, nullable=True),
    Column("won", Boolean, nullable=False, default=False),
)

events: Final = Table(
    "events",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", MOMENT, nullable=False),
    Column("kind", WORD, nullable=False),
    Column("body", Text, nullable=False),
    Column("received_at", MOMENT, nullable=False),
)

players: Final = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("member", Boolean, nullable=False, default=False),
    Column("since", MOMENT, nullable=False),
)

aliases: Final = Table(
    "aliases",
    metadata,
    Column("look", NAME, primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""How a name looks -> the player who is called so at the tables; two names that look alike are one."""

forgotten: Final = Table(
    "forgotten",
    metadata,
    Column("table_name", WORD, primary_key=True),
    Column("game", WORD, primary_key=True),
    Column("seat", Integer, primary_key=True),
)
"""Seats whose name was taken out on wish."""

seasons: Final = Table(
    "seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", NAME, nullable=False, unique=True),
    Column("starts", String(10), nullable=False),
    Column("ends", String(10), nullable=False),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("season_id", Integer, primary_key=True),
    Column("slug", WORD, primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)
"""The rating now; season 0 is all time, slug "" all games together."""

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", NAME, nullable=False, unique=True),
    Column("slug", WORD, nullable=False),
    Column("way", WORD, nullable=False),
    Column("size", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("at", MOMENT, nullable=False),
)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("seed", Integer, nullable=False),
    Column("left_after", Integer, nullable=True),
)
"""``left_after`` is the last round that a player who has left was paired in."""

matches: Final = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("table_name", WORD, nullable=False, default=""),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("by_hand", Boolean, nullable=False, default=False),
    Column("at", MOMENT, nullable=False),
)

match_players: Final = Table(
    "match_players",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("score", Float, nullable=True),
    Column("points", Integer, nullable=True),
)
"""``score`` is the share of the others at the table that were beaten, 1 for a bye; None before that."""

notices: Final = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", MOMENT, nullable=False),
    Column("code", WORD, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("said", Text, nullable=False, default="", server_default=""),
)
"""``sentence`` is English; ``said`` is the same with template and values apart (`kept_sentences`)."""

accounts: Final = Table(
    "accounts",
    metadata,
    Column("name", NAME, primary_key=True),
    Column("role", WORD, nullable=False),
    Column("password", String(300), nullable=False),
)

keys: Final = Table(
    "keys",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("role", WORD, nullable=False),
    Column("about", NAME, nullable=False),
    Column("ends_at", MOMENT, nullable=False),
)
"""Keys of screens and of programs, and codes with which a table joins: only what they hash to is kept."""
