"""The time, as the bot has it: tests bring a clock of their own."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from time import time  # noqa: TID251 - here the bot gets its time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and lets it pass."""

    def now(self) -> float:
        """The time, in seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds; at once for 0 or less."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """See `Clock`."""
        return time()

    async def sleep(self, seconds: float) -> None:
        """See `Clock`."""
        await asyncio.sleep(seconds)


def in_seconds(wait: float | timedelta) -> float:
    """How long Telegram asks to wait, however the library gives it."""
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


async def at_most(clock: Clock, seconds: float, event: asyncio.Event) -> None:
    """Wait for an event, but no longer than so many seconds."""
    waiting = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(clock.sleep(seconds))]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
