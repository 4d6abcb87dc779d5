"""``ukachat print``: a whole saved game at once."""

from enum import Enum
from typing import Annotated

import typer

from ukachat.cli.ending import FAILED
from ukachat.cli.folders import Folders


class Format(Enum):
    """What the game is printed as."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def print_file(  # noqa: PLR0913 - each is an option of the command
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A saved game or an EGN file; - is standard input."),
    ],
    *,
    form: Annotated[Format, typer.Option("--format", help="What to print.")] = Format.TEXT,
    summary: Annotated[bool, typer.Option("--summary", help="Only the score sheet.")] = False,
    game: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only game N of the file.")
    ] = None,
    deal: Annotated[int | None, typer.Option(min=1, metavar="N", help="Only deal N.")] = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Report what breaks the rules, and go on.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Words alone, without columns, colours or suit signs.")
    ] = False,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="Letters instead of suit signs: JH for J♥.")
    ] = False,
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

    screen = Screen(plain=plain, ascii_only=ascii_only)
    replays = Replays(chosen_games(file, game, folders), lenient=lenient)
    PRINTERS[form.value](screen, replays, Wanted(deal, summary=summary))
    if not replays.all_good:
        raise typer.Exit(FAILED)
