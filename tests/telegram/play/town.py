"""A town: the fake, the whole bot in process, and the people who play there."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing, contextmanager
from io import StringIO
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from tests.logs import logging_of_its_own
from tests.telegram.fake.people import Person
from tests.telegram.fake.transport import FakeTransport
from tests.telegram.fake.world import World
from tests.telegram.play.clockwork import Clockwork
from ukachat.bot import logs, running
from ukachat.bot.settings import read_settings
from ukachat.chat.decisions import from_text
from ukachat.chat.growing import grow, table_of
from ukachat.chat.store.sql import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
    from pathlib import Path

    from tests.telegram.fake.chats import Chat, Message
    from tests.telegram.fake.world import Press
    from ukachat.chat.decisions import Decision
    from ukachat.chat.table import Table

NAMES = ("Mere", "Ana", "Hemi", "Tama")


class Spot(NamedTuple):
    """Where a table is: a chat, or a topic of one."""

    chat: Chat
    topic: int | None = None

    @property
    def address(self) -> str:
        """What the conversation calls it."""
        return f"telegram:{self.chat.id}" + ("" if self.topic is None else f"/{self.topic}")

    def shown(self) -> list[Message]:
        """What the bot shows there, oldest first."""
        return self.chat.said_by_bot(self.topic)


class Moment(NamedTuple):
    """A table after a decision.

    Attributes:
        at: When it was taken.
    """

    at: float
    decision: Decision
    table: Table


class Town:
    """A world with people and groups, and the bot that runs in it.

    Attributes:
        seed: From which all chance comes: cards, and what people do.
        rng: For whoever acts in the town.
        thinking: How many seconds people take at least and at most.
        past: Every table there was, after each of its decisions; known once the bot has ended.
        accounts: The ids by which decisions know people, by their address; known likewise.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.thinking = (0.5, 3.0)
        self.clock = Clockwork()
        self.world = World(self.clock)
        self.mere, self.ana, self.hemi, self.tama = self.people = [
            Person(self.world, name, started=True) for name in NAMES
        ]
        self.group = Spot(self.world.supergroup("Whanau", self.people, admins=[self.mere]))
        forum = self.world.supergroup("Club", self.people, admins=[self.ana], forum=True)
        self.topic = Spot(forum, self.world.topic(forum, "Uka"))
        self.log = StringIO()
        self.past: list[list[Moment]] = []
        self.accounts: dict[str, str] = {}
        self._db = folder / "town.db"

    # --- the bot ---

    def live(self, act: Callable[[], Awaitable[None]]) -> None:
        """Runs the bot while people act in the town, and keeps what became of the tables."""
        print(f"seed {self.seed}")  # noqa: T201 - shown where the test fails
        asyncio.run(self._live(act))

    async def _live(self, act: Callable[[], Awaitable[None]]) -> None:
        with self.clock.watching_databases(), _logging_to(self.log, self.world.token):
            async with self._bot():
                await act()
                await self.clock.wind(60)  # whatever still waits is sent
        await self._remember()

    @asynccontextmanager
    async def _bot(self) -> AsyncGenerator[None]:
        stopped = asyncio.Event()
        settings = read_settings(
            token=self.world.token, db=str(self._db), api_url="http://fake.invalid"
        )
        chance = SimpleNamespace(urandom=Random(self.seed).randbytes)
        transport = FakeTransport(self.world)
        with mock.patch.object(running, "os", chance):
            serving = asyncio.create_task(
                running.serve(settings, stopped, self.clock, transport=transport)
            )
            try:
                await self.clock.settle()
                yield
            finally:
                stopped.set()
                await asyncio.wait_for(serving, 30)

    async def _remember(self) -> None:
        """Reads what was kept of the tables."""
        with closing(sqlite3.connect(self._db)) as connection:
            tables = [row[0] for row in connection.execute("SELECT id FROM tables ORDER BY number")]
        store = await open_store(self._db)
        try:
            for each in tables:
                entries = await store.decisions(each)
                self.past.append(_moments(each, [(it.at, from_text(it.text)) for it in entries]))
            for person in self.world.users.values():
                address = f"telegram:{person.id}"
                known = await store.known(address)
                if known is not None:
                    self.accounts[address] = known.id
        finally:
            await store.close()

    # --- what people do ---

    async def says(
        self, who: Person, text: str, spot: Spot | None = None, reply_to: Message | None = None
    ) -> None:
        """Somebody types something, in private by default, and takes their time."""
        spot = spot or Spot(who.private)
        who.says(text, spot.chat, topic=spot.topic, reply_to=reply_to)
        await self.passes()

    async def presses(self, who: Person, label: str, message: Message) -> Press:
        """Somebody presses a button, is answered at once, and takes their time."""
        press = who.presses(label, message)
        await self.clock.settle()
        assert press.answered, f"nobody answers {who.first_name}, who pressed {label}"
        await self.passes()
        return press

    def decisions(self) -> int:
        """How many decisions were ever taken, at any table."""
        with closing(sqlite3.connect(self._db)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM decisions").fetchone()
        return int(count)

    async def passes(self, seconds: float | None = None) -> None:
        """Some seconds pass; by default as many as people take to think."""
        await self.clock.wind(self.rng.uniform(*self.thinking) if seconds is None else seconds)


def _moments(table: str, decided: list[tuple[float, Decision]]) -> list[Moment]:
    at, first = decided[0]
    now = table_of(table, decided[:1])
    moments = [Moment(at, first, now)]
    for at, decision in decided[1:]:
        now = grow(now, decision, at).table
        moments.append(Moment(at, decision, now))
    return moments


@contextmanager
def _logging_to(stream: StringIO, token: str) -> Iterator[None]:
    """Everything is logged, and afterwards logging is as it was."""
    with logging_of_its_own():
        logs.set_up("debug", "console", [token], stream=stream)
        yield
