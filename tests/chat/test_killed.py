"""A process that is killed at any instant loses nothing."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.crashing import any_seed, check_kept, new_sql_store, sent_now, spent
from tests.chat.killing import Instant, killed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.chat.crashing import Evening, Step
    from ukachat.chat.messages import Outgoing
    from ukachat.chat.store import Store

LEASE = 60


async def kill_at_every_step(evening: Evening, path: Path) -> int:
    """Spend an evening in processes of which each is killed at every instant of a step.

    Returns:
        How many were killed.
    """
    rng = Random(evening.seed)
    store = await new_sql_store(path)
    kills, before = 0, None
    try:
        for step in evening.steps:
            most = rng.randint(0, max(0, len(step.sent) - 1))
            for instant in (Instant.BEFORE_KEEPING, Instant.WHILE_KEEPING):
                assert killed(path, evening.seed, step, instant, 0) == []
                if before is not None:
                    await check_kept(evening, before, store)
                assert await store.claim("", step.now) == ()
            assert killed(path, evening.seed, step, Instant.AFTER_KEEPING, 0) == []
            await check_kept(evening, step, store)
            sent = killed(path, evening.seed, step, Instant.SENDING, most)
            await check_kept(evening, step, store)
            await check_sent(step, store, sent, most)
            kills += len(Instant)
            before = step
    finally:
        await store.close()
    return kills


async def check_sent(step: Step, store: Store, sent: list[Outgoing], most: int) -> None:
    """What was sent and not marked, or only claimed, is sent after the lease, and nothing else."""
    assert tuple(sent) == step.sent[: most + 1]
    assert await store.claim("", step.now + LEASE - 1) == ()
    assert await sent_now(store, step.now + LEASE) == step.sent[most:]


@pytest.mark.parametrize(("rules", "people"), [("nz target=3", 2)])
def test_a_game_goes_on_whenever_it_is_killed(rules: str, people: int, tmp_path: Path) -> None:
    evening = spent(any_seed(), rules, people)
    kills = asyncio.run(kill_at_every_step(evening, tmp_path / "ukachat.db"))
    assert kills == len(Instant) * len(evening.steps)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "people"), [("nz", 4), ("na32", 1), ("tournament", 2)])
def test_whole_games_go_on_whenever_they_are_killed(
    rules: str, people: int, tmp_path: Path
) -> None:
    evening = spent(any_seed(), rules, people, group=people == 4)
    asyncio.run(kill_at_every_step(evening, tmp_path / "ukachat.db"))
