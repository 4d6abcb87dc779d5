"""What a seat, or the pack, may do: the decisions that a game consists of.

The list of actions of a game *is* its record. Actions of seats are small values; the ones that
`game.legal_actions` lists are made once and shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from ukachat.engine.cards import Card, Hand, Suit
from ukachat.engine.errors import BadDeal, BadDraw
from ukachat.engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.engine.ruleset import Ruleset


class Pack(Enum):
    """The one who is to act when cards are to be drawn or dealt."""

    PACK = "pack"


PACK: Final = Pack.PACK


@dataclass(frozen=True, slots=True)
class Draw:
    """The pack gives the cards by which the first dealer is found.

    Attributes:
        cards: For a cut or draw, one card for each seat that draws, in the order of seats; for a
            jack, the cards as they fall from seat 0 clockwise, the jack last.
    """

    cards: tuple[Card, ...]

    @classmethod
    def from_pack(
        cls, cards: Sequence[Card], ruleset: Ruleset, seats: tuple[Seat, ...] | None = None
    ) -> Draw:
        """Draws from a shuffled pack, first card first.

        Args:
            cards: The pack.
            ruleset: Gives the method.
            seats: Who draws, as a `state.DrawingForDealer` says; None for the first draw.

        Raises:
            BadDraw: There are too few cards.
        """
        method = ruleset.deal.first_dealer
        if method.jacks:
            fallen = next((n for n, card in enumerate(cards, 1) if card in method.jacks), None)
        else:
            drawing = seats if seats is not None else method.first_to_draw(ruleset.seating)
            fallen = len(drawing) if len(drawing) <= len(cards) else None
        if fallen is None:
            raise BadDraw(f"these {len(cards)} cards do not find a dealer")
        return cls(tuple(cards[:fallen]))


@dataclass(frozen=True, slots=True)
class Deal:
    """The pack as dealt.

    Attributes:
        hands: By seat, its cards.
        turn_up: The card turned on the kitty.
        kitty: The cards left face down under the turn-up, top first.
    """

    hands: tuple[Hand, ...]
    turn_up: Card
    kitty: tuple[Card, ...]

    @classmethod
    def from_pack(cls, cards: Sequence[Card], ruleset: Ruleset, dealer: Seat) -> Deal:
        """Deals a shuffled pack, first card first.

        The seat left of the dealer gets the first five cards (or as many as the ruleset's hand
        has), and so on round to the dealer; the next card is turned, the rest is the kitty. How the
        cards are handed round in packets makes no difference to a shuffled pack.

        Raises:
            BadDeal: There are too few cards.
        """
        count, order = ruleset.deal.cards, ruleset.seating.after[dealer]
        dealt = count * len(order)
        if len(cards) <= dealt:
            raise BadDeal(f"expected more than {dealt} cards to deal from, got {len(cards)}")
        shuffled = tuple(cards)
        hands: list[Hand] = [()] * len(order)
        for place, seat in enumerate(order):
            hands[seat] = shuffled[place * count : (place + 1) * count]
        return cls(tuple(hands), shuffled[dealt], shuffled[dealt + 1 :])


@dataclass(frozen=True, slots=True)
class ChooseDealer:
    """The seat that won the cut for its side says which of the side deals first."""

    seat: Seat
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Declines, in either round; in the first the dealer so turns the turn-up down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OrderUp:
    """Makes the suit of the turn-up trumps: "order it up", "assist", or the dealer's "accept"."""

    seat: Seat
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """Makes another suit trumps, in the second round."""

    seat: Seat
    suit: Suit
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """Answers whether the seat plays alone (True) or with its partner (False)."""

    seat: Seat
    alone: bool


@dataclass(frozen=True, slots=True)
class Discard:
    """The dealer takes the turn-up and throws this card, which may be the turn-up itself."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LeaveTurnUp:
    """The dealer leaves the turn-up lying and keeps the hand as dealt."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Plays a card to the trick."""

    seat: Seat
    card: Card


Call: TypeAlias = Pass | OrderUp | Name
PackAction: TypeAlias = Draw | Deal
SeatAction: TypeAlias = ChooseDealer | Call | Declare | Discard | LeaveTurnUp | Play
Action: TypeAlias = PackAction | SeatAction
