"""Groups that have got another id: tables and games are found under the first one for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.chat.memory import MemoryStore
from ukachat.bot import moves as moves_module
from ukachat.bot.addresses import Chat
from ukachat.bot.moves import Moves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pytest

OLD, NEW = Chat(-501), Chat(-1002000000001)
NOW = 1_800_000_000.0


class Reading(MemoryStore):
    """Counts how often it is asked, and waits once where a test says so."""

    asked = 0
    gate: asyncio.Event | None = None

    async def places(self, addresses: Sequence[str]) -> dict[str, Mapping[str, str]]:
        self.asked += 1
        found = await super().places(addresses)
        if self.gate is not None:
            gate, self.gate = self.gate, None
            await gate.wait()
        return found


def test_a_group_keeps_its_address_when_it_moves() -> None:
    async def run() -> None:
        store = Reading()
        await learned(store)
        for moves in (Moves(store), Moves(store)):  # after a restart too
            assert await moves.address_of(NEW) == OLD.address
            assert await moves.chat_at(OLD.address) == NEW
            assert await moves.address_of(OLD) == OLD.address
            assert await moves.chat_at("telegram:7") == Chat(7)

    asyncio.run(run())


async def learned(store: MemoryStore) -> Moves:
    moves = Moves(store)
    await moves.learn(OLD, NEW, NOW)
    return moves


def test_a_topic_is_a_place_of_its_own() -> None:
    async def run() -> None:
        moves = await learned(MemoryStore())
        topic = Chat(NEW.id, 45)
        assert await moves.address_of(topic) == topic.address
        assert await moves.chat_at(topic.address) == topic

    asyncio.run(run())


def test_what_was_chosen_in_the_group_is_kept() -> None:
    async def run() -> None:
        store = MemoryStore()
        store.settings_at = {OLD.address: {"pace": "slow"}, NEW.address: {"rules": "na"}}
        await learned(store)
        assert store.settings_at[OLD.address]["pace"] == "slow"
        assert store.settings_at[NEW.address]["rules"] == "na"

    asyncio.run(run())


def test_a_move_that_is_told_twice_is_learned_once() -> None:
    """Telegram tells of it in both chats, and refuses what was on its way."""

    async def run() -> None:
        store = MemoryStore()
        moves = await learned(store)
        before = dict(store.settings_at)
        await moves.learn(OLD, NEW, NOW + 5)
        await moves.learn(NEW, NEW, NOW + 5)
        assert await moves.chat_at(OLD.address) == NEW
        assert {key: store.settings_at[key] for key in before} == before

    asyncio.run(run())


def test_the_database_is_asked_once_about_a_group() -> None:
    async def run() -> None:
        store = Reading()
        moves = Moves(store)
        for _ in range(5):
            await moves.address_of(OLD)
            await moves.address_of(Chat(7))
        assert store.asked == 1

    asyncio.run(run())


def test_who_asked_while_the_group_moved_does_not_go_on_with_the_old_answer() -> None:
    """Or everything would be sent to the old group, refused, and sent there again, for ever."""

    async def run() -> None:
        store = Reading()
        moves = Moves(store)
        store.gate = gate = asyncio.Event()
        asking = asyncio.create_task(moves.chat_at(OLD.address))
        await asyncio.sleep(0)
        await moves.learn(OLD, NEW, NOW)
        gate.set()
        assert await asking == OLD
        assert await moves.chat_at(OLD.address) == OLD
        await moves.learn(OLD, NEW, NOW)  # as a refused message makes it
        assert await moves.chat_at(OLD.address) == NEW

    asyncio.run(run())


def test_the_memory_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves_module, "_REMEMBERED", 10)

    async def run() -> None:
        moves = Moves(MemoryStore())
        for group in range(1, 100):
            assert await moves.address_of(Chat(-group)) == f"telegram:{-group}"
        assert len(moves._known) <= 11

    asyncio.run(run())
