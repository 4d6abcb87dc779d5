"""The loop of `ukachat chat`: lines in, lines out, and the clocks of the tables in between."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ukachat.chat.service import Service
from ukachat.chat.store.paths import default_path
from ukachat.chat.store.sql import open_store
from ukachat.cli.terminal import GOODBYE, Terminal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

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
        folder = _folder(database)
        terminal = Terminal(store, service, name, screen, folder)
        await terminal.tick()
        await terminal.begin()
        if not sys.stdin.isatty():
            await _read(terminal, screen)
        elif screen.plain or not screen.is_terminal or os.environ.get("TERM") == "dumb":
            asking = _Asking(terminal)
            await _listen(terminal, asking.lines(), asking)
        else:
            from ukachat.cli.prompting import prompted_lines, shielded

            stack.enter_context(shielded())
            await _listen(terminal, prompted_lines(terminal, folder))
        screen.lines([GOODBYE])


def _folder(database: str | Path) -> Path:
    """Where to keep what lies beside a database: in its folder, if it is a file."""
    if "://" in str(database):
        return default_path().parent
    return Path(database).expanduser().absolute().parent


async def _read(terminal: Terminal, screen: Screen) -> None:
    """Answer the lines of a pipe or a file, each after the one before."""
    while line := _next_line():
        if not line.strip():
            continue
        screen.line(f"> {line.strip()[:200]}")
        await terminal.tick()
        if not await terminal.take(line):
            return
        await terminal.show()


def _next_line() -> str:
    """The next line of a pipe or a file, empty at its end.

    While it is waited for nothing else runs, so that asyncio would not get to hear of Ctrl-C.
    """
    usual = signal.getsignal(signal.SIGINT)
    if not callable(usual):  # ignored, as in the background of a script
        return sys.stdin.readline()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return sys.stdin.readline()
    finally:
        signal.signal(signal.SIGINT, usual)


async def _listen(
    terminal: Terminal, lines: AsyncIterator[str], asking: _Asking | None = None
) -> None:
    """Answer lines as they are typed, and show what others do in the meantime."""
    try:
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(_watch(terminal, asking))
            async for line in lines:
                if not await terminal.take(line):
                    break
            watching.cancel()
    except ExceptionGroup as errors:  # of the two; the first has stopped the other
        raise errors.exceptions[0] from None


async def _watch(terminal: Terminal, asking: _Asking | None) -> None:
    looks = 0
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        looks += 1
        if looks % _TICK_EVERY == 0:
            await terminal.tick()
        if asking is None:
            await terminal.show()
        elif await terminal.show(asking.step_aside):
            asking.come_back()


class _Asking:
    """A prompt that edits nothing and redraws nothing: for a screen reader, or a plain device."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._is_shown = False
        self._is_aside = False

    async def lines(self) -> AsyncIterator[str]:
        """Lines as they are typed, until Ctrl-D."""
        loop = asyncio.get_running_loop()
        typed: asyncio.Queue[bytes] = asyncio.Queue()
        source = sys.stdin.fileno()
        loop.add_reader(source, lambda: typed.put_nowait(os.read(source, 65536)))
        try:
            waiting = b""
            while True:
                self._ask()
                while b"\n" not in waiting:
                    some = await typed.get()
                    if not some:
                        _write("\n")
                        return
                    waiting += some
                self._is_shown = False
                line, _, waiting = waiting.partition(b"\n")
                yield line.decode(errors="replace")
        finally:
            loop.remove_reader(source)

    def step_aside(self) -> None:
        """Let what comes begin a line of its own."""
        self._is_aside = self._is_shown
        if self._is_shown:
            _write("\n")

    def come_back(self) -> None:
        """Ask again, unless somebody has typed in the meantime."""
        if self._is_aside and self._is_shown:
            self._ask()

    def _ask(self) -> None:
        self._is_shown = True
        self._is_aside = False
        _write(f"{self._terminal.prompt}> ")


def _write(text: str) -> None:
    from ukachat.cli.ending import printable

    sys.stdout.write(printable(text))
    sys.stdout.flush()
