"""Evenings that are written down, to be gone through again on a store or a process that fails.

An evening is first spent without any fault. What everybody said in it is then said again elsewhere,
with the same random bytes for the same message, so that after every message the same has to be
kept, and the same to be sent, whatever has failed in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tests.chat.playing import names_of, play_on, pressing
from tests.chat.talking import Conversation, account_of, run
from ukachat.chat.service import Service
from ukachat.chat.store.sql import open_store
from ukachat.chat.table import Stage
from ukachat.engine import view
from ukachat.players import get_player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ukachat.chat.messages import Incoming, Outgoing, Said
    from ukachat.chat.store import Entry, Store, TableRow
    from ukachat.chat.store.sql import SqlStore

PEOPLE = ("Mere", "Ana", "Hemi", "Tama")
ASIDES = (
    "/hand",
    "/table",
    "/undo",
    "/agree",
    "/decline",
    "/cut three blind mice",
    "/away",
    "/back",
    "/save",
    "/settings letters",
    "/nonsense",
)


class Chance:
    """Random bytes that follow from the message that is being answered."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)

    def begin(self, step: str) -> None:
        """A step is to be taken, perhaps not for the first time."""
        self._random = Random(f"{self._seed} {step}")

    def __call__(self, number: int) -> bytes:
        """So many bytes."""
        return self._random.randbytes(number)


class Step(NamedTuple):
    """A message or a moment of the clock, and what it led to.

    Attributes:
        name: Names the step.
        incoming: What was said; None for a moment of the clock.
        now: When.
        sent: What was sent, in order.
        version: How many decisions the newest table had afterwards.
        row: What was kept of that table besides.
    """

    name: str
    incoming: Incoming | None
    now: float
    sent: tuple[Outgoing, ...]
    version: int
    row: TableRow | None


@dataclass(frozen=True)
class Evening:
    """An evening at one table without any fault.

    Attributes:
        seed: From which all its random bytes come.
        table: The table's id.
        steps: What happened.
        entries: All decisions of the table.
    """

    seed: int
    table: str
    steps: tuple[Step, ...]
    entries: tuple[Entry, ...]


class Recorded(Conversation):
    """A conversation that is written down."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.chance = Chance(seed)
        self.service = Service(self.store, self.chance)
        self.steps: list[Step] = []
        self.moments = count(1)
        for who in PEOPLE:
            run(self.store.meet(account_of(who), who))

    def do(self, who: str, said: Said, *, group: bool = False, id_: str = "") -> list[Outgoing]:
        """Somebody does something; what is sent then."""
        incoming = self.incoming(who, said, group=group, id_=id_)
        self.now += 1
        return self._step(incoming.id, incoming)

    def wait(self, seconds: float) -> list[Outgoing]:
        """Time passes; what is sent then."""
        self.now += seconds
        return self._step(f"moment {next(self.moments)}", None)

    def _step(self, name: str, incoming: Incoming | None) -> list[Outgoing]:
        step = Step(name, incoming, self.now, (), 0, None)
        run(take(step, self.service, self.chance))
        sent = self.drain()
        for table in self.store.entries:
            step = step._replace(version=len(self.store.entries[table]), row=self.store.rows[table])
        self.steps.append(step._replace(sent=tuple(sent)))
        return sent

    def evening(self, seed: int) -> Evening:
        """All that was written down, about the one table that there is."""
        (table,) = self.store.entries
        return Evening(seed, table, tuple(self.steps), tuple(self.store.entries[table]))


def spent(
    seed: int, rules: str, people: int, *, group: bool = False, asides: float = 0.3
) -> Evening:
    """A whole game of so many people, who sometimes say something else or nothing in between."""
    rng = Random(seed)
    chat = Recorded(seed)
    begin(chat, rules, people, group=group)
    for _ in play_on(chat, rng, group=group):
        if rng.random() >= asides or chat.table.stage is not Stage.PLAYING:
            continue
        if rng.random() < 0.3:
            for _ in range(rng.randint(1, 2)):
                chat.wait(rng.choice([150, 310]))
        else:
            who = rng.choice(PEOPLE[:people])
            chat.say(who, rng.choice(ASIDES), group=group and rng.random() < 0.5)
        _come_back(chat)
    assert chat.table.stage is Stage.OVER
    return chat.evening(seed)


def begin(chat: Recorded, rules: str, people: int, *, group: bool = False) -> None:
    """Open a table, sit down, and begin."""
    chat.say(PEOPLE[0], f"/play {rules}", group=group)
    for who in PEOPLE[1:people]:
        chat.say(who, "/join", group=group)
    chat.say(PEOPLE[0], "/start", group=group)


def next_press(chat: Recorded, rng: Random) -> tuple[str, str] | None:
    """Who presses what next at the newest table; None where the game is over."""
    table = chat.table
    if table.stage is not Stage.PLAYING:
        return None
    assert table.game is not None
    seat = table.waits_for[0]
    who = names_of(chat, table)[seat]
    if table.turn is None:
        return who, f"t:{table.id}:{table.version}:/deal"
    seen = view(table.game.state, seat)
    return who, pressing(table, get_player("club").choose(seen, rng))


def _come_back(chat: Recorded) -> None:
    """Where everybody is away the game rests; somebody has to take it up again."""
    if chat.table.stage is Stage.PLAYING and not chat.table.present:
        persons = chat.store.persons
        chat.say(persons[next(iter(chat.table.people.values())).person].name, "/back")


def any_seed() -> int:
    """A seed that is shown when the test fails."""
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    return seed


async def take(step: Step, service: Service, chance: Chance) -> None:
    """Let a service take a step."""
    chance.begin(step.name)
    if step.incoming is None:
        await service.tick(step.now)
    else:
        await service.handle(step.incoming, step.now)


async def meet_all(store: Store) -> None:
    """Everybody gets the id that they have in every evening."""
    for who in PEOPLE:
        await store.meet(account_of(who), who)


async def new_sql_store(path: Path) -> SqlStore:
    """A new database in which everybody has the id that they have in every evening."""
    ids = count(1)
    store = await open_store(path, new_id=lambda: f"p{next(ids)}")
    await meet_all(store)
    return store


async def sent_now(store: Store, now: float) -> tuple[Outgoing, ...]:
    """Send everything that waits, as a transport does; what that was."""
    sent: list[Outgoing] = []
    while posts := await store.claim("", now):
        for each in posts:
            sent.append(each.message)
            await store.sent(each.id, f"m{each.id}")
    return tuple(sent)


async def check_kept(evening: Evening, step: Step, store: Store) -> None:
    """A store holds exactly what a step has led to, but for what is to be sent."""
    assert await store.decisions(evening.table) == evening.entries[: step.version], step
    assert await store.table(evening.table) == step.row, step


# --- faults ---


class Crash(Exception):
    """The process ends here."""


class Fault(NamedTuple):
    """When a store fails.

    Attributes:
        call: At which call, from 1.
        after: Whether the call is still carried out.
    """

    call: int
    after: bool


def faults(calls: int) -> Iterable[Fault]:
    """Every way in which a store that is called so often can fail."""
    return (Fault(call, after) for call in range(1, calls + 1) for after in (False, True))


class Failing:
    """A store that fails once.

    Attributes:
        calls: How many calls of the methods that can fail there were since the last fault was set.
        has_failed: Whether it has failed since then.
    """

    def __init__(
        self,
        store: Store,
        fail: Callable[[], None],
        methods: frozenset[str] | None = frozenset({"keep"}),
    ) -> None:
        """Wrap a store.

        Args:
            store: The store.
            fail: Fails: raises something, or ends the process.
            methods: Which calls count; None for all.
        """
        self._store = store
        self._fail = fail
        self._methods = methods
        self._fault: Fault | None = None
        self.calls = 0
        self.has_failed = False

    def set(self, fault: Fault | None) -> None:
        """Fail so from now on, once."""
        self._fault = fault
        self.calls = 0
        self.has_failed = False

    @property
    def store(self) -> Store:
        """This, as the store that it stands for."""
        return cast("Store", self)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A method of the store."""
        method = getattr(self._store, name)
        if self._methods is not None and name not in self._methods:
            return cast("Callable[..., Any]", method)

        async def call(*arguments: object, **options: object) -> object:
            self.calls += 1
            is_due = self._fault is not None and self._fault.call == self.calls
            if is_due:
                self.has_failed = True
            if is_due and self._fault is not None and not self._fault.after:
                self._fail()
            result = await method(*arguments, **options)
            if is_due:
                self._fail()
            return result

        return call


def crash() -> None:
    """End the process, as far as a test in one process can."""
    raise Crash
