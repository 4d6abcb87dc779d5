"""``ukachat convert``: a recorded game from one format into the other."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ukachat.cli.ending import CommandError, complain, file_name
from ukachat.cli.games import chosen_games
from ukachat.cli.options import Folders, Game

if TYPE_CHECKING:
    from ukachat.records import SavedGame

STANDARD_STREAM = "-"


class Format(Enum):
    """A format in which games are written."""

    YAML = "yaml"
    EGN = "egn"


SUFFIXES = {".yaml": Format.YAML, ".yml": Format.YAML, ".egn": Format.EGN}


def convert_file(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="The game to read; - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")
    ],
    to: Annotated[
        Format | None, typer.Option(help="The format to write. Else the suffix of OUT says it.")
    ] = None,
    game: Game = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    *,
    folders: Folders,
) -> None:
    """Convert a recorded game between YAML and EGN (Euchre Game Notation).

    The decisions are written as they were recorded, faults included. What EGN cannot say is
    refused by name. Comments and annotations of an EGN file are left behind.

    For example:

        ukachat convert final.egn final.yaml

        ukachat convert --game 2 evening.yaml second.egn

        ukachat convert --to egn - - < final.yaml
    """
    form = to or SUFFIXES.get(Path(target).suffix.lower())
    if form is None:
        message = (
            f"{file_name(target)}: expected the suffix .yaml, .yml or .egn, or --to yaml or egn."
        )
        raise CommandError(message)
    games = [chosen.game for chosen in chosen_games(source, game, folders)]
    text = _as_yaml(games) if form is Format.YAML else _as_egn(games)
    _write(text.encode(), target, force=force)
    for note in (f"{each.source.name}: {note}" for each in games for note in each.notes):
        complain(note)


def _as_yaml(games: list[SavedGame]) -> str:
    from ukachat.records import write_game, write_games

    return write_game(games[0]) if len(games) == 1 else write_games(games)


def _as_egn(games: list[SavedGame]) -> str:
    from ukachat.records.egn import NotInEgn, write_egn

    source = games[0].source.name
    if len(games) != 1:
        message = f"{source}: an EGN file holds one game, not {len(games)}; choose one with --game."
        raise CommandError(message)
    try:
        return write_egn(games[0])
    except NotInEgn as error:
        message = f"{source}: {error}."
        raise CommandError(message) from None


def _write(data: bytes, target: str, *, force: bool) -> None:
    """Writes bytes, so that a line ends the same way on every system."""
    if target == STANDARD_STREAM:
        typer.echo(data, nl=False)
        return
    try:
        with Path(target).open("wb" if force else "xb") as file:
            file.write(data)
    except FileExistsError:
        message = f"{file_name(target)}: there is such a file already; --force writes over it."
        raise CommandError(message) from None
