"""The conversation: what somebody says in, what is to be kept and sent out.

`Service.handle` loads what a message is about, has it answered by plain functions, and keeps the
whole outcome at once, outgoing messages included. A transport then takes them from the store.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from ukachat.chat import telling
from ukachat.chat.clock import strike
from ukachat.chat.commands import Need, bare, find
from ukachat.chat.decisions import from_text
from ukachat.chat.growing import grow, table_of
from ukachat.chat.handlers.finding import waits
from ukachat.chat.handlers.library import received
from ukachat.chat.messages import REPLY_LENGTH, Press, Reply, Setting, Text, Upload
from ukachat.chat.publishing import HAND
from ukachat.chat.scene import HOST, AtTable, Scene, Sorry
from ukachat.chat.store import Repeated, Stale
from ukachat.chat.table import Stage
from ukachat.chat.talk import hear, pressed
from ukachat.text.words import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path

    from ukachat.chat.commands import Command
    from ukachat.chat.messages import Incoming
    from ukachat.chat.store import GameRow, Store, TableRow
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

    async def handle(self, incoming: Incoming, now: float) -> None:
        """Answer a message; what is to be sent then lies in the store's outbox.

        Args:
            incoming: The message.
            now: The time, in seconds since 1970.

        Raises:
            Busy: The table could not be changed; nothing was kept, so the message may be repeated.
        """
        for _ in range(_ATTEMPTS):
            scene = await self._scene(incoming, now)
            answer(scene)
            try:
                await self._keep(scene)
            except Stale:
                continue
            except Repeated:
                return
            return
        raise Busy

    async def tick(self, now: float) -> None:
        """Do what is due at the tables.

        Args:
            now: The time, in seconds since 1970.
        """
        for table in await self._store.due(now):
            scene = Scene(now, self._random_bytes, self._folders)
            await self._load(scene, [table])
            for at in list(scene.tables.values()):
                strike(scene, at)
            scene.settle()
            try:
                await self._keep(scene)
            except Stale:
                continue  # Somebody acted in the meantime, or another process did the same.

    def asks_for_admin(self, incoming: Incoming) -> bool:
        """Whether the answer depends on `Incoming.is_admin`, so that it is worth finding out."""
        if incoming.place.setting is Setting.PRIVATE or not _typed(incoming).startswith("/"):
            return False
        command = _command(incoming)
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

    async def _scene(self, incoming: Incoming, now: float) -> Scene:
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
        wanted = [*scene.here, *scene.mine, *_named_table(incoming)]
        command = _command(incoming, for_host=scene.is_host)
        need = command.needs if command is not None else Need.NOTHING
        if need is Need.JOINABLE and place.circle:
            scene.joinable = tuple(row.id for row in await store.joinable(place.circle))
            wanted += scene.joinable
        elif need is Need.GAMES:
            scene.games = await self._games(scene, incoming)
        elif need in {Need.EVERYWHERE, Need.PLAYING}:
            return await self._look_around(scene, need)
        await self._load(scene, wanted, (each for row in scene.games for each in row.people))
        return scene

    async def _look_around(self, scene: Scene, need: Need) -> Scene:
        """Load what a host asks of all tables: not the tables, of which there may be very many."""
        scene.everywhere = await self._store.open_tables()
        if need is Need.PLAYING:
            for row in scene.everywhere:
                table = await self._table(row.id)
                scene.playing += table is not None and table.stage is Stage.PLAYING
        await self._load(scene, (), (each for row in scene.everywhere for each in row.people))
        return scene

    async def _games(self, scene: Scene, incoming: Incoming) -> tuple[GameRow, ...]:
        """The games of the speaker, or of the group; and the one that is named."""
        if incoming.place.setting is Setting.GROUP:
            games = await self._store.games_at(incoming.place.address)
        else:
            games = await self._store.games_of(scene.person.id)
        _, _, words = _typed(incoming).partition(" ")
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


def answer(scene: Scene) -> None:
    """Answer a message, and let every table go on as far as it can."""
    incoming = scene.incoming
    assert incoming is not None
    try:
        match incoming.said:
            case Text(text=text, to_us=to_us):
                hear(scene, text, to_us=to_us)
            case Press(data=data):
                pressed(scene, data)
            case Upload():
                received(scene, incoming.said)
    except Sorry as sorry:
        _apologise(scene, sorry)
    scene.settle()
    if isinstance(incoming.said, Press):
        _answer_press(scene)
    elif scene.is_private and all(post.to != scene.person.account for post in scene.posts):
        scene.say("Done; the group's table shows it.")


def _answer_press(scene: Scene) -> None:
    """Make all that is said to the presser alone the one answer that a press gets, even if empty.

    It is sent first; what does not fit into it is cut after a sentence.
    """
    assert scene.incoming is not None
    replies = [post for post in scene.posts if isinstance(post, Reply)]
    text = "\n".join(reply.text for reply in replies)
    if len(text) > REPLY_LENGTH:
        whole = text[:REPLY_LENGTH].rpartition(".")[0]
        text = f"{whole}." if whole else text[:REPLY_LENGTH]
    others = [post for post in scene.posts if not isinstance(post, Reply)]
    scene.posts = [Reply(scene.person.account, scene.incoming.id, text), *others]


def _apologise(scene: Scene, sorry: Sorry) -> None:
    incoming = scene.incoming
    assert incoming is not None
    is_press = isinstance(incoming.said, Press) and not sorry.buttons
    if sorry.is_private or is_press:
        scene.say_privately(str(sorry), sorry.buttons)
    else:
        scene.say(str(sorry), sorry.buttons)


def _spoken(name: str) -> str:
    """A name as it can be said in a sentence, whatever the transport gave."""
    words = one_line(name.encode(errors="replace").decode())
    return words[:LONGEST_NAME].strip() or "Somebody"


def _typed(incoming: Incoming) -> str:
    """A message as it would be typed, without the table and version of a button."""
    match incoming.said:
        case Text(text=text):
            return text.strip()
        case Press(data=data):
            return data.split(":", 3)[-1] if data.startswith("t:") else data
        case Upload():
            return ""


def _named_table(incoming: Incoming) -> list[str]:
    """The table that a message names, if it does."""
    said = incoming.said
    if isinstance(said, Press) and said.data.startswith("t:"):
        return [*said.data.split(":", 3)[1:2]]
    word, _, rest = _typed(incoming).partition(" ")
    is_naming = word.partition("@")[0].lower() in {"/join", "/start", "/table"}
    named = rest.strip().lower().removeprefix(HAND)
    return [named] if is_naming and named else []


def _houses(rows: Iterable[TableRow]) -> set[str]:
    """The groups in which some tables are."""
    return {row.home for row in rows if row.home == row.circle}


def _command(incoming: Incoming, *, for_host: bool = False) -> Command | None:
    word = _typed(incoming).partition(" ")[0].partition("@")[0]
    try:
        return find(word[1:], for_host=for_host) if word.startswith("/") else bare(word)
    except Sorry:
        return None
