"""Playing many deals and games on all cores, and what they show."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from ukachat.arena.table import Clock, Clocks, Ended, PlayedGame, play_deal, play_game

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from ukachat.arena.match import Match

_Played = TypeVar("_Played")

_PORTION: Final = 25
"""The deals or games that one core plays before it reports."""
_DEVIATIONS: Final = 1.96
"""So many standard errors to each side hold 95 % of a normal distribution."""


class Points(NamedTuple):
    """The points a deal by which one player is ahead of the other, over pairs of deals.

    Attributes:
        pairs: How many deals were played, each twice with the sides exchanged.
        mean: By how many points a deal `Match.first` is ahead; negative where it is behind.
        margin: Half the width of the 95 % interval around the mean; infinite for a single pair.
    """

    pairs: int
    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + self.margin


@dataclass(frozen=True)
class Result:
    """What a match showed.

    Attributes:
        points: Over all deals; None where none were played on their own.
        games: How each whole game ended.
        clocks: The times of both players, deals and games together.
    """

    points: Points | None
    games: tuple[Ended, ...]
    clocks: tuple[Clock, Clock]

    @property
    def games_won(self) -> tuple[int, int]:
        """How many games each player won."""
        won = [game.first_won for game in self.games]
        return won.count(True), won.count(False)


def compare(
    match: Match,
    *,
    deals: int,
    games: int = 0,
    cores: int = 1,
    told: Callable[[int], None] | None = None,
    keep: Callable[[PlayedGame], None] | None = None,
) -> Result:
    """Plays a match; the same seed gives the same numbers on any number of cores.

    Args:
        match: Who plays whom.
        deals: How many deals are played on their own from an even score, each of them twice with
            the sides exchanged.
        games: How many whole games are played, in pairs of the same cards with the sides exchanged.
        cores: How many processes play.
        told: Is called after some deals or games with how many they were.
        keep: Is called with each game, in order.
    """
    clocks = Clocks()
    differences: list[float] = []
    ended: list[Ended] = []
    for dealt in _portions(_play_deals, match, deals, cores):
        differences += dealt.played
        clocks.join(dealt.clocks)
        if told is not None:
            told(len(dealt.played))
    for portion in _portions(_play_games, match, games, cores):
        clocks.join(portion.clocks)
        for game in portion.played:
            ended.append(game.ended)
            if keep is not None:
                keep(game)
        if told is not None:
            told(len(portion.played))
    return Result(_points(differences), tuple(ended), clocks.both)


class _Portion(NamedTuple, Generic[_Played]):
    """What one core reports."""

    played: list[_Played]
    clocks: Clocks


def _play_deals(match: Match, numbers: range) -> _Portion[float]:
    clocks = Clocks()
    played = [
        sum(play_deal(match, number, clocks, exchanged=way) for way in (False, True)) / 2
        for number in numbers
    ]
    return _Portion(played, clocks)


def _play_games(match: Match, numbers: range) -> _Portion[PlayedGame]:
    clocks = Clocks()
    return _Portion([play_game(match, number, clocks) for number in numbers], clocks)


def _portions(
    play: Callable[[Match, range], _Portion[_Played]], match: Match, count: int, cores: int
) -> Iterator[_Portion[_Played]]:
    """The portions in order, whichever core played them."""
    numbers = [range(at, min(at + _PORTION, count)) for at in range(0, count, _PORTION)]
    if cores == 1 or len(numbers) < 2:
        yield from (play(match, each) for each in numbers)
        return
    # A spawned process begins alike on every system, and inherits no threads.
    workers = min(cores, len(numbers))
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        with _interrupts_held_back():
            portions = executor.map(partial(play, match), numbers)
        yield from portions
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Generator[None]:
    """Processes that are begun meanwhile leave Ctrl-C to this one, which ends them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _points(differences: list[float]) -> Points | None:
    pairs = len(differences)
    if not pairs:
        return None
    margin = _DEVIATIONS * stdev(differences) / sqrt(pairs) if pairs > 1 else inf
    return Points(pairs, fmean(differences), margin)
