"""The webhook: what Telegram delivers is kept before it hears so, and what is wrong is said."""

from __future__ import annotations

import asyncio
import gc
import socket
from typing import TYPE_CHECKING

import httpx
import pytest
from pydantic import SecretStr
from telegram import Update

from tests.bot.office import Office
from tests.telegram.fake.faults import Fault
from ukachat.bot.errors import HostError
from ukachat.bot.polling import TOKEN_REFUSED
from ukachat.bot.settings import Webhook
from ukachat.bot.webhook import listening
from ukachat.chat.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

URL = "https://uka.example/hook"
SECRET = "s3cret_for-tests"


class Hooked(Office):
    """A bot behind a webhook.

    Attributes:
        texts_heard: What arrived.
        mistake: Why it cannot be kept now.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts_heard: list[str | None] = []
        self.mistake: Exception | None = None
        self.stopped = asyncio.Event()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    async def receive_update(self, update: Update) -> None:
        if self.mistake is not None:
            raise self.mistake
        assert update.message is not None
        self.texts_heard.append(update.message.text)

    def listen(self, act: Callable[[], Awaitable[None]], url: str = URL) -> None:
        """Does something while the webhook is open."""

        async def run() -> None:
            self.receiver.receive = self.receive_update  # type: ignore[method-assign]
            hook = Webhook(url, "127.0.0.1", self.port, SecretStr(SECRET))
            async with listening(self.bot, self.receiver, hook, self.clock, self.stopped):
                await act()

        self.through(run)

    async def deliver(self, secret: str = SECRET) -> int:
        """What the next update is answered with, as Telegram gets to see it."""
        update = self.world.updates.peek(1)[0].json()
        async with httpx.AsyncClient() as client:
            answer = await client.post(
                f"http://127.0.0.1:{self.port}/hook",
                json=update,
                headers={"X-Telegram-Bot-Api-Secret-Token": secret},
            )
        return answer.status_code


@pytest.fixture
def hooked() -> Hooked:
    return Hooked()


def test_an_update_is_confirmed_once_it_is_kept(hooked: Hooked) -> None:
    async def act() -> None:
        hooked.mere.says("hello")
        hooked.mistake = StoreError("The database is full.")
        assert await hooked.deliver() == 500, "so Telegram delivers it again"
        hooked.mistake = None
        assert await hooked.deliver() == 200
        assert hooked.texts_heard == ["hello"]
        assert hooked.world.webhook.url == URL

    hooked.listen(act)


def test_nobody_else_can_say_what_telegram_says(hooked: Hooked) -> None:
    async def act() -> None:
        hooked.mere.says("hello")
        assert await hooked.deliver("guessed") == 403
        assert hooked.texts_heard == []

    hooked.listen(act)


# The library leaves a socket to the garbage collector there.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_port_that_is_taken_is_said(hooked: Hooked) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", hooked.port))
        taken.listen()
        with pytest.raises(HostError, match=f"UKACHAT_WEBHOOK_PORT.* port {hooked.port}"):
            hooked.listen(hooked.clock.settle)
    gc.collect()


def test_an_address_that_telegram_refuses_is_said(hooked: Hooked) -> None:
    with pytest.raises(HostError, match="UKACHAT_WEBHOOK_URL: Telegram refuses the webhook"):
        hooked.listen(hooked.clock.settle, "http://uka.example/hook")


def test_a_token_that_telegram_refuses_is_said(hooked: Hooked) -> None:
    hooked.world.faults.add(Fault("error", method="setWebhook", code=401))
    with pytest.raises(HostError) as caught:
        hooked.listen(hooked.clock.settle)
    assert str(caught.value) == TOKEN_REFUSED


def test_it_is_set_once_telegram_can_be_reached(
    hooked: Hooked, capsys: pytest.CaptureFixture[str]
) -> None:
    async def act() -> None:
        hooked.mere.says("hello")
        assert await hooked.deliver() == 200

    hooked.world.faults.add(Fault("drop", method="setWebhook", times=2))
    hooked.clock.sleep = at_once  # type: ignore[method-assign]
    hooked.listen(act)
    assert capsys.readouterr().out.count("The webhook cannot be set yet") == 2


async def at_once(seconds: float) -> None:
    assert seconds > 1


def test_a_failure_meanwhile_is_not_hidden_by_closing_it(hooked: Hooked) -> None:
    async def act() -> None:
        raise HostError(TOKEN_REFUSED)

    with pytest.raises(HostError) as caught:
        hooked.listen(act)
    assert str(caught.value) == TOKEN_REFUSED
