"""The command ``ukachat bot`` with a clock that runs several times as fast.

``python -m tests.telegram.hasty FACTOR START BEGAN bot ...`` is the very same program, but for the
class of its clock: so it waits for a flood limit or a deadline as long as the fake does whose clock
is `RunningClock(FACTOR, START)` and was made when the computer's own clock stood at BEGAN.
"""

from __future__ import annotations

import asyncio
import sys
import time
from functools import partial
from unittest import mock

from ukachat.bot import running
from ukachat.cli import main


class HastyClock:
    """The time of the fake, in the bot's own process."""

    def __init__(self, factor: float, start: float, began: float) -> None:
        self._factor = factor
        self._start = start
        self._began = began

    def now(self) -> float:
        return self._start + (time.monotonic() - self._began) * self._factor

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._factor)


if __name__ == "__main__":
    factor, start, began, *command = sys.argv[1:]
    sys.argv = ["ukachat", *command]
    clock = partial(HastyClock, float(factor), float(start), float(began))
    with mock.patch.object(running, "SystemClock", clock):
        main()
