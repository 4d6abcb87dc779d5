"""The loop of `ukachat chat`: lines in, lines out, and the clocks of the tables in between."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Final

from ukachat.chat.service import Service
from ukachat.chat.store.sql import open_store
from ukachat.cli.terminal import GOODBYE, Terminal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from ukachat.cli.screen import Screen

_LOOK_SECONDS: Final = 0.3
_TICK_EVERY: Final = 3  # looks


async def talk(name: str, database: str | Path, folders: Sequence[Path], screen: Screen) -> None:
    """Hold the conversation until somebody leaves it.

    Args:
        name: Who types.
        database: Where the tables are kept.
        folders: The host's folders of rulesets.
        screen: Where to show what is said.

    Raises:
        StoreError: The database cannot be used.
    """
    store = await open_store(database)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        service = Service(store, os.urandom, folders=folders)
        terminal = Terminal(store, service, name, screen)
        await terminal.tick()
        await terminal.begin()
        if not sys.stdin.isatty():
            await _read(terminal, screen)
        elif screen.plain:
            await _listen(terminal, _lines(terminal, screen))
        else:
            from ukachat.cli.prompting import prompted_lines, shielded

            stack.enter_context(shielded())
            await _listen(terminal, prompted_lines(terminal))
        screen.line(GOODBYE)


async def _read(terminal: Terminal, screen: Screen) -> None:
    """Answer the lines of a pipe or a file, each after the one before."""
    for line in sys.stdin:
        if not line.strip():
            continue
        screen.line(f"> {line.strip()[:200]}")
        await terminal.tick()
        if not await terminal.take(line):
            return
        await terminal.show()


async def _listen(terminal: Terminal, lines: AsyncIterator[str]) -> None:
    """Answer lines as they are typed, and show what others do in the meantime."""
    watching = asyncio.create_task(_watch(terminal))
    try:
        async for line in lines:
            if not await terminal.take(line):
                return
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(terminal: Terminal) -> None:
    looks = 0
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        looks += 1
        if looks % _TICK_EVERY == 0:
            await terminal.tick()
        await terminal.show()


async def _lines(terminal: Terminal, screen: Screen) -> AsyncIterator[str]:
    """Lines typed at a terminal that edits nothing and redraws nothing, for a screen reader."""
    loop = asyncio.get_running_loop()
    typed: asyncio.Queue[bytes] = asyncio.Queue()
    source = sys.stdin.fileno()
    loop.add_reader(source, lambda: typed.put_nowait(os.read(source, 65536)))
    try:
        waiting = b""
        while True:
            sys.stdout.write(f"{terminal.prompt}> ")
            screen.flush()
            while b"\n" not in waiting:
                some = await typed.get()
                if not some:
                    return
                waiting += some
            line, _, waiting = waiting.partition(b"\n")
            yield line.decode(errors="replace")
    finally:
        loop.remove_reader(source)
