"""Many messages at once in one process: one after the other at a table, side by side otherwise."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.chat.memory import MemoryStore
from tests.chat.talking import GROUP, START, account_of
from ukachat.chat.decisions import Sat, from_text
from ukachat.chat.growing import table_of
from ukachat.chat.messages import Incoming, Place, Press, Reply, Say, Setting, Text
from ukachat.chat.publishing import action_buttons
from ukachat.chat.service import Service
from ukachat.chat.store import Change, Stale
from ukachat.chat.store.sql import open_store
from ukachat.chat.table import Stage
from ukachat.engine import legal_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from ukachat.chat.messages import Said
    from ukachat.chat.store import Store, TableRow
    from ukachat.chat.table import Table

PEOPLE = ("Mere", "Ana", "Hemi", "Tama")
PATIENCE = 120
"""After so many seconds a test that hangs is ended; none that passes comes near it."""


class Watched:
    """A store at which every call lets others in first, and which can be held up.

    Attributes:
        stale: How often a change came too late.
        held: Tables whose changes wait for the event.
        is_waiting: Set once one of them does.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.stale = 0
        self.held: dict[str, asyncio.Event] = {}
        self.is_waiting = asyncio.Event()

    @property
    def store(self) -> Store:
        """This, as the store that it stands for."""
        return cast("Store", self)

    async def keep(self, change: Change) -> None:
        """Keep a change, once no table of it is held up."""
        await asyncio.sleep(0)
        for each in change.tables:
            if each.row.id in self.held:
                self.is_waiting.set()
                await self.held[each.row.id].wait()
        try:
            await self._store.keep(change)
        except Stale:
            self.stale += 1
            raise

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Any other method of the store."""
        method = getattr(self._store, name)

        async def call(*arguments: object, **options: object) -> object:
            await asyncio.sleep(0)
            return await method(*arguments, **options)

        return call


class Reversed(Watched):
    """A store that tells Ana her tables in the other order."""

    async def tables_of(self, person: str) -> tuple[TableRow, ...]:
        """The open tables at which a person sits."""
        await asyncio.sleep(0)
        rows = await self._store.tables_of(person)
        known = await self._store.people([person])
        return rows[::-1] if known[person].name == "Ana" else rows


class Town:
    """People who speak at once to one service.

    Attributes:
        watched: What is kept.
        service: Who answers.
    """

    def __init__(self, watched: Watched) -> None:
        self.watched = watched
        self.service = Service(watched.store, Random(1).randbytes)
        self._ids = count(1)

    async def do(self, who: str, said: Said, *, group: str = "") -> None:
        """Somebody does something, in private or in a group."""
        account = account_of(who)
        place = Place(group, Setting.GROUP, group)
        if not group:
            place = Place(account, Setting.PRIVATE)
        incoming = Incoming(str(next(self._ids)), account, who, place, said)
        await self.service.handle(incoming, START)

    async def say(self, who: str, text: str, *, group: str = "") -> None:
        """Somebody types something."""
        await self.do(who, Text(text), group=group)

    async def table(self, table: str) -> Table:
        """A table as the store has it."""
        entries = await self.watched.store.decisions(table)
        return table_of(table, [(entry.at, from_text(entry.text)) for entry in entries])

    async def tables(self) -> list[Table]:
        """All open tables, oldest first."""
        return [await self.table(row.id) for row in await self.watched.store.open_tables()]

    async def sent(self) -> list[str]:
        """What was sent since the last time."""
        told: list[str] = []
        while posts := await self.watched.store.claim("", START):
            for each in posts:
                told.append(each.message.text)
                await self.watched.store.sent(each.id)
        return told


def _in_memory(test: Callable[[Town], Coroutine[object, None, None]]) -> None:
    async def hurry() -> None:
        await asyncio.wait_for(test(Town(Watched(MemoryStore()))), PATIENCE)

    asyncio.run(hurry())


def _in_a_database(test: Callable[[Town], Coroutine[object, None, None]], folder: Path) -> None:
    async def opened_and_closed() -> None:
        store = await open_store(folder / "ukachat.db")
        try:
            await asyncio.wait_for(test(Town(Watched(store))), PATIENCE)
        finally:
            await store.close()

    asyncio.run(opened_and_closed())


def test_many_messages_at_one_table_are_answered_one_after_the_other(tmp_path: Path) -> None:
    async def all_at_once(town: Town) -> None:
        await town.say("Mere", "/uka nz", group=GROUP)
        said = [(who, "/join") for who in PEOPLE[1:]]
        said += [("Mere", f"/cut number {number}") for number in range(10)]
        said += [(who, "/table") for who in PEOPLE]
        await asyncio.gather(*(town.say(*each, group=GROUP) for each in said))
        assert town.watched.stale == 0
        (table,) = await town.tables()
        assert len(table.people) == len(PEOPLE)
        entries = await town.watched.store.decisions(table.id)
        assert sum(isinstance(from_text(entry.text), Sat) for entry in entries) == len(PEOPLE)
        assert sum('cuts the pack with "number' in text for text in await town.sent()) == 10

    _in_a_database(all_at_once, tmp_path)


def test_of_many_who_press_at_once_one_moves_and_all_are_answered(tmp_path: Path) -> None:
    async def all_press(town: Town) -> None:
        await town.say("Mere", "/uka nz target=1", group=GROUP)
        for who in PEOPLE[1:]:
            await town.say(who, "/join", group=GROUP)
        await town.say("Mere", "/start", group=GROUP)
        await town.sent()
        moves = 0
        while (table := (await town.tables())[0]).stage is Stage.PLAYING:
            data = _any_choice(table)
            await asyncio.gather(*(town.do(who, Press(data), group=GROUP) for who in PEOPLE * 2))
            (after,) = await town.tables()
            assert after.game is not None
            assert table.game is not None
            if table.turn is not None:
                assert len(after.game.taken) == len(table.game.taken) + 1
            replies = 0
            while posts := await town.watched.store.claim("", START):
                replies += sum(isinstance(each.message, Reply) for each in posts)
                for each in posts:
                    await town.watched.store.sent(each.id)
            assert replies == 2 * len(PEOPLE)
            moves += 1
        assert moves > 20
        assert town.watched.stale == 0

    _in_a_database(all_press, tmp_path)


def _any_choice(table: Table) -> str:
    """The data of a button at a table where it is somebody's turn, or cards are to be dealt."""
    if table.turn is None:
        return f"t:{table.id}:{table.version}:/deal"
    assert table.game is not None
    actions = legal_actions(table.game.state)
    names = table.rules.seating.names
    return action_buttons(table, table.turn, actions, names)[0][0].data


def test_a_table_that_is_held_up_holds_up_no_other() -> None:
    async def one_waits(town: Town) -> None:
        await town.say("Mere", "/uka nz", group="group:one")
        await town.say("Ana", "/uka nz", group="group:other")
        one, other = await town.tables()
        town.watched.held[one.id] = asyncio.Event()
        waiting = asyncio.create_task(town.say("Hemi", "/join", group="group:one"))
        await town.watched.is_waiting.wait()
        behind = asyncio.create_task(town.say("Mere", "/cut after Hemi", group="group:one"))
        for _ in range(5):
            await town.say("Ana", "/cut three blind mice", group="group:other")
        assert (await town.table(other.id)).version > other.version
        assert (await town.table(one.id)).version == one.version
        assert not waiting.done()
        assert not behind.done()
        town.watched.held[one.id].set()
        await asyncio.gather(waiting, behind)
        assert (await town.table(one.id)).version == one.version + 2
        assert town.watched.stale == 0

    _in_memory(one_waits)


def test_people_at_two_tables_do_not_block_one_another() -> None:
    async def both_at_both(town: Town) -> None:
        for group in ("group:one", "group:other"):
            await town.say("Mere", "/uka nz", group=group)
            await town.say("Ana", "/join", group=group)
        tables = await town.tables()
        await asyncio.gather(
            *(
                town.do(who, Press(f"t:{table.id}:{table.version}:/hand"))
                for _ in range(10)
                for table in tables
                for who in ("Mere", "Ana")
            )
        )
        assert len(await town.sent()) >= 40

    async def hurry() -> None:
        await asyncio.wait_for(both_at_both(Town(Reversed(MemoryStore()))), PATIENCE)

    asyncio.run(hurry())


def test_a_clock_and_a_person_at_once_both_count() -> None:
    async def both(town: Town) -> None:
        await town.say("Mere", "/uka nz", group=GROUP)
        for who in PEOPLE[1:]:
            await town.say(who, "/join", group=GROUP)
        await town.say("Mere", "/start", group=GROUP)
        (table,) = await town.tables()
        assert table.deadline is not None
        await asyncio.gather(
            town.service.tick(table.deadline),
            *(town.say(who, "/away", group=GROUP) for who in PEOPLE[:2]),
            town.service.tick(table.deadline),
        )
        (after,) = await town.tables()
        assert town.watched.stale == 0
        assert len(after.present) == 2

    _in_memory(both)


def test_locks_are_let_go_of() -> None:
    async def many_tables(town: Town) -> None:
        groups = [f"group:{number}" for number in range(30)]
        await asyncio.gather(*(town.say("Mere", "/uka nz", group=group) for group in groups))
        await asyncio.gather(*(town.say("Ana", "/join", group=group) for group in groups))
        assert len(await town.tables()) == len(groups)
        assert len(vars(town.service)["_locks"]) == 0

    _in_memory(many_tables)


@pytest.mark.parametrize("said", [Text("/table"), Press("/table")])
def test_the_same_message_at_once_is_answered_once(said: Text | Press) -> None:
    async def twice(town: Town) -> None:
        await town.say("Mere", "/play nz")
        await town.sent()
        account = account_of("Mere")
        incoming = Incoming("again", account, "Mere", Place(account, Setting.PRIVATE), said)
        handling = [town.service.handle(incoming, START) for _ in range(5)]
        apologising = town.service.apologise(incoming, START, "Sorry.")
        await asyncio.gather(*handling, apologising)
        posts = [each.message for each in await town.watched.store.claim("", START)]
        whole = [post for post in posts if isinstance(post, Say) or "Sorry" in post.text]
        assert len(whole) == 1

    _in_memory(twice)
