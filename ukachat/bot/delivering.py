"""One message on its way: the call of Telegram, and what its refusal means."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import httpx
import structlog
from telegram import InputFile, LinkPreviewOptions
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from ukachat.bot.addresses import Chat
from ukachat.bot.clock import in_seconds
from ukachat.bot.hearing import PRESS
from ukachat.bot.speaking import LONGEST_CAPTION, keyboard, parts, popup
from ukachat.chat.messages import Edit, Reply, Say, Send, Tone

if TYPE_CHECKING:
    from telegram import Bot, InlineKeyboardMarkup

    from ukachat.bot.clock import Clock
    from ukachat.bot.moves import Moves
    from ukachat.bot.seen import Seen
    from ukachat.chat.messages import Outgoing, Rows
    from ukachat.chat.store import Posted

MAY_NOT_SEND: Final = "I may not send files here. Ask me for it in private, or ask an admin."

_QUIET: Final = frozenset({Tone.NEWS, Tone.ANSWER})
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
_SLOW_SECONDS: Final = 5.0
_BETWEEN_PARTS: Final = 1.0

# Telegram tells apart by words what it refuses with one number.
_UNCHANGED: Final = "message is not modified"
_TOO_LATE: Final = ("query is too old", "query id is invalid")
_NO_MESSAGE: Final = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
)
_NO_DOCUMENTS: Final = "not enough rights to send documents"
_NO_CHAT: Final = (
    "chat not found",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "need administrator rights",
    "group chat was deactivated",
    "user is deactivated",
    "peer_id_invalid",
)

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Delivered:
    """It arrived.

    Attributes:
        message_id: Of the new message; empty where there is none.
        replaced: The message whose place it took; 0 where it took none.
        calls: How many calls that Telegram counts it took.
    """

    message_id: str = ""
    replaced: int = 0
    calls: int = 1


@dataclass(frozen=True, slots=True)
class Later:
    """It has to wait.

    Attributes:
        seconds: For how long.
        is_network: Whether nothing gets through to Telegram at all.
        counts: Whether it is the message's own fault, so that it is not tried for ever.
    """

    seconds: float
    is_network: bool = False
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """Its chat is closed to us."""


@dataclass(frozen=True, slots=True)
class Hopeless:
    """It is too late, or nothing that Telegram takes."""


Fate: TypeAlias = Delivered | Later | Closed | Hopeless


class Delivery:
    """Sends messages by the calls of a bot.

    Attributes:
        link: What opens a private chat with the bot, once a word follows it.
        token_is_refused: Set once Telegram takes the token no more.
    """

    def __init__(self, bot: Bot, moves: Moves, seen: Seen, clock: Clock, link: str) -> None:
        self.link = link
        self.token_is_refused = asyncio.Event()
        self._bot = bot
        self._moves = moves
        self._seen = seen
        self._clock = clock

    async def chat_of(self, message: Outgoing) -> Chat:
        """Where a message goes."""
        return await self._moves.chat_at(message.to)

    async def deliver(self, posted: Posted, chat: Chat) -> Fate:
        """Send one message, or find out why that cannot be."""
        try:
            return await self._send(posted, chat)
        except RetryAfter as refusal:
            seconds = in_seconds(refusal.retry_after)
            _log.warning("Telegram asks to wait", to=posted.message.to, seconds=seconds)
            return Later(seconds)
        except ChatMigrated as refusal:
            await self._moves.learn(chat, Chat(refusal.new_chat_id), self._clock.now())
            return Later(0)
        except Forbidden as refusal:
            _log.info("A chat is closed", to=posted.message.to, reason=refusal.message)
            return Closed()
        except InvalidToken:
            self.token_is_refused.set()
            return Later(_SLOW_SECONDS)
        except BadRequest as refusal:
            return _of_refusal(posted.message, refusal)
        except TimedOut as error:
            if isinstance(error.__cause__, httpx.ConnectTimeout | httpx.PoolTimeout):
                return Later(_SLOW_SECONDS, is_network=True)
            # It may have been sent. Who gets it twice is better off than who never does.
            _log.warning("Telegram has not answered in time", to=posted.message.to)
            return Later(_SLOW_SECONDS, counts=True)
        except NetworkError as error:
            is_network = isinstance(error.__cause__, httpx.HTTPError)
            _log.warning("Telegram cannot be reached", reason=str(error))
            # Otherwise Telegram itself has failed, and that may be over this very message.
            return Later(_SLOW_SECONDS, is_network=is_network, counts=not is_network)
        except TelegramError:
            _log.exception("A message was refused", to=posted.message.to)
            return Later(_SLOW_SECONDS, counts=True)
        except Exception:
            _log.exception("A message cannot be sent", to=posted.message.to)
            return Hopeless()  # or nothing more would get through to its chat

    async def remove(self, chat: Chat, message: int) -> None:
        """Delete a message that another one has replaced; whether it can be is no matter."""
        with suppress(TelegramError):
            await self._bot.delete_message(chat.id, message)

    # --- by kind ---

    async def _send(self, posted: Posted, chat: Chat) -> Fate:
        old = int(posted.message_id or 0)
        match posted.message:
            case Reply(press=press, text=text):
                await self._answer(press, text)
                return Delivered()
            case Say() as say:
                now = self._clock.now()
                if say.tone is Tone.TURN and old and self._seen.is_looked_at(chat, old, now):
                    return await self._edit(say, chat, old)
                return await self._say(say, chat, old)
            case Edit() as edit:
                if not old or (chat.is_group and self._seen.has_scrolled_far(chat, old)):
                    return await self._say(edit, chat, old)
                return await self._edit(edit, chat, old)
            case Send() as document:
                return await self._bring(document, chat)

    async def _answer(self, press: str, text: str) -> None:
        await self._bot.answer_callback_query(
            press.removeprefix(PRESS), popup(text) or None, show_alert=bool(text)
        )

    async def _say(self, message: Say | Edit, chat: Chat, old: int) -> Delivered:
        *before, last = parts(message.text)
        for part in before:
            await self._write(message, chat, part, None)
            await self._clock.sleep(_BETWEEN_PARTS)
        new = await self._write(message, chat, last, self._keyboard(message.buttons))
        return Delivered(str(new), replaced=old, calls=len(before) + 1)

    async def _write(
        self, message: Say | Edit, chat: Chat, text: str, buttons: InlineKeyboardMarkup | None
    ) -> int:
        written = await self._bot.send_message(
            chat.id,
            text,
            reply_markup=buttons,
            message_thread_id=chat.topic,
            disable_notification=message.tone in _QUIET,
            link_preview_options=_NO_PREVIEW,
        )
        self._seen.message(chat, written.message_id)
        self._seen.shows(chat, written.message_id, (text, buttons))
        return written.message_id

    async def _edit(self, message: Say | Edit, chat: Chat, old: int) -> Fate:
        text, *_ = parts(message.text)
        buttons = self._keyboard(message.buttons)
        same = Delivered(str(old))  # so that the message keeps the key
        if self._seen.is_shown(chat, old, (text, buttons)):
            return same
        try:
            await self._bot.edit_message_text(
                text,
                chat.id,
                old,
                reply_markup=buttons,
                link_preview_options=_NO_PREVIEW,
            )
        except BadRequest as refusal:
            reason = refusal.message.lower()
            if any(each in reason for each in _NO_MESSAGE):
                written = await self._say(message, chat, 0)
                return replace(written, calls=written.calls + 1)
            if _UNCHANGED not in reason:
                raise
        self._seen.shows(chat, old, (text, buttons))
        return same

    async def _bring(self, document: Send, chat: Chat) -> Fate:
        caption, *more = parts(document.text, LONGEST_CAPTION)
        try:
            written = await self._bot.send_document(
                chat.id,
                InputFile(document.content, document.name),
                caption=caption,
                message_thread_id=chat.topic,
                disable_notification=True,
            )
        except BadRequest as refusal:
            if _NO_DOCUMENTS not in refusal.message.lower():
                raise
            more = [MAY_NOT_SEND]
        else:
            self._seen.message(chat, written.message_id)
        for text in more:
            await self._clock.sleep(_BETWEEN_PARTS)
            await self._write(Say(document.to, text), chat, text, None)
        return Delivered(calls=1 + len(more))

    def _keyboard(self, rows: Rows) -> InlineKeyboardMarkup | None:
        return keyboard(rows, self.link)


def _of_refusal(message: Outgoing, refusal: BadRequest) -> Fate:
    reason = refusal.message.lower()
    if isinstance(message, Reply) and any(each in reason for each in _TOO_LATE):
        return Delivered()
    if any(each in reason for each in _NO_CHAT):
        _log.info("A chat is closed", to=message.to, reason=refusal.message)
        return Closed()
    _log.error("Telegram refused a message", to=message.to, reason=refusal.message)
    return Hopeless()
