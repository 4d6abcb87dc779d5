"""How the conversation's addresses stand for Telegram's chats.

``telegram:7`` is the private chat of the user 7, and the user's account as well;
``telegram:-100123`` is a group, and ``telegram:-100123/45`` its topic 45, a place of its own.
"""

from __future__ import annotations

from typing import Final, NamedTuple

NETWORK: Final = "telegram:"
"""What every address of ours begins with."""


class Chat(NamedTuple):
    """A chat, or a topic of one.

    Attributes:
        id: Of the chat; below 0 for a group.
        topic: The topic's ``message_thread_id``; None outside of topics.
    """

    id: int
    topic: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether several people can be in it."""
        return self.id < 0

    @property
    def address(self) -> str:
        """What the conversation calls it."""
        return f"{NETWORK}{self.id}" + ("" if self.topic is None else f"/{self.topic}")


def chat_of(address: str) -> Chat:
    """The chat of an address.

    Raises:
        ValueError: It is none of ours.
    """
    if not address.startswith(NETWORK):
        raise ValueError(f"{address} is no address on Telegram")
    chat, _, topic = address.removeprefix(NETWORK).partition("/")
    return Chat(int(chat), int(topic) if topic else None)
