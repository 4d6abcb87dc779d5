"""What an update of Telegram says to the conversation.

In groups the bot gets commands, replies to what it said, and presses; where it is an admin it gets
all that people say to one another as well, most of which is not for us.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from telegram import ChatMember

from ukachat.bot.addresses import Chat
from ukachat.chat.commands import is_command
from ukachat.chat.messages import Incoming, Place, Press, Setting, Text
from ukachat.chat.saving import UPLOAD_BYTES

if TYPE_CHECKING:
    from telegram import CallbackQuery, ChatMemberUpdated, Document, Message, Update, User

    from ukachat.chat.messages import Said

ALLOWED_UPDATES: Final = ("message", "callback_query", "my_chat_member")
"""What Telegram is asked to tell."""

ANONYMOUS_ADMIN: Final = 1087968824
"""Whom an admin writes as who does not want to be known; buttons they press as themselves."""
PRESS: Final = "press:"
"""What begins the id of a press, before the id under which it is answered."""

_THERE: Final = frozenset({ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER})


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody said something.

    Attributes:
        incoming: What, but for a document's content, whether the speaker is an admin, and the
            address of a group that has moved.
        chat: Where.
        user: The speaker's id.
        message: The id of the message that was written, or on which a button was pressed.
        document: A document to fetch.
    """

    incoming: Incoming
    chat: Chat
    user: int
    message: int
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class Anonymous:
    """An admin wrote as the group, so that nobody knows who it was."""

    id: str
    chat: Chat


@dataclass(frozen=True, slots=True)
class Moved:
    """A group has got another id."""

    old: Chat
    new: Chat


@dataclass(frozen=True, slots=True)
class Closed:
    """The bot was blocked by a person, or removed from a group."""

    chat: Chat


News: TypeAlias = Heard | Anonymous | Moved | Closed


class Ear:
    """Understands the updates of one bot."""

    def __init__(self, bot_id: int, username: str) -> None:
        """Begin to listen.

        Args:
            bot_id: The bot's own id.
            username: Its name, without @.
        """
        self._bot_id = bot_id
        self._at_us = f"@{username}".lower()
        self.link = link_of(username)

    def hear(self, update: Update) -> News | None:
        """What an update says; None where it is not for us."""
        if update.callback_query is not None:
            return self._press(update.callback_query)
        if update.my_chat_member is not None:
            return self._membership(update.update_id, update.my_chat_member)
        if update.message is not None:
            return self._message(update.update_id, update.message)
        return None

    def _press(self, query: CallbackQuery) -> Heard | None:
        message = query.message
        if message is None or query.data is None:
            return None
        topic = getattr(message, "message_thread_id", None)
        is_in_topic = getattr(message, "is_topic_message", False)
        chat = Chat(message.chat.id, topic if is_in_topic else None)
        said = Press(query.data)
        return self._heard(f"{PRESS}{query.id}", query.from_user, chat, message.message_id, said)

    def _membership(self, update: int, change: ChatMemberUpdated) -> Heard | Closed | None:
        chat = Chat(change.chat.id)
        was, now = change.old_chat_member.status, change.new_chat_member.status
        if now not in _THERE:
            return Closed(chat)
        if was in _THERE or not chat.is_group or change.from_user.is_bot:
            return None
        # Whoever brings us into a group sees what we are for.
        return self._heard(f"update:{update}", change.from_user, chat, 0, Text("/start"))

    def _message(self, update: int, message: Message) -> News | None:
        chat = Chat(
            message.chat.id, message.message_thread_id if message.is_topic_message else None
        )
        if message.migrate_to_chat_id is not None:
            return Moved(Chat(message.chat.id), Chat(message.migrate_to_chat_id))
        if message.migrate_from_chat_id is not None:
            return Moved(Chat(message.migrate_from_chat_id), Chat(message.chat.id))
        text = self._meant_for_us(message, chat)
        user = message.from_user
        if text is None or user is None:
            return None
        if user.id == ANONYMOUS_ADMIN:
            return Anonymous(f"update:{update}", chat)
        if user.is_bot:
            return None
        heard = f"update:{update}", user, chat, message.message_id, text
        return self._heard(*heard, message.document)

    def _meant_for_us(self, message: Message, chat: Chat) -> Text | None:
        """What was typed, without our name; None where it is talk among people."""
        text = message.text or message.caption or ""
        if not chat.is_group:
            return Text(text) if _is_said(message) else None
        replied = message.reply_to_message
        # In a topic everything that is said replies to the topic's first message.
        answered = None if replied is None else replied.from_user
        to_us = answered is not None and answered.id == self._bot_id
        if text.startswith("/"):
            word, _, rest = text.partition(" ")
            name, at, _ = word.partition("@")
            if at and word[len(name) :].lower() != self._at_us:
                return None  # for another bot
            if not at and not is_command(name[1:]):
                return None  # of another bot
            return Text(f"{name} {rest}".rstrip(), to_us=True)
        if self._at_us in text.lower():
            begin = text.lower().index(self._at_us)
            text = f"{text[:begin]} {text[begin + len(self._at_us) :]}".strip()
            return Text(text, to_us=True)
        if message.document is not None and not to_us:
            return None
        return Text(text, to_us=to_us) if _is_said(message) else None

    def _heard(
        self,
        id_: str,
        user: User,
        chat: Chat,
        message: int,
        said: Said,
        document: Document | None = None,
    ) -> Heard:
        address = chat.address
        setting = Setting.GROUP if chat.is_group else Setting.PRIVATE
        place = Place(address, setting, address if chat.is_group else "", self.link)
        account = Chat(user.id).address
        language = user.language_code or "en"
        incoming = Incoming(id_, account, user.first_name, place, said, language)
        return Heard(incoming, chat, user.id, message, document)


def link_of(username: str) -> str:
    """What opens a private chat with a bot, once a word follows it."""
    return f"https://t.me/{username}?start="


def _is_said(message: Message) -> bool:
    """Whether somebody said something, which a service message is not."""
    return message.effective_attachment is not None or bool(message.text)


def is_too_large(document: Document) -> bool:
    """Whether a document is longer than any saved game that we read."""
    return (document.file_size or 0) > UPLOAD_BYTES
