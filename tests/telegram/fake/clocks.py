"""Clocks of the fake: one that tests move, and one that runs."""

from __future__ import annotations

import time
from typing import Protocol

START = 1_800_000_000.0


class Clock(Protocol):
    """Tells the time in seconds since 1970."""

    def now(self) -> float: ...


class HandClock:
    """Stands still until a test moves it."""

    def __init__(self, start: float = START) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def move(self, seconds: float) -> None:
        """Lets seconds pass."""
        self._now += seconds


class RunningClock:
    """Runs with the computer's own time, or several times as fast.

    Attributes:
        start: What it showed when it was made.
        began: What the computer's own clock showed then.
    """

    def __init__(self, factor: float = 1.0, start: float = START) -> None:
        self.start = start
        self.began = time.monotonic()
        self._factor = factor

    def now(self) -> float:
        return self.start + (time.monotonic() - self.began) * self._factor
