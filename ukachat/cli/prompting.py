"""A line with editing, history and completion, above which messages may appear at any time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import FileHistory, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.patch_stdout import patch_stdout

from ukachat.chat.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyPressEvent

    from ukachat.cli.terminal import Terminal


_OWN: Final = {"/send": "send a saved game from a file", "/quit": "leave the terminal"}
"""What the terminal itself does, besides the commands of the conversation."""


def shielded() -> AbstractContextManager[None]:
    """While it lasts, what is written appears above the line that is being typed."""
    return patch_stdout(raw=True)


async def prompted_lines(terminal: Terminal, folder: Path) -> AsyncIterator[str]:
    """Lines as they are typed, until somebody leaves by Ctrl-C or Ctrl-D.

    Args:
        terminal: Who types.
        folder: Where to keep what was typed, for the next time.
    """
    # Not every terminal tells where its cursor is, and those are warned of aloud.
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    session: PromptSession[str] = PromptSession(
        history=_history(folder / "typed.history"),
        completer=WordCompleter(
            [*(f"/{name}" for name in COMMANDS), *_OWN],
            meta_dict={f"/{command.name}": command.help for command in COMMANDS.values()} | _OWN,
            sentence=True,
        ),
        complete_while_typing=False,
        key_bindings=_keys(),
        # The prompt follows what others do while a line is being typed.
        refresh_interval=0.5,
    )
    while True:
        try:
            yield await session.prompt_async(lambda: f"{terminal.prompt}> ")
        except (EOFError, KeyboardInterrupt):
            return


def _history(path: Path) -> History:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))


def _keys() -> KeyBindings:
    """Ctrl-C clears what is typed, and leaves where nothing is."""
    keys = KeyBindings()

    @keys.add("c-c")
    def clear_or_leave(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt())

    del clear_or_leave
    return keys
