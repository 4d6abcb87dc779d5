"""Long polling: what Telegram was told has arrived is kept, and the rest comes again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from tests.bot.office import Refusing
from tests.telegram.fake.faults import Fault
from tests.telegram.fake.people import Person
from tests.telegram.fake.world import World
from tests.telegram.meeting import in_process
from tests.telegram.play.clockwork import Clockwork
from ukachat.bot import polling
from ukachat.bot.errors import HostError
from ukachat.bot.hearing import ALLOWED_UPDATES
from ukachat.bot.polling import TOKEN_REFUSED, poll
from ukachat.chat.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import Update


class Polled:
    """A receiver that keeps what it gets, and a bot that polls for it.

    Attributes:
        texts: What arrived.
        failing: How often each of these texts cannot be kept.
    """

    def __init__(self) -> None:
        self.clock = Clockwork()
        self.world = World(self.clock)
        self.mere = Person(self.world, "Mere", started=True)
        self.texts: list[str] = []
        self.failing: dict[str, int] = {}
        self.mistake: Exception = StoreError("The database is full.")

    async def receive(self, update: Update) -> None:
        assert update.message is not None
        text = str(update.message.text)
        if self.failing.get(text, 0):
            self.failing[text] -= 1
            raise self.mistake
        self.texts.append(text)

    def through(self, act: Callable[[], Awaitable[None]]) -> None:
        """Does something while the bot polls."""

        async def run() -> None:
            async with in_process(self.world) as bot:
                polling = asyncio.create_task(poll(bot, self, self.clock))  # type: ignore[arg-type]
                try:
                    await act()
                finally:
                    polling.cancel()
                    await asyncio.gather(polling, return_exceptions=True)

        asyncio.run(run())

    def asked(self) -> int:
        """How often the bot has asked and got an answer."""
        return len([call for call in self.world.calls if call.method == "getUpdates"])


@pytest.fixture
def polled() -> Polled:
    return Polled()


def test_updates_arrive_in_order_and_are_confirmed_after(polled: Polled) -> None:
    async def act() -> None:
        for number in range(250):  # Telegram gives 100 at a time.
            polled.mere.says(f"{number}")
        await polled.clock.settle()
        assert polled.texts == [f"{number}" for number in range(250)]
        assert not polled.world.updates

    polled.through(act)
    assert polled.world.updates.allowed == set(ALLOWED_UPDATES)


def test_what_could_not_be_kept_comes_again(polled: Polled) -> None:
    async def act() -> None:
        polled.failing = {"two": 1}
        for text in ("one", "two", "three"):
            polled.mere.says(text)
        await polled.clock.settle()
        assert sorted(polled.texts) == ["one", "three"]
        await polled.clock.wind(1.5)
        assert sorted(polled.texts) == ["one", "one", "three", "three", "two"]
        assert not polled.world.updates

    polled.through(act)


def test_the_webhook_of_an_earlier_run_is_removed(polled: Polled) -> None:
    async def act() -> None:
        polled.mere.says("hello")
        await polled.clock.wind(3)
        assert polled.texts == ["hello"]
        assert not polled.world.webhook.url

    polled.world.webhook.url = "https://uka.example/hook"
    polled.world.faults.add(Fault("drop", method="deleteWebhook"))
    polled.through(act)


@pytest.mark.parametrize(
    "fault",
    [
        Fault("drop", method="getUpdates", times=4),
        Fault("error", method="getUpdates", times=4, code=502),
        Fault("flood", method="getUpdates", times=4),
        Fault("error", method="getUpdates", times=4, code=403),
    ],
)
def test_without_a_network_it_asks_less_and_less(
    polled: Polled, fault: Fault, capsys: pytest.CaptureFixture[str]
) -> None:
    async def act() -> None:
        polled.mere.says("hello")
        await polled.clock.wind(14)
        assert polled.asked() == 4
        assert polled.texts == []
        await polled.clock.wind(2)
        assert polled.texts == ["hello"]
        polled.world.faults.add(Fault("drop", method="getUpdates"))
        polled.mere.says("again")
        await polled.clock.wind(1.1)
        polled.mere.says("and again")
        await polled.clock.wind(1.1)
        assert polled.texts == ["hello", "again", "and again"], "and after a while at once again"

    polled.world.faults.add(fault)
    polled.through(act)
    assert "No updates can be fetched" in capsys.readouterr().out


def test_it_never_waits_for_more_than_a_minute(polled: Polled) -> None:
    async def act() -> None:
        await polled.clock.wind(1000)
        before = polled.asked()
        await polled.clock.wind(polling._LONGEST + 1)
        assert polled.asked() > before

    polled.world.faults.add(Fault("drop", method="getUpdates", times=999))
    polled.through(act)


def test_telegram_says_how_long_to_wait(polled: Polled) -> None:
    async def act() -> None:
        polled.mere.says("hello")
        await polled.clock.wind(29)
        assert polled.asked() == 1
        await polled.clock.wind(2)
        assert polled.texts == ["hello"]

    polled.world.faults.add(Fault("flood", method="getUpdates", seconds=30))
    polled.through(act)


def test_two_bots_with_one_token_are_told_of_one_another(
    polled: Polled, capsys: pytest.CaptureFixture[str]
) -> None:
    async def act() -> None:
        await polled.clock.wind(2)

    polled.world.faults.add(Fault("error", method="getUpdates", code=409))
    polled.through(act)
    assert "Another process fetches the updates" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (StoreError("The database is full."), "Updates cannot be kept"),
        (RuntimeError("a mistake"), None),
    ],
)
def test_only_what_passes_is_waited_for(
    polled: Polled, mistake: Exception, told: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    async def act() -> None:
        polled.mere.says("hello")
        await polled.clock.wind(2)

    polled.mistake, polled.failing = mistake, {"hello": 1}
    polled.through(act)
    assert polled.texts == (["hello"] if told else [])
    assert (told or "") in capsys.readouterr().out


def test_a_token_that_telegram_refuses_ends_it() -> None:
    async def run() -> None:
        transport = Refusing(401, "Unauthorized")
        requests = [HTTPXRequest(httpx_kwargs={"transport": transport}) for _ in range(2)]
        bot = Bot(World().token, request=requests[0], get_updates_request=requests[1])
        for each in requests:
            await each.initialize()
        with pytest.raises(HostError) as caught:
            await poll(bot, Polled(), Clockwork())  # type: ignore[arg-type]
        assert str(caught.value) == TOKEN_REFUSED
        for each in requests:
            await each.shutdown()

    asyncio.run(run())
