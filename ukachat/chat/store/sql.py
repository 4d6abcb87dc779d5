"""The store in a database: SQLite in a file of its own, or what a URL names."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ukachat.chat.store import Entry, GameRow, Person, Repeated, Stale, TableRow, outbox, queries
from ukachat.chat.store.database import open_database
from ukachat.chat.store.tables import (
    UPGRADES,
    decisions,
    games,
    people,
    places,
    played,
    seen,
    sitting,
    tables,
)
from ukachat.chat.store.writing import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from ukachat.chat.store import Change, Posted, TableChange
    from ukachat.chat.store.database import Database
    from ukachat.chat.store.tables import AnyRow, Upgrade

_HOUR: Final = 60 * 60
_REMEMBERED: Final = 48 * _HOUR
"""How long a message that comes again is known, in seconds."""

_head: Final = select(tables.c.number, tables.c.open, tables.c.people).where(
    tables.c.id == bindparam("table")
)
# Where a table was opened never changes; so what `forget` has blotted out stays so.
_advance: Final = (
    update(tables)
    .where(tables.c.number == bindparam("table"), tables.c.version == bindparam("before"))
    .values(
        {name: bindparam(name) for name in ("open", "joinable", "deadline", "people", "version")}
    )
)
_leave: Final = delete(sitting).where(sitting.c.table == bindparam("table"))


class SqlStore:
    """A `Store` in a database; `open_store` makes one."""

    def __init__(self, database: Database, new_id: Callable[[], str]) -> None:
        self._database = database
        self._new_id = new_id
        self._pruned = float("-inf")
        self._writer = Writer(database)
        self._unmarked: dict[int, str] = {}

    async def close(self) -> None:
        """Close every connection."""
        await self._database.close()

    async def meet(self, account: str, name: str) -> Person:
        """See `Store`."""
        for row in await self._rows(queries.PERSON, of_account=account):
            if row.name == name:
                return _person(row)

        async def write(connection: AsyncConnection) -> Person:
            known = (await connection.execute(queries.PERSON, {"of_account": account})).first()
            if known is None:
                person = Person(self._new_id(), account, name, {})
                await connection.execute(insert(people), person._asdict())
                return person
            named = update(people).where(people.c.id == known.id).values(name=name)
            await connection.execute(named)
            return _person(known)._replace(name=name)

        return await self._writer.write(write)

    async def known(self, account: str) -> Person | None:
        """See `Store`."""
        for row in await self._rows(queries.PERSON, of_account=account):
            return _person(row)
        return None

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        """See `Store`."""
        rows = await self._rows(queries.PERSONS, ids=list(ids)) if ids else ()
        return {row.id: _person(row) for row in rows}

    async def place(self, address: str) -> Mapping[str, str]:
        """See `Store`."""
        return (await self.places([address])).get(address, {})

    async def places(self, addresses: Sequence[str]) -> dict[str, Mapping[str, str]]:
        """See `Store`."""
        rows = await self._rows(queries.PLACES, addresses=list(addresses)) if addresses else ()
        return {row.address: row.settings for row in rows}

    async def table(self, table: str) -> TableRow | None:
        """See `Store`."""
        for row in await self._rows(queries.TABLE, table=table):
            return _table(row)
        return None

    async def decisions(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """See `Store`."""
        rows = await self._rows(queries.DECISIONS, table=table, after=after)
        return tuple(Entry(row.at, row.text) for row in rows)

    async def tables_at(self, home: str) -> tuple[TableRow, ...]:
        """See `Store`."""
        return tuple(map(_table, await self._rows(queries.TABLES_AT, of_home=home)))

    async def tables_of(self, person: str) -> tuple[TableRow, ...]:
        """See `Store`."""
        return tuple(map(_table, await self._rows(queries.TABLES_OF, of_person=person)))

    async def open_tables(self) -> tuple[TableRow, ...]:
        """See `Store`."""
        rows = await self._rows(queries.OPEN_TABLES)
        return tuple(map(_table, sorted(rows, key=lambda row: row.number)))

    async def joinable(self, circle: str) -> tuple[TableRow, ...]:
        """See `Store`."""
        if not circle:
            return ()
        return tuple(map(_table, await self._rows(queries.JOINABLE, of_circle=circle)))

    async def due(self, now: float) -> tuple[str, ...]:
        """See `Store`."""
        return tuple(row.id for row in await self._rows(queries.DUE, now=now))

    async def next_deadline(self) -> float | None:
        """See `Store`."""
        (row,) = await self._rows(queries.NEXT_DEADLINE)
        deadline: float | None = row[0]
        return deadline

    async def games_of(self, person: str, limit: int = 10) -> tuple[GameRow, ...]:
        """See `Store`."""
        rows = await self._rows(queries.GAMES_OF, of_person=person, most=limit)
        return tuple(map(_game, rows))

    async def games_at(self, home: str, limit: int = 10) -> tuple[GameRow, ...]:
        """See `Store`."""
        rows = await self._rows(queries.GAMES_AT, of_home=home, most=limit)
        return tuple(map(_game, rows))

    async def game(self, game: str) -> GameRow | None:
        """See `Store`."""
        for row in await self._rows(queries.GAME, game=game):
            return _game(row)
        return None

    async def keep(self, change: Change) -> None:
        """See `Store`."""
        await self._writer.write(partial(self._keep, change))

    async def _keep(self, change: Change, connection: AsyncConnection) -> None:
        if change.incoming:
            await self._remember(connection, change)
        for each in change.tables:
            await _append(connection, each, change.at)
        for person, settings in change.people.items():
            known = update(people).where(people.c.id == person)
            await connection.execute(known.values(settings=settings))
        for address, settings in change.places.items():
            await connection.execute(delete(places).where(places.c.address == address))
            await connection.execute(insert(places).values(address=address, settings=settings))
        for game in change.games:
            await _keep_game(connection, game)
        if change.forgets:
            await _forget(change.forgets, connection)
        await outbox.post(connection, change.posts, change.at)

    async def forget(self, person: str) -> None:
        """See `Store`."""
        await self._writer.write(partial(_forget, person))

    async def claim(self, prefix: str, now: float, limit: int = 50) -> tuple[Posted, ...]:
        """See `Store`."""
        # Who asks every now and then keeps nobody from writing while there is nothing to send.
        async with self._database.reading() as connection:
            if not await outbox.is_waiting(connection, prefix, now):
                return ()
        return await self._writer.write(partial(outbox.claim, prefix=prefix, now=now, limit=limit))

    async def claim_next(
        self, prefix: str, now: float, limit: int = 50, resting: Collection[str] = ()
    ) -> tuple[Posted, ...]:
        """See `Store`."""
        return await self._writer.write(
            partial(outbox.claim_next, prefix=prefix, now=now, limit=limit, resting=resting)
        )

    async def release(self, prefix: str) -> None:
        """See `Store`."""
        await self._writer.write(partial(outbox.release, prefix=prefix))

    async def sent(self, post: int, message_id: str = "") -> None:
        """See `Store`."""
        self._unmarked[post] = message_id
        try:
            await self._writer.write(self._mark)
        finally:
            self._unmarked.pop(post, None)

    async def _mark(self, connection: AsyncConnection) -> None:
        """Mark all that have been sent by now, and not only the one that asks for it."""
        await outbox.mark_sent(connection, dict(self._unmarked))

    async def returned(self, post: int) -> None:
        """See `Store`."""
        await self._writer.write(partial(outbox.give_back, number=post))

    async def failed(self, post: int) -> None:
        """See `Store`."""
        await self._writer.write(partial(outbox.mark_failed, number=post))

    async def _rows(self, query: Select[*tuple[Any, ...]], **values: object) -> Sequence[AnyRow]:
        async with self._database.reading() as connection:
            found = await connection.execute(query, values)
            rows: Sequence[AnyRow] = found.all()
            return rows

    async def _remember(self, connection: AsyncConnection, change: Change) -> None:
        try:
            values = {"incoming": change.incoming, "at": change.at}
            await connection.execute(insert(seen), values)
        except IntegrityError:
            raise Repeated from None
        if change.at >= self._pruned + _HOUR:
            self._pruned = change.at
            await connection.execute(delete(seen).where(seen.c.at < change.at - _REMEMBERED))


async def open_store(
    where: str | Path,
    *,
    patience: float = 10,
    new_id: Callable[[], str] = lambda: secrets.token_hex(8),
    upgrades: Sequence[Upgrade] = UPGRADES,
) -> SqlStore:
    """Opens a store; file, folder and tables are made where they are missing.

    Close it with `SqlStore.close`. It belongs to the event loop in which it was opened.

    Args:
        where: The path of a SQLite database, or the URL of any database whose driver SQLAlchemy
            can await.
        patience: How many seconds to wait while another process writes to a SQLite database.
        new_id: Draws the ids of people; no two may ever be equal.
        upgrades: What brings older databases up to date, step by step.

    Raises:
        StoreError: It is no database of ours, is newer than this program, cannot be written, or is
            kept busy for longer than `patience`.
    """
    return SqlStore(await open_database(where, patience=patience, upgrades=upgrades), new_id)


async def _append(connection: AsyncConnection, change: TableChange, now: float) -> None:
    """Appends to a table, or makes it.

    Raises:
        Stale: It is not at the version that was expected.
    """
    row = change.row
    version = change.version + len(change.decisions)
    try:
        if change.version:
            number, was = await _update(connection, change, version)
        else:
            made = await connection.execute(
                insert(tables), row._asdict() | {"people": list(row.people), "version": version}
            )
            assert made.inserted_primary_key
            number, was = made.inserted_primary_key[0], ()
    except IntegrityError:  # another open table in a group, or the same table made twice
        raise Stale from None
    people_now = row.people if row.open else ()
    if people_now != was:
        await connection.execute(_leave, {"table": number})
        if people_now:
            values = [{"table": number, "person": each} for each in dict.fromkeys(people_now)]
            await connection.execute(insert(sitting), values)
    if change.decisions:
        numbered = enumerate(change.decisions, change.version + 1)
        await connection.execute(
            insert(decisions),
            [{"table": number, "number": each, "at": now, "text": text} for each, text in numbered],
        )


async def _update(
    connection: AsyncConnection, change: TableChange, version: int
) -> tuple[int, tuple[str, ...]]:
    """Brings the row up to date; gives its number and who sat at the table before."""
    row = change.row
    head = (await connection.execute(_head, {"table": row.id})).first()
    if head is None:
        raise Stale
    values = {
        "open": row.open,
        "joinable": row.joinable,
        "deadline": row.deadline,
        "people": list(row.people),
        "version": version,
    }
    updated = await connection.execute(
        _advance, values | {"table": head.number, "before": change.version}
    )
    if updated.rowcount != 1:  # it is at another version
        raise Stale
    return head.number, tuple(head.people) if head.open else ()


async def _keep_game(connection: AsyncConnection, game: GameRow) -> None:
    """Keeps a game, in the place of one that has its id."""
    known = (await connection.execute(queries.GAME, {"game": game.id})).first()
    if known is not None:
        await connection.execute(delete(played).where(played.c.game == known.number))
        await connection.execute(delete(games).where(games.c.number == known.number))
    made = await connection.execute(insert(games), game._asdict() | {"people": list(game.people)})
    assert made.inserted_primary_key
    number = made.inserted_primary_key[0]
    values = [
        {"person": each, "at": game.at, "game": number}
        for each in dict.fromkeys(game.people)
        if each
    ]
    if values:
        await connection.execute(insert(played), values)


async def _forget(person: str, connection: AsyncConnection) -> None:
    found = await connection.execute(queries.PERSONS, {"ids": [person]})
    row = found.first()
    if row is None:
        return
    await outbox.forget_address(connection, row.account)
    await connection.execute(delete(places).where(places.c.address == row.account))
    await connection.execute(delete(people).where(people.c.id == person))
    for kept in (tables, games):
        private = update(kept).where(kept.c.home == row.account)
        await connection.execute(private.values(home=person))


def _person(row: AnyRow) -> Person:
    return Person(row.id, row.account, row.name, row.settings)


def _table(row: AnyRow) -> TableRow:
    return TableRow(
        row.id, row.home, row.circle, row.open, row.joinable, row.deadline, tuple(row.people)
    )


def _game(row: AnyRow) -> GameRow:
    return GameRow(row.id, row.at, row.home, row.title, row.document, tuple(row.people))
