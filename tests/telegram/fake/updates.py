"""Updates on their way to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tests.telegram.fake.checking import TYPES

if TYPE_CHECKING:
    from tests.telegram.fake.signals import Signal

KINDS = TYPES["Update"].keys() - {"update_id"}
# These come only to a bot that asks for them.
UNASKED = {"chat_member", "message_reaction", "message_reaction_count"}


class Update(NamedTuple):
    """One update.

    Attributes:
        id: Its number, rising.
        kind: Its field, such as ``message``.
        payload: What the field holds.
    """

    id: int
    kind: str
    payload: dict[str, Any]

    def json(self) -> dict[str, Any]:
        """As the bot gets it."""
        return {"update_id": self.id, self.kind: self.payload}


class Updates:
    """Updates that wait until the bot confirms them.

    Attributes:
        past: Every update there was, in order, also those that were dropped.
        allowed: The kinds the bot asked for; None for all but the unasked ones.
        dropping: How many of the next updates are lost on the way.
        twice: Whether each update is delivered once more after it was confirmed.
    """

    def __init__(self, changed: Signal) -> None:
        self.past: list[Update] = []
        self.allowed: set[str] | None = None
        self.dropping = 0
        self.twice = False
        self._changed = changed
        self._waiting: list[Update] = []
        self._again: list[Update] = []

    def put(self, kind: str, payload: dict[str, Any]) -> None:
        """Sends an update on its way, if the bot wants its kind."""
        wanted = kind not in UNASKED if self.allowed is None else kind in self.allowed
        if not wanted:
            return
        update = Update(700_000_001 + len(self.past), kind, payload)
        self.past.append(update)
        if self.dropping:
            self.dropping -= 1
            return
        self._waiting.append(update)
        self._changed.fire()

    def allow(self, kinds: list[str] | None) -> None:
        """Keeps which kinds the bot wants from now on; None leaves that as it is."""
        if kinds is not None:
            self.allowed = set(kinds) & KINDS or None

    def repeat(self, update: Update) -> None:
        """Delivers an update once more, confirmed or not."""
        self._again.append(update)
        self._changed.fire()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._again)

    def confirm(self, offset: int) -> None:
        """Forgets the updates before an offset; below 0 it counts from the end."""
        if offset < 0:
            offset = self._waiting[offset:][0].id if self._waiting else 0
        done = [update for update in self._waiting if update.id < offset]
        self._waiting = self._waiting[len(done) :]
        if self.twice:
            self._again += done

    def peek(self, limit: int = 100) -> list[Update]:
        """What is delivered next, oldest first."""
        return [*self._again, *self._waiting][:limit]

    def take(self, limit: int = 100) -> list[Update]:
        """What is delivered now: repetitions once, others until they are confirmed."""
        batch = self.peek(limit)
        self._again = self._again[limit:]
        return batch

    def deliver(self) -> None:
        """The next update has arrived, as a webhook answers it."""
        if self._again:
            self._again.pop(0)
        elif self._waiting:
            self.confirm(self._waiting[0].id + 1)

    def clear(self) -> None:
        """Forgets everything that waits."""
        self._waiting.clear()
        self._again.clear()
