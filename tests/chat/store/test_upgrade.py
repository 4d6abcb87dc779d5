"""Databases of other versions.

``tests/data/store/schema-1.sql`` is what the first version wrote; a change of the tables brings an
upgrade and the dump of its own schema.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tests.chat.store.making import row
from ukachat.chat.messages import Button, Edit, Send
from ukachat.chat.store import (
    Change,
    Entry,
    GameRow,
    Person,
    Posted,
    Repeated,
    StoreError,
    TableChange,
    TableRow,
)
from ukachat.chat.store.sql import SqlStore, open_store
from ukachat.chat.store.tables import UPGRADES, Upgrade

DUMP = Path(__file__).parent.parent.parent / "data" / "store" / "schema-1.sql"


def restored(folder: Path) -> Path:
    """A database of schema 1."""
    path = folder / "ukachat.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    return path


def asked(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def schema(path: Path) -> list[tuple[object, ...]]:
    return asked(path, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name")


def version(path: Path) -> list[tuple[object, ...]]:
    return asked(path, "SELECT version FROM schema_version")


def opened_and_closed(path: Path, upgrades: Sequence[Upgrade] = UPGRADES) -> None:
    async def run() -> None:
        store = await open_store(path, upgrades=upgrades)
        await store.close()

    asyncio.run(run())


def add_a_motto(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE people ADD COLUMN motto VARCHAR"))


def fill_in_the_motto(connection: Connection) -> None:
    connection.execute(text("UPDATE people SET motto = 'Ka pai, ' || name"))


def fail(connection: Connection) -> None:
    connection.execute(text("UPDATE nowhere SET motto = ''"))


def test_an_old_database_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    path = restored(tmp_path)
    opened_and_closed(path)
    opened_and_closed(tmp_path / "new.db")
    assert schema(path) == schema(tmp_path / "new.db")
    assert version(path) == version(tmp_path / "new.db") == [(len(UPGRADES) + 1,)]


def test_everything_in_an_old_database_is_there(tmp_path: Path) -> None:
    async def check(store: SqlStore) -> None:
        mere = await store.meet("terminal:mere", "Mere")
        tama = await store.meet("telegram:7", "Tama")
        assert mere == Person("p1", "terminal:mere", "Mere", {"signs": "words"})
        assert tama == Person("p2", "telegram:7", "Tama", {})
        assert await store.place("telegram:-100") == {"rules": "nz"}
        group = "telegram:-100"
        table = TableRow("t1", group, group, True, False, 1000.0, ("p1", "p2"))
        assert await store.tables_of("p1") == (table,)
        assert await store.table("t0") == TableRow(
            "t0", "terminal:mere", "house", False, False, None, ("p1",)
        )
        assert await store.decisions("t1") == (Entry(101.5, "deal"), Entry(101.5, "call"))
        assert await store.games_of("p2") == (
            GameRow("g1", 90.0, group, "Uka to 10", "format: ukachat\n", ("p1", "", "p2", "")),
        )
        buttons = ((Button("My cards", "t1:2:0"),),)
        assert await store.claim("", 200.0) == (
            Posted(2, Edit(group, "table", "Deal 7 ♥", buttons=buttons), "77"),
            Posted(3, Send("terminal:mere", "a.yaml", b"\x00\xff", "The game"), ""),
        )
        with pytest.raises(Repeated):
            await store.keep(Change(200.0, "m2"))
        await store.keep(Change(200.0, tables=[TableChange(row("t1"), 2, ("play",))]))

    async def run() -> None:
        store = await open_store(restored(tmp_path))
        try:
            await check(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_upgrades_run_once_and_in_order(tmp_path: Path) -> None:
    path = restored(tmp_path)
    upgrades = (*UPGRADES, add_a_motto)
    opened_and_closed(path, upgrades)
    assert version(path) == [(len(upgrades) + 1,)]
    upgrades = (*upgrades, fill_in_the_motto)
    opened_and_closed(path, upgrades)
    opened_and_closed(path, upgrades)
    assert version(path) == [(len(upgrades) + 1,)]
    assert asked(path, "SELECT motto FROM people ORDER BY id") == [
        ("Ka pai, Mere",),
        ("Ka pai, Tama",),
    ]


def test_several_processes_upgrade_once(tmp_path: Path) -> None:
    path = restored(tmp_path)

    async def run() -> None:
        stores = (open_store(path, upgrades=(*UPGRADES, add_a_motto)) for _ in range(4))
        for store in await asyncio.gather(*stores):
            await store.close()

    asyncio.run(run())
    assert version(path) == [(len(UPGRADES) + 2,)]


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = restored(tmp_path)
    before = schema(path)
    with pytest.raises(StoreError, match="no such table: nowhere"):
        opened_and_closed(path, (*UPGRADES, add_a_motto, fail))
    assert schema(path) == before
    assert version(path) == [(1,)]


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = restored(tmp_path)
    known = len(UPGRADES) + 1
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE schema_version SET version = ?", (known + 6,))
    with pytest.raises(StoreError) as error:
        opened_and_closed(path)
    assert str(error.value) == (
        f"{path} was written by a newer ukachat (schema {known + 6}; this one knows {known});"
        " update ukachat"
    )
    assert version(path) == [(known + 6,)]
