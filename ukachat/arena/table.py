"""One deal or one game at a table of computer players."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ukachat.arena.match import pack_action
from ukachat.engine import PACK, Seat, apply, start, to_act, view
from ukachat.engine.actions import Deal
from ukachat.engine.state import AwaitingDeal, Over
from ukachat.players import get_player

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from ukachat.arena.match import Match
    from ukachat.engine.actions import Action
    from ukachat.engine.seats import Side
    from ukachat.engine.state import GameState

MOST_DEALS: Final = 500
"""A game that is not over then ends without a winner: under some rules nobody ever scores."""


@dataclass
class Clock:
    """How long a player took.

    Attributes:
        decisions: The decisions made.
        seconds: The time for all of them.
        longest: The time for the slowest, in seconds.
    """

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Counts one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def join(self, other: Clock) -> None:
        """Counts the decisions of another clock too."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass
class Clocks:
    """The clocks of the two players of a match, by whether it is the second."""

    both: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))

    def join(self, other: Clocks) -> None:
        """Counts the decisions of other clocks too."""
        for clock, another in zip(self.both, other.both, strict=True):
            clock.join(another)


class Ended(NamedTuple):
    """How a game ended, `Match.first` seen.

    Attributes:
        number: Which game of the match, from 0.
        exchanged: Whether `Match.first` played on side 1.
        winner: The side that won; None without a winner.
    """

    number: int
    exchanged: bool
    winner: Side | None

    @property
    def first_won(self) -> bool | None:
        """Whether `Match.first` won; None without a winner."""
        return None if self.winner is None else self.winner == int(self.exchanged)


class PlayedGame(NamedTuple):
    """A game that was played to its end.

    Attributes:
        ended: How it ended.
        actions: Every action, from the draw for the first dealer on.
    """

    ended: Ended
    actions: tuple[Action, ...]


def play_deal(match: Match, number: int, clocks: Clocks, *, exchanged: bool) -> int:
    """Plays one deal from an even score.

    Returns:
        The points of `Match.first` less those of the other side.
    """
    rules = match.ruleset
    state = start(rules, dealer=Seat(number % rules.seats))
    state, _ = apply(state, pack_action(state, match.rng("deal", number)))
    rng = match.rng("players", number)
    for _, after in _decisions(match, state, rng, clocks, exchanged=exchanged):
        state = after
        if isinstance(state.phase, AwaitingDeal | Over):
            break
    ours, theirs = state.score[exchanged], state.score[not exchanged]
    return ours - theirs


def play_game(match: Match, number: int, clocks: Clocks) -> PlayedGame:
    """Plays a whole game: every other with the cards of the one before and the sides exchanged."""
    exchanged = bool(number % 2)
    cards = match.rng("game", number // 2)
    state = start(match.ruleset)
    actions: list[Action] = []
    deals = 0
    while not isinstance(state.phase, Over) and deals < MOST_DEALS:
        action = pack_action(state, cards)
        if isinstance(action, Deal):
            deals += 1
        actions.append(action)
        state, _ = apply(state, action)
        rng = match.rng("players", number // 2, deals)
        for decision, after in _decisions(match, state, rng, clocks, exchanged=exchanged):
            actions.append(decision)
            state = after
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    return PlayedGame(Ended(number, exchanged, winner), tuple(actions))


def _decisions(
    match: Match, state: GameState, rng: Random, clocks: Clocks, *, exchanged: bool
) -> Iterator[tuple[Action, GameState]]:
    """The decisions of the seats and where each leads, until it is the pack's turn again."""
    names = match.names(exchanged=exchanged)
    players = [get_player(name) for name in names]
    side = match.ruleset.seating.side
    while True:
        turn = to_act(state)
        if turn is PACK or turn is None:
            return
        seen = view(state, turn)
        began = perf_counter()
        action = players[turn].choose(seen, rng)
        clocks.both[side[turn] != int(exchanged)].add(perf_counter() - began)
        state, _ = apply(state, action)
        yield action, state
