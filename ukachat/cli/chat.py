"""``ukachat chat``: play in this terminal, by talking."""

from typing import Annotated

import typer

from ukachat.cli.ending import CommandError
from ukachat.cli.options import Folders, Plain


def chat(
    *,
    name: Annotated[
        str, typer.Option("--as", metavar="NAME", help="What you are called; else your login name.")
    ] = "",
    database: Annotated[
        str,
        typer.Option(
            "--db",
            envvar="UKACHAT_DB",
            metavar="FILE",
            help="Where the tables are kept; else a file in your own folder for data.",
        ),
    ] = "",
    plain: Plain = False,
    folders: Folders,
) -> None:
    """Play by chat in this terminal, against computer players and with friends.

    Several terminals on one database are several people. Lines may also come through a pipe.

    For example:

        ukachat chat

        ukachat chat --as Mere

        ukachat chat --plain
    """
    import asyncio

    from ukachat.chat.store import StoreError
    from ukachat.chat.store.paths import default_path
    from ukachat.cli.screen import Screen
    from ukachat.cli.talking import talk
    from ukachat.cli.terminal import GOODBYE

    who = _name(name)
    screen = Screen(plain=plain, ascii_only=False)
    try:
        asyncio.run(talk(who, database or default_path(), folders, screen))
    except StoreError as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        screen.line()
        screen.lines([GOODBYE])


def _name(asked: str) -> str:
    """What the person is called.

    Raises:
        CommandError: It is no name.
    """
    from ukachat.chat.service import LONGEST_NAME
    from ukachat.text.words import one_line

    name = one_line(asked.encode(errors="replace").decode())
    if asked and (not name or len(name) > LONGEST_NAME or "/" in name):
        message = f"--as: expected a name of 1 to {LONGEST_NAME} characters without /."
        raise CommandError(message)
    if name:
        return name
    import getpass

    try:
        return getpass.getuser().capitalize()[:LONGEST_NAME].replace("/", "") or "You"
    except (OSError, KeyError, ImportError):
        return "You"
