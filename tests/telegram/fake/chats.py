"""People, chats and messages as Telegram keeps them, and as it writes them in JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from tests.telegram.fake.checking import TYPES

if TYPE_CHECKING:
    from tests.telegram.fake.entities import Entity
    from tests.telegram.fake.keyboards import Keyboard

Status = Literal["creator", "administrator", "member", "left", "kicked"]
ADMINS = {"creator", "administrator"}
PRESENT = ADMINS | {"member"}

RIGHTS = {
    name
    for name, facts in TYPES["ChatMemberAdministrator"].items()
    if facts["type"] == "Boolean" and name not in {"can_be_edited", "is_anonymous"}
} - {"can_post_messages", "can_edit_messages", "can_manage_direct_messages"}  # for channels


@dataclass(eq=False)
class User:
    """Somebody's account.

    Attributes:
        started: Whether they have started the bot.
        blocked: Whether they have blocked it.
        deactivated: Whether the account is gone.
    """

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    def json(self) -> dict[str, Any]:
        known = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language_code,
        }
        base = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        return base | {name: value for name, value in known.items() if value is not None}


@dataclass(eq=False)
class Member:
    """What somebody is in a group.

    Attributes:
        lacks: The rights an administrator was not given.
    """

    user: User
    status: Status
    lacks: frozenset[str] = frozenset()

    def may(self, right: str) -> bool:
        """Whether they have an administrator's right, such as ``can_pin_messages``."""
        return self.status == "creator" or (
            self.status == "administrator" and right not in self.lacks
        )

    def json(self) -> dict[str, Any]:
        base: dict[str, Any] = {"user": self.user.json(), "status": self.status}
        match self.status:
            case "creator":
                base["is_anonymous"] = False
            case "administrator":
                base |= {"can_be_edited": False, "is_anonymous": False}
                base |= {right: right not in self.lacks for right in RIGHTS}
            case "kicked":
                base["until_date"] = 0
            case _:
                pass
        return base


@dataclass(eq=False)
class Message:
    """A message in a chat.

    Attributes:
        sender: Who wrote it.
        thread: Its topic, or the first message of the replies it belongs to.
        buttons: The buttons under it now.
        once: Every button that has ever been under it.
        service: The fields of a service message.
        deleted: Whether it is gone.
        old_texts: What it said before it was edited.
    """

    id: int
    chat: Chat = field(repr=False)
    sender: User
    date: int
    text: str | None = None
    entities: list[Entity] = field(default_factory=list)
    caption: str | None = None
    document: dict[str, Any] | None = None
    thread: int | None = None
    reply_to: Message | None = None
    sender_chat: Chat | None = None
    buttons: Keyboard = field(default_factory=list)
    once: list[dict[str, Any]] = field(default_factory=list)
    service: dict[str, Any] = field(default_factory=dict)
    edited: int | None = None
    deleted: bool = False
    old_texts: list[str] = field(default_factory=list)

    @property
    def labels(self) -> list[str]:
        """What is written on its buttons."""
        return [button["text"] for row in self.buttons for button in row]

    def show_buttons(self, buttons: Keyboard) -> None:
        """Puts other buttons under it."""
        self.buttons = buttons
        self.once += [button for row in buttons for button in row]

    def json(self, with_reply: bool = True) -> dict[str, Any]:
        result: dict[str, Any] = {
            "message_id": self.id,
            "from": self.sender.json(),
            "chat": self.chat.json(),
            "date": self.date,
            **self.service,
        }
        entities = "entities" if self.caption is None else "caption_entities"
        optional = {
            "text": self.text,
            "caption": self.caption,
            entities: self.entities or None,
            "document": self.document,
            "message_thread_id": self.thread,
            "is_topic_message": True if self.thread in self.chat.topics else None,
            "sender_chat": self.sender_chat and self.sender_chat.json(),
            "edit_date": self.edited,
            "reply_markup": {"inline_keyboard": self.buttons} if self.buttons else None,
        }
        result |= {name: value for name, value in optional.items() if value is not None}
        # In a topic, what answers nothing answers the service message that made the topic.
        answered = self.reply_to
        if answered is None and self.thread in self.chat.topics and self.thread != self.id:
            answered = self.chat.messages[self.thread]
        if with_reply and answered is not None and not answered.deleted:
            result["reply_to_message"] = answered.json(with_reply=False)
        return result


@dataclass(eq=False)
class Chat:
    """A private chat with the bot, a basic group or a supergroup.

    Attributes:
        members: Everybody who is or was there, by id; the bot too.
        topics: The forum's topics: their names by thread id, which is the id of the message that
            made the topic.
        messages: Every message there ever was, by id.
        pins: The ids of the pinned messages, oldest first.
        moved_to: The supergroup that a basic group has become.
    """

    id: int
    type: Literal["private", "group", "supergroup"]
    title: str | None = None
    user: User | None = None
    username: str | None = None
    is_forum: bool = False
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    topics: dict[int, str] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    pins: list[int] = field(default_factory=list)
    moved_to: Chat | None = None

    @property
    def shown(self) -> list[Message]:
        """The messages that people see there, oldest first."""
        return [message for message in self.messages.values() if not message.deleted]

    def said_by_bot(self, thread: int | None = None) -> list[Message]:
        """The bot's messages that people see there, oldest first.

        Args:
            thread: Only those of this topic.
        """
        return [
            message
            for message in self.shown
            if message.sender.is_bot
            and message.sender_chat is None
            and not message.service
            and thread in {None, message.thread}
        ]

    def json(self) -> dict[str, Any]:
        base: dict[str, Any] = {"id": self.id, "type": self.type}
        if self.user is not None:
            named = self.user.json()
            names = ("first_name", "last_name", "username")
            return base | {name: named[name] for name in names if name in named}
        base["title"] = self.title
        if self.username is not None:
            base["username"] = self.username
        return base | {"is_forum": True} if self.is_forum else base
