"""The parts of a bot for tests: the fake's world, a store in memory, one clock for all."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from telegram import Bot, Update, User
from telegram.request import HTTPXRequest

from tests.chat.memory import MemoryStore
from tests.telegram.fake.people import Person
from tests.telegram.fake.transport import FakeTransport
from tests.telegram.fake.world import World
from tests.telegram.play.clockwork import Clockwork
from ukachat.bot.delivering import Delivery
from ukachat.bot.hearing import link_of
from ukachat.bot.limits import FloodLimits
from ukachat.bot.moves import Moves
from ukachat.bot.postman import Postman
from ukachat.bot.receiving import Receiver
from ukachat.bot.seen import Seen
from ukachat.chat.messages import Button, Edit, Reply
from ukachat.chat.service import Service
from ukachat.chat.store import Change, Posted, StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence

    from tests.telegram.fake.chats import Chat
    from tests.telegram.fake.world import Call
    from ukachat.bot.delivering import Fate
    from ukachat.chat.messages import Outgoing


@dataclass
class FailingStore(MemoryStore):
    """Fails as often as a test asks for.

    Attributes:
        failing: By the name of a method, how often it still fails.
    """

    failing: dict[str, int] = field(default_factory=dict)

    def _fail(self, method: str) -> None:
        if self.failing.get(method, 0):
            self.failing[method] -= 1
            raise StoreError("The database is full.")

    async def claim_next(self, *args: Any, **options: Any) -> tuple[Posted, ...]:  # noqa: ANN401
        self._fail("claim_next")
        return await super().claim_next(*args, **options)

    async def sent(self, post: int, message_id: str = "") -> None:
        self._fail("sent")
        await super().sent(post, message_id)

    async def failed(self, post: int) -> None:
        self._fail("failed")
        await super().failed(post)

    async def keep(self, change: Change) -> None:
        self._fail("keep")
        await super().keep(change)

    async def places(self, addresses: Sequence[str]) -> dict[str, Any]:
        self._fail("places")
        return dict(await super().places(addresses))


class Refusing(httpx.AsyncBaseTransport):
    """Telegram as it refuses every call in the same way."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        self._code = code
        self._body = {"ok": False, "error_code": code, "description": description}
        if parameters:
            self._body["parameters"] = parameters

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(self._code, content=json.dumps(self._body), request=request)


class Office:
    """A bot in parts, and a small world around it.

    Attributes:
        closed: What the postman said could not be delivered.
    """

    bot: Bot
    delivery: Delivery
    postman: Postman
    receiver: Receiver

    def __init__(self) -> None:
        self.clock = Clockwork()
        self.world = World(self.clock)
        self.mere = Person(self.world, "Mere", started=True)
        self.ana = Person(self.world, "Ana", started=True)
        self.hemi = Person(self.world, "Hemi")
        people = [self.mere, self.ana, self.hemi]
        self.group = self.world.group("Whanau", people, admins=[self.mere])
        self.club = self.world.supergroup("Club", people, admins=[self.mere], forum=True)
        self.topics = [self.world.topic(self.club, name) for name in ("Uka", "Euchre")]
        self.store = FailingStore()
        self.limits = FloodLimits()
        self.moves, self.seen = Moves(self.store), Seen()
        self.service = Service(self.store, Random(1).randbytes)
        self.closed: list[Outgoing] = []

    def through(
        self,
        act: Callable[[], Awaitable[None]],
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        patience: float = 5.0,
    ) -> None:
        """Does something while the bot's parts are there; calls go to the fake, or elsewhere."""

        async def run() -> None:
            carried = {"transport": transport or FakeTransport(self.world)}
            request = HTTPXRequest(httpx_kwargs=carried, read_timeout=patience)
            self.bot = Bot(self.world.token, request=request)
            me = self.world.me
            self.bot._bot_user = User(me.id, me.first_name, is_bot=True, username=me.username)
            self.delivery = Delivery(
                self.bot, self.moves, self.seen, self.clock, link_of(self.bot.username)
            )
            self.postman = Postman(
                self.store, self.delivery, self.clock, self._is_closed, self.limits
            )
            self.receiver = Receiver(
                self.service,
                self.store,
                self.bot,
                self.moves,
                self.seen,
                self.clock,
                self.postman.wake,
            )
            await request.initialize()
            try:
                await act()
            finally:
                await request.shutdown()

        asyncio.run(run())

    def delivering(self, act: Callable[[], Awaitable[None]]) -> None:
        """Does something while the postman works."""

        async def run() -> None:
            async with self.working():
                await act()

        self.through(run)

    async def while_time_passes(self, act: Coroutine[object, object, None]) -> None:
        """Does something that waits by the clock, for some seconds."""
        acting = asyncio.create_task(act)
        await self.clock.wind(10)
        await acting

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """The postman works in the meantime."""
        running = asyncio.create_task(self.postman.run())
        try:
            yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await self.postman.finish(0)

    async def _is_closed(self, message: Outgoing) -> None:
        self.store._fail("on_closed")
        self.closed.append(message)

    # --- posting ---

    async def post(self, *messages: Outgoing) -> None:
        """Puts messages into the outbox."""
        await self.store.keep(Change(self.clock.now(), posts=list(messages)))
        self.postman.wake()

    async def posted(self, *messages: Outgoing, seconds: float = 0.0) -> None:
        """Puts messages into the outbox, and lets seconds pass."""
        await self.post(*messages)
        await self.clock.wind(seconds)

    # --- receiving ---

    async def receive(self) -> None:
        """Gives the receiver all updates that wait."""
        for update in self.updates():
            await self.receiver.receive(update)

    def updates(self) -> list[Update]:
        """All updates that wait; they are taken."""
        waiting = self.world.updates.peek()
        self.world.updates.clear()
        return [Update.de_json(each.json(), self.bot) for each in waiting]

    # --- looking ---

    def calls(self, method: str) -> list[Call]:
        return [call for call in self.world.calls if call.method == method]

    def texts(self, chat: Chat, thread: int | None = None) -> list[str | None]:
        """What the bot's messages in a chat say now, oldest first."""
        return [message.text for message in chat.said_by_bot(thread)]

    @property
    def waiting(self) -> list[Outgoing]:
        """What lies in the outbox."""
        return [post.message for post in self.store.posts.values()]


async def deliver(office: Office, message: Outgoing, message_id: str = "") -> Fate:
    """What becomes of a message; `message_id` is that of the one that has its key."""
    chat = await office.delivery.chat_of(message)
    return await office.delivery.deliver(Posted(1, message, message_id), chat)


def fate_of(message: Outgoing, transport: httpx.AsyncBaseTransport, message_id: str = "") -> Fate:
    """What becomes of a message where Telegram, or the network, always does the same."""
    office = Office()
    fates: list[Fate] = []

    async def act() -> None:
        fates.append(await deliver(office, message, message_id))

    office.through(act, transport=transport)
    return fates[0]


def to(chat: Chat, topic: int | None = None) -> str:
    """The address of a chat of the fake."""
    return f"telegram:{chat.id}" + ("" if topic is None else f"/{topic}")


def press_reply(account: str, press: str, text: str) -> Reply:
    """The answer to a press of the fake."""
    return Reply(account, f"press:{press}", text)


def table(office: Office, text: str) -> Edit:
    """The table of the group as it stands."""
    return Edit(to(office.group), "table:abc", text, buttons=((Button("1", "t:abc:1:1"),),))


def pressed(office: Office) -> Reply:
    """The answer to a press in the group."""
    message = office.world.new_message(office.group, office.world.me, text="Table")
    message.show_buttons([[{"text": "1", "callback_data": "1"}]])
    press = office.ana.presses("1", message)
    return press_reply(to(office.ana.private), press.id, "1 J♥  2 A♠")
