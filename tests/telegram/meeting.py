"""A small town of the fake for tests, and the library's bot in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from telegram import (
    Bot,
    CallbackQuery,
    Document,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    Update,
)
from telegram.request import HTTPXRequest

from tests.telegram.fake.clocks import HandClock
from tests.telegram.fake.people import Person
from tests.telegram.fake.server import FakeServer
from tests.telegram.fake.transport import FakeTransport
from tests.telegram.fake.world import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable


# How a bot comes into a world: through memory or over HTTP.
Way = Callable[[World], AbstractAsyncContextManager[Bot]]


class Place:
    """A world with some people and groups."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.world = World(self.clock)
        self.mere = Person(self.world, "Mere", started=True, username="mere_k", language_code="mi")
        self.ana = Person(self.world, "Ana")
        self.hemi = Person(self.world, "Hemi", last_name="T")
        people = [self.mere, self.ana]
        self.group = self.world.group("Whanau", people, admins=[self.mere])
        self.forum = self.world.supergroup("Club", people, admins=[self.mere], forum=True)
        self.topic = self.world.topic(self.forum, "Uka")


def transport_bot(world: World, token: str | None = None) -> Bot:
    transport = FakeTransport(world)
    requests = [HTTPXRequest(httpx_kwargs={"transport": transport}) for _ in range(2)]
    return Bot(token or world.token, request=requests[0], get_updates_request=requests[1])


@asynccontextmanager
async def in_process(world: World) -> AsyncIterator[Bot]:
    async with transport_bot(world) as bot:
        yield bot


@asynccontextmanager
async def over_http(world: World) -> AsyncIterator[Bot]:
    with FakeServer(world) as server:
        bot = Bot(
            world.token,
            base_url=f"{server.url}/bot",
            base_file_url=f"{server.url}/file/bot",
        )
        async with bot:
            yield bot


def through(world: World, act: Callable[[Bot], Awaitable[None]]) -> None:
    """Runs an act of the bot in process."""

    async def run() -> None:
        async with in_process(world) as bot:
            await act(bot)

    asyncio.run(run())


def message_in(update: Update) -> Message:
    """The message that an update is about."""
    assert update.message is not None
    return update.message


def query_in(update: Update) -> CallbackQuery:
    """The press that an update is about."""
    assert update.callback_query is not None
    return update.callback_query


def document_in(message: Message) -> Document:
    """The file that a message brings."""
    assert message.document is not None
    return message.document


def seconds_told(world: World) -> int:
    """How long the last call was told to wait."""
    refusal = world.calls[-1].refusal
    assert refusal is not None
    return refusal.parameters["retry_after"]


def buttons(*labels: str) -> InlineKeyboardMarkup:
    """One row of buttons, each with its label in small letters as data."""
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=label.lower()) for label in labels]]
    )


async def raw(world: World, method: str, **params: object) -> dict[str, Any]:
    """The answer to a call with a JSON body, made without the library."""
    async with httpx.AsyncClient(transport=FakeTransport(world)) as client:
        url = f"https://fake.invalid/bot{world.token}/{method}"
        answer: dict[str, Any] = (await client.post(url, json=params)).json()
        return answer


async def refuses(kind: type[Exception], words: str, call: Awaitable[object]) -> Exception:
    """The exception that a refused call raises.

    Its words are Telegram's, but for the capitals, which the library changes.
    """
    with pytest.raises(kind) as caught:
        await call
    assert type(caught.value) is kind, caught.value
    assert words.lower() in str(caught.value).lower()
    return caught.value
