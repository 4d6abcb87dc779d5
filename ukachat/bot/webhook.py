"""A webhook: Telegram delivers updates, and delivers them again until they are kept."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import structlog
from telegram import Update
from telegram.error import BadRequest, InvalidToken, TelegramError
from telegram.ext import Updater

from ukachat.bot.clock import at_most
from ukachat.bot.errors import HostError
from ukachat.bot.hearing import ALLOWED_UPDATES
from ukachat.bot.polling import TOKEN_REFUSED

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from telegram import Bot

    from ukachat.bot.clock import Clock
    from ukachat.bot.receiving import Receiver
    from ukachat.bot.settings import Webhook


_AGAIN_SECONDS: Final = 5.0

_log = structlog.stdlib.get_logger(__name__)


class _Door(asyncio.Queue[object]):
    """Takes the place of the library's queue.

    The library says to Telegram that it has an update once the update is put here; so it is put
    only when it is kept. An exception makes Telegram deliver it again.
    """

    def __init__(self, receiver: Receiver) -> None:
        super().__init__()
        self._receiver = receiver

    async def put(self, item: object) -> None:
        assert isinstance(item, Update)
        await self._receiver.receive(item)


@asynccontextmanager
async def listening(
    bot: Bot, receiver: Receiver, webhook: Webhook, clock: Clock, stopped: asyncio.Event
) -> AsyncGenerator[None]:
    """Take in what Telegram delivers, in the meantime.

    Args:
        bot: Whose updates.
        receiver: Takes them in.
        webhook: Where Telegram delivers them.
        clock: The time.
        stopped: Once it is set, Telegram is waited for no longer.

    Raises:
        HostError: The port is taken, the address is none of this machine, or Telegram refuses the
            webhook.
    """
    updater = Updater(bot, _Door(receiver))
    await updater.initialize()
    try:
        while not stopped.is_set() and not await _has_started(updater, webhook):
            await at_most(clock, _AGAIN_SECONDS, stopped)
        yield
    finally:
        if updater.running:
            await updater.stop()  # but no more, as that would end the bot, which may still send


async def _has_started(updater: Updater, webhook: Webhook) -> bool:
    """Listen, and tell Telegram where; False while Telegram cannot be reached.

    Raises:
        HostError: As of `listening`.
    """
    try:
        await updater.start_webhook(
            webhook.listen,
            webhook.port,
            urlsplit(webhook.url).path,
            webhook_url=webhook.url,
            allowed_updates=ALLOWED_UPDATES,
            secret_token=webhook.secret.get_secret_value(),
        )
    except OSError as error:
        raise HostError(
            f"UKACHAT_WEBHOOK_PORT: the bot cannot listen at {webhook.listen} port "
            f"{webhook.port}: {error.strerror}; choose another."
        ) from None
    except InvalidToken:
        raise HostError(TOKEN_REFUSED) from None
    except BadRequest as refusal:
        raise HostError(
            f"UKACHAT_WEBHOOK_URL: Telegram refuses the webhook: {refusal.message}; see whether "
            f"{webhook.url} can be reached from outside."
        ) from None
    except TelegramError as error:
        _log.warning("The webhook cannot be set yet", reason=str(error))
        return False
    return True
