"""How much the bot does in a second, how soon it answers, and what a table costs that rests.

Run it with ``python benchmarks/bot.py``; on one core with ``taskset -c 0`` before it. The whole
stack runs in process: long polling, conversation, SQLite on disk, outbox and the calls of Telegram,
which a stand-in takes without a network. One person and three computers sit at each table and
press whatever is offered. The flood limits are off, for they are Telegram's and not ours.

An update is a press; it is done when its answer and the edited table have been sent.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import pstats
import re
import sys
import tracemalloc
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_plus

import httpx

from ukachat.bot.clock import SystemClock
from ukachat.bot.limits import FloodLimits
from ukachat.bot.logs import set_up
from ukachat.bot.running import pass_over_what_is_loaded, serve
from ukachat.bot.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES: Final = 200
UPDATES: Final = 3_000
RATE: Final = 30
SECONDS: Final = 10
IDLE_TABLES: Final = 300
REST: Final = 2
PATIENCE: Final = 60
TELEGRAMS: Final = 30
"""Messages a second that Telegram lets a bot send."""
_FIRST: Final = 1_000
_DATA: Final = re.compile('"callback_data": "(.*?)"')
_LEAVES: Final = ("invite", "save", "verify", "swap", "/rules")


class NoLimits(FloodLimits):
    """Lets everything through."""

    def free_at(self, chat: int, now: float) -> float:
        """At once."""
        del chat
        return now

    def take(self, chat: int, now: float) -> None:
        """Counts nothing."""

    def resting(self, now: float) -> set[int]:
        """Nobody."""
        del now
        return set()


@dataclass(slots=True)
class Person:
    """Somebody who plays against computers.

    Attributes:
        message: The table's message.
        choices: What its buttons say.
        pressed: When the last button was pressed.
        answered: When that was answered; 0 while it is not.
        shown: When the table was shown since; 0 while it was not.
    """

    message: int = 0
    choices: list[str] = field(default_factory=list[str])
    pressed: float = 0.0
    answered: float = 0.0
    shown: float = 0.0


class Telegram(httpx.AsyncBaseTransport):
    """Stands in for Telegram and for the people, who press as soon as they may, or in time."""

    def __init__(self, seed: int) -> None:
        self.done = 0
        self.shown = 0
        self.answers: list[float] = []
        self.edits: list[float] = []
        self.are_eager = False
        self._rng = Random(seed)
        self._updates: list[dict[str, Any]] = []
        self._came = asyncio.Event()
        self._number = 0
        self._people: defaultdict[int, Person] = defaultdict(Person)
        self._presses: dict[str, int] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Takes every call."""
        method = request.url.path.rpartition("/")[2]
        text = (await request.aread()).decode()
        # Only what is needed is decoded, so that the stand-in takes little of the time itself.
        fields = dict(pair.split("=", 1) for pair in text.split("&") if pair)
        result = await self._take(method, fields)
        return httpx.Response(200, json={"ok": True, "result": result}, request=request)

    async def _take(self, method: str, fields: dict[str, str]) -> object:
        match method:
            case "getMe":
                return {"id": 1, "is_bot": True, "first_name": "Uka", "username": "uka_bot"}
            case "getUpdates":
                return await self._since(int(fields.get("offset", 0)))
            case "sendMessage" | "editMessageText":
                return self._show(fields)
            case "answerCallbackQuery":
                self._answer(self._presses.pop(fields["callback_query_id"]), "text" in fields)
            case _:
                pass  # menus and the like
        return True

    async def _since(self, offset: int) -> list[dict[str, Any]]:
        self._updates = [each for each in self._updates if each["update_id"] >= offset]
        while not self._updates:
            self._came.clear()
            await self._came.wait()
        return self._updates[:100]

    def _show(self, fields: dict[str, str]) -> dict[str, Any]:
        number = int(fields["chat_id"])
        person = self._people[number]
        message = int(fields["message_id"]) if "message_id" in fields else self._next()
        buttons = unquote_plus(fields.get("reply_markup", ""))
        choices = [
            each for each in _DATA.findall(buttons) if not any(word in each for word in _LEAVES)
        ]
        if choices:
            person.message, person.choices = message, choices
        self.shown += 1
        person.shown = perf_counter()
        self._go_on(number)
        return {"message_id": message, "date": 1, "chat": _chat(number), "text": "-"}

    def _answer(self, number: int, is_all: bool) -> None:
        """Notes an answer; a sentence in it is all there is, and the table stays as it was."""
        person = self._people[number]
        person.answered = perf_counter()
        self.answers.append(person.answered - person.pressed)
        if is_all:
            person.shown = person.answered
        self._go_on(number)

    def _go_on(self, number: int) -> None:
        person = self._people[number]
        if person.pressed and person.answered and person.shown:
            self.done += 1
            self.edits.append(max(person.shown, person.answered) - person.pressed)
            person.pressed = 0.0
            if self.are_eager:
                self.press(number)

    def says(self, number: int, text: str) -> None:
        """Somebody types."""
        message = {"message_id": self._next(), "date": 1, "chat": _chat(number), "text": text}
        self._arrive({"message": message | {"from": _user(number)}})

    def press(self, number: int) -> None:
        """Somebody presses one of the buttons there are, once the last press has its answer."""
        person = self._people[number]
        if person.pressed:
            return
        person.pressed, person.answered, person.shown = perf_counter(), 0.0, 0.0
        press = str(self._next())
        self._presses[press] = number
        query = {
            "id": press,
            "from": _user(number),
            "chat_instance": "1",
            "data": self._rng.choice(person.choices),
            "message": {"message_id": person.message, "date": 1, "chat": _chat(number)},
        }
        self._arrive({"callback_query": query})

    def _arrive(self, update: dict[str, Any]) -> None:
        self._updates.append(update | {"update_id": self._next()})
        self._came.set()

    def _next(self) -> int:
        self._number += 1
        return self._number


def _chat(person: int) -> dict[str, Any]:
    return {"id": person, "type": "private", "first_name": "Mere"}


def _user(person: int) -> dict[str, Any]:
    return {"id": person, "is_bot": False, "first_name": "Mere"}


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until something is so.

    Raises:
        SystemExit: It does not come about.
    """
    end = perf_counter() + PATIENCE
    while not is_so():
        if perf_counter() > end:
            raise SystemExit(f"The bot has not answered within {PATIENCE} seconds.")
        await asyncio.sleep(0.002)


async def open_tables(telegram: Telegram, first: int, count: int) -> None:
    """Lets so many people begin a game."""
    wanted = telegram.shown + count
    for person in range(first, first + count):
        telegram.says(person, "/play now")
    await until(lambda: telegram.shown >= wanted)


async def press_eagerly(telegram: Telegram, updates: int) -> None:
    """Everybody presses as soon as they see their table."""
    wanted = telegram.done + updates
    telegram.are_eager = True
    for person in range(_FIRST, _FIRST + TABLES):
        telegram.press(person)
    await until(lambda: telegram.done >= wanted)
    telegram.are_eager = False


async def full_load(telegram: Telegram) -> None:
    """How much can be done in a second."""
    began, cpu = perf_counter(), process_time()
    await press_eagerly(telegram, UPDATES)
    seconds, cpu = perf_counter() - began, process_time() - cpu
    rate = UPDATES / seconds
    print(f"updates a second at full load: {rate:.0f}, of which each is an answer and an edit")
    print(f"  {rate / TELEGRAMS:.1f} times the {TELEGRAMS} messages a second that Telegram allows")
    print(f"  processor: {cpu / UPDATES * 1000:.1f} ms an update, {cpu / seconds:.0%} of a core;")
    print(f"  a core with nothing else to do could do {UPDATES / cpu:.0f} a second")
    if rate < 10 * TELEGRAMS:
        await asyncio.sleep(REST)
        await tell_costs(telegram)


async def tell_costs(telegram: Telegram) -> None:
    """Says where the time goes."""
    profile = cProfile.Profile()
    profile.enable()
    await press_eagerly(telegram, UPDATES // 5)
    profile.disable()
    print("  less than ten times; the five functions that take longest by themselves:")
    stats = pstats.Stats(profile)
    costs = sorted(stats.stats.items(), key=lambda each: -each[1][2])  # type: ignore[attr-defined]
    for (file, line, name), (_, calls, own, *_rest) in costs[:5]:
        print(f"  {own:6.2f} s {calls:8,} calls  {name} ({Path(file).name}:{line})")


async def even_load(telegram: Telegram) -> None:
    """So many presses a second, by chance."""
    await asyncio.sleep(REST)
    telegram.answers.clear()
    telegram.edits.clear()
    rng, began = Random(2), perf_counter()
    at = 0.0
    while at < SECONDS:
        at += rng.expovariate(RATE)
        await asyncio.sleep(began + at - perf_counter())
        telegram.press(rng.randrange(_FIRST, _FIRST + TABLES))
    await asyncio.sleep(1)
    print(f"at {RATE} updates a second over {TABLES} tables, from the press:")
    for what, waits in (("its answer", telegram.answers), ("the table", telegram.edits)):
        waits.sort()
        half, most = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        print(f"  to {what}: 50th percentile {half * 1000:.0f} ms, 99th {most * 1000:.0f} ms")


async def idle_tables(telegram: Telegram) -> None:
    """What a table takes that was opened and rests."""
    tracemalloc.start()
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    await open_tables(telegram, 10 * _FIRST, IDLE_TABLES)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory for a table that rests: {(after - before) / IDLE_TABLES / 1024:.0f} KiB")


async def main() -> None:
    """Prints the figures."""
    set_up("error", "console", ())
    pass_over_what_is_loaded()
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 2026
    with TemporaryDirectory() as folder:
        settings = read_settings(
            token="1:" + "A" * 35, db=f"{folder}/bot.db", api_url="http://telegram.example"
        )
        telegram, stopped = Telegram(seed), asyncio.Event()
        running = asyncio.create_task(
            serve(settings, stopped, SystemClock(), transport=telegram, limits=NoLimits())
        )
        print(f"{TABLES} tables, {UPDATES:,} updates, seed {seed}")
        try:
            await open_tables(telegram, _FIRST, TABLES)
            await full_load(telegram)
            await even_load(telegram)
            await idle_tables(telegram)
        finally:
            stopped.set()
            await running


if __name__ == "__main__":
    asyncio.run(main())
