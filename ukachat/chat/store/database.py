"""A database: how it is opened, what a transaction is, and its faults in words.

SQLite keeps the conversation safe in this way. A transaction that writes begins with ``BEGIN
IMMEDIATE``: whoever writes next waits before having read anything, so two processes can neither
append to the same version nor wait for one another. With a write-ahead log readers never wait.
``synchronous=FULL`` makes a commit return when the disk has it, so what was acknowledged outlives a
power cut; NORMAL would outlive the end of the process alone.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, event, insert, inspect, make_url, select, update
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from ukachat.chat.store import StoreError, driver
from ukachat.chat.store.tables import metadata, schema_version

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from ukachat.chat.store.tables import Upgrade

_SQLITE: Final = "sqlite+aiosqlite"
_TRIES: Final = 100
_PAUSE_SECONDS: Final = 0.02
_PRAGMAS: Final = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
_CONNECTIONS: Final = 5


class Database:
    """An open database; `open_database` makes one."""

    def __init__(
        self, engine: AsyncEngine, reader: AsyncConnection | None, name: str, patience: float
    ) -> None:
        self.name = name
        self._engine = engine
        self._reader = reader
        self._patience = patience
        # SQLite lets one write at a time, and whoever waits here need not ask again and again.
        self._writes = asyncio.Lock()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """For single SELECTs, each of which is a transaction of its own.

        Raises:
            StoreError: The database cannot be read.
        """
        try:
            if self._reader is None:
                async with self._engine.connect() as connection:
                    yield connection
                return
            if self._reader.sync_connection is None:  # `prepare` asks first, alone
                await self._reader.start()
            yield self._reader
        except SQLAlchemyError as error:
            raise self._in_words(error) from error

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """For statements that are kept whole at the end, or not at all after an exception.

        Raises:
            StoreError: The database cannot be written.
        """
        try:
            async with self._writes, self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise self._in_words(error) from error

    async def close(self) -> None:
        """Close every connection."""
        if self._reader is not None and self._reader.sync_connection is not None:
            await self._reader.close()
            await self._reader.engine.dispose()
        await self._engine.dispose()

    async def prepare(self, upgrades: Sequence[Upgrade]) -> None:
        """Make the tables, or bring them up to date.

        Raises:
            StoreError: They are newer, or not ours, or the database cannot be used.
        """
        known = len(upgrades) + 1
        async with self.reading() as connection:
            if await connection.run_sync(self._stored, known) == known:
                return
        async with self.writing() as connection:
            # Another process may have been quicker.
            stored = await connection.run_sync(self._stored, known)
            if stored is None:
                await connection.run_sync(metadata.create_all, checkfirst=False)
                await connection.execute(insert(schema_version).values(version=known))
                return
            for upgrade in upgrades[stored - 1 :]:
                await connection.run_sync(upgrade)
            await connection.execute(update(schema_version).values(version=known))

    def _stored(self, connection: Connection, known: int) -> int | None:
        """The schema of what is stored; None where nothing is."""
        names = inspect(connection).get_table_names()
        if not names:
            return None
        if schema_version.name not in names:
            raise StoreError(f"{self.name} belongs to another program; choose another path")
        stored: int = connection.scalars(select(schema_version.c.version)).one()
        if stored > known:
            raise StoreError(
                f"{self.name} was written by a newer ukachat (schema {stored}; this one knows"
                f" {known}); update ukachat"
            )
        return stored

    def _in_words(self, error: SQLAlchemyError) -> StoreError:
        """What went wrong, in one sentence for the host."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(cause, "sqlite_errorcode", None)
        match None if code is None else code & 0xFF:  # the rest of the bits are finer reasons
            case sqlite3.SQLITE_NOTADB:
                what = "is no database; move it away or choose another path"
            case sqlite3.SQLITE_CORRUPT:
                what = "is damaged; put an earlier copy in its place"
            case sqlite3.SQLITE_FULL:
                what = "cannot grow because the disk is full; make room"
            case sqlite3.SQLITE_BUSY:
                what = (
                    "is busy: another process has been writing to it for"
                    f" {self._patience:g} seconds; try again"
                )
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
                what = "cannot be written; see who may write to the file and its folder"
            case _:
                what = f"cannot be used: {str(cause).partition(chr(10))[0]}"
        return StoreError(f"{self.name} {what}")


async def open_database(
    where: str | Path, *, patience: float, upgrades: Sequence[Upgrade]
) -> Database:
    """Opens a database, made and brought up to date as needed; see `sql.open_store`.

    Raises:
        StoreError: It cannot be used.
    """
    database = _connect(where, patience)
    try:
        await database.prepare(upgrades)
    except BaseException:
        await database.close()
        raise
    return database


def _connect(where: str | Path, patience: float) -> Database:
    url = _url(where)
    name = url.database if url.get_backend_name() == "sqlite" and url.database else str(url)
    options: dict[str, Any] = {"pool_size": _CONNECTIONS, "max_overflow": 0}
    try:
        if url.get_backend_name() != "sqlite":
            engine = create_async_engine(url, **options)
            return Database(engine, None, name, patience)
        arguments, given = url.get_dialect()().create_connect_args(url)
        # The driver begins no transactions (None); `_begin_sqlite` does.
        connected = partial(
            driver.connect, *arguments, **given, isolation_level=None, timeout=patience
        )
        # Whoever writes ends the transaction; so nothing is left for the pool to take back.
        options |= {"async_creator": connected, "pool_reset_on_return": None}
        engine = create_async_engine(url, **options)
        reads = create_async_engine(url, **options)
        # One is enough for all: a question is asked and answered in one go, and taking a connection
        # out of a pool and putting it back costs as much as the question.
        reader = reads.connect()
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"{name} cannot be opened: {error}") from error
    for each in (engine, reads):
        event.listen(each.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    # A single SELECT begins no transaction; rolling it back would be a trip for nothing.
    reads.sync_engine.dialect.do_rollback = _nothing  # type: ignore[assignment]
    return Database(engine, reader, name, patience)


def _url(where: str | Path) -> URL:
    """The URL of a path or URL; the folder of a path is made."""
    if isinstance(where, str) and "://" in where:
        try:
            url = make_url(where)
        except ArgumentError as error:
            raise StoreError(f"{where} is no URL of a database") from error
        return url.set(drivername=_SQLITE) if url.drivername == "sqlite" else url
    path = Path(where).expanduser().absolute()
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file in it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path} needs a folder that cannot be made: {error.strerror}") from error
    return URL.create(_SQLITE, database=str(path))


def _prepare_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - what a driver gives
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        _execute_soon(cursor, f"PRAGMA {pragma}")
    cursor.close()


def _execute_soon(cursor: Any, statement: str) -> None:  # noqa: ANN401 - what a driver gives
    """Execute a statement for which SQLite does not wait, however patient the connection is.

    So it is with the change to WAL while another process opens the same new file.
    """
    for _ in range(_TRIES):
        try:
            cursor.execute(statement)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            sleep(_PAUSE_SECONDS)
        else:
            return
    cursor.execute(statement)


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _nothing(_connection: object) -> None:
    """Nothing is to be done."""
