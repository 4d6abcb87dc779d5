"""What one seat, or a watcher, may know of a game.

A view is built from what may be shown, and `redact` does the same for an event: both name what they
copy, and neither takes away from the whole. Cards reach people and computer players only through
these two functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from ukachat.engine.actions import Call, Declare, Pack, Pass
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
from ukachat.engine.game import legal_actions, to_act
from ukachat.engine.options import DealerLast
from ukachat.engine.settling import caller_is_forced
from ukachat.engine.state import (
    AwaitingDeal,
    ChoosingDealer,
    Discarding,
    DrawingForDealer,
    FirstRound,
    GameState,
    GoingAlone,
    Made,
    Over,
    Playing,
    SecondRound,
    TakingTurnUp,
    Trick,
)

if TYPE_CHECKING:
    from ukachat.engine.actions import Deal, SeatAction
    from ukachat.engine.cards import Card, Hand, Suit
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat, Side


class Trumps(NamedTuple):
    """Trumps as everybody knows them.

    Attributes:
        suit: The trump suit.
        caller: Who made it; the caller's side are the makers.
        alone: Who plays alone so far, the maker first.
        sitting_out: Whose cards stay face down.
        turn_up_taken: Whether the dealer took the turn-up; while the dealer is still to choose,
            False.
    """

    suit: Suit
    caller: Seat
    alone: tuple[Seat, ...]
    sitting_out: tuple[Seat, ...]
    turn_up_taken: bool


class DealView(NamedTuple):
    """What a seat may know of the deal in hand.

    Attributes:
        dealer: The dealer.
        turn_up: The card turned on the kitty.
        hand: The seat's own cards, not played yet; empty for a watcher. The dealer's holds the
            turn-up once it is taken.
        discard: What the seat itself threw for the turn-up; None for everybody else.
        calls: The calls so far, from the dealer's left on. A dealer who had to take the turn-up
            has made none.
        answers: Who has been asked so far whether they play alone, and said what.
        trumps: None while trumps are not made.
        tricks: The complete tricks.
        leader: Who led, or is to lead, to the trick on the table; None before the play.
        trick: The cards of that trick so far, in order of play.
    """

    dealer: Seat
    turn_up: Card
    hand: Hand
    discard: Card | None
    calls: tuple[Call, ...]
    answers: tuple[Declare, ...]
    trumps: Trumps | None
    tricks: tuple[Trick, ...]
    leader: Seat | None
    trick: tuple[Card, ...]


class View(NamedTuple):
    """What a seat may know of the game.

    Attributes:
        ruleset: The variant.
        seat: Whose view it is; None for a watcher.
        score: By side.
        deals: How many deals have been scored.
        turn: Whose move it is; None once the game is over.
        legal_actions: What the seat itself may do now; empty when it is not its turn.
        deal: The deal in hand; None between deals.
        winner: The side that has won; None before the end and after a draw.
    """

    ruleset: Ruleset
    seat: Seat | None
    score: tuple[int, ...]
    deals: int
    turn: Seat | Pack | None
    legal_actions: tuple[SeatAction, ...]
    deal: DealView | None
    winner: Side | None


def view(state: GameState, seat: Seat | None) -> View:
    """What the seat may know; with None, what a watcher may.

    Raises:
        ValueError: The seat is not at this table.
    """
    if seat is not None and seat not in state.ruleset.seating.seats:
        raise ValueError(f"expected a seat of this table, got {seat!r}")
    turn = to_act(state)
    mine = seat is not None and turn == seat
    return View(
        ruleset=state.ruleset,
        seat=seat,
        score=state.score,
        deals=state.deals,
        turn=turn,
        legal_actions=legal_actions(state) if mine else (),
        deal=_deal_view(state, seat),
        winner=state.phase.winner if isinstance(state.phase, Over) else None,
    )


def _deal_view(state: GameState, seat: Seat | None) -> DealView | None:
    rules, phase = state.ruleset, state.phase
    match phase:
        case DrawingForDealer() | ChoosingDealer() | AwaitingDeal() | Over():
            return None
        case FirstRound(dealer=dealer, deal=deal, turn=turn):
            order = rules.seating.after[dealer]
            passes = tuple(Pass(each) for each in order[: order.index(turn)])
            return _before_trumps(dealer, deal, seat, passes)
        case SecondRound(dealer=dealer, deal=deal, turn=turn):
            order = rules.seating.after[dealer]
            passes = tuple(Pass(each) for each in order + order[: order.index(turn)])
            return _before_trumps(dealer, deal, seat, passes)
        case TakingTurnUp(dealer=dealer, deal=deal):
            order = rules.seating.after[dealer]
            passes = tuple(Pass(each) for each in order + order[:-1])
            return _before_trumps(dealer, deal, seat, passes)
        case Discarding(made=made):
            return _after_trumps(rules, made, made.deal.hands, None, seat)
        case GoingAlone(made=made, discard=discard, hands=hands):
            return _after_trumps(rules, made, hands, discard, seat)
        case Playing(made=made, discard=discard, hands=hands):
            return _after_trumps(rules, made, hands, discard, seat, phase=phase)
        case _:
            assert_never(phase)


def _before_trumps(
    dealer: Seat, deal: Deal, seat: Seat | None, calls: tuple[Call, ...]
) -> DealView:
    return DealView(
        dealer=dealer,
        turn_up=deal.turn_up,
        hand=() if seat is None else deal.hands[seat],
        discard=None,
        calls=calls,
        answers=(),
        trumps=None,
        tricks=(),
        leader=None,
        trick=(),
    )


def _after_trumps(
    rules: Ruleset,
    made: Made,
    hands: tuple[Hand, ...],
    discard: Card | None,
    seat: Seat | None,
    *,
    phase: Playing | None = None,
) -> DealView:
    return DealView(
        dealer=made.dealer,
        turn_up=made.deal.turn_up,
        hand=() if seat is None else hands[seat],
        discard=discard if seat == made.dealer else None,
        calls=calls_made(rules, made),
        answers=made.answers,
        trumps=Trumps(
            suit=made.trump,
            caller=made.caller,
            alone=made.active.alone,
            sitting_out=made.active.out,
            turn_up_taken=discard is not None,
        ),
        tricks=phase.tricks if phase else (),
        leader=phase.leader if phase else None,
        trick=phase.cards if phase else (),
    )


def calls_made(rules: Ruleset, made: Made) -> tuple[Call, ...]:
    """The calls of a deal whose trumps are made, from the dealer's left on."""
    order = rules.seating.after[made.dealer]
    before = order[: order.index(made.caller)]
    if made.called_in == 2:
        before = order + before
    passes = tuple(Pass(seat) for seat in before)
    takes = rules.round2.dealer is DealerLast.TAKES_TURN_UP
    return passes if takes and caller_is_forced(rules, made) else (*passes, made.call)


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as the seat may know it; with None, as a watcher may.

    Of a deal it shows the own hand and the turn-up, of an exchange the discard to the dealer alone.
    Everything else happens face up.
    """
    match event:
        case Dealt(dealer=dealer, hands=hands, turn_up=turn_up):
            shown = tuple(hand if owner == seat else () for owner, hand in enumerate(hands))
            return Dealt(dealer, shown, turn_up, kitty=())
        case TurnUpTaken(dealer=dealer, turn_up=turn_up, discard=discard):
            return TurnUpTaken(dealer, turn_up, discard if seat == dealer else None)
        case (
            CardsDrawn()
            | DrawTied()
            | DealerChosen()
            | Passed()
            | OrderedUp()
            | Named()
            | DealerForced()
            | Declared()
            | TurnUpLeft()
            | CardPlayed()
            | TrickWon()
            | PassedOut()
            | DealScored()
            | NextDealer()
            | GameOver()
        ):
            return event
        case _:
            assert_never(event)
