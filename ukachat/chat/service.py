"""The conversation: what somebody says in, what is to be kept and sent out.

`Service.handle` loads what a message is about, has it answered by plain functions, and keeps the
whole outcome at once, outgoing messages included. A transport then takes them from the store.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from ukachat.chat import reaching, telling
from ukachat.chat.answering import answer, command_of, is_talk, named_table, typed
from ukachat.chat.clock import strike
from ukachat.chat.commands import Need
from ukachat.chat.decisions import from_text
from ukachat.chat.growing import grow, table_of
from ukachat.chat.handlers.finding import waits
from ukachat.chat.messages import Press, Reply, Say, Setting
from ukachat.chat.publishing import UNREACHABLE, is_unreachable
from ukachat.chat.scene import HOST, AtTable, Scene
from ukachat.chat.store import Change, Repeated, Stale, StoreError
from ukachat.chat.table import Stage
from ukachat.text.words import one_line

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Sequence
    from pathlib import Path

    from ukachat.chat.messages import Incoming, Outgoing
    from ukachat.chat.store import GameRow, Person, Store, TableRow
    from ukachat.chat.table import Table

LONGEST_NAME: Final = 40
"""Longer names are cut, so that a table can be told in a breath."""

_ATTEMPTS: Final = 20
_TABLES_KEPT: Final = 500


class Busy(Exception):
    """Other processes changed the same table again and again while a message was answered."""


class Service:
    """Answers people.

    Several services, in one process or in many, may share a store.
    """

    def __init__(
        self,
        store: Store,
        random_bytes: Callable[[int], bytes],
        *,
        folders: Sequence[Path] = (),
        hosts: Collection[str] = (),
    ) -> None:
        """Begin to answer.

        Args:
            store: What is kept.
            random_bytes: Gives so many bytes that nobody can guess.
            folders: Folders of the host with rulesets, besides the bundled ones.
            hosts: The accounts of those who run the bot.
        """
        self._store = store
        self._random_bytes = random_bytes
        self._folders = tuple(folders)
        self._hosts = frozenset(hosts)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def handle(self, incoming: Incoming, now: float) -> None:
        """Answer a message; what is to be sent then lies in the store's outbox.

        Args:
            incoming: The message.
            now: The time, in seconds since 1970.

        Raises:
            Busy: The table could not be changed; nothing was kept, so the message may be repeated.
        """
        # Who only talks to others in a group has not spoken to us, and is not remembered.
        if is_talk(incoming) and await self._store.known(incoming.account) is None:
            return
        for _ in range(_ATTEMPTS):
            scene, tables = await self._scene(incoming, now)
            async with self._locked(tables):
                await self._load(scene, tables)
                answer(scene)
                try:
                    await self._keep(scene)
                except Stale:
                    continue
                except Repeated:
                    return
            return
        raise Busy

    async def apologise(self, incoming: Incoming, now: float, sentence: str) -> None:
        """Tell somebody that their message could not be answered, instead of answering it.

        Args:
            incoming: The message; it counts as answered afterwards.
            now: The time, in seconds since 1970.
            sentence: What they are told.
        """
        post: Outgoing = Say(incoming.place.address, sentence)
        if isinstance(incoming.said, Press):
            post = Reply(incoming.account, incoming.id, sentence)
        with suppress(Repeated):
            await self._store.keep(Change(now, incoming.id, posts=[post]))

    async def tick(self, now: float) -> None:
        """Do what is due at the tables.

        Args:
            now: The time, in seconds since 1970.
        """
        await self._at_due(now, strike)

    async def resume(self, now: float, since: float) -> None:
        """Begin again after a time in which nobody was answered.

        If it was long, the clocks that have run out since then start anew, and the tables hear it.

        Args:
            now: The time, in seconds since 1970.
            since: When somebody could last be answered.
        """
        if now - since < reaching.LONG_SECONDS:
            return
        await self._at_due(now, reaching.were_away)

    async def lost(self, account: str, now: float, *, is_awaited: bool = False) -> None:
        """Learn that a private chat is closed to us; see `reaching.closed_to_us`."""
        person = await self._store.known(account)
        if person is None:
            return
        rows = await self._store.tables_of(person.id)
        scene = Scene(now, self._random_bytes, self._folders, people={person.id: person})
        await self._do(
            scene,
            [row.id for row in rows],
            lambda: reaching.closed_to_us(scene, person, is_awaited=is_awaited),
        )

    async def removed(self, address: str, now: float) -> None:
        """Learn that we were removed from a group, or may say nothing there any more."""
        rows = await self._store.tables_at(address)
        scene = Scene(now, self._random_bytes, self._folders)
        await self._do(scene, [row.id for row in rows], lambda: reaching.removed(scene))

    async def _at_due(self, now: float, act: Callable[[Scene, AtTable], None]) -> None:
        """Do something at each table that is due.

        What goes wrong at one keeps it from no other; the first such error is raised at the end.
        """
        failed: list[Exception] = []
        for table in await self._store.due(now):
            try:
                await self._at(table, now, act)
            except StoreError:
                raise
            except Exception as error:
                failed.append(error)
        if failed:
            raise failed[0]

    async def _at(self, table: str, now: float, act: Callable[[Scene, AtTable], None]) -> None:
        """Do something at one table."""
        scene = Scene(now, self._random_bytes, self._folders)

        def act_there() -> None:
            for at in list(scene.tables.values()):
                act(scene, at)

        await self._do(scene, [table], act_there)

    async def _do(self, scene: Scene, tables: Sequence[str], act: Callable[[], None]) -> None:
        """Do something that nobody has asked for; nothing, where somebody acts at the same time."""
        async with self._locked(tables):
            await self._load(scene, tables)
            act()
            scene.settle()
            with suppress(Stale):
                await self._keep(scene)

    def asks_for_admin(self, incoming: Incoming) -> bool:
        """Whether the answer depends on `Incoming.is_admin`, so that it is worth finding out."""
        if incoming.place.setting is Setting.PRIVATE or not typed(incoming).startswith("/"):
            return False
        command = command_of(incoming)
        return command is not None and bool(command.for_admins)

    async def waiting(self, account: str, name: str) -> str:
        """Whom a person's table waits for, in a few words for a prompt; empty without a table."""
        person = await self._store.meet(account, _spoken(name))
        rows = await self._store.tables_of(person.id)
        scene = Scene(0.0, self._random_bytes)
        await self._load(scene, [row.id for row in rows])
        tables = [scene.tables[row.id].table for row in rows]
        mine = [table for table in tables if waits(table, person.id)]
        for table in mine or tables[-1:]:
            return telling.waiting(table, scene.names(table), table.seat_of(person.id))
        return ""

    # --- loading ---

    @asynccontextmanager
    async def _locked(self, tables: Iterable[str]) -> AsyncGenerator[None]:
        """Let nobody else in this process change these tables in the meantime."""
        async with AsyncExitStack() as stack:
            for each in sorted(set(tables)):  # the same order for all, so that nobody is stuck
                lock = self._locks.setdefault(each, asyncio.Lock())
                await stack.enter_async_context(lock)
            yield

    async def _scene(self, incoming: Incoming, now: float) -> tuple[Scene, list[str]]:
        """What a message is answered from, but for the tables it is about, and these tables."""
        store, place = self._store, incoming.place
        speaker = await store.meet(incoming.account, _spoken(incoming.name))
        mine = await store.tables_of(speaker.id)
        is_group = place.setting is Setting.GROUP
        here = await store.tables_at(place.address) if is_group else ()
        scene = Scene(
            now,
            self._random_bytes,
            self._folders,
            people={speaker.id: speaker},
            incoming=incoming,
            speaker=speaker,
            chosen=await store.places([*_houses(mine), place.address, HOST]),
            is_host=incoming.account in self._hosts and not is_group,
            here=tuple(row.id for row in here),
            mine=tuple(row.id for row in mine),
        )
        if is_unreachable(speaker) and not is_group:
            scene.speaker = _reached(speaker)
            scene.people = {speaker.id: scene.speaker}
            scene.settings[speaker.id] = scene.speaker.settings
        wanted = [*scene.here, *scene.mine, *named_table(incoming)]
        command = command_of(incoming, for_host=scene.is_host)
        need = command.needs if command is not None else Need.NOTHING
        if need is Need.JOINABLE and place.circle:
            scene.joinable = tuple(row.id for row in await store.joinable(place.circle))
            wanted += scene.joinable
        elif need is Need.GAMES:
            scene.games = await self._games(scene, incoming)
            await self._load(scene, (), (each for row in scene.games for each in row.people))
        elif need in {Need.EVERYWHERE, Need.PLAYING}:
            await self._look_around(scene, need)
            return scene, []
        return scene, wanted

    async def _look_around(self, scene: Scene, need: Need) -> None:
        """Load what a host asks of all tables: not the tables, of which there may be very many."""
        scene.everywhere = await self._store.open_tables()
        if need is Need.PLAYING:
            for row in scene.everywhere:
                table = await self._table(row.id)
                scene.playing += table is not None and table.stage is Stage.PLAYING
        await self._load(scene, (), (each for row in scene.everywhere for each in row.people))

    async def _games(self, scene: Scene, incoming: Incoming) -> tuple[GameRow, ...]:
        """The games of the speaker, or of the group; and the one that is named."""
        if incoming.place.setting is Setting.GROUP:
            games = await self._store.games_at(incoming.place.address)
        else:
            games = await self._store.games_of(scene.person.id)
        _, _, words = typed(incoming).partition(" ")
        named = words.strip().lower().partition(" ")[0]
        if named and all(row.id != named for row in games):
            row = await self._store.game(named)
            games = games if row is None else (*games, row)
        return games

    async def _load(self, scene: Scene, tables: Iterable[str], people: Iterable[str] = ()) -> None:
        """Load tables, and everybody at them, into a scene."""
        wanted = set(people)
        for each in dict.fromkeys(tables):
            table = await self._table(each)
            if table is not None:
                scene.tables[each] = AtTable(table, table)
                wanted |= {human.person for human in table.people.values()}
        known = await self._store.people(sorted(wanted - set(scene.people)))
        scene.people |= known

    async def _table(self, table: str) -> Table | None:
        known = self._tables.get(table)
        entries = await self._store.decisions(table, after=known.version if known else 0)
        decided = [(entry.at, from_text(entry.text)) for entry in entries]
        if known is None:
            if not decided:
                return None
            known = table_of(table, decided)
        else:
            for at, decision in decided:
                known = grow(known, decision, at).table
        self._remember(known)
        return known

    def _remember(self, table: Table) -> None:
        """Keep a table that was just used in memory, and let go of those that were not."""
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        if table.stage is Stage.CLOSED:
            del self._tables[table.id]
        while len(self._tables) > _TABLES_KEPT:
            self._tables.popitem(last=False)

    # --- keeping ---

    async def _keep(self, scene: Scene) -> None:
        """Keep an outcome. What is remembered of a table never runs ahead of the store."""
        await self._store.keep(scene.change())
        for at in scene.tables.values():
            if at.effects:
                self._remember(at.table)


def _reached(person: Person) -> Person:
    """A person from whose private chat we have heard again."""
    settings = {key: value for key, value in person.settings.items() if key != UNREACHABLE}
    return person._replace(settings=settings)


def _spoken(name: str) -> str:
    """A name as it can be said in a sentence, whatever the transport gave."""
    words = one_line(name.encode(errors="replace").decode())
    return words[:LONGEST_NAME].strip() or "Somebody"


def _houses(rows: Iterable[TableRow]) -> set[str]:
    """The groups in which some tables are."""
    return {row.home for row in rows if row.home == row.circle}
