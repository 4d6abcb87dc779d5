"""How long a table waits for a person."""

from __future__ import annotations

from enum import Enum
from typing import Final

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR

LOBBY_SECONDS: Final = _HOUR
"""An open table at which nothing has happened for this long closes."""
OVER_SECONDS: Final = _DAY
"""A table whose game is over offers a rematch for this long."""
KICK_SECONDS: Final = 20
"""Whoever the table has not awaited for this long cannot be kicked."""
IDLE_SECONDS: Final = 30 * _DAY
"""A game that nobody has touched for this long ends, whatever its pace."""


class Pace(Enum):
    """How long a table waits for a person, in seconds; None means for as long as it takes."""

    LIVE = "live"
    RELAXED = "relaxed"
    SLOW = "slow"
    OFF = "off"

    @property
    def limit(self) -> int | None:
        """After this long a caretaker plays for the person."""
        return _LIMITS[self]

    @property
    def nudge(self) -> int | None:
        """After this long the person is reminded."""
        return None if self.limit is None else self.limit // 2

    @property
    def deal_limit(self) -> int | None:
        """After this long the cards are dealt, whether or not the dealer said so."""
        return _DEAL_LIMITS[self]

    @property
    def words(self) -> str:
        """What it means: ``"relaxed: ten minutes for each turn"``."""
        return f"{self.value}: {_WORDS[self]}"


_LIMITS: Final = {
    Pace.LIVE: _MINUTE,
    Pace.RELAXED: 10 * _MINUTE,
    Pace.SLOW: 2 * _DAY,
    Pace.OFF: None,
}
_DEAL_LIMITS: Final = {
    Pace.LIVE: 20,
    Pace.RELAXED: 2 * _MINUTE,
    Pace.SLOW: 12 * _HOUR,
    Pace.OFF: None,
}
_WORDS: Final = {
    Pace.LIVE: "one minute for each turn",
    Pace.RELAXED: "ten minutes for each turn",
    Pace.SLOW: "two days for each turn",
    Pace.OFF: "no clock",
}
