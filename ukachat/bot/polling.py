"""Long polling: the bot asks for updates, and confirms them once they are kept.

The library's own polling confirms an update when it lies in a queue; whatever lies there would be
lost with the process.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError, TimedOut

from ukachat.bot.clock import in_seconds
from ukachat.bot.errors import HostError
from ukachat.bot.hearing import ALLOWED_UPDATES
from ukachat.chat.store import StoreError

if TYPE_CHECKING:
    from telegram import Bot, Update

    from ukachat.bot.clock import Clock
    from ukachat.bot.receiving import Receiver

POLL_SECONDS: Final = 50
TOKEN_REFUSED: Final = (
    "UKACHAT_TOKEN: Telegram refuses the token; copy it again from BotFather, or ask it for a new "
    "one with /token."
)

_SHORTEST: Final = 1.0
_LONGEST: Final = 60.0

_log = structlog.stdlib.get_logger(__name__)


async def poll(bot: Bot, receiver: Receiver, clock: Clock) -> None:
    """Fetch updates until cancelled.

    Raises:
        HostError: Telegram refuses the token.
    """
    offset = 0
    pause = 0.0
    has_webhook = True  # of an earlier run, for all we know
    while True:
        try:
            if has_webhook:
                await bot.delete_webhook()
                has_webhook = False
            updates = await bot.get_updates(
                offset, timeout=POLL_SECONDS, allowed_updates=ALLOWED_UPDATES
            )
            await _receive(updates, receiver)
        except InvalidToken:
            raise HostError(TOKEN_REFUSED) from None
        except (TelegramError, StoreError) as error:
            pause = min(max(pause * 2, _SHORTEST), _LONGEST)
            if isinstance(error, RetryAfter):
                pause = max(pause, in_seconds(error.retry_after))
            _tell(error, pause)
            await clock.sleep(pause)
            continue
        pause = 0.0
        if updates:
            offset = updates[-1].update_id + 1


async def _receive(updates: tuple[Update, ...], receiver: Receiver) -> None:
    """Answer updates side by side; a failure is raised once all have ended."""
    receiving = [receiver.receive(update) for update in updates]
    for outcome in await asyncio.gather(*receiving, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome


def _tell(error: Exception, pause: float) -> None:
    match error:
        case Conflict():
            _log.error("Another process fetches the updates of this bot: stop one of them")
        case TimedOut() | NetworkError() | RetryAfter():
            _log.warning("No updates can be fetched", reason=str(error), again_in=pause)
        case StoreError():
            _log.error("Updates cannot be kept, so they stay with Telegram", reason=str(error))
        case _:
            _log.error("No updates can be fetched", again_in=pause, exc_info=error)
