"""Groups that have got another id, as when one is made a supergroup.

A group keeps the address under which it was first known, for tables and games know it by that. Both
directions are kept in the settings of the two places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.bot.addresses import Chat, chat_of
from ukachat.chat.store import Change

if TYPE_CHECKING:
    from ukachat.chat.store import Store

_WAS: Final = "was"
_IS: Final = "is"
_REMEMBERED: Final = 10_000


class Moves:
    """Knows which chat an address leads to, and by which address a chat is known."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[str, str], str] = {}

    async def address_of(self, chat: Chat) -> str:
        """The address by which the conversation knows a chat."""
        return await self._follow(chat.address, _WAS) if chat.is_group else chat.address

    async def chat_at(self, address: str) -> Chat:
        """The chat that an address leads to now."""
        chat = chat_of(address)
        return chat_of(await self._follow(address, _IS)) if chat.is_group else chat

    async def learn(self, old: Chat, new: Chat, now: float) -> None:
        """Remember that a group has got another id."""
        first = await self.address_of(old)
        places = await self._store.places([first, new.address])
        if places.get(first, {}).get(_IS) != new.address:
            change = Change(now)
            change.places[first] = {**places.get(first, {}), _IS: new.address}
            change.places[new.address] = {**places.get(new.address, {}), _WAS: first}
            await self._store.keep(change)
        self._known.clear()  # Whoever asked in the meantime has got an old answer.

    async def _follow(self, address: str, way: str) -> str:
        known = self._known.get((address, way))
        if known is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            places = await self._store.places([address])
            known = self._known[address, way] = places.get(address, {}).get(way, address)
        return known
