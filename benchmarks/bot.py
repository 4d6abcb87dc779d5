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
import json
import pstats
import sys
import tracemalloc
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final
from urllib.parse import parse_qs

import httpx

from ukachat.bot.clock import SystemClock
from ukachat.bot.limits import FloodLimits
from ukachat.bot.logs import set_up
from ukachat.bot.running import serve
from ukachat.bot.settings import read_settings

TABLES: Final = 200
UPDATES: Final = 3_000
RATE: Final = 30
SECONDS: Final = 10
IDLE_TABLES: Final = 300
TELEGRAMS: Final = 30
"""Messages a second that Telegram lets a bot send."""
_FIRST: Final = 1_000
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


class Telegram(httpx.AsyncBaseTransport):
    """Stands in for Telegram and for the people, who press as soon as they may, or in time."""

    def __init__(self, seed: int) -> None:
        self.edits = 0
        self.waits: list[float] = []
        self.are_eager = False
        self._rng = Random(seed)
        self._waiting: list[dict[str, Any]] = []
        self._came = asyncio.Event()
        self._number = 0
        self._buttons: dict[int, tuple[int, list[str]]] = {}
        self._pressed: dict[str, float] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Takes every call."""
        method = request.url.path.rpartition("/")[2]
        fields = {
            key: values[0] for key, values in parse_qs((await request.aread()).decode()).items()
        }
        result = await self._take(method, fields)
        return httpx.Response(200, json={"ok": True, "result": result}, request=request)

    async def _take(self, method: str, fields: dict[str, str]) -> object:
        match method:
            case "getMe":
                return {"id": 1, "is_bot": True, "first_name": "Uka", "username": "uka_bot"}
            case "getUpdates":
                return await self._updates(int(fields.get("offset", 0)))
            case "sendMessage" | "editMessageText":
                return self._shown(fields)
            case "answerCallbackQuery":
                self.waits.append(perf_counter() - self._pressed.pop(fields["callback_query_id"]))
            case _:
                pass  # menus and the like
        return True

    async def _updates(self, offset: int) -> list[dict[str, Any]]:
        self._waiting = [each for each in self._waiting if each["update_id"] >= offset]
        while not self._waiting:
            self._came.clear()
            await self._came.wait()
        return self._waiting[:100]

    def _shown(self, fields: dict[str, str]) -> dict[str, Any]:
        person = int(fields["chat_id"])
        message = int(fields["message_id"]) if "message_id" in fields else self._next()
        rows = json.loads(fields.get("reply_markup", '{"inline_keyboard": []}'))["inline_keyboard"]
        data = [each["callback_data"] for row in rows for each in row if "callback_data" in each]
        choices = [each for each in data if not any(word in each for word in _LEAVES)]
        if choices:
            self._buttons[person] = (message, choices)
        self.edits += 1
        if self.are_eager:
            self.press(person)
        return {"message_id": message, "date": 1, "chat": _chat(person), "text": "-"}

    def says(self, person: int, text: str) -> None:
        """Somebody types."""
        message = {"message_id": self._next(), "date": 1, "chat": _chat(person), "text": text}
        self._come({"message": message | {"from": _user(person)}})

    def press(self, person: int) -> None:
        """Somebody presses one of the buttons there are."""
        message, choices = self._buttons[person]
        press = str(self._next())
        self._pressed[press] = perf_counter()
        query = {
            "id": press,
            "from": _user(person),
            "chat_instance": "1",
            "data": self._rng.choice(choices),
            "message": {"message_id": message, "date": 1, "chat": _chat(person)},
        }
        self._come({"callback_query": query})

    def _come(self, update: dict[str, Any]) -> None:
        self._waiting.append(update | {"update_id": self._next()})
        self._came.set()

    def _next(self) -> int:
        self._number += 1
        return self._number


def _chat(person: int) -> dict[str, Any]:
    return {"id": person, "type": "private", "first_name": "Mere"}


def _user(person: int) -> dict[str, Any]:
    return {"id": person, "is_bot": False, "first_name": "Mere"}


async def edited(telegram: Telegram, count: int) -> None:
    """Waits until so many tables have been shown."""
    while telegram.edits < count:  # noqa: ASYNC110 - an event for each would cost more
        await asyncio.sleep(0.002)


async def open_tables(telegram: Telegram, first: int, count: int) -> None:
    """Lets so many people begin a game."""
    before = telegram.edits
    for person in range(first, first + count):
        telegram.says(person, "/play now")
    await edited(telegram, before + count)


async def full_load(telegram: Telegram, profile: cProfile.Profile) -> None:
    """Everybody presses as soon as they see their table."""
    before, began, cpu = telegram.edits, perf_counter(), process_time()
    telegram.are_eager = True
    for person in range(_FIRST, _FIRST + TABLES):
        telegram.press(person)
    await edited(telegram, before + UPDATES)
    telegram.are_eager = False
    seconds, cpu = perf_counter() - began, process_time() - cpu
    rate = UPDATES / seconds
    print(f"updates a second at full load: {rate:.0f}, of which each is an answer and an edit")
    print(f"  {rate / TELEGRAMS:.1f} times the {TELEGRAMS} messages a second that Telegram allows")
    print(f"  processor: {cpu / UPDATES * 1000:.1f} ms an update, {cpu / seconds:.0%} of a core")
    if rate >= 10 * TELEGRAMS:
        return
    await asyncio.sleep(2)
    before = telegram.edits
    telegram.are_eager = True
    profile.enable()
    for person in range(_FIRST, _FIRST + TABLES):
        telegram.press(person)
    await edited(telegram, before + UPDATES // 5)
    profile.disable()
    telegram.are_eager = False
    print("  less than ten times; the five functions that take longest by themselves:")
    stats = pstats.Stats(profile)
    costs = sorted(stats.stats.items(), key=lambda each: -each[1][2])  # type: ignore[attr-defined]
    for (file, line, name), (_, calls, own, *_rest) in costs[:5]:
        print(f"  {own:6.2f} s {calls:8,} calls  {name} ({Path(file).name}:{line})")


async def even_load(telegram: Telegram) -> None:
    """So many presses a second, by chance."""
    await asyncio.sleep(2)
    telegram.waits.clear()
    rng, end = Random(2), perf_counter() + SECONDS
    while perf_counter() < end:
        telegram.press(rng.randrange(_FIRST, _FIRST + TABLES))
        await asyncio.sleep(rng.expovariate(RATE))
    await asyncio.sleep(1)
    waits = sorted(telegram.waits)
    half, most = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    print(f"at {RATE} updates a second over {TABLES} tables, from the press to its answer:")
    print(f"  50th percentile {half * 1000:.0f} ms, 99th percentile {most * 1000:.0f} ms")


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
        await open_tables(telegram, _FIRST, TABLES)
        await full_load(telegram, cProfile.Profile())
        await even_load(telegram)
        await idle_tables(telegram)
        stopped.set()
        await running


if __name__ == "__main__":
    asyncio.run(main())
