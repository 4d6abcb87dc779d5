"""Games of computer players as saved games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ukachat.engine import (
    ChooseDealer,
    Deal,
    Declare,
    Discard,
    Draw,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
    apply,
    start,
)
from ukachat.engine.events import TrickWon
from ukachat.engine.state import AwaitingDeal
from ukachat.records import FirstDealerFound, Kind, Player, RecordedDeal, SavedGame, TurnUp

if TYPE_CHECKING:
    from ukachat.arena.match import Match
    from ukachat.arena.table import PlayedGame
    from ukachat.engine.actions import Action, Call
    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.events import Event
    from ukachat.engine.seats import Seat


@dataclass
class _Sheet:
    """One deal as it is written down."""

    dealer: Seat
    deal: Deal
    score: tuple[int, ...]
    calls: list[Call] = field(default_factory=list["Call"])
    answers: list[Declare] = field(default_factory=list[Declare])
    exchange: Card | TurnUp = TurnUp.NOT_RECORDED
    tricks: list[Hand] = field(default_factory=list["Hand"])
    trick: Hand = ()

    def write(self, action: Action, events: tuple[Event, ...]) -> None:
        match action:
            case Pass() | OrderUp() | Name():
                self.calls.append(action)
            case Declare():
                self.answers.append(action)
            case Discard(card=card):
                self.exchange = card
            case LeaveTurnUp():
                self.exchange = TurnUp.LEFT
            case Play(card=card):
                self.trick = (*self.trick, card)
            case Deal() | Draw() | ChooseDealer():
                pass  # They come before the deal.
        if any(isinstance(event, TrickWon) for event in events):
            self.tricks.append(self.trick)
            self.trick = ()

    def recorded(self) -> RecordedDeal:
        return RecordedDeal(
            dealer=self.dealer,
            hands=self.deal.hands,
            turn_up=self.deal.turn_up,
            kitty=self.deal.kitty,
            calls=tuple(self.calls),
            answers=tuple(self.answers),
            exchange=self.exchange,
            tricks=tuple(self.tricks),
            score=self.score,
        )


def record(match: Match, game: PlayedGame, *, ruleset_name: str = "") -> SavedGame:
    """A game of the arena as a saved game.

    Args:
        match: Who played whom.
        game: The game.
        ruleset_name: The variant's name, if it has one.
    """
    rules, ended = match.ruleset, game.ended
    state = start(rules)
    draws: list[Hand] = []
    sheets: list[_Sheet] = []
    for action in game.actions:
        before = state.phase
        state, events = apply(state, action)
        if isinstance(action, Draw):
            draws.append(action.cards)
        elif isinstance(action, Deal):
            assert isinstance(before, AwaitingDeal)
            sheets.append(_Sheet(before.dealer, action, state.score))
        elif sheets:
            sheets[-1].write(action, events)
            sheets[-1].score = state.score
    names = match.names(exchanged=ended.exchanged)
    return SavedGame(
        title=f"{match.first} against {match.second}, game {ended.number + 1}",
        date="",
        ruleset_name=ruleset_name,
        ruleset=rules,
        players=tuple(
            Player(f"{name} {seat}", Kind.COMPUTER)
            for name, seat in zip(names, rules.seating.names, strict=True)
        ),
        start=(0,) * len(rules.seating.sides),
        first_dealer=FirstDealerFound(tuple(draws), sheets[0].dealer),
        deals=tuple(sheet.recorded() for sheet in sheets),
    )
