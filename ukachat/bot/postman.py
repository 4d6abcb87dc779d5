"""Delivers what waits in the outbox, as fast as Telegram lets it.

Of each chat one message is on its way at a time, so that they arrive in order; what waits is left
in the outbox, where a newer edit takes the place of an older one. Answers to presses overtake all.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from ukachat.bot.addresses import NETWORK
from ukachat.bot.clock import at_most
from ukachat.bot.delivering import Closed, Delivered, Hopeless, Later
from ukachat.bot.limits import FloodLimits
from ukachat.chat.messages import Reply
from ukachat.chat.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ukachat.bot.addresses import Chat
    from ukachat.bot.clock import Clock
    from ukachat.bot.delivering import Delivery, Fate
    from ukachat.chat.messages import Outgoing
    from ukachat.chat.store import Posted, Store

_AT_ONCE: Final = 40
"""How many messages are on their way at most."""
_LOOK_SECONDS: Final = 2.0
"""After so long the outbox is looked at even if nobody says that something lies there."""
_GIVE_UP: Final = 8
"""So often something that fails for reasons of its own is tried, the wait doubling each time."""
_PRESS_SECONDS: Final = 30.0
"""Whoever pressed a button waits no longer for an answer, and Telegram hardly takes one."""

_MOST_FAILURES: Final = 6
"""After so many in a row the wait, which doubles each time, is a minute and stays so."""

_log = structlog.stdlib.get_logger(__name__)


class Postman:
    """Takes messages from a store's outbox and delivers them."""

    def __init__(
        self,
        store: Store,
        delivery: Delivery,
        clock: Clock,
        on_closed: Callable[[Outgoing], Awaitable[None]],
        limits: FloodLimits | None = None,
    ) -> None:
        """Begin to deliver; `run` does it.

        Args:
            store: Whose outbox.
            delivery: Sends a message.
            clock: The time.
            on_closed: Told of a message that cannot be delivered because its chat is closed to us.
            limits: How fast; else as Telegram lets a bot.
        """
        self._store = store
        self._delivery = delivery
        self._clock = clock
        self._on_closed = on_closed
        self._limits = limits or FloodLimits()
        self._awake = asyncio.Event()
        self._on_the_way: dict[int, asyncio.Task[None]] = {}
        self._addresses: dict[int, set[str]] = {}
        self._tries: dict[int, int] = {}
        self._unmarked: dict[int, Delivered] = {}
        self._failures = 0

    def wake(self) -> None:
        """Something may lie in the outbox."""
        self._awake.set()

    async def begin(self) -> None:
        """Take up again what an earlier process was killed with on its way."""
        await self._store.release(NETWORK)

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            self._awake.clear()
            try:
                taken = await self._take()
            except Exception:
                _log.exception("The outbox cannot be read")
                await self._clock.sleep(_LOOK_SECONDS)
                continue
            if not taken:
                await at_most(self._clock, self._pause(), self._awake)

    async def finish(self, seconds: float) -> None:
        """Let what is on its way arrive, for so many seconds at most; the rest stays in the outbox.

        `run` has to be cancelled before.
        """
        tasks = list(self._on_the_way.values())
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- taking ---

    async def _take(self) -> bool:
        """Take what can be delivered now; whether there was anything."""
        room = _AT_ONCE - len(self._on_the_way)
        now = self._clock.now()
        if room <= 0 or self._limits.is_all_shut(now):
            return False
        posts = await self._store.claim_next(NETWORK, now, room, self._resting(now))
        for posted in posts:
            # What is on its way for longer than its lease is claimed again, and not sent again.
            if posted.id not in self._on_the_way:
                task = asyncio.create_task(self._bring(posted))
                self._on_the_way[posted.id] = task
                task.add_done_callback(partial(self._arrived, posted.id))
        return bool(posts)

    def _resting(self, now: float) -> list[str]:
        """The addresses whose chats have to wait; those of other chats are let go of."""
        resting = self._limits.resting(now)
        self._addresses = {
            chat: known for chat, known in self._addresses.items() if self._limits.knows(chat)
        }
        return [address for chat in resting for address in self._addresses.get(chat, ())]

    def _arrived(self, posted: int, _: asyncio.Task[None]) -> None:
        del self._on_the_way[posted]
        self.wake()

    def _pause(self) -> float:
        """How long nothing can be taken, unless something happens."""
        now = self._clock.now()
        free = [self._limits.free_at(chat, now) for chat in self._limits.resting(now)]
        return min([_LOOK_SECONDS, *(at - now for at in free if at > now)])

    # --- bringing ---

    async def _bring(self, posted: Posted) -> None:
        """Deliver one message, and mark what has become of it."""
        try:
            chat = await self._delivery.chat_of(posted.message)
            fate = self._unmarked.pop(posted.id, None) or await self._deliver(posted, chat)
            try:
                await self._mark(posted, chat, fate)
            except StoreError:
                if isinstance(fate, Delivered):
                    self._unmarked[posted.id] = fate  # so that it is not sent twice
                raise
        except Exception:
            # It stays claimed, and is tried again when its lease is over.
            _log.exception("A message could not be marked", to=posted.message.to)

    async def _deliver(self, posted: Posted, chat: Chat) -> Fate:
        message = posted.message
        if not isinstance(message, Reply):
            self._addresses.setdefault(chat.id, set()).add(message.to)
            while (free := self._limits.free_at(chat.id, self._clock.now())) > self._clock.now():
                await self._clock.sleep(free - self._clock.now())
            self._limits.take(chat.id, self._clock.now())
        return await self._delivery.deliver(posted, chat)

    async def _mark(self, posted: Posted, chat: Chat, fate: Fate) -> None:
        if isinstance(fate, Later):
            await self._put_off(posted, chat, fate)
            return
        self._failures = 0
        self._tries.pop(posted.id, None)
        match fate:
            case Delivered(message_id=message_id, replaced=replaced, calls=calls):
                for _ in range(calls - 1):  # The first was counted before.
                    self._limits.take(chat.id, self._clock.now())
                await self._store.sent(posted.id, message_id)
                if replaced:
                    await self._delivery.remove(chat, replaced)
            case Closed():
                try:
                    await self._on_closed(posted.message)
                except StoreError:
                    raise
                except Exception:
                    _log.exception("A closed chat was not told of", to=posted.message.to)
                await self._store.failed(posted.id)
            case Hopeless():
                await self._store.failed(posted.id)

    async def _put_off(self, posted: Posted, chat: Chat, later: Later) -> None:
        """Give a message back for a while, or give it up."""
        now, wait, tries = self._clock.now(), later.seconds, 0
        is_reply = isinstance(posted.message, Reply)
        if later.counts:
            tries = self._tries[posted.id] = self._tries.get(posted.id, 0) + 1
            wait *= 2.0 ** (tries - 1)
        if tries >= _GIVE_UP or (is_reply and wait > _PRESS_SECONDS):
            _log.error("A message was given up", to=posted.message.to, tries=tries)
            self._tries.pop(posted.id, None)
            await self._store.failed(posted.id)
            return
        if later.is_network:
            if not self._limits.is_all_shut(now):  # or all that fail at once would count
                self._failures = min(self._failures + 1, _MOST_FAILURES)
                self._limits.shut_all(now + 2.0**self._failures)
        elif is_reply:
            await self._clock.sleep(wait)  # Nothing else holds back an answer to a press.
        else:
            self._limits.shut(chat.id, now + wait)
        await self._store.returned(posted.id)
