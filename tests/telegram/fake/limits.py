"""Flood limits: how much a bot may send, on the fake's clock."""

from __future__ import annotations

from collections import defaultdict, deque
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from tests.telegram.fake.refusals import too_many

if TYPE_CHECKING:
    from tests.telegram.fake.clocks import Clock


class Limit(NamedTuple):
    """At most so many calls in any window of so many seconds."""

    most: int
    seconds: float


GROUP = (Limit(20, 60),)
PRIVATE = (Limit(4, 1), Limit(65, 60))
TOGETHER = (Limit(30, 1),)


def is_counted(method: str) -> bool:
    """Whether a call of this method counts: everything that is sent or edited."""
    return method.startswith(("send", "edit", "forward", "copy")) and method != "sendChatAction"


class Flood:
    """Counts what is sent and edited, for each chat and over all of them.

    A call is counted when it is let through, whatever comes of it. Past a limit a chat is shut
    until there is room again: a call before that is refused too, and told how long is left.

    Attributes:
        on: Whether the limits hold.
    """

    def __init__(self, clock: Clock) -> None:
        self.on = True
        self._clock = clock
        self._times: dict[int | None, deque[float]] = defaultdict(deque)
        self._shut_until: dict[int, float] = {}

    def pass_through(self, chat: int) -> None:
        """Counts one call.

        Args:
            chat: The chat's id; below 0 for a group, all of whose topics count together.

        Raises:
            Refused: Past a limit.
        """
        if not self.on:
            return
        now = self._clock.now()
        until = self._shut_until.get(chat, -inf)
        if until <= now:
            until = max(
                self._free_at(chat, GROUP if chat < 0 else PRIVATE, now),
                self._free_at(None, TOGETHER, now),
            )
            self._shut_until[chat] = now + ceil(max(until - now, 0))
        if until > now:
            raise too_many(ceil(until - now))
        for key in (chat, None):
            self._times[key].append(now)

    def _free_at(self, key: int | None, limits: tuple[Limit, ...], now: float) -> float:
        """When one more call is within the limits."""
        times = self._times[key]
        while times and times[0] <= now - max(limit.seconds for limit in limits):
            times.popleft()
        return max(
            (times[-most] + seconds for most, seconds in limits if len(times) >= most),
            default=-inf,
        )
