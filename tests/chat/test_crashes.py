"""Whatever fails, and whenever: nothing is lost, and nothing happens twice."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.chat.crashing import (
    Chance,
    Crash,
    Failing,
    Fault,
    Recorded,
    Step,
    any_seed,
    check_kept,
    crash,
    faults,
    meet_all,
    new_sql_store,
    sent_now,
    spent,
    take,
)
from tests.chat.memory import MemoryStore
from tests.chat.talking import account_of, run, texts
from ukachat.chat.messages import Text
from ukachat.chat.service import Service
from ukachat.chat.store import StoreError
from ukachat.rulebook import ruleset_names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.chat.crashing import Evening
    from ukachat.chat.store import Store

BEFORE, AFTER = Fault(1, after=False), Fault(1, after=True)


async def crash_at_every_step(evening: Evening, store: Store) -> int:
    """Spend an evening in which every message is kept only at the second attempt.

    Each time a new service takes over, as a new process would, and gets the message again: after
    the crash before it was kept, after the crash once it was kept, and once more for good measure.

    Returns:
        How many crashes there were.
    """
    failing, chance, crashes = Failing(store, crash), Chance(evening.seed), 0
    before = 0
    for step in evening.steps:
        for fault in (BEFORE, AFTER, None):
            failing.set(fault)
            service = Service(failing.store, chance)
            try:
                await take(step, service, chance)
            except Crash:
                crashes += 1
            if fault is BEFORE and failing.has_failed:
                assert len(await store.decisions(evening.table)) == before, step
                assert await store.claim("", step.now) == ()
            else:
                await check_kept(evening, step, store)
        before = step.version
        assert await sent_now(store, step.now) == step.sent, step
    assert crashes >= 2 * sum(step.incoming is not None for step in evening.steps)
    return crashes


# --- exceptions before and after each commit ---


@pytest.mark.parametrize("group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("rules", ruleset_names())
def test_a_crash_before_and_after_every_commit(rules: str, group: bool) -> None:
    seed = any_seed()
    evening = spent(seed, f"{rules} target=2", 1 + seed % 4, group=group)
    store = MemoryStore()
    run(meet_all(store))
    run(crash_at_every_step(evening, store))


def test_a_crash_before_and_after_every_commit_to_a_database(tmp_path: Path) -> None:
    async def spend() -> None:
        store = await new_sql_store(tmp_path / "ukachat.db")
        try:
            await crash_at_every_step(spent(any_seed(), "nz target=2", 2), store)
        finally:
            await store.close()

    asyncio.run(spend())


@pytest.mark.long
@pytest.mark.parametrize("number", range(50))
def test_crashes_in_fifty_games(number: int, tmp_path: Path) -> None:
    names = ruleset_names()
    rules, people, is_group = names[number % len(names)], 1 + number % 4, number % 3 == 0
    evening = spent(any_seed(), f"{rules} target=5", people, group=is_group)
    memory = MemoryStore()
    run(meet_all(memory))
    run(crash_at_every_step(evening, memory))

    async def spend() -> None:
        store = await new_sql_store(tmp_path / "ukachat.db")
        try:
            await crash_at_every_step(evening, store)
        finally:
            await store.close()

    if number % 5 == 0:
        asyncio.run(spend())


# --- what a service remembers ---


@pytest.mark.parametrize("rules", ["nz target=2", "na target=1"])
def test_a_service_never_remembers_more_than_is_kept(rules: str) -> None:
    evening = spent(any_seed(), rules, 2)

    def fail() -> None:
        raise StoreError("the disk is full")

    store = MemoryStore()
    run(meet_all(store))
    failing = Failing(store, fail, methods=None)
    chance = Chance(evening.seed)
    service = Service(failing.store, chance)
    failures = 0
    for step in evening.steps:
        # The service is the same all along: what it remembers has to stand the next fault.
        for fault in faults(30):
            failing.set(fault)
            try:
                run(take(step, service, chance))
            except StoreError:
                failures += 1
            for table in service._tables.values():
                kept = store.entries.get(table.id, [])
                assert table.version <= len(kept), (step, fault)
            if not failing.has_failed:
                break
        run(check_kept(evening, step, store))
        assert run(sent_now(store, step.now)) == step.sent
    assert failures > 5 * len(evening.steps)


def test_whoever_asked_is_forgotten_whenever_it_fails() -> None:
    for fault in faults(30):
        chat = Recorded(1)
        chat.say("Mere", "/play nz")
        chat.say("Ana", "/join")
        ana = run(chat.store.meet(account_of("Ana"), "Ana")).id
        failing = Failing(chat.store, crash, methods=None)
        failing.set(fault)
        incoming = chat.incoming("Ana", Text("/forget me"))
        step = Step(incoming.id, incoming, chat.now, (), 0, None)
        for store in (failing.store, chat.store, chat.store):
            with suppress(Crash):
                run(take(step, Service(store, chat.chance), chat.chance))
        assert ana not in chat.store.persons, fault
        told = texts(chat.drain(), "Ana")
        assert len(told) == 1, (fault, told)
        assert told[0].startswith("I have forgotten who you are.")
        if not failing.has_failed:
            return
