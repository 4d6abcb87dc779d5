"""The running bot: what it is made of, how it begins and how it ends.

Whatever it is told is kept before Telegram hears that it arrived, and whatever it says is kept
before it is sent; so it may be killed at any moment.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

import structlog
from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from ukachat.bot.addresses import Chat, chat_of
from ukachat.bot.clock import SystemClock, at_most
from ukachat.bot.delivering import Delivery
from ukachat.bot.errors import HostError
from ukachat.bot.hearing import link_of
from ukachat.bot.menus import set_menus
from ukachat.bot.moves import Moves
from ukachat.bot.polling import TOKEN_REFUSED, poll
from ukachat.bot.postman import Postman
from ukachat.bot.receiving import Receiver
from ukachat.bot.seen import Seen
from ukachat.bot.ticking import last_seen, tick
from ukachat.bot.webhook import listening
from ukachat.chat.messages import Reply, Say, Send, Tone
from ukachat.chat.service import Service
from ukachat.chat.store import StoreError
from ukachat.chat.store.sql import open_store
from ukachat.text.words import counted

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine

    import httpx

    from ukachat.bot.clock import Clock
    from ukachat.bot.limits import FloodLimits
    from ukachat.bot.settings import Settings
    from ukachat.chat.messages import Outgoing

_FINISH_SECONDS: Final = 5.0
_CONNECTIONS: Final = 64
_LONGEST_WAIT: Final = 60.0

_log = structlog.stdlib.get_logger(__name__)


def run(settings: Settings) -> None:
    """Run the bot until it is told to stop, by SIGTERM or Ctrl-C.

    Raises:
        HostError: It cannot run.
        StoreError: The database cannot be used.
    """
    asyncio.run(_run(settings))


def check(settings: Settings) -> list[str]:
    """Try settings, database and token; what was found, a sentence each.

    Raises:
        HostError: Something is wrong.
        StoreError: The database cannot be used.
    """
    return asyncio.run(_check(settings))


def pass_over_what_is_loaded() -> None:
    """Spare Python's search for garbage what is loaded by now, which the process never gives up.

    Else everybody waits for a tenth of a second each time all of it is searched.
    """
    gc.collect()
    gc.freeze()


async def _run(settings: Settings) -> None:
    pass_over_what_is_loaded()
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stopped.set)
    await serve(settings, stopped, SystemClock())


async def serve(
    settings: Settings,
    stopped: asyncio.Event,
    clock: Clock,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    limits: FloodLimits | None = None,
) -> None:
    """Run the bot until an event is set.

    Args:
        settings: What the host has set.
        stopped: Ends it.
        clock: The time.
        transport: What carries the requests; else the network.
        limits: How fast it sends; else as Telegram lets it.

    Raises:
        HostError: It cannot run.
        StoreError: The database cannot be used.
    """
    async with AsyncExitStack() as stack:
        store = await open_store(settings.db)
        stack.push_async_callback(store.close)
        bot = _bot(settings, transport)
        if not await _is_greeted(bot, clock, stopped):
            return
        stack.push_async_callback(bot.shutdown)
        moves, seen = Moves(store), Seen()
        hosts = [Chat(host).address for host in settings.hosts]
        service = Service(store, os.urandom, folders=settings.rulesets, hosts=hosts)
        delivery = Delivery(bot, moves, seen, clock, link_of(bot.username))
        postman = Postman(store, delivery, clock, _Closing(service, clock), limits)
        receiver = Receiver(service, store, bot, moves, seen, clock, postman.wake)
        now = clock.now()
        await postman.begin()
        await _resume(service, now, await last_seen(store, now))
        await set_menus(bot, settings.hosts)
        stack.push_async_callback(postman.finish, _FINISH_SECONDS)
        async with _background(
            postman.run(), tick(service, store, clock, postman.wake), _refused(delivery)
        ) as tasks:
            webhook = settings.webhook
            if webhook is None:
                tasks.append(asyncio.create_task(poll(bot, receiver, clock)))
            else:
                await stack.enter_async_context(listening(bot, receiver, webhook, clock, stopped))
            _log.info(
                "Ready",
                bot=f"@{bot.username}",
                updates="webhook" if webhook else "long polling",
                open_tables=len(await store.open_tables()),
            )
            stopping = asyncio.create_task(stopped.wait())
            tasks.append(stopping)
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    _log.info("Stopped")


async def _resume(service: Service, now: float, since: float) -> None:
    try:
        await service.resume(now, since)
    except StoreError:
        raise
    except Exception:
        _log.exception("A table could not be taken up again")


class _Closing:
    """Tells the conversation of messages whose chats are closed to us."""

    def __init__(self, service: Service, clock: Clock) -> None:
        self._service = service
        self._clock = clock

    async def __call__(self, message: Outgoing) -> None:
        now = self._clock.now()
        if chat_of(message.to).is_group:
            await self._service.removed(message.to, now)
            return
        is_awaited = isinstance(message, Send | Reply) or (
            isinstance(message, Say) and message.tone is Tone.ANSWER
        )
        await self._service.lost(message.to, now, is_awaited=is_awaited)


def _bot(settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> Bot:
    options = {} if transport is None else {"transport": transport}
    return Bot(
        settings.token.get_secret_value(),
        base_url=f"{settings.api_url}/bot",
        base_file_url=f"{settings.api_url}/file/bot",
        request=HTTPXRequest(_CONNECTIONS, httpx_kwargs=options),
        get_updates_request=HTTPXRequest(httpx_kwargs=options),
    )


async def _is_greeted(bot: Bot, clock: Clock, stopped: asyncio.Event) -> bool:
    """Ask Telegram who we are, again and again while it cannot be reached.

    False where it was told to stop before.

    Raises:
        HostError: Telegram refuses the token.
    """
    wait = 1.0
    while not stopped.is_set():
        try:
            await bot.initialize()
        except InvalidToken:
            raise HostError(TOKEN_REFUSED) from None
        except TelegramError as error:
            _log.warning("Telegram cannot be reached", reason=str(error), again_in=wait)
            await at_most(clock, wait, stopped)
            wait = min(wait * 2, _LONGEST_WAIT)
        else:
            return True
    return False


async def _refused(delivery: Delivery) -> None:
    await delivery.token_is_refused.wait()
    raise HostError(TOKEN_REFUSED)


@asynccontextmanager
async def _background(
    *running: Coroutine[None, None, None],
) -> AsyncGenerator[list[asyncio.Task[object]]]:
    """Run all of these, and whatever is added, in the meantime."""
    tasks: list[asyncio.Task[object]] = [asyncio.create_task(each) for each in running]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _check(settings: Settings) -> list[str]:
    store = await open_store(settings.db)
    try:
        tables = len(await store.open_tables())
    finally:
        await store.close()
    bot = _bot(settings)
    try:
        await bot.initialize()
    except InvalidToken:
        raise HostError(TOKEN_REFUSED) from None
    except TelegramError as error:
        raise HostError(
            f"UKACHAT_API_URL: {settings.api_url} cannot be reached: {error}; see whether this "
            "machine has a way to it."
        ) from None
    finally:
        await bot.shutdown()
    way = "by webhook" if settings.webhook else "by long polling"
    return [
        f"The settings are good: updates come {way}.",
        f"The database is good: {settings.db}, {counted(tables, 'open table')}.",
        f"The token is good: it is that of @{bot.username}.",
    ]
