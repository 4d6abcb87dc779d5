"""SQLite for an event loop, which goes to another thread only for what may have to wait.

aiosqlite goes to the connection's thread four times for a statement: to open a cursor, to execute,
to fetch and to close. Each trip costs several times what these statements do: they find or change
few rows, in memory, for the log is written when the transaction ends. So they run at once. What
waits for other processes or for the disk goes to the thread: opening, beginning, committing and
rolling back. Only what SQLAlchemy uses of a cursor is here.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Self, TypeVar

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_AT_ONCE: Final = ("SELECT", "INSERT", "UPDATE", "DELETE", "SAVEPOINT", "RELEASE", "ROLLBACK TO")
"""Statements that wait for nobody: a transaction that writes has begun before, and with a
write-ahead log readers never wait."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


async def connect(*arguments: Any, **options: Any) -> Connection:  # noqa: ANN401 - as sqlite3's
    """Opens a database; the arguments are those of `sqlite3.connect`."""

    def opened() -> sqlite3.Connection:
        # Never two threads at the same time: whoever uses it waits for the one before.
        options["check_same_thread"] = False
        opened: sqlite3.Connection = sqlite3.connect(*arguments, **options)
        return opened

    connection = Connection(opened)
    await connection
    return connection


class Connection(aiosqlite.Connection):
    """A connection whose cursors run in one go."""

    def __init__(self, opened: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(opened, iter_chunk_size=1)
        self._thread.daemon = True  # the program ends even when nobody closes this
        work = self._thread.run

        def run() -> None:
            # Nobody may wait for the thread to stop, and the event loop may be closed by then.
            with suppress(RuntimeError):
                work()

        self._thread.run = run  # type: ignore[method-assign]

    def cursor(self) -> Cursor:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride] - another kind of cursor
        """A cursor; nothing is asked of the thread yet."""
        return Cursor(self)

    async def in_thread(
        self, run: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Runs a function in the connection's thread."""
        execute: Any = getattr(self, "_execute")  # noqa: B009 - it says nothing of its types
        result: _T = await execute(run, *arguments, **options)
        return result

    def open_cursor(self) -> sqlite3.Cursor:
        """A cursor of sqlite3, for use in the thread."""
        return self._conn.cursor()


class Cursor:
    """One statement and all that it gave."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Runs a statement and fetches its rows."""

        def run(cursor: sqlite3.Cursor) -> None:
            cursor.execute(statement, parameters)

        await self._go(statement, run)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Runs a statement that gives no rows with each of the parameters."""

        def run(cursor: sqlite3.Cursor) -> None:
            cursor.executemany(statement, parameters)

        await self._go(statement, run)
        return self

    async def fetchall(self) -> list[Any]:
        """The rows."""
        return self._rows

    async def close(self) -> None:
        """Nothing; all was fetched."""

    async def _go(self, statement: str, run: Callable[[sqlite3.Cursor], None]) -> None:
        if statement.startswith(_AT_ONCE):
            self._run(run)
        else:
            await self._connection.in_thread(self._run, run)

    def _run(self, run: Callable[[sqlite3.Cursor], None]) -> None:
        cursor = self._connection.open_cursor()
        try:
            run(cursor)
            self.description = cursor.description
            self.rowcount = cursor.rowcount
            self.lastrowid = cursor.lastrowid
            self._rows = cursor.fetchall() if cursor.description else []
        finally:
            cursor.close()
