"""Waiting for something to happen, in whichever thread or event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Signal:
    """Tells whoever waits that something has changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wakes: list[Callable[[], object]] = []

    def fire(self) -> None:
        """Wakes everybody, so that they look again."""
        with self._lock:
            wakes = list(self._wakes)
        for wake in wakes:
            wake()

    async def wait(self, done: Callable[[], bool], seconds: float) -> bool:
        """Waits without holding up the event loop.

        Args:
            done: What is waited for; asked at once and after every change.
            seconds: Real seconds to wait at most.

        Returns:
            Whether it came.
        """
        loop = asyncio.get_running_loop()
        event = asyncio.Event()
        deadline = loop.time() + seconds

        def wake() -> None:
            with suppress(RuntimeError):  # another thread may be late and the loop closed
                loop.call_soon_threadsafe(event.set)

        with self._waking(wake):
            while not done():
                if (left := deadline - loop.time()) <= 0:
                    return False
                # Not wait_for: in Python 3.11 that may pass over being cancelled.
                with suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await event.wait()
                event.clear()
        return True

    def wait_here(self, done: Callable[[], bool], seconds: float) -> bool:
        """As `wait`, holding up this thread."""
        event = threading.Event()
        deadline = time.monotonic() + seconds
        with self._waking(event.set):
            while not done():
                if (left := deadline - time.monotonic()) <= 0:
                    return False
                event.wait(left)
                event.clear()
        return True

    @contextmanager
    def _waking(self, wake: Callable[[], object]) -> Iterator[None]:
        with self._lock:
            self._wakes.append(wake)
        try:
            yield
        finally:
            with self._lock:
                self._wakes.remove(wake)
