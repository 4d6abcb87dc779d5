"""The tables of the database.

`decisions` are the truth and are only ever appended. Everything else is there to find them, or
waits to be sent. The statements are those that SQLite and PostgreSQL share.

A change of what stands here is a new schema: append to `UPGRADES` what brings a database of the
schema before up to date.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Row,
    String,
    Table,
    Text,
)

Upgrade: TypeAlias = Callable[[Connection], None]
"""Brings a database from one schema to the next, within a transaction."""

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""What a question gives, by the names of its columns."""

UPGRADES: Final[tuple[Upgrade, ...]] = ()
"""The first brings schema 1 to schema 2, and so on. All that are needed run in one transaction."""

# Only an INTEGER counts up by itself in SQLite.
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")
# Compared character by character, as SQLite does, so that a range can stand for a prefix.
_NAME: Final = String().with_variant(String(collation="C"), "postgresql")

metadata: Final = MetaData()

schema_version: Final = Table(
    "schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False)
)

people: Final = Table(
    "people",
    metadata,
    Column("id", _NAME, primary_key=True),
    Column("account", _NAME, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("settings", JSON, nullable=False),
)

places: Final = Table(
    "places",
    metadata,
    Column("address", _NAME, primary_key=True),
    Column("settings", JSON, nullable=False),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("number", _NUMBER, primary_key=True),  # by age
    Column("id", _NAME, nullable=False, unique=True),
    Column("home", _NAME, nullable=False),
    Column("circle", _NAME, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("joinable", Boolean, nullable=False),
    Column("deadline", Double),
    Column("people", JSON, nullable=False),
    Column("version", Integer, nullable=False),  # how many decisions there are
)

# An index on some of the rows serves the questions that ask in these very words.
is_open: Final = tables.c.open.is_(True)
_GROUP: Final = is_open & (tables.c.circle == tables.c.home)
Index("tables_by_home", tables.c.home, sqlite_where=is_open, postgresql_where=is_open)
Index("tables_by_circle", tables.c.circle, sqlite_where=is_open, postgresql_where=is_open)
Index("tables_by_deadline", tables.c.deadline, sqlite_where=is_open, postgresql_where=is_open)
Index(
    "one_open_table_in_a_group",
    tables.c.home,
    unique=True,
    sqlite_where=_GROUP,
    postgresql_where=_GROUP,
)

sitting: Final = Table(  # who sits at the open tables
    "sitting",
    metadata,
    Column("person", _NAME, nullable=False),
    Column("table", _NUMBER, ForeignKey(tables.c.number), nullable=False, index=True),
    PrimaryKeyConstraint("person", "table"),
    sqlite_with_rowid=False,
)

decisions: Final = Table(
    "decisions",
    metadata,
    Column("table", _NUMBER, ForeignKey(tables.c.number), nullable=False),
    Column("number", Integer, nullable=False),  # from 1; the version that it makes
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table", "number"),
    sqlite_with_rowid=False,
)

games: Final = Table(
    "games",
    metadata,
    Column("number", _NUMBER, primary_key=True),
    Column("id", _NAME, nullable=False, unique=True),
    Column("at", Double, nullable=False),
    Column("home", _NAME, nullable=False),
    Column("title", Text, nullable=False),
    Column("people", JSON, nullable=False),
    Column("document", Text, nullable=False),
    Index("games_by_home", "home", "at"),
)

played: Final = Table(  # who played which game, by age
    "played",
    metadata,
    Column("person", _NAME, nullable=False),
    Column("at", Double, nullable=False),
    Column("game", _NUMBER, ForeignKey(games.c.number), nullable=False, index=True),
    PrimaryKeyConstraint("person", "at", "game"),
    sqlite_with_rowid=False,
)

seen: Final = Table(  # the messages that were answered
    "seen",
    metadata,
    Column("incoming", _NAME, primary_key=True),
    Column("at", Double, nullable=False, index=True),
    sqlite_with_rowid=False,
)

outbox: Final = Table(
    "outbox",
    metadata,
    Column("id", _NUMBER, primary_key=True),
    Column("address", _NAME, nullable=False),
    Column("kind", String, nullable=False),
    Column("key", _NAME, nullable=False),
    Column("claimed_until", Double, nullable=False),
    Column("message", JSON, nullable=False),
    Index("outbox_by_address", "address", "claimed_until"),
    Index("outbox_by_key", "address", "key"),
    # An id never comes again, so that a late `sent` does not mark another message.
    sqlite_autoincrement=True,
)

message_ids: Final = Table(  # which message has a key now
    "message_ids",
    metadata,
    Column("address", _NAME, nullable=False),
    Column("key", _NAME, nullable=False),
    Column("message_id", String, nullable=False),
    PrimaryKeyConstraint("address", "key"),
    sqlite_with_rowid=False,
)
