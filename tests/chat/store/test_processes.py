"""Several processes on one database, and processes that are killed."""

import asyncio
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.chat.store.making import opening, row
from ukachat.chat.messages import Say
from ukachat.chat.store import Change, Stale, TableChange
from ukachat.chat.store.sql import SqlStore, open_store

APPENDS = 200
KILLS = 20
TABLE = "t1"

# Its processes are forked from one that runs no threads, and that has imported all this already.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload([__name__])


async def append(store: SqlStore, name: str, version: int) -> int:
    """Appends to the table as soon as nobody is quicker; gives the new version.

    A decision and the message that tells of it are one change.
    """
    while True:
        text = f"{name} {version}"
        change = TableChange(row(TABLE), version, (f"{text} a", f"{text} b"))
        try:
            await store.keep(Change(1.0, text, [change], [Say("terminal:mere", text)]))
        except Stale:
            version += len(await store.decisions(TABLE, after=version))
        else:
            return version + 2


def append_many(path: Path, name: str, appends: int, told: Connection) -> None:
    """Appends, and tells the version before each append once it is acknowledged."""

    async def run() -> None:
        store = await open_store(path)
        told.send(-1)
        version = len(await store.decisions(TABLE))
        for _ in range(appends):
            version = await append(store, name, version)
            told.send(version - 2)
        await store.close()

    asyncio.run(run())


def start(
    run: Callable[..., None], *arguments: object
) -> tuple[multiprocessing.Process, Connection]:
    here, there = processes.Pipe(duplex=False)
    process = processes.Process(target=run, args=(*arguments, there))
    process.start()
    there.close()
    return process, here  # type: ignore[return-value]


def heard(told: Connection) -> list[int]:
    """Everything that a process has told until it ended."""
    everything: list[int] = []
    with told:
        while True:
            try:
                everything.append(told.recv())
            except (EOFError, OSError):
                return [each for each in everything if each >= 0]


async def kept(path: Path, now: float = 1.0) -> tuple[list[str], list[str]]:
    """The decisions, and the messages that wait to be sent; ask again after their lease only."""
    store = await open_store(path)
    decisions = [each.text for each in await store.decisions(TABLE)]
    posts = await store.claim("", now, limit=100_000)
    await store.close()
    return decisions, [each.message.text for each in posts]


async def make_table(path: Path) -> None:
    store = await open_store(path)
    await store.keep(opening(row(TABLE)))
    await store.close()


def check_whole(decisions: list[str], messages: list[str]) -> None:
    """Every change is there whole, once and at its version."""
    halves = decisions[1:]
    assert halves[::2] == [f"{message} a" for message in messages]
    assert halves[1::2] == [f"{message} b" for message in messages]
    assert [int(message.split()[1]) for message in messages] == list(range(1, len(decisions), 2))


def test_two_processes_append_to_one_table(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"
    asyncio.run(make_table(path))
    both = [start(append_many, path, name, APPENDS) for name in ("mere", "tama")]
    told = {name: heard(here) for name, (_, here) in zip(("mere", "tama"), both, strict=True)}
    for process, _ in both:
        process.join()
        assert process.exitcode == 0
    decisions, messages = asyncio.run(kept(path))
    check_whole(decisions, messages)
    acknowledged = {f"{name} {version}" for name, versions in told.items() for version in versions}
    assert len(acknowledged) == 2 * APPENDS
    assert set(messages) == acknowledged
    assert Counter(message.split()[0] for message in messages) == {"mere": 200, "tama": 200}


def test_many_processes_open_a_new_database_at_once(tmp_path: Path) -> None:
    for number in range(3):
        path = tmp_path / f"{number}.db"
        crowd = [start(append_many, path, "nobody", 0) for _ in range(6)]
        for process, here in crowd:
            heard(here)
            process.join()
        assert [process.exitcode for process, _ in crowd] == [0] * 6


def test_a_killed_process_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "ukachat.db"
    asyncio.run(make_table(path))
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    rng = random.Random(seed)
    acknowledged = 0
    for kill in range(KILLS):
        process, told = start(append_many, path, f"kill{kill}", 1_000_000)
        assert told.recv() == -1
        time.sleep(rng.uniform(0.0, 0.1))
        process.kill()
        process.join()
        versions = heard(told)
        acknowledged += len(versions)
        decisions, messages = asyncio.run(kept(path, now=1000.0 * kill))
        check_whole(decisions, messages)
        missing = {f"kill{kill} {version}" for version in versions} - set(messages)
        assert not missing
    assert acknowledged  # however slow the machine


@pytest.mark.long
def test_killed_again_and_again(tmp_path: Path) -> None:
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        test_a_killed_process_loses_nothing_that_it_acknowledged(folder)
