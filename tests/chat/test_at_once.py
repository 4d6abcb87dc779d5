"""Two at once on one database: what they do happens once, and whoever is later is told kindly."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.crashing import (
    PEOPLE,
    Chance,
    Failing,
    Recorded,
    Step,
    any_seed,
    begin,
    faults,
    new_sql_store,
    next_press,
    sent_now,
    take,
)
from tests.chat.killing import Answering
from tests.chat.playing import pressing
from tests.chat.talking import START, account_of, run, texts
from ukachat.chat.decisions import Acted, Dealt, Nudged, WentAway, from_text
from ukachat.chat.growing import table_of
from ukachat.chat.messages import Incoming, Place, Press, Reply, Say, Setting, Text, Tone
from ukachat.chat.service import Service
from ukachat.chat.store.sql import open_store
from ukachat.chat.table import Mover, Stage
from ukachat.engine import view
from ukachat.players import get_player

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
    from pathlib import Path

    from tests.chat.memory import MemoryStore
    from ukachat.chat.decisions import Decision
    from ukachat.chat.messages import Outgoing, Said
    from ukachat.chat.store.sql import SqlStore
    from ukachat.chat.table import Table

    AtOnce = Callable[[Step, Step], Awaitable[None]]
    Play = Callable[[Path, int, str, int], Coroutine[object, None, "Doubled"]]


class Doubled:
    """A table at which everything is done twice at once.

    Attributes:
        presses: How often both pressed the same button.
        moments: How often both saw the same deadline.
    """

    def __init__(self, store: SqlStore, at_once: AtOnce, seed: int) -> None:
        """Begin.

        Args:
            store: The database.
            at_once: Lets two services on the same database take a step each, at once.
            seed: From which all choices and random bytes come.
        """
        self._store = store
        self._at_once = at_once
        self._random = Random(seed)
        self._chance = Chance(seed)
        self._service = Service(store, self._chance)
        self._names = count(1)
        self._now = START
        self._decisions: list[Decision] = []
        self.presses = 0
        self.moments = 0

    async def play(self, rules: str, people: int) -> None:
        """Play a whole game."""
        await self._say(PEOPLE[0], f"/play {rules}")
        for who in PEOPLE[1:people]:
            await self._say(who, "/join")
        await self._say(PEOPLE[0], "/pace live")
        await self._say(PEOPLE[0], "/start")
        await sent_now(self._store, self._now)
        while (table := await self._table()).stage is Stage.PLAYING:
            if not table.present:
                await self._say(PEOPLE[0], "/back")
                await sent_now(self._store, self._now)
            elif people > 1 and self._random.random() < 0.25:
                await self._let_time_pass(table)
            else:
                await self._press(table)

    async def _table(self) -> Table:
        """The table, grown from its decisions, which never change once they are made."""
        mere = await self._store.meet(account_of(PEOPLE[0]), PEOPLE[0])
        (row,) = await self._store.tables_of(mere.id)
        entries = [
            (entry.at, from_text(entry.text)) for entry in await self._store.decisions(row.id)
        ]
        decisions = [decision for _, decision in entries]
        assert decisions[: len(self._decisions)] == self._decisions
        self._decisions = decisions
        return table_of(row.id, entries)

    def _step(self, who: str, said: Said) -> Step:
        place = Place(account_of(who), Setting.PRIVATE, "circle")
        name = str(next(self._names))
        return _step(name, Incoming(name, account_of(who), who, place, said), self._now)

    async def _say(self, who: str, text: str) -> None:
        await take(self._step(who, Text(text)), self._service, self._chance)

    async def _both(self, one: Step, other: Step) -> tuple[list[Decision], list[Outgoing]]:
        """Let both take a step; what was decided and sent."""
        known = len(self._decisions)
        await self._at_once(one, other)
        await self._table()
        return self._decisions[known:], list(await sent_now(self._store, self._now))

    async def _press(self, table: Table) -> None:
        """Somebody presses the same button twice, as on two phones."""
        assert table.game is not None
        self._now += 1
        seat = table.waits_for[0]
        person = table.people[seat].person
        who = (await self._store.people([person]))[person].name
        data = f"t:{table.id}:{table.version}:/deal"
        if table.turn is not None:
            seen = view(table.game.state, seat)
            data = pressing(table, get_player("club").choose(seen, self._random))
        decided, sent = await self._both(self._step(who, Press(data)), self._step(who, Press(data)))
        check_presses(table, decided, sent)
        self.presses += 1

    async def _let_time_pass(self, table: Table) -> None:
        """Both clocks strike at the same moment."""
        assert table.deadline is not None
        self._now = table.deadline
        both = [_step(f"moment {next(self._names)}", None, self._now) for _ in range(2)]
        decided, sent = await self._both(both[0], both[1])
        check_moments(decided, sent)
        self.moments += 1


def check_presses(table: Table, decided: Sequence[Decision], sent: Iterable[Outgoing]) -> None:
    """Of two presses of a button one counts, and the other is answered kindly."""
    if table.turn is None:
        assert decided.count(Dealt()) == 1
    else:
        assert sum(_by_person(each) for each in decided) == 1, decided
    replies = sorted(post.text for post in sent if isinstance(post, Reply))
    assert len(replies) == 2
    assert replies[0] == ""
    assert replies[1].startswith("That button is from an older moment")


def check_moments(decided: Sequence[Decision], sent: list[Outgoing]) -> None:
    """What is due happens once, and is told once."""
    struck = [each for each in decided if isinstance(each, Nudged | WentAway | Dealt)]
    assert len(struck) == 1, decided
    assert decided[0] == struck[0]
    nudges = [post for post in sent if isinstance(post, Say) and post.tone is Tone.NUDGE]
    assert len(nudges) == isinstance(struck[0], Nudged)
    gone = [text for text in texts(sent, PEOPLE[0]) if "is away" in text]
    assert len(gone) == isinstance(struck[0], WentAway)


def _step(name: str, incoming: Incoming | None, now: float) -> Step:
    return Step(name, incoming, now, (), 0, None)


def _by_person(decision: Decision) -> bool:
    return isinstance(decision, Acted) and Mover(decision.by) is Mover.PERSON


async def play_in_one_process(path: Path, seed: int, rules: str, people: int) -> Doubled:
    """Play with two services, each with a store of its own."""
    store = await new_sql_store(path)
    stores = [await open_store(path) for _ in range(2)]
    chances = [Chance(seed + 1), Chance(seed + 2)]
    services = [Service(*each) for each in zip(stores, chances, strict=True)]

    async def at_once(one: Step, other: Step) -> None:
        await asyncio.gather(
            take(one, services[0], chances[0]), take(other, services[1], chances[1])
        )

    doubled = Doubled(store, at_once, seed)
    try:
        await doubled.play(rules, people)
    finally:
        for each in (store, *stores):
            await each.close()
    return doubled


async def play_in_two_processes(path: Path, seed: int, rules: str, people: int) -> Doubled:
    """Play with two processes."""
    store = await new_sql_store(path)
    both = [Answering(path, seed + 1), Answering(path, seed + 2)]

    async def at_once(one: Step, other: Step) -> None:
        for process, step in zip(both, (one, other), strict=True):
            process.begin(step)
        for process in both:
            process.end()

    doubled = Doubled(store, at_once, seed)
    try:
        await doubled.play(rules, people)
    finally:
        for process in both:
            process.close()
        await store.close()
    return doubled


PLAYS = pytest.mark.parametrize("play", [play_in_one_process, play_in_two_processes])


@PLAYS
def test_two_at_once_never_both_do_it(play: Play, tmp_path: Path) -> None:
    doubled = asyncio.run(play(tmp_path / "ukachat.db", any_seed(), "nz target=3", 2))
    assert doubled.presses > 5


@PLAYS
@pytest.mark.long
@pytest.mark.parametrize("people", [1, 2, 4])
@pytest.mark.parametrize("rules", ["nz", "na", "na32"])
def test_two_at_once_never_both_do_it_in_many_games(
    play: Play, rules: str, people: int, tmp_path: Path
) -> None:
    doubled = asyncio.run(play(tmp_path / "ukachat.db", any_seed(), rules, people))
    assert doubled.presses > 20


# --- one in between the other, at every instant ---


def interrupted(chat: Recorded, one: Step, other: Step) -> Iterator[MemoryStore]:
    """Take both steps, the second at any instant of the first; the store after each time."""
    for fault in faults(30):
        store = deepcopy(chat.store)
        chances = [Chance(1), Chance(2)]
        second = Service(store, chances[1])
        failing = Failing(store, partial(_take_now, other, second, chances[1]), methods=None)
        failing.set(fault)
        run(take(one, Service(failing.store, chances[0]), chances[0]))
        if not failing.has_failed:
            return
        yield store


def _take_now(step: Step, service: Service, chance: Chance) -> None:
    run(take(step, service, chance))


@pytest.mark.parametrize("is_moment", [False, True], ids=["press", "moment"])
def test_whenever_the_other_comes_in_between_one_counts(is_moment: bool) -> None:
    seed = any_seed()
    chat, rng, tried = Recorded(seed), Random(seed), 0
    begin(chat, "nz target=2", 2)
    while (move := next_press(chat, rng)) is not None:
        table = chat.table
        who, data = move
        if is_moment:
            assert table.deadline is not None
            both = [_step(name, None, table.deadline) for name in ("one", "other")]
        else:
            incoming = [chat.incoming(who, Press(data), id_=name) for name in ("one", "other")]
            both = [_step(each.id, each, chat.now + 1) for each in incoming]
        for store in interrupted(chat, *both):
            entries = store.entries[table.id][table.version :]
            decided = [from_text(each.text) for each in entries]
            sent = list(run(sent_now(store, both[0].now)))
            if is_moment:
                check_moments(decided, sent)
            else:
                check_presses(table, decided, sent)
            tried += 1
        chat.press(who, data)
    assert tried > 50
