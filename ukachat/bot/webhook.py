"""A webhook: Telegram delivers updates, and delivers them again until they are kept."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from telegram import Update
from telegram.ext import Updater

from ukachat.bot.errors import HostError
from ukachat.bot.hearing import ALLOWED_UPDATES

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from telegram import Bot

    from ukachat.bot.receiving import Receiver
    from ukachat.bot.settings import Webhook


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
async def listening(bot: Bot, receiver: Receiver, webhook: Webhook) -> AsyncGenerator[None]:
    """Take in what Telegram delivers, in the meantime.

    Raises:
        HostError: The port is taken, or the address is none of this machine.
    """
    updater = Updater(bot, _Door(receiver))
    await updater.initialize()
    try:
        try:
            await updater.start_webhook(
                webhook.listen,
                webhook.port,
                urlsplit(webhook.url).path,
                bootstrap_retries=5,
                webhook_url=webhook.url,
                allowed_updates=ALLOWED_UPDATES,
                secret_token=webhook.secret.get_secret_value(),
            )
        except OSError as error:
            raise HostError(
                f"UKACHAT_WEBHOOK_PORT: the bot cannot listen at {webhook.listen} port "
                f"{webhook.port}: {error.strerror}; choose another."
            ) from None
        yield
        await updater.stop()
    finally:
        await updater.shutdown()
