"""Flood limits: as fast as Telegram allows, and never a call that it refuses."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.telegram.fake.clocks import START, HandClock
from tests.telegram.fake.limits import Flood
from ukachat.bot.limits import GROUP, PRIVATE, FloodLimits

CHATS = (*range(1, 60), *range(-500, -490))


def traffic(seed: int, messages: int) -> None:
    """Sends to whoever may be sent something; Telegram's own count must never refuse."""
    rng = Random(seed)
    clock, limits = HandClock(), FloodLimits()
    flood = Flood(clock)
    busy = rng.sample(CHATS, rng.choice([1, 3, 40]))
    for _ in range(messages):
        chat = rng.choice(busy)
        if rng.random() < 0.02:
            clock.move(rng.expovariate(1 / 60))
        if rng.random() < 0.01:
            limits.shut(rng.choice(busy), clock.now() + rng.uniform(0, 100))
        while (free := limits.free_at(chat, clock.now())) > clock.now():
            clock.move(free - clock.now())
        limits.take(chat, clock.now())
        flood.pass_through(chat)  # raises where Telegram would answer 429
        if rng.random() < 0.05:
            limits.resting(clock.now())


@given(seed=st.integers(0, 2**32))
def test_telegram_never_refuses_what_keeps_to_the_limits(seed: int) -> None:
    traffic(seed, 400)


def test_a_group_gets_a_dozen_messages_a_minute_for_ever_and_some_more_at_once() -> None:
    limits, now = FloodLimits(), START
    times = []
    for _ in range(100):
        now = limits.free_at(-1, now)
        limits.take(-1, now)
        times.append(now - START)
    assert times[int(GROUP.at_once) - 1] < 0.1
    assert times[int(GROUP.at_once)] > 4
    assert times[-1] == pytest.approx((100 - GROUP.at_once) / GROUP.per_second, rel=1e-6)


def test_one_chat_that_waits_keeps_no_other_from_going_on() -> None:
    limits = FloodLimits()
    limits.shut(-1, START + 300)
    limits.take(-2, START)
    assert limits.free_at(-1, START) == START + 300
    assert limits.free_at(-2, START) == START
    assert limits.free_at(7, START) == START
    assert limits.resting(START) == {-1}
    assert limits.resting(START + 299) == {-1}
    assert limits.resting(START + 300) == set()


def test_the_longer_of_two_waits_holds() -> None:
    limits = FloodLimits()
    limits.shut(-1, START + 300)
    limits.shut(-1, START + 5)
    assert limits.free_at(-1, START) == START + 300


def test_nobody_is_sent_anything_while_all_is_shut() -> None:
    limits = FloodLimits()
    limits.shut_all(START + 8)
    limits.shut_all(START + 4)
    assert limits.free_at(7, START) == START + 8
    assert limits.is_all_shut(START + 7.9)
    assert not limits.is_all_shut(START + 8)


def test_a_chat_that_has_been_quiet_is_forgotten() -> None:
    limits = FloodLimits()
    for chat in range(1, 1000):
        limits.take(chat, START)
    limits.shut(-1, START + 60)
    limits.resting(START + 50)
    assert not any(limits.knows(chat) for chat in range(1, 1000))
    assert limits.knows(-1)
    limits.resting(START + 60)
    assert not limits.knows(-1)
    assert not limits._shut_until


def test_a_clock_that_is_put_back_stops_nobody_for_longer_than_a_moment() -> None:
    limits = FloodLimits()
    limits.take(7, START)
    hour_before = START - 3600
    for _ in range(int(PRIVATE.at_once) + 1):
        limits.take(7, hour_before)
    free = limits.free_at(7, hour_before)
    assert hour_before < free < hour_before + 5
    assert limits.free_at(7, free + 1) == free + 1
