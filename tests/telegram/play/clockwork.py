"""A clock for fake and bot together, which stands still until nothing more can happen by itself.

So hours of flood limits pass in seconds, and always in the same way: time moves on only when every
task of the bot waits for it, for an update, or for nothing at all.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

import aiosqlite

from tests.telegram.fake.clocks import HandClock

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

_SPINS = 200_000


class Clockwork(HandClock):
    """Tells the time, lets tasks sleep, and moves on to whoever wakes first."""

    def __init__(self) -> None:
        super().__init__()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = count()
        self._awaited = 0  # what threads of databases were asked and have not answered
        self._answered = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Returns once the clock has moved so far; at once for 0 or less."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        wakes = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self.now() + seconds, next(self._count), wakes))
        await wakes

    async def settle(self) -> None:
        """Returns when nothing more happens unless time moves on."""
        loop: Any = asyncio.get_running_loop()
        for _ in range(_SPINS):
            await asyncio.sleep(0)
            if self._awaited:
                self._answered.clear()
                await self._answered.wait()
            elif not loop._ready:  # only this task is left
                return
        raise AssertionError("something goes on and on while time stands still")

    async def wind(self, seconds: float) -> None:
        """Lets seconds pass, with everything that happens in them."""
        until = self.now() + seconds
        await self.settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, wakes = heappop(self._sleepers)
            if wakes.done():  # whoever slept was cancelled
                continue
            self.move(max(at - self.now(), 0))
            wakes.set_result(None)
            await self.settle()
        self.move(max(until - self.now(), 0))

    @contextmanager
    def watching_databases(self) -> Iterator[None]:
        """Knows, while this holds, when the thread of a database works for somebody."""
        names = ("_execute", "_connect")
        before = {name: getattr(aiosqlite.Connection, name) for name in names}
        for name, ask in before.items():
            setattr(aiosqlite.Connection, name, self._counted(ask))
        try:
            yield
        finally:
            for name, ask in before.items():
                setattr(aiosqlite.Connection, name, ask)

    def _counted(
        self, ask: Callable[..., Coroutine[Any, Any, Any]]
    ) -> Callable[..., Coroutine[Any, Any, Any]]:
        async def asked(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as aiosqlite's
            self._awaited += 1
            try:
                return await ask(*arguments, **options)
            finally:
                self._awaited -= 1
                if not self._awaited:
                    self._answered.set()

        return asked
