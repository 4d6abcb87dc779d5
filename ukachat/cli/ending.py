"""How a command ends when it cannot go on: one message, an exit status, never a traceback."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import typer
from typer.core import TyperGroup

FAILED: Final = 2
"""The exit status after bad input."""
INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells give it."""
LONGEST_QUOTE: Final = 40
LONGEST_PATH: Final = 1024


class CommandError(Exception):
    """Something the user asked for that cannot be done; its text is what the user reads."""


class Commands(TyperGroup):
    """The group of all commands, which turns what they raise into messages."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - Typer's own types, which are private
        """Run the command that was asked for."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            _let_go_of_output()
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # whoever read the output has seen enough
            _let_go_of_output()
            raise typer.Exit(0) from None
        except Exception as error:
            message = _explained(error)
            if message is None:
                raise
            if isinstance(error, OSError) and error.filename is None:
                _let_go_of_output()
            complain(message)
            raise typer.Exit(FAILED) from None
        return result


def complain(message: str) -> None:
    """Tell the user on standard error, after what was already shown."""
    sys.stdout.flush()
    sys.stderr.write(f"{printable(message)}\n")


def printable(text: str) -> str:
    """Text without characters that steer a terminal, new lines apart."""
    return "".join(each if each.isprintable() or each == "\n" else " " for each in text)


def quoted(text: str) -> str:
    """What the user wrote, as a message quotes it: no more than its beginning."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def file_name(name: str) -> str:
    """The name of a file as a message quotes it: whole, unless no file can be called so."""
    return name if len(name) <= LONGEST_PATH else quoted(name)


def _let_go_of_output() -> None:
    """Keep the interpreter from writing what is left, which would fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _explained(error: Exception) -> str | None:
    """What to tell the user; None for a mistake of the program."""
    from ukachat.engine.errors import RulesetError
    from ukachat.records import FaultyGame
    from ukachat.rulebook import RulebookError
    from ukachat.yamlio import YamlError

    match error:
        case CommandError() | YamlError() | FaultyGame() | RulebookError() | RulesetError():
            return str(error)
        case OSError():
            return _explained_os_error(error)
        case _:
            return None


def _explained_os_error(error: OSError) -> str:
    name = file_name(str(error.filename or "standard input or output"))
    match error:
        case FileNotFoundError():
            return f"{name}: there is no such file."
        case IsADirectoryError():
            return f"{name}: this is a folder; expected a file."
        case PermissionError():
            return f"{name}: you may not read or write this."
        case _:
            return f"{name}: {error.strerror or error}."
