"""The games of a file, and playing them back as far as they go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ukachat.cli.ending import CommandError, complain, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ukachat.cli.screen import Screen
    from ukachat.records import FaultyGame, Replay, SavedGame
    from ukachat.records.showing import Reader


class Chosen(NamedTuple):
    """A game of a file.

    Attributes:
        number: Which game of the file, from 1.
        of: How many games the file holds.
        game: The game.
    """

    number: int
    of: int
    game: SavedGame


def chosen_games(file: str, number: int | None, folders: Sequence[Path] = ()) -> list[Chosen]:
    """Reads the games of a file, or the one that was asked for.

    Args:
        file: The path, or ``-`` for standard input.
        number: Which game, from 1; None for all.
        folders: Where else to look for rulesets that a game names.

    Raises:
        CommandError: There is no game of that number.
        OSError: As `records.read_games`.
        YamlError: As `records.read_games`.
    """
    from ukachat.records import read_games

    games = read_games(file, folders=[Path(folder) for folder in folders])
    chosen = [Chosen(each, len(games), game) for each, game in enumerate(games, 1)]
    if number is None:
        return chosen
    if number > len(games):
        asked, there = quoted(str(number)), _there_are(len(games))
        message = f"{games[0].source.name}: there is no game {asked}; {there}."
        raise CommandError(message)
    return [chosen[number - 1]]


def _there_are(games: int) -> str:
    return "the file holds one game" if games == 1 else f"the games are 1 to {games}"


def show_heading(screen: Screen, chosen: Chosen, heading: Sequence[str]) -> None:
    """Shows what a game begins with, and which game of the file it is."""
    title, *lines = heading
    screen.gap()
    if chosen.of > 1:
        title = f"Game {chosen.number} of {chosen.of}: {title}"
    screen.lines([title], heading=True)
    screen.lines(lines)


class Replays:
    """Plays games back, and remembers whether one of them could not be played to its end.

    Args:
        chosen: The games.
        readers: Who reads each game, and what is wrong with it.
        lenient: As in `records.replay`.

    Attributes:
        all_good: False once a game was refused.
    """

    def __init__(self, chosen: list[Chosen], readers: Sequence[Reader], *, lenient: bool) -> None:
        self._chosen = chosen
        self._readers = readers
        self._lenient = lenient
        self.all_good = True

    def __iter__(self) -> Iterator[tuple[Chosen, Replay, FaultyGame | None]]:
        """Each game with its replay; of a game that is refused, the deals before the fault."""
        from ukachat.records import FaultyGame, replay

        for each, reader in zip(self._chosen, self._readers, strict=True):
            try:
                played = replay(each.game, lenient=self._lenient)
            except FaultyGame as error:
                self.all_good = False
                yield each, error.so_far, error
                complain(how_far(error, reader, lenient=self._lenient))
            else:
                yield each, played, None


def how_far(error: FaultyGame, reader: Reader, *, lenient: bool) -> str:
    """What is wrong with a game, as far as the reader may know, and how far it got."""
    from ukachat.records import WrongDecision

    message, *more = _faults(error, reader)
    good = len(error.so_far.deals)
    far = {0: "No deal is good before it.", 1: "Deal 1 is good."}
    lines = [message, far.get(good, f"Deals 1 to {good} are good.")]
    if more:
        faults = "one more fault" if len(more) == 1 else f"{len(more)} more faults"
        lines[1] += f" The deal at fault has {faults}."
    if not lenient and not any(isinstance(fault, WrongDecision) for fault in error.faults):
        lines[1] += " With --lenient the game is played on."
    return "\n".join(lines)


def _faults(error: FaultyGame, reader: Reader) -> list[str]:
    """A line for each fault, or one for all of them where they would show too much."""
    deal, game = error.faults[0].deal, error.so_far.game
    drawn_face_up = deal == 0
    if reader.sees_all or drawn_face_up:
        return str(error).splitlines()
    from ukachat.records.showing import english_of
    from ukachat.text import Style

    hidden = english_of(game, Style.WORDS).hidden_faults(deal)
    return [f"{game.source.name}: {hidden} With --hands all it is told."]
