"""Processes that answer people on a database; some are killed while they do."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

from tests.chat.crashing import Chance, Failing, Fault, Step, take
from ukachat.chat.service import Service
from ukachat.chat.store import outbox
from ukachat.chat.store.sql import open_store

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    from ukachat.chat.messages import Outgoing
    from ukachat.chat.store import Store

# Its processes are forked from one that runs no threads, and that has imported all this already.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload([__name__, "tests.chat.store.test_processes"])


class Instant(Enum):
    """When a process is killed."""

    BEFORE_KEEPING = "before keeping"
    WHILE_KEEPING = "while keeping, when decisions are written and messages are not"
    AFTER_KEEPING = "after keeping"
    SENDING = "between claim and sent"


def killed(path: Path, seed: int, step: Step, instant: Instant, most: int) -> list[Outgoing]:
    """Let a process take a step and be killed meanwhile.

    Args:
        path: The database.
        seed: Of the evening.
        step: The step.
        instant: When the process is killed.
        most: Of `Instant.SENDING`, how many messages are sent and marked before that; the next
            is sent and not marked.

    Returns:
        What was sent, marked or not.
    """
    here, there = processes.Pipe(duplex=False)
    process = processes.Process(target=_run, args=(path, seed, step, instant, most, there))
    process.start()
    there.close()
    sent: list[Outgoing] = []
    with here:
        while True:
            try:
                sent.append(here.recv())
            except EOFError:
                break
    process.join()
    assert process.exitcode == -signal.SIGKILL, f"exit code {process.exitcode} {instant}"
    return sent


class Answering:
    """A process that takes the steps it is given, one after the other."""

    def __init__(self, path: Path, seed: int) -> None:
        """Start it.

        Args:
            path: The database.
            seed: From which its random bytes come.
        """
        self._pipe, there = processes.Pipe()
        self._process = processes.Process(target=_answer, args=(path, seed, there))
        self._process.start()
        there.close()

    def begin(self, step: Step) -> None:
        """Let it take a step."""
        self._pipe.send(step)

    def end(self) -> None:
        """Wait until it has taken the step."""
        self._pipe.recv()

    def close(self) -> None:
        """End it."""
        self._pipe.close()
        self._process.join()
        assert self._process.exitcode == 0


def _answer(path: Path, seed: int, steps: Connection) -> None:
    async def run() -> None:
        store = await open_store(path)
        chance = Chance(seed)
        service = Service(store, chance)
        with suppress(EOFError):
            while True:
                await take(steps.recv(), service, chance)
                steps.send(None)
        await store.close()

    asyncio.run(run())


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _run(path: Path, seed: int, step: Step, instant: Instant, most: int, told: Connection) -> None:
    async def run() -> None:
        store = await open_store(path)
        chance = Chance(seed)
        if instant is Instant.SENDING:
            await take(step, Service(store, chance), chance)
            await _send_some(store, step.now, most, told)
            _die()
        if instant is Instant.WHILE_KEEPING:
            setattr(outbox, "post", _die_instead)  # noqa: B010 - in this process alone
        failing = Failing(store, _die)
        failing.set(Fault(1, after=instant is not Instant.BEFORE_KEEPING))
        await take(step, Service(failing.store, chance), chance)
        _die()  # a moment of the clock at which nothing was due

    asyncio.run(run())


async def _die_instead(*_arguments: object) -> None:
    _die()


async def _send_some(store: Store, now: float, most: int, told: Connection) -> None:
    for number, each in enumerate(await store.claim("", now)):
        told.send(each.message)
        if number == most:
            return
        await store.sent(each.id, f"m{each.id}")
