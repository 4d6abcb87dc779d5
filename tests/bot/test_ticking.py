"""The clocks of the tables strike in time, whatever happens at one of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.bot.office import FailingStore
from tests.telegram.play.clockwork import Clockwork
from ukachat.bot.ticking import LIFE, last_seen, tick
from ukachat.chat.store import StoreError, TableRow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Ticking:
    """A clock that ticks at tables with deadlines.

    Attributes:
        struck: When the tables' clocks were looked at.
        woken: How often the postman was woken.
        goes_wrong: Raised at the next moments, in order.
    """

    def __init__(self) -> None:
        self.clock = Clockwork()
        self.store = FailingStore()
        self.began = self.clock.now()
        self.struck: list[float] = []
        self.woken = 0
        self.goes_wrong: list[Exception] = []

    async def tick(self, now: float) -> None:
        self.struck.append(now - self.began)
        if self.goes_wrong:
            raise self.goes_wrong.pop(0)

    def wake(self) -> None:
        self.woken += 1

    def is_due(self, seconds: float | None) -> None:
        """Something is due at a table after so many seconds from the beginning."""
        deadline = None if seconds is None else self.began + seconds
        self.store.rows["a"] = TableRow("a", "", "", True, False, deadline, ())

    def through(self, act: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            ticking = asyncio.create_task(
                tick(self, self.store, self.clock, self.wake)  # type: ignore[arg-type]
            )
            try:
                await act()
            finally:
                ticking.cancel()
                await asyncio.gather(ticking, return_exceptions=True)

        asyncio.run(run())


@pytest.fixture
def ticking() -> Ticking:
    return Ticking()


def test_a_clock_strikes_when_its_time_has_come(ticking: Ticking) -> None:
    async def act() -> None:
        ticking.is_due(3)
        await ticking.clock.wind(3)
        assert ticking.struck == [0, 3]
        assert ticking.woken == 2, "and what follows is sent"
        ticking.is_due(None)
        await ticking.clock.wind(10)
        assert ticking.struck == [0, 3, 3.5, 8.5]

    ticking.through(act)


def test_what_becomes_due_meanwhile_is_seen_within_seconds(ticking: Ticking) -> None:
    async def act() -> None:
        ticking.is_due(3600)
        await ticking.clock.wind(1)
        ticking.is_due(2)
        await ticking.clock.wind(4)
        assert ticking.struck == [0, 5]

    ticking.through(act)


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (StoreError("The database is full."), "The clocks of the tables stand still"),
        (RuntimeError("a mistake"), "The clock of a table has failed"),
    ],
)
def test_the_clocks_go_on_after_a_failure(
    ticking: Ticking, mistake: Exception, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table that fails again and again is no reason to try it twice a second."""

    async def act() -> None:
        ticking.is_due(0)
        ticking.goes_wrong = [mistake, mistake]
        await ticking.clock.wind(10.5)
        assert ticking.struck == [0, 5, 10, 10.5]
        assert ticking.woken == 4, "what the other tables said is sent"

    ticking.through(act)
    assert capsys.readouterr().out.count(told) == 2


def test_the_bot_knows_when_it_was_last_alive(ticking: Ticking) -> None:
    """So that people whose time ran out while it was away get it again."""

    async def act() -> None:
        assert await last_seen(ticking.store, 7.0) == 7.0
        await ticking.clock.wind(100)
        assert await last_seen(ticking.store, 0.0) == ticking.began + 90
        ticking.store.failing = {"keep": 1}
        await ticking.clock.wind(25)
        assert await last_seen(ticking.store, 0.0) == ticking.began + 125

    ticking.through(act)
    assert set(ticking.store.settings_at) == {LIFE}
