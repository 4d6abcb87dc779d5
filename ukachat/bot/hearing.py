"""What an update of Telegram says to the conversation.

In groups the bot gets commands, replies to what it said, and presses; where it is an admin it gets
all that people say to one another as well, most of which is not for us.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from telegram import ChatMember, ChatMemberRestricted, Message
from telegram.constants import ChatType

from ukachat.bot.addresses import Chat
from ukachat.chat.commands import is_command
from ukachat.chat.messages import Incoming, Place, Press, Setting, Text
from ukachat.chat.saving import UPLOAD_BYTES

if TYPE_CHECKING:
    from telegram import (
        CallbackQuery,
        ChatMemberUpdated,
        Document,
        MaybeInaccessibleMessage,
        Update,
        User,
    )

    from ukachat.chat.messages import Said

ALLOWED_UPDATES: Final = ("message", "callback_query", "my_chat_member")
"""What Telegram is asked to tell."""

ANONYMOUS_ADMIN: Final = 1087968824
"""Whom an admin writes as who does not want to be known; buttons they press as themselves."""
PRESS: Final = "press:"
"""What begins the id of a press, before the id under which it is answered."""

_THERE: Final = frozenset({ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER})
_COMMAND: Final = re.compile(r"/(?P<name>\S*?)(?P<at>@\S+)?(?:\s+(?P<rest>.*))?", re.DOTALL)
_LINK_LIKE: Final = re.compile(r"[@/#$]|(?<=\w)\.(?=\w)")


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
    """Somebody wrote as the group or as a channel, so that nobody knows who it was."""

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
        self._mention = re.compile(rf"(?<!\w)@{re.escape(username)}\b", re.IGNORECASE)
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
        chat = _place_of(message)
        said = Press(query.data)
        return self._heard(f"{PRESS}{query.id}", query.from_user, chat, message.message_id, said)

    def _membership(self, update: int, change: ChatMemberUpdated) -> Heard | Closed | None:
        if change.chat.type == ChatType.CHANNEL:
            return None
        chat = Chat(change.chat.id)
        if not _is_there(change.new_chat_member):
            return Closed(chat)
        was_there = _is_there(change.old_chat_member)
        if was_there or not chat.is_group or change.from_user.is_bot:
            return None
        # Whoever brings us into a group sees what we are for.
        return self._heard(f"update:{update}", change.from_user, chat, 0, Text("/start"))

    def _message(self, update: int, message: Message) -> News | None:
        chat = _place_of(message)
        if message.migrate_to_chat_id is not None:
            return Moved(Chat(message.chat.id), Chat(message.migrate_to_chat_id))
        if message.migrate_from_chat_id is not None:
            return Moved(Chat(message.migrate_from_chat_id), Chat(message.chat.id))
        text = self._meant_for_us(message, chat)
        user = message.from_user
        if text is None or user is None or message.is_automatic_forward:
            return None
        if message.sender_chat is not None or user.id == ANONYMOUS_ADMIN:
            return Anonymous(f"update:{update}", chat) if text.to_us else None
        if user.is_bot:
            return None
        heard = f"update:{update}", user, chat, message.message_id, text
        return self._heard(*heard, message.document)

    def _meant_for_us(self, message: Message, chat: Chat) -> Text | None:
        """What was typed, without our name; None where it is talk among people."""
        if not _is_said(message):
            return None
        if chat.is_group and message.forward_origin is not None:
            return None  # somebody else's words
        text = message.text or message.caption or ""
        command = _COMMAND.fullmatch(text)
        if command is not None:
            name, at, rest = command.group("name", "at", "rest")
            is_ours = at.lower() == self._at_us if at else is_command(name)
            if chat.is_group and not is_ours:
                return None  # for another bot
            return Text(f"/{name} {rest or ''}".rstrip(), to_us=chat.is_group)
        if not chat.is_group:
            return Text(text)
        if self._mention.search(text):
            return Text(self._mention.sub(" ", text, count=1).strip(), to_us=True)
        to_us = self._is_to_us(message)
        is_talk = message.text is None and not to_us  # pictures and files that people show
        return None if is_talk else Text(text, to_us=to_us)

    def _is_to_us(self, message: Message) -> bool:
        """Whether a message replies to what we said."""
        replied = message.reply_to_message
        # In a topic everything that is said replies to the message by which the topic began.
        if replied is None or replied.forum_topic_created is not None:
            return False
        return replied.from_user is not None and replied.from_user.id == self._bot_id

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
        name = _LINK_LIKE.sub(_apart, user.first_name)
        incoming = Incoming(id_, account, name, place, said, language)
        return Heard(incoming, chat, user.id, message, document)


def link_of(username: str) -> str:
    """What opens a private chat with a bot, once a word follows it."""
    return f"https://t.me/{username}?start="


def _place_of(message: MaybeInaccessibleMessage) -> Chat:
    """The chat of a message; the topic where it has one.

    A message that is too old for Telegram does not tell its topic. Topics of a private chat are one
    place to us, which is the person's account.
    """
    chat = Chat(message.chat.id)
    if chat.is_group and isinstance(message, Message) and message.is_topic_message:
        return Chat(chat.id, message.message_thread_id)
    return chat


def _is_there(member: ChatMember) -> bool:
    """Whether a member, who may be ourselves, is in the chat."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status in _THERE


def _apart(sign: re.Match[str]) -> str:
    """Of a name, what stands for a sign that makes a link, a mention or a command."""
    return {".": ". ", "/": " "}.get(sign[0], "")


def _is_said(message: Message) -> bool:
    """Whether somebody said something, which a service message is not."""
    return message.effective_attachment is not None or bool(message.text)


def is_too_large(document: Document) -> bool:
    """Whether a document is longer than any saved game that we read."""
    return (document.file_size or 0) > UPLOAD_BYTES
