"""The clocks of the tables, and the bot's own sign of life."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

from ukachat.chat.store import Change, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ukachat.bot.clock import Clock
    from ukachat.chat.service import Service
    from ukachat.chat.store import Store

LIFE: Final = "telegram"
"""The place whose settings tell when the bot was last alive."""

_SEEN: Final = "seen"
_LIFE_SECONDS: Final = 30.0
_SHORTEST: Final = 0.5
_LONGEST: Final = 5.0

_log = structlog.stdlib.get_logger(__name__)


async def tick(service: Service, store: Store, clock: Clock, wake: Callable[[], None]) -> None:
    """Let the clocks of the tables strike until cancelled.

    Args:
        service: The conversation.
        store: What it keeps; the deadlines too.
        clock: The time.
        wake: Called when there may be something to send.
    """
    alive = float("-inf")
    while True:
        pause = _LONGEST
        try:
            now = clock.now()
            if now - alive >= _LIFE_SECONDS:
                await _sign(store, now)
                alive = now
            await service.tick(now)
            deadline = await store.next_deadline()
            if deadline is not None:
                pause = min(max(deadline - now, _SHORTEST), _LONGEST)
        except StoreError as error:
            _log.error("The clocks of the tables stand still", reason=str(error))
        except Exception:
            _log.exception("The clock of a table has failed")
        wake()
        await clock.sleep(pause)


async def _sign(store: Store, now: float) -> None:
    change = Change(now)
    change.places[LIFE] = {_SEEN: str(now)}
    await store.keep(change)


async def last_seen(store: Store, now: float) -> float:
    """When the bot was last alive; now, where it never was."""
    settings = (await store.places([LIFE])).get(LIFE, {})
    return float(settings.get(_SEEN, now))
