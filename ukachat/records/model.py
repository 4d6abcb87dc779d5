"""A recorded game: the decisions that were written down, and nothing that follows from them.

Hands may be missing or incomplete: a record holds what somebody saw. `replaying` derives the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.engine.actions import Call, Declare, Discard, LeaveTurnUp, Play
    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat
    from ukachat.fair import Promise

    DealDecision: TypeAlias = Call | Declare | Discard | LeaveTurnUp | Play
    """What a seat decides in a deal."""

KeyPath: TypeAlias = "Sequence[str | int]"


class Kind(Enum):
    """Who holds a seat."""

    PERSON = "person"
    COMPUTER = "computer"


class TurnUp(Enum):
    """What a record says of the exchange when no card was thrown."""

    LEFT = "left"
    """The dealer left the turn-up lying."""
    NOT_RECORDED = "not recorded"
    """The dealer may have exchanged; nobody wrote down for which card, or it was not their turn."""


@dataclass(frozen=True, slots=True)
class Player:
    """The holder of a seat."""

    name: str
    kind: Kind = Kind.PERSON


class FirstDealerFound(NamedTuple):
    """How the first dealer was found.

    Attributes:
        draws: The cards of each draw, in the order in which they fell.
        dealer: Who deals first, as found or as chosen after a cut; None while that is open.
        fair: What the draw can be checked by; None where nothing was promised.
    """

    draws: tuple[Hand, ...]
    dealer: Seat | None
    fair: Promise | None = None


class Undone(NamedTuple):
    """A decision that was taken back, and is none of the decisions of the deal.

    Attributes:
        action: What was taken back.
        after: How many decisions of its deal stood before it when it was made.
    """

    action: DealDecision
    after: int


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal as it was written down. It may stop at any decision.

    Attributes:
        dealer: The dealer.
        hands: By seat, the cards as dealt that the record names; fewer than were dealt where
            somebody did not know them all.
        turn_up: The card turned.
        kitty: The cards left face down that the record names.
        calls: From the dealer's left on.
        answers: What seats said when they were asked whether they go alone, in order. In a deal
            that was played on, whoever is missing played with their partner.
        exchange: The card that the dealer threw for the turn-up, or what else is known of it.
        tricks: The cards of each trick in order of play; the last may be incomplete.
        leaders: For each trick, who led, where it was written down; it is checked.
        winners: For each trick, who won it, where it was written down; it is checked.
        points: By side, what the deal gave, where it was written down; it is checked.
        score: By side, the score after the deal, where it was written down; it is checked.
        undone: What was taken back, in the order in which it was decided.
        fair: What the shuffle can be checked by; None where nothing was promised.
    """

    dealer: Seat
    hands: tuple[Hand, ...]
    turn_up: Card
    kitty: Hand = ()
    calls: tuple[Call, ...] = ()
    answers: tuple[Declare, ...] = ()
    exchange: Card | TurnUp = TurnUp.NOT_RECORDED
    tricks: tuple[Hand, ...] = ()
    leaders: tuple[Seat | None, ...] = ()
    winners: tuple[Seat | None, ...] = ()
    points: tuple[int, ...] | None = None
    score: tuple[int, ...] | None = None
    undone: tuple[Undone, ...] = ()
    fair: Promise | None = None


class Source:
    """Where a record came from, for messages.

    Attributes:
        name: The file as the user named it; empty for a game that was never read.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name

    def place(self, path: KeyPath) -> tuple[int, int] | None:
        """Line and column, from 1, of the value at a key path; None where there is no file."""
        del path
        return None


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A recorded game.

    Attributes:
        title: What it is called; may be empty.
        date: When it was played, as written; may be empty.
        ruleset_name: The variant's name, such as ``"nz"``.
        ruleset: The variant in full.
        players: By seat.
        start: By side, the score before the first deal.
        first_dealer: How the first dealer was found; None where it was not recorded.
        deals: The deals in order.
        notes: What reading found worth saying, one sentence each.
        source: Where it was read.
    """

    title: str
    date: str
    ruleset_name: str
    ruleset: Ruleset
    players: tuple[Player, ...]
    start: tuple[int, ...]
    first_dealer: FirstDealerFound | None
    deals: tuple[RecordedDeal, ...]
    notes: tuple[str, ...] = field(default=(), compare=False)
    source: Source = field(default_factory=Source, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """By seat, what its player is called."""
        return tuple(player.name for player in self.players)
