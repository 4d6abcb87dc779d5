"""What happened, in the order in which it happened.

`game.apply` returns the events of a step; a text of a game is made from events alone. An event may
hold cards that not everybody may see: only `views.redact` gives it to a reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ukachat.engine.cards import Card, Hand, Suit
    from ukachat.engine.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards were drawn for the first dealer, face up: who drew what, in order."""

    draws: tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class DrawTied:
    """The cards that decide were equal; these seats draw again."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """The first dealer is found."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt and the top of the kitty was turned.

    Attributes:
        dealer: The dealer.
        hands: By seat, the cards that the reader may see; fewer than were dealt when some are
            hidden or not known.
        turn_up: The card turned.
        kitty: As `hands`, the cards left face down.
    """

    dealer: Seat
    hands: tuple[Hand, ...]
    turn_up: Card
    kitty: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat declined.

    Attributes:
        seat: Who declined.
        turn_up: The turn-up.
        turned_down: Whether this turned the turn-up down and ended the first round.
    """

    seat: Seat
    turn_up: Card
    turned_down: bool


@dataclass(frozen=True, slots=True)
class OrderedUp:
    """A seat made the suit of the turn-up trumps; the dealer, by taking it up.

    Attributes:
        seat: The caller.
        dealer: Who deals.
        suit: Trumps.
        alone: Whether the caller said alone with the call.
    """

    seat: Seat
    dealer: Seat
    suit: Suit
    alone: bool


@dataclass(frozen=True, slots=True)
class Named:
    """A seat named trumps in the second round."""

    seat: Seat
    suit: Suit
    alone: bool


@dataclass(frozen=True, slots=True)
class DealerForced:
    """The second round came back to the dealer, who must take the turn-up (Uka text)."""

    dealer: Seat
    turn_up: Card


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat answered whether it plays alone."""

    seat: Seat
    alone: bool


@dataclass(frozen=True, slots=True)
class TurnUpTaken:
    """The dealer exchanged a card for the turn-up.

    Attributes:
        dealer: Who exchanged.
        turn_up: The card taken.
        discard: The card thrown face down; None where the reader may not see it.
    """

    dealer: Seat
    turn_up: Card
    discard: Card | None


@dataclass(frozen=True, slots=True)
class TurnUpLeft:
    """The dealer left the turn-up lying."""

    dealer: Seat
    turn_up: Card


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete.

    Attributes:
        seat: Who won it, and leads to the next.
        number: Which trick of the deal, from 1.
    """

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class PassedOut:
    """Everybody passed twice; nobody scores."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal was played out and scored.

    Attributes:
        caller: Who made trumps.
        makers: The caller's side.
        tricks: The makers' tricks.
        needed: The tricks that they needed.
        alone: Who played alone, the maker first.
        points: By side, the points of this deal.
        score: By side, the score after it.
    """

    caller: Seat
    makers: Side
    tricks: int
    needed: int
    alone: tuple[Seat, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextDealer:
    """The game goes on with another deal."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended.

    Attributes:
        winner: The side that won; None after a draw, which only a fixed number of deals can give.
        score: By side, the final score.
    """

    winner: Side | None
    score: tuple[int, ...]


Event: TypeAlias = (
    CardsDrawn
    | DrawTied
    | DealerChosen
    | Dealt
    | Passed
    | OrderedUp
    | Named
    | DealerForced
    | Declared
    | TurnUpTaken
    | TurnUpLeft
    | CardPlayed
    | TrickWon
    | PassedOut
    | DealScored
    | NextDealer
    | GameOver
)
