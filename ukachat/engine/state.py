"""The state of a game: a frozen value around one phase object.

Theory. A game is a sequence of phases, and each phase is a class with exactly the fields that exist
while it lasts::

    DrawingForDealer --> ChoosingDealer
           |                  |
           +--------+---------+
                    v
              AwaitingDeal <------------------------------------+
                    v                                           |
               FirstRound ---------> (ordered up) --+           |
                    v                               |           |
               SecondRound --> (named) --+          |           |
                |        |               |          v           |
                |        +--> TakingTurnUp ---> Discarding      |
                |                        |          |           |
                |                        +--> GoingAlone        |
           (passed out)                             v           |
                |                                Playing --> (scored)
                |                                               |
                +--> AwaitingDeal                              Over

Steps with nothing to choose are skipped (`game` tells which). Every phase has a ``turn``: the pack
in DrawingForDealer and AwaitingDeal, nobody in Over, a seat in all others. Only `game` makes new
states; it checks everything first, so a refused action leaves nothing half done. What a ruleset
decides is data in `ruleset`; what a card counts as is a table in `trumps`; the order of phases is
code in the modules of the phases, joined in the table of `game`.

`Playing`, `GameState`, `Step`, `Trick` and `Made`, of which a deal makes many, are named tuples, as
frozen as the dataclasses and made in a third of the time.

Nothing here is hidden: whole hands lie in the state. What a seat may know is a `views.View`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from ukachat.engine.actions import PACK, Pack

if TYPE_CHECKING:
    from ukachat.engine.actions import Deal, Declare, Name, OrderUp
    from ukachat.engine.cards import Card, Hand, Suit
    from ukachat.engine.events import Event
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Active, Seat, Side
    from ukachat.engine.trumps import TrumpTable


_T = TypeVar("_T")


class _MakeTuple(Protocol):
    def __call__(self, kind: type[_T], fields: tuple[object, ...], /) -> _T: ...


# A card played makes three named tuples; this makes each in half the time of calling its class.
make = cast("_MakeTuple", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]


@dataclass(frozen=True, slots=True)
class DrawingForDealer:
    """The pack is to give the cards that find the first dealer.

    Attributes:
        seats: The seats that draw; for a method without draws, all seats.
    """

    turn: ClassVar[Pack] = PACK

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ChoosingDealer:
    """The seat that won the cut is to choose the dealer of its side."""

    turn: Seat


@dataclass(frozen=True, slots=True)
class AwaitingDeal:
    """The pack is to be dealt."""

    turn: ClassVar[Pack] = PACK

    dealer: Seat


@dataclass(frozen=True, slots=True)
class FirstRound:
    """A seat is to order the turn-up up or pass; all seats before it have passed."""

    dealer: Seat
    deal: Deal
    turn: Seat


@dataclass(frozen=True, slots=True)
class SecondRound:
    """A seat is to name trumps or pass; all seats before it have passed, in both rounds."""

    dealer: Seat
    deal: Deal
    turn: Seat


@dataclass(frozen=True, slots=True)
class TakingTurnUp:
    """The dealer, who must take the turn-up, is asked only whether they go alone."""

    dealer: Seat
    deal: Deal

    @property
    def turn(self) -> Seat:
        """Whose turn it is: the dealer's."""
        return self.dealer


class Made(NamedTuple):
    """Trumps, once made, and what goes with them.

    Attributes:
        dealer: The dealer.
        deal: The pack as dealt.
        call: The call that made trumps; its seat's side are the makers. A dealer who had to take
            the turn-up counts as having ordered it up.
        called_in: The round of the call, 1 or 2.
        table: What every card counts as under these trumps.
        answers: What the seats that were asked said about going alone, in order. A caller who said
            alone with the call was not asked.
        active: Who plays, after those calls and answers.
    """

    dealer: Seat
    deal: Deal
    call: OrderUp | Name
    called_in: int
    table: TrumpTable
    answers: tuple[Declare, ...]
    active: Active

    @property
    def caller(self) -> Seat:
        """Who made trumps."""
        return self.call.seat

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.table.trump


@dataclass(frozen=True, slots=True)
class Discarding:
    """The dealer is to throw a card for the turn-up, or may leave it."""

    made: Made

    @property
    def turn(self) -> Seat:
        """Whose turn it is: the dealer's."""
        return self.made.dealer


@dataclass(frozen=True, slots=True)
class GoingAlone:
    """A seat is asked whether it plays alone.

    Attributes:
        made: Trumps.
        discard: What the dealer threw for the turn-up; None where it was not exchanged.
        hands: By seat, after the dealer's exchange.
        turn: Who is asked.
    """

    made: Made
    discard: Card | None
    hands: tuple[Hand, ...]
    turn: Seat


class Trick(NamedTuple):
    """A complete trick.

    Attributes:
        leader: Who led.
        cards: The cards in order of play; a seat that sits out is skipped.
        winner: Who took it.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class Playing(NamedTuple):
    """A seat is to play a card.

    Attributes:
        made: Trumps.
        discard: As in `GoingAlone`.
        hands: By seat, the cards not played yet; those of a seat that sits out stay whole.
        tricks: The complete tricks.
        leader: Who led, or is to lead, to this trick.
        cards: The cards of this trick so far, in order of play.
        turn: Whose turn it is.
    """

    made: Made
    discard: Card | None
    hands: tuple[Hand, ...]
    tricks: tuple[Trick, ...]
    leader: Seat
    cards: tuple[Card, ...]
    turn: Seat


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended.

    Attributes:
        winner: The side that won; None after a draw.
    """

    turn: ClassVar[None] = None

    winner: Side | None


SeatPhase: TypeAlias = (
    ChoosingDealer | FirstRound | SecondRound | TakingTurnUp | Discarding | GoingAlone | Playing
)
"""The phases in which a seat is to act."""

Phase: TypeAlias = SeatPhase | DrawingForDealer | AwaitingDeal | Over


class GameState(NamedTuple):
    """A game between two decisions.

    Attributes:
        ruleset: The variant.
        score: By side.
        deals: How many deals have been scored.
        phase: Where the game stands.
    """

    ruleset: Ruleset
    score: tuple[int, ...]
    deals: int
    phase: Phase

    def step(self, phase: Phase, *events: Event) -> Step:
        """The step to another phase of the same game, the score unchanged."""
        state = make(GameState, (self.ruleset, self.score, self.deals, phase))
        return make(Step, (state, events))


class Step(NamedTuple):
    """What an action led to.

    Attributes:
        state: The state after it and all forced steps.
        events: What happened, in order; never empty.
    """

    state: GameState
    events: tuple[Event, ...]
