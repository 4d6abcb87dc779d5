import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import CreateIndex, CreateTable

from tests.chat.store.contract import StoreContract
from tests.chat.store.making import opening, post, private_row, row
from ukachat.chat.messages import Say
from ukachat.chat.store import Change, Repeated, Store, StoreError, TableChange
from ukachat.chat.store.paths import default_path
from ukachat.chat.store.sql import SqlStore, open_store
from ukachat.chat.store.tables import metadata, sitting
from ukachat.chat.store.writing import Writer


class TestSqlStore(StoreContract):
    async def opened(self, folder: Path) -> Store:
        return await open_store(folder / "store" / "ukachat.db")


def in_store(where: Path | str, test: Callable[[SqlStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await open_store(where, patience=0.2)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def refusal(where: Path | str) -> str:
    """The sentence with which a path is refused."""

    async def nothing(_: SqlStore) -> None:
        pass

    with pytest.raises(StoreError) as error:
        in_store(where, nothing)
    return str(error.value)


def test_what_is_kept_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"

    async def first(store: SqlStore) -> None:
        mere = await store.meet("terminal:mere", "Mere")
        await store.keep(Change(1.0, "m1", [TableChange(row(people=(mere.id,)), 0, ("open",))]))
        await post(store, Say("terminal:mere", "hello"))

    async def second(store: SqlStore) -> None:
        mere = await store.meet("terminal:mere", "Mere")
        assert [each.id for each in await store.tables_of(mere.id)] == ["t1"]
        assert len(await store.claim("", 1.0)) == 1

    in_store(path, first)
    in_store(f"sqlite:///{path}", second)


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    async def test(store: SqlStore) -> None:
        async with store._database.writing() as connection:
            settings = {
                name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

    in_store(tmp_path / "ukachat.db", test)


def test_ids_of_people_can_be_drawn_elsewhere(tmp_path: Path) -> None:
    async def test() -> None:
        ids = iter(["p1", "p2"])
        store = await open_store(tmp_path / "ukachat.db", new_id=lambda: next(ids))
        met = [(await store.meet(name, name)).id for name in ("mere", "ana", "mere")]
        assert met == ["p1", "p2", "p1"]
        await store.close()

    asyncio.run(test())


def test_a_forgotten_account_is_nowhere_in_the_database(tmp_path: Path) -> None:
    account = "terminal:mere-with-a-long-name"

    async def test(store: SqlStore) -> None:
        mere = await store.meet(account, "Mere")
        await post(store, Say(account, "x", key="k"))
        await store.keep(Change(1.0, places={account: {"rules": "nz"}}))
        await store.sent((await store.claim("", 1.0))[0].id, "7")
        await store.keep(opening(private_row("t1", home=account)))
        await store.keep(Change(1.0, posts=[Say(account, "x")]))
        assert account in await everything(store)
        await store.forget(mere.id)
        assert account not in await everything(store)

    async def everything(store: SqlStore) -> str:
        async with store._database.reading() as connection:
            found = [
                (await connection.execute(each.select())).all() for each in metadata.sorted_tables
            ]
        return str(found)

    in_store(tmp_path / "ukachat.db", test)


def test_who_waits_too_long_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"

    async def test(store: SqlStore) -> None:
        other = await open_store(path)
        async with other._database.writing():
            with pytest.raises(StoreError) as error:
                await store.keep(opening(row()))
            assert await store.table("t1") is None  # readers never wait
        await other.close()
        assert str(error.value) == (
            f"{path} is busy: another process has been writing to it for 0.2 seconds; try again"
        )
        await store.keep(opening(row()))

    in_store(path, test)


def test_marks_that_were_not_kept_are_told_to_everybody(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"

    async def test(store: SqlStore) -> None:
        other = await open_store(path)
        await post(store, *(Say(f"terminal:{number}", "text") for number in range(3)))
        posts = await store.claim("", 1.0)
        async with other._database.writing():
            marks = (store.sent(each.id) for each in posts)
            outcomes = await asyncio.gather(*marks, return_exceptions=True)
        await other.close()
        assert [type(each) for each in outcomes] == [StoreError] * 3
        assert await store.claim("", 100.0) == posts
        await store.sent(posts[0].id)
        assert await store.claim("", 200.0) == posts[1:]  # what failed is not marked later

    in_store(path, test)


def test_a_closed_table_leaves_its_people_alone(tmp_path: Path) -> None:
    async def test(store: SqlStore) -> None:
        await store.keep(opening(row(people=("a", "b"))))
        closed = row(people=("a", "b"), open=False)
        await store.keep(Change(2.0, tables=[TableChange(closed, 1, ("close",))]))
        async with store._database.reading() as connection:
            assert (await connection.execute(sitting.select())).all() == []

    in_store(tmp_path / "ukachat.db", test)


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"

    async def test(store: SqlStore) -> None:
        await store.keep(opening(row()))
        async with store._database.writing() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await store._database._engine.dispose()

        def full(connection, _):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            connection.execute(f"PRAGMA max_page_count = {pages}")

        event.listen(store._database._engine.sync_engine, "connect", full)
        long = Say("terminal:mere", "x" * 20_000)
        with pytest.raises(StoreError) as error:
            await store.keep(Change(2.0, tables=[TableChange(row(), 1, ("next",))], posts=[long]))
        assert str(error.value) == f"{path} cannot grow because the disk is full; make room"
        assert len(await store.decisions("t1")) == 1
        await store.keep(Change(2.0, tables=[TableChange(row(), 1, ("next",))]))

    in_store(path, test)


def test_no_question_reads_a_whole_table(tmp_path: Path) -> None:
    asked: list[tuple[str, object]] = []

    async def test(store: SqlStore) -> None:
        def note(_connection, _cursor, statement, parameters, *_rest):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN002, ANN202
            asked.append((statement, parameters))

        database = store._database
        assert database._reader is not None
        asking = (database._engine.sync_engine, database._reader.sync_connection)
        for each in asking:
            event.listen(each, "before_cursor_execute", note)
        person = await store.meet("terminal:mere", "Mere")
        await store.people([person.id])
        await store.place("x")
        await store.keep(opening(row()))
        await store.keep(Change(2.0, "m1", tables=[TableChange(row(), 1, ("next",))]))
        await store.places(["x", "host"])
        await store.tables_at("x")
        await store.open_tables()
        await store.tables_of("x")
        await store.joinable("x")
        await store.due(1.0)
        await store.next_deadline()
        await store.table("t1")
        await store.decisions("t1")
        await store.games_of("x")
        await store.games_at("x")
        await store.game("x")
        await store.claim("x", 1.0)
        await store.claim_next("x", 1.0, resting=["y"])
        await store.returned(1)
        await store.known("x")
        for each in asking:
            event.remove(each, "before_cursor_execute", note)
        async with store._database.reading() as connection:
            for statement, parameters in asked:
                if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
                    continue
                explain = f"EXPLAIN QUERY PLAN {statement}"
                plan = await connection.exec_driver_sql(explain, parameters)  # type: ignore[arg-type]
                steps = [step.detail for step in plan]
                assert not [
                    each for each in steps if each.startswith("SCAN") and "USING" not in each
                ], (statement, steps)

    in_store(tmp_path / "ukachat.db", test)
    assert len(asked) > 20


def test_the_tables_are_such_as_postgresql_takes() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in metadata.sorted_tables:
        text = str(CreateTable(table).compile(dialect=dialect))
        assert "ROWID" not in text
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=dialect))


# --- what is no store ---


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("players: [Mere, Ana, Hemi, Tama]\n" * 200)
    before = path.read_bytes()
    assert refusal(path) == f"{path} is no database; move it away or choose another path"
    assert path.read_bytes() == before


def test_a_broken_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"

    async def fill(store: SqlStore) -> None:
        await store.keep(opening(row()))

    in_store(path, fill)
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * (4096 - 100)
    path.write_bytes(content)
    assert refusal(path) == f"{path} is damaged; put an earlier copy in its place"


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    assert refusal(path) == f"{path} belongs to another program; choose another path"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is a folder; name a file in it"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "ukachat.db"
    text = refusal(path)
    assert text.startswith(f"{path} needs a folder that cannot be made: ")


def test_a_database_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"
    path.touch()
    url = f"sqlite:///file:{path}?mode=ro&uri=true"
    assert refusal(url).endswith(" cannot be written; see who may write to the file and its folder")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("://", ":// is no URL of a database"),
        ("nosuch://mere:secret@host/x", "nosuch://mere:***@host/x cannot be opened: "),
    ],
    ids=["no URL", "unknown kind"],
)
def test_other_urls_are_refused(url: str, said: str) -> None:
    assert refusal(url).startswith(said)


def test_the_default_path_is_in_the_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path().name == "ukachat.db"
    assert default_path().parent.name == "ukachat"
    assert not default_path().parent.exists()


def test_what_is_written_at_once_is_kept_or_refused_by_itself(tmp_path: Path) -> None:
    async def test(store: SqlStore) -> None:
        await store.keep(Change(1.0, "m1"))
        hello = Say("terminal:mere", "hello")
        changes = [Change(1.0, each, posts=[hello]) for each in ("m0", "m1", "m2", "m2", "m3")]
        async with store._database.writing():
            tasks = [asyncio.create_task(store.keep(each)) for each in changes]
            await asyncio.sleep(0)
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in outcomes] == [
            type(None),
            Repeated,
            type(None),
            Repeated,
            type(None),
        ]
        assert len(await store.claim("", 1.0)) == 3

    in_store(tmp_path / "ukachat.db", test)


def test_what_all_want_written_is_written_once(tmp_path: Path) -> None:
    async def test(store: SqlStore) -> None:
        times = 0

        async def write(_: AsyncConnection) -> int:
            nonlocal times
            times += 1
            return times

        writer = Writer(store._database)
        async with store._database.writing():
            tasks = [asyncio.create_task(writer.write(write)) for _ in range(4)]
            await asyncio.sleep(0)
        # Who comes first begins at once; the others wait for it, and are served together.
        assert await asyncio.gather(*tasks) == [1, 2, 2, 2]

    in_store(tmp_path / "ukachat.db", test)
