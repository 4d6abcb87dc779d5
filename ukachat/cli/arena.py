"""``ukachat arena``: computer players against one another."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ukachat.cli.ending import CommandError
from ukachat.cli.options import Folders, Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from ukachat.arena import Clock, Match, PlayedGame, Points, Result


def complete_player(incomplete: str) -> list[str]:
    """For shell completion, the computer players whose names begin so."""
    from ukachat.players import player_names

    return [name for name in player_names() if name.startswith(incomplete)]


Name = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help="A computer player: beginner, club or random.",
        autocompletion=complete_player,
    ),
]


def arena(  # noqa: PLR0913 - each is an option of the command
    first: Name,
    second: Name,
    *,
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="The ruleset: a name or a .yaml file.")
    ] = "nz",
    deals: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Deals, each played twice with the sides exchanged."),
    ] = 2000,
    games: Annotated[
        int, typer.Option(min=0, metavar="N", help="Whole games, the sides exchanged in turn.")
    ] = 100,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Save each whole game there, for ukachat replay."),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="The same seed gives the same cards and numbers.")
    ] = 1,
    cores: Annotated[
        int | None,
        typer.Option("--cores", "--jobs", min=1, metavar="N", help="Processes; all cores if left."),
    ] = None,
    plain: Plain = False,
    folders: Folders,
) -> None:
    """Let two computer players play one another, and say who is better by how much.

    Each player holds both seats of a side. A deal is played twice with the same cards, the sides
    exchanged, so that luck with cards weighs little.

    For example:

        ukachat arena club beginner

        ukachat arena --rules na --deals 5000 club random

        ukachat arena --deals 0 --games 20 --save games club club
    """
    from ukachat.arena import Match, compare
    from ukachat.players import UnknownPlayer, get_player
    from ukachat.rulebook import load_ruleset

    try:
        for name in (first, second):
            get_player(name)
    except UnknownPlayer as error:
        raise CommandError(str(error)) from None
    if not deals and not games:
        raise CommandError("--deals and --games are both 0: expected something to play.")
    if save is not None and not games:
        raise CommandError("--save keeps whole games: say how many with --games.")
    match = Match(load_ruleset(rules, folders=folders), first, second, seed)
    keep = None if save is None else _saver(match, rules, save, games)
    with _progress(deals + games, plain=plain) as told:
        result = compare(
            match,
            deals=deals,
            games=games,
            cores=cores or os.cpu_count() or 1,
            told=told,
            keep=keep,
        )
    for line in _lines(match, result):
        typer.echo(line)
    if save is not None:
        typer.echo(f"The games are in {save}.")


def _saver(match: Match, rules: str, folder: Path, games: int) -> Callable[[PlayedGame], None]:
    """What writes a game into the folder, which must have none of the files yet."""
    from ukachat.arena import record
    from ukachat.records import write_game

    def path(number: int) -> Path:
        return folder / f"game-{number + 1:0{max(3, len(str(games)))}}.yaml"

    def keep(game: PlayedGame) -> None:
        saved = record(match, game, ruleset_name=Path(rules).stem)
        path(game.ended.number).write_text(write_game(saved), encoding="utf-8")

    there = next((path(number) for number in range(games) if path(number).exists()), None)
    if there is not None:
        raise CommandError(f"{there}: there is such a file already; choose another folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise CommandError(f"{folder}: this is a file; expected a folder.") from None
    return keep


@contextmanager
def _progress(total: int, *, plain: bool) -> Generator[Callable[[int], None] | None]:
    """A progress bar on standard error, for a terminal that is not to be plain."""
    if plain or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Playing", total=total)
        yield lambda played: bar.advance(task, played)


def _lines(match: Match, result: Result) -> Iterator[str]:
    first, second = match.first, match.second
    yield f"{first} against {second}: {match.ruleset.title}."
    if result.points is not None:
        yield _points(result.points, first, second)
    if result.games:
        yield _games(result, first, second)
    times = ", ".join(
        f"{name} {_time(clock)}" for name, clock in zip((first, second), result.clocks, strict=True)
    )
    yield f"Time per decision: {times}."


def _points(points: Points, first: str, second: str) -> str:
    """What the deals show, from the side of the player who is ahead."""
    ahead, behind = (first, second) if points.mean >= 0 else (second, first)
    deals = "1 deal" if points.pairs == 1 else f"{points.pairs} deals"
    said = (
        f"{deals}, played twice with the sides exchanged: "
        f"{ahead} scores {abs(points.mean):.3f} points a deal more than {behind}"
    )
    if points.pairs == 1:
        return f"{said}."
    low = abs(points.mean) - points.margin
    said = f"{said} (95 % interval {low:.3f} to {low + 2 * points.margin:.3f})"
    return f"{said}; this does not show who is better." if low <= 0 else f"{said}."


def _games(result: Result, first: str, second: str) -> str:
    won, lost = result.games_won
    count = len(result.games)
    said = f"{count} {'game' if count == 1 else 'games'}: {first} won {won}, {second} {lost}"
    without = count - won - lost
    return f"{said}; {without} had no winner." if without else f"{said}."


def _time(clock: Clock) -> str:
    return f"{clock.seconds / max(clock.decisions, 1) * 1000:.3f} ms"
