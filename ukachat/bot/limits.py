"""How fast Telegram lets a bot send.

About 20 messages a minute to a group, sent and edited together and all its topics together; about
one a second to any chat; about 30 a second in all. Answers to presses do not count. The buckets
here stay a little below, since what is sent evenly may arrive in a heap.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Rate(NamedTuple):
    """How much may be sent: so much at once, then so much a second."""

    at_once: float
    per_second: float


GROUP: Final = Rate(6, 12 / 60)  # at most 18 in any minute
PRIVATE: Final = Rate(3, 1)
TOGETHER: Final = Rate(4, 25)


class _Bucket:
    """Fills evenly, and gives one for each message."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.at_once
        self._at = float("-inf")

    def free_at(self, now: float) -> float:
        """When one more can be taken."""
        self._fill(now)
        return now if self._left >= 1 else now + (1 - self._left) / self._rate.per_second

    def take(self, now: float) -> None:
        self._fill(now)
        self._left -= 1

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self._left >= self._rate.at_once

    def _fill(self, now: float) -> None:
        gained = max(now - self._at, 0) * self._rate.per_second
        self._left = min(self._rate.at_once, self._left + gained)
        self._at = now  # even where a clock was put back, or nothing would be gained for as long


class FloodLimits:
    """Says when something may be sent to a chat."""

    def __init__(self) -> None:
        self._together = _Bucket(TOGETHER)
        self._chats: dict[int, _Bucket] = {}
        self._shut_until: dict[int, float] = {}
        self._all_shut_until = float("-inf")

    def free_at(self, chat: int, now: float) -> float:
        """When something may be sent to a chat: `now`, or later.

        Args:
            chat: The chat's id; below 0 for a group.
            now: The time, in seconds.
        """
        shut = self._shut_until.get(chat, now)
        return max(self._bucket(chat).free_at(now), shut, self.all_free_at(now))

    def all_free_at(self, now: float) -> float:
        """When something may be sent to anybody at all."""
        return max(self._together.free_at(now), self._all_shut_until)

    def is_all_shut(self, now: float) -> bool:
        """Whether nothing can be sent to anybody, an answer to a press neither."""
        return self._all_shut_until > now

    def take(self, chat: int, now: float) -> None:
        """Something is being sent to a chat."""
        self._bucket(chat).take(now)
        self._together.take(now)

    def shut(self, chat: int, until: float) -> None:
        """Send nothing to a chat for a while: Telegram has said so. Other chats go on."""
        self._bucket(chat)  # so that it is known as resting
        self._shut_until[chat] = max(self._shut_until.get(chat, until), until)

    def shut_all(self, until: float) -> None:
        """Send nothing to anybody for a while: the network is down."""
        self._all_shut_until = max(self._all_shut_until, until)

    def resting(self, now: float) -> set[int]:
        """The chats that have to wait; those that need not are let go of."""
        resting: set[int] = set()
        for chat in list(self._chats):
            if self._shut_until.get(chat, now) > now or self._chats[chat].free_at(now) > now:
                resting.add(chat)
            elif self._chats[chat].is_full(now):
                del self._chats[chat]
                self._shut_until.pop(chat, None)
        return resting

    def knows(self, chat: int) -> bool:
        """Whether a chat was sent something lately, so that it may have to wait."""
        return chat in self._chats

    def _bucket(self, chat: int) -> _Bucket:
        bucket = self._chats.get(chat)
        if bucket is None:
            bucket = self._chats[chat] = _Bucket(GROUP if chat < 0 else PRIVATE)
        return bucket
