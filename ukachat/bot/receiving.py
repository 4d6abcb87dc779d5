"""From an update to the conversation: what was received is kept, or comes again."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import structlog
from telegram import ChatMember
from telegram.error import TelegramError

from ukachat.bot.hearing import Anonymous, Closed, Ear, Heard, Moved, is_too_large
from ukachat.chat.messages import Press, Say, Text, Upload
from ukachat.chat.service import Busy
from ukachat.chat.store import Change, Repeated, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from telegram import Bot, Document, Update

    from ukachat.bot.addresses import Chat
    from ukachat.bot.clock import Clock
    from ukachat.bot.hearing import News
    from ukachat.bot.moves import Moves
    from ukachat.bot.seen import Seen
    from ukachat.chat.messages import Incoming
    from ukachat.chat.service import Service
    from ukachat.chat.store import Store

WENT_WRONG: Final = "Something went wrong here; the table is as it was. Please try again."
BUSY: Final = "The table is busy just now. Please try again."
NOT_FETCHED: Final = "The file did not get through to me. Please send it again."
ANONYMOUS: Final = (
    "You write as a group or a channel, so I cannot tell who you are. "
    "Press the buttons under the table, or write as yourself."
)

_OF_DOCUMENTS: Final = frozenset({"/replay", "/verify"})
_KNOWN_SECONDS: Final = 60
_ADMINS: Final = frozenset({ChatMember.ADMINISTRATOR, ChatMember.OWNER})

_log = structlog.stdlib.get_logger(__name__)


class Receiver:
    """Hands updates to the conversation."""

    def __init__(
        self,
        service: Service,
        store: Store,
        bot: Bot,
        moves: Moves,
        seen: Seen,
        clock: Clock,
        wake: Callable[[], None],
    ) -> None:
        """Begin to receive.

        Args:
            service: The conversation.
            store: What it keeps.
            bot: Whose updates they are; to fetch documents, and to ask who is an admin.
            moves: Knows groups that have moved.
            seen: Remembers how far down the chats have got.
            clock: The time.
            wake: Called when there may be something to send.
        """
        self._service = service
        self._store = store
        self._bot = bot
        self._ear = Ear(bot.id, bot.username)
        self._moves = moves
        self._seen = seen
        self._clock = clock
        self._wake = wake
        self._locks: WeakValueDictionary[Chat, asyncio.Lock] = WeakValueDictionary()
        self._admins: dict[tuple[int, int], tuple[float, bool]] = {}

    async def receive(self, update: Update) -> None:
        """Answer an update; the same update may come again.

        Raises:
            StoreError: Nothing can be kept just now, so the update has to come again.
        """
        try:
            await self._receive(update)
        except StoreError:
            raise
        except Exception:
            # Nobody would be helped if it came again.
            _log.exception("An update could not be answered", update=update.update_id)
        self._wake()

    async def _receive(self, update: Update) -> None:
        news = self._ear.hear(update)
        if news is None:
            return
        # What is said in one chat is answered in its order, whatever goes on in others.
        async with AsyncExitStack() as stack:
            for chat in _chats_of(news):
                await stack.enter_async_context(self._locks.setdefault(chat, asyncio.Lock()))
            await self._take(news, self._clock.now())

    async def _take(self, news: News, now: float) -> None:
        match news:
            case Heard() as heard:
                await self._answer(heard, now)
            case Anonymous(id=id_, chat=chat):
                address = await self._moves.address_of(chat)
                change = Change(now, id_, posts=[Say(address, ANONYMOUS)])
                with suppress(Repeated):
                    await self._store.keep(change)
            case Moved(old=old, new=new):
                await self._moves.learn(old, new, now)
            case Closed(chat=chat):
                address = await self._moves.address_of(chat)
                if chat.is_group:
                    await self._service.removed(address, now)
                else:
                    await self._service.lost(address, now)

    async def _answer(self, heard: Heard, now: float) -> None:
        is_press = isinstance(heard.incoming.said, Press)
        if is_press:
            self._seen.press(heard.chat, now)
        elif heard.message:
            self._seen.message(heard.chat, heard.message)
        incoming = heard.incoming
        try:
            incoming = await self._completed(heard)
            await self._service.handle(incoming, now)
        except StoreError:
            raise
        except Busy:
            await self._service.apologise(incoming, now, BUSY)
        except TelegramError:  # of a document
            _log.warning("A document cannot be fetched", id=incoming.id, exc_info=True)
            await self._service.apologise(incoming, now, NOT_FETCHED)
        except Exception:
            _log.exception("A message could not be answered", id=incoming.id)
            await self._service.apologise(incoming, now, WENT_WRONG)

    async def _completed(self, heard: Heard) -> Incoming:
        """What was said, with all that has to be asked of Telegram first."""
        incoming = heard.incoming
        if heard.chat.is_group:
            address = await self._moves.address_of(heard.chat)
            incoming = replace(
                incoming, place=replace(incoming.place, address=address, circle=address)
            )
        if heard.document is not None and not _is_command(incoming):
            incoming = replace(incoming, said=await self._fetched(heard.document))
        if self._service.asks_for_admin(incoming):
            incoming = replace(incoming, is_admin=await self._is_admin(heard))
        return incoming

    async def _fetched(self, document: Document) -> Upload:
        name = document.file_name or "the document"
        if is_too_large(document):
            return Upload(name, b"", document.file_size or 0)
        file = await self._bot.get_file(document.file_id)
        return Upload(name, bytes(await file.download_as_bytearray()))

    async def _is_admin(self, heard: Heard) -> bool:
        """Whether the speaker is an admin of the group; asked at most once a minute."""
        now, key = self._clock.now(), (heard.chat.id, heard.user)
        at, known = self._admins.get(key, (float("-inf"), False))
        if now - at < _KNOWN_SECONDS:
            return known
        try:
            member = await self._bot.get_chat_member(*key)
        except TelegramError:
            _log.warning("Who is an admin is not known", chat=heard.chat.id, exc_info=True)
            return False
        is_admin = member.status in _ADMINS
        recent = {
            each: asked for each, asked in self._admins.items() if now - asked[0] < _KNOWN_SECONDS
        }
        self._admins = recent | {key: (now, is_admin)}
        return is_admin


def _chats_of(news: News) -> tuple[Chat, ...]:
    return (news.old, news.new) if isinstance(news, Moved) else (news.chat,)


def _is_command(incoming: Incoming) -> bool:
    """Whether what stands below a document is a command that has nothing to do with it."""
    said = incoming.said
    if not isinstance(said, Text) or not said.text.startswith("/"):
        return False
    word, _, _ = said.text.lower().partition(" ")
    return word not in _OF_DOCUMENTS
