"""What the events of a deal have told so far.

The classes are named tuples: a command starts faster with them than with dataclasses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from ukachat.engine.events import (
    CardPlayed,
    CardsDrawn,
    DealerChosen,
    DealerForced,
    DealScored,
    Dealt,
    Declared,
    DrawTied,
    Event,
    GameOver,
    Named,
    NextDealer,
    OrderedUp,
    Passed,
    PassedOut,
    TrickWon,
    TurnUpLeft,
    TurnUpTaken,
)
from ukachat.engine.trumps import TRUMP_TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ukachat.engine.cards import Hand, Suit
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat, Side
    from ukachat.engine.trumps import TrumpTable

Call: TypeAlias = Passed | OrderedUp | Named | DealerForced


def seat_of(call: Call) -> Seat:
    """Who called."""
    return call.dealer if isinstance(call, DealerForced) else call.seat


class TrickSoFar(NamedTuple):
    """A trick, complete once it has a winner.

    Attributes:
        number: Which trick of the deal, from 1.
        plays: Its cards in order of play, the lead first.
        winner: Who took it; None while it lies on the table.
    """

    number: int
    plays: tuple[CardPlayed, ...]
    winner: Seat | None = None

    @property
    def leader(self) -> Seat:
        """Who led."""
        return self.plays[0].seat

    @property
    def cards(self) -> Hand:
        """The cards in order of play."""
        return tuple(play.card for play in self.plays)


class Account(NamedTuple):
    """A deal as a reader of its events knows it; `after` gives the next one.

    Attributes:
        rules: The variant.
        score: By side, as last told.
        dealt: The deal; None before it.
        calls: The calls, from the dealer's left on.
        answers: What seats said when asked whether they go alone.
        exchange: What the dealer did with the turn-up; None before it, or where it is not known.
        tricks: The tricks, the last perhaps incomplete.
        ending: How the deal ended; None before.
        following: What comes after the deal; None before.
    """

    rules: Ruleset
    score: tuple[int, ...]
    dealt: Dealt | None = None
    calls: tuple[Call, ...] = ()
    answers: tuple[Declared, ...] = ()
    exchange: TurnUpTaken | TurnUpLeft | None = None
    tricks: tuple[TrickSoFar, ...] = ()
    ending: DealScored | PassedOut | None = None
    following: NextDealer | GameOver | None = None

    def after(self, event: Event) -> Account:
        """The account with one event more; a new deal begins afresh with the score as it is."""
        match event:
            case Dealt():
                return Account(self.rules, self.score, dealt=event)
            case Passed() | OrderedUp() | Named() | DealerForced():
                return self._replace(calls=(*self.calls, event))
            case Declared():
                return self._replace(answers=(*self.answers, event))
            case TurnUpTaken() | TurnUpLeft():
                return self._replace(exchange=event)
            case CardPlayed():
                return self._replace(tricks=self._with_play(event))
            case TrickWon(seat=winner):
                *before, last = self.tricks
                return self._replace(tricks=(*before, last._replace(winner=winner)))
            case DealScored(score=score):
                return self._replace(ending=event, score=score)
            case PassedOut():
                return self._replace(ending=event)
            case NextDealer() | GameOver():
                return self._replace(following=event)
            case CardsDrawn() | DrawTied() | DealerChosen():
                return self
            case _:
                assert_never(event)

    def _with_play(self, event: CardPlayed) -> tuple[TrickSoFar, ...]:
        trick = self.on_table
        if trick is None:
            return (*self.tricks, TrickSoFar(len(self.tricks) + 1, (event,)))
        return (*self.tricks[:-1], trick._replace(plays=(*trick.plays, event)))

    @property
    def on_table(self) -> TrickSoFar | None:
        """The trick that is being played; None between tricks."""
        last = self.tricks[-1] if self.tricks else None
        return last if last is not None and last.winner is None else None

    @property
    def first_round(self) -> tuple[Call, ...]:
        """The calls about the turn-up."""
        return self.calls[: self.rules.seats]

    @property
    def second_round(self) -> tuple[Call, ...]:
        """The calls after the turn-up was turned down."""
        return self.calls[self.rules.seats :]

    @property
    def trump(self) -> Suit | None:
        """Trumps; None before they are made."""
        match self.calls:
            case (*_, OrderedUp(suit=suit) | Named(suit=suit)):
                return suit
            case (*_, DealerForced(turn_up=turn_up)):
                return turn_up.suit
            case _:
                return None

    @property
    def table(self) -> TrumpTable | None:
        """What every card counts as; None before trumps are made."""
        return None if self.trump is None else TRUMP_TABLES[self.trump]

    @property
    def caller(self) -> Seat | None:
        """Who made trumps; None before."""
        return None if self.trump is None else seat_of(self.calls[-1])

    @property
    def alone(self) -> tuple[Seat, ...]:
        """Who plays alone, in the order in which they said so."""
        said = [answer.seat for answer in self.answers if answer.alone]
        match self.calls:
            case (*_, OrderedUp(seat=seat, alone=True) | Named(seat=seat, alone=True)):
                return (seat, *said)
            case _:
                return tuple(said)

    @property
    def out(self) -> frozenset[Seat]:
        """Who sits out."""
        partners = self.rules.seating.partners
        return frozenset(partner for seat in self.alone for partner in partners[seat])

    def taken(self, side: Side) -> int:
        """The tricks that a side has taken."""
        sides = self.rules.seating.side
        return sum(t.winner is not None and sides[t.winner] == side for t in self.tricks)

    def winning(self, trick: TrickSoFar) -> Seat:
        """Who takes the trick as it lies; the leader where trumps are not known."""
        if self.table is None:
            return trick.leader
        return trick.plays[self.table.winner(trick.cards)].seat


def account_of(rules: Ruleset, score: tuple[int, ...], events: Iterable[Event]) -> Account:
    """The account of a whole deal.

    Args:
        rules: The variant.
        score: By side, before the deal.
        events: The events of the deal, in order.
    """
    account = Account(rules, score)
    for event in events:
        account = account.after(event)
    return account
