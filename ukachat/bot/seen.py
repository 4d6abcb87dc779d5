"""What the bot remembers of each chat while it runs: what it shows, how far down, and who looks."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ukachat.bot.addresses import Chat

FAR: Final = 12
"""So many messages below it, a message has scrolled out of sight."""
LOOKING_SECONDS: Final = 20
"""For so long after a press somebody is still looking at the message."""

_REMEMBERED: Final = 5_000
_SUPERGROUP: Final = -1_000_000_000_000


class Seen:
    """Remembers the newest messages and presses of the chats, in memory alone."""

    def __init__(self) -> None:
        self._messages: OrderedDict[Chat, deque[int]] = OrderedDict()
        self._pressed: dict[Chat, float] = {}
        self._shown: OrderedDict[tuple[int, int], int] = OrderedDict()

    def message(self, chat: Chat, message: int) -> None:
        """A message was written in a chat, by anybody."""
        known = self._messages.setdefault(chat, deque(maxlen=FAR))
        self._messages.move_to_end(chat)
        if message > (known[-1] if known else 0):
            known.append(message)
        while len(self._messages) > _REMEMBERED:
            forgotten, _ = self._messages.popitem(last=False)
            self._pressed.pop(forgotten, None)

    def press(self, chat: Chat, now: float) -> None:
        """A button was pressed in a chat."""
        self._pressed[chat] = now
        while len(self._pressed) > _REMEMBERED:
            self._pressed.pop(next(iter(self._pressed)))

    def shows(self, chat: Chat, message: int, what: Hashable) -> None:
        """A message of ours shows this from now on."""
        self._shown[chat.id, message] = hash(what)
        self._shown.move_to_end((chat.id, message))
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)

    def is_shown(self, chat: Chat, message: int, what: Hashable) -> bool:
        """Whether a message of ours is known to show this already."""
        return self._shown.get((chat.id, message)) == hash(what)

    def is_looked_at(self, chat: Chat, message: int, now: float) -> bool:
        """Whether somebody has just pressed a button here, and the message is the newest."""
        known = self._messages.get(chat)
        is_newest = known is not None and known[-1] == message
        return is_newest and now - self._pressed.get(chat, float("-inf")) < LOOKING_SECONDS

    def has_scrolled_far(self, chat: Chat, message: int) -> bool:
        """Whether a message has many below it.

        The numbers of a supergroup's messages follow one another, so that also what the bot does
        not get to see is counted; other chats share their numbers.
        """
        known = self._messages.get(chat)
        if known is None:
            return False
        if chat.id < _SUPERGROUP and chat.topic is None and known[-1] - message >= FAR:
            return True
        return len(known) == FAR and known[0] > message
