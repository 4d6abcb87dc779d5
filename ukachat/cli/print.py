"""``ukachat print``: a whole saved game at once."""

from enum import Enum
from typing import Annotated

import typer

from ukachat.cli.ending import FAILED
from ukachat.cli.options import Ascii, Deal, File, Folders, Game, Lenient, Plain


class Format(Enum):
    """What the game is printed as."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def print_file(  # noqa: PLR0913 - each is an option of the command
    file: File,
    *,
    form: Annotated[Format, typer.Option("--format", help="What to print.")] = Format.TEXT,
    summary: Annotated[bool, typer.Option("--summary", help="Only the score sheet.")] = False,
    game: Game = None,
    deal: Deal = None,
    lenient: Lenient = False,
    plain: Plain = False,
    ascii_only: Ascii = False,
    folders: Folders,
) -> None:
    """Print a whole saved game: hands, calls, tricks and the score sheet.

    For example:

        ukachat print game.yaml

        ukachat print game.yaml --summary

        ukachat print game.yaml --deal 3 --format markdown

        ukachat print game.egn --lenient --format json
    """
    from ukachat.cli.games import Replays, chosen_games
    from ukachat.cli.printing import PRINTERS, Wanted
    from ukachat.cli.screen import Screen
    from ukachat.records.showing import Reader

    screen = Screen(plain=plain, ascii_only=ascii_only)
    chosen = chosen_games(file, game, folders)
    replays = Replays(chosen, [Reader(sees_all=True)] * len(chosen), lenient=lenient)
    PRINTERS[form.value](screen, replays, Wanted(deal, summary=summary))
    if not replays.all_good:
        raise typer.Exit(FAILED)
