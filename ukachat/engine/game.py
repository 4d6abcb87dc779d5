"""The game as a pure function: ``apply(state, action) -> Step(state, events)``.

::

    state = start(ruleset, dealer=Seat(0))
    state, events = apply(state, Deal.from_pack(shuffled, ruleset, Seat(0)))
    while (turn := to_act(state)) is not None:
        ...  # at PACK pass a Deal or Draw, else one of legal_actions(state)

The engine draws no random number: the shuffle is the pack's move and comes from outside. Forced
steps run on inside `apply`: the Uka dealer's take of the turn-up, a dealer who is out of the deal,
scoring and the next dealer. A call, a declaration, a discard or a card is always an action of its
seat, even when only one is legal: skipping it would show what the hand holds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Final, NamedTuple, assert_never

from ukachat.engine import calling, drawing, playing, settling
from ukachat.engine.actions import (
    PACK,
    Action,
    ChooseDealer,
    Deal,
    Declare,
    Discard,
    Draw,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pack,
    Pass,
    Play,
    SeatAction,
)
from ukachat.engine.errors import (
    BadDeal,
    EngineError,
    GameIsOver,
    MalformedAction,
    NotNow,
    NotYourTurn,
    Refusal,
)
from ukachat.engine.events import Dealt
from ukachat.engine.ruleset import Ruleset
from ukachat.engine.seats import Seat
from ukachat.engine.state import (
    AwaitingDeal,
    ChoosingDealer,
    Discarding,
    DrawingForDealer,
    FirstRound,
    GameState,
    GoingAlone,
    Over,
    Phase,
    Playing,
    SecondRound,
    Step,
    TakingTurnUp,
)


class _Row(NamedTuple):
    """How a phase takes an action: why it would refuse, and what follows."""

    refuse: Callable[[GameState, Any, Any], Refusal | None]
    follow: Callable[[GameState, Any, Any], Step]


def _check_answer(_state: GameState, _phase: Phase, answer: Declare) -> None:
    """Both answers to a question are always allowed."""
    if type(answer.alone) is not bool:
        raise MalformedAction(f"expected True or False for alone, got {answer.alone!r}")


def _check_deal(state: GameState, _phase: AwaitingDeal, deal: Deal) -> None:
    """Raises `BadDeal` where the cards are not the whole pack in hands of the right size."""
    rules, hands, kitty = state.ruleset, deal.hands, deal.kitty
    if type(hands) is not tuple or type(kitty) is not tuple or set(map(type, hands)) != {tuple}:
        raise BadDeal("expected the hands as a tuple of tuples of cards, the kitty as a tuple")
    sizes = list(map(len, hands))
    if sizes != [rules.deal.cards] * rules.seats:
        raise BadDeal(f"expected {rules.seats} hands of {rules.deal.cards} cards, got {sizes}")
    dealt = (deal.turn_up, *kitty, *chain.from_iterable(hands))
    try:
        whole = frozenset(dealt)
    except TypeError:  # something that is no card, and cannot even be in a set
        raise BadDeal("expected nothing but cards") from None
    if len(dealt) != len(rules.pack) or whole != rules.pack_as_set:
        raise BadDeal(f"expected the {len(rules.pack)} cards of the pack once each")


def _deal(state: GameState, phase: AwaitingDeal, deal: Deal) -> Step:
    dealer = phase.dealer
    first = FirstRound(dealer, deal, state.ruleset.seating.left(dealer))
    return state.step(first, Dealt(dealer, deal.hands, deal.turn_up, deal.kitty))


_CALL = _Row(calling.refuse_call, calling.call)
_EXCHANGE = _Row(settling.refuse_exchange, settling.exchange)

# The phase-by-action table: a pair that is missing has no place in the game.
_TABLE: Final[dict[tuple[type[Phase], type[Action]], _Row]] = {
    (DrawingForDealer, Draw): _Row(drawing.check_draw, drawing.draw),
    (AwaitingDeal, Deal): _Row(_check_deal, _deal),
    (ChoosingDealer, ChooseDealer): _Row(drawing.refuse_choice, drawing.choose),
    (FirstRound, Pass): _CALL,
    (FirstRound, OrderUp): _CALL,
    (FirstRound, Name): _CALL,
    (SecondRound, Pass): _CALL,
    (SecondRound, OrderUp): _CALL,
    (SecondRound, Name): _CALL,
    (TakingTurnUp, Declare): _Row(_check_answer, calling.take_turn_up),
    (Discarding, Discard): _EXCHANGE,
    (Discarding, LeaveTurnUp): _EXCHANGE,
    (GoingAlone, Declare): _Row(_check_answer, settling.declare),
    (Playing, Play): _Row(playing.refuse_play, playing.play),
}

_BY_PACK: Final = (Draw, Deal)

_PHASE_WORDS: Final[dict[type[Phase], str]] = {
    DrawingForDealer: "cards are drawn for the first dealer",
    AwaitingDeal: "the cards are to be dealt",
    ChoosingDealer: "the first dealer is chosen",
    FirstRound: "the turn-up is offered",
    SecondRound: "suits are named",
    TakingTurnUp: "the dealer says whether they go alone",
    Discarding: "the dealer exchanges the turn-up",
    GoingAlone: "a player says whether they go alone",
    Playing: "cards are played",
}
_ACTION_WORDS: Final[dict[type[Action], str]] = {
    Draw: "drawing for the first dealer",
    Deal: "dealing",
    ChooseDealer: "choosing a dealer",
    Pass: "passing",
    OrderUp: "ordering up",
    Name: "naming a suit",
    Declare: "saying who plays alone",
    Discard: "discarding",
    LeaveTurnUp: "leaving the turn-up",
    Play: "playing a card",
}


def start(
    ruleset: Ruleset,
    *,
    dealer: Seat | None = None,
    score: tuple[int, ...] | None = None,
    deals: int = 0,
) -> GameState:
    """A new game.

    Next: at the pack, a `Draw` where no dealer is given, else a `Deal`.

    Args:
        ruleset: The variant.
        dealer: The first dealer; None to find one by the ruleset's method.
        score: By side, points already won; may be at or past the target. None for nothing.
        deals: The deals that gave those points.

    Raises:
        ValueError: The dealer is not a seat of this table, the score has not one number of 0 or
            more for each side, or the deals are fewer than none.
    """
    table = ruleset.seating
    if score is None:
        score = (0,) * len(table.sides)
    score = tuple(score)
    whole = {type(points) for points in score} == {int}
    if not whole or len(score) != len(table.sides) or min(score) < 0:
        raise ValueError(f"expected a score of {len(table.sides)} numbers from 0, got {score}")
    if deals < 0:
        raise ValueError(f"expected 0 or more deals, got {deals}")
    if dealer is None:
        seats = ruleset.deal.first_dealer.first_to_draw(table)
        return GameState(ruleset, score, deals, DrawingForDealer(seats))
    if type(dealer) not in (Seat, int) or dealer not in table.seats:
        raise ValueError(f"expected a dealer from 0 to {len(table.seats) - 1}, got {dealer}")
    return GameState(ruleset, score, deals, AwaitingDeal(table.seats[dealer]))


def to_act(state: GameState) -> Seat | Pack | None:
    """Whose move it is: a seat, the pack, or nobody once the game is over."""
    return state.phase.turn


def legal_actions(state: GameState) -> tuple[SeatAction, ...]:
    """All actions of the seat to act, in a fixed order; empty at the pack and after the end."""
    phase = state.phase
    match phase:
        case Playing():
            return playing.plays(phase)
        case FirstRound() | SecondRound():
            return calling.calls(state, phase)
        case Discarding():
            return settling.exchanges(state, phase)
        case GoingAlone() | TakingTurnUp():
            return calling.answers(phase.turn)
        case ChoosingDealer():
            return drawing.choices(state, phase)
        case DrawingForDealer() | AwaitingDeal() | Over():
            return ()
        case _:
            assert_never(phase)


def check(state: GameState, action: Action) -> None:
    """Checks that the action may be done now.

    Raises:
        Refusal: The rules forbid it; the class says why.
        MalformedAction: It is no action of this game: a wrong type, or a `Deal` or `Draw` that is
            not well-formed for this ruleset.
    """
    _follow_of(state, action)


def apply(state: GameState, action: Action) -> Step:
    """Does the action and every forced step after it.

    Raises:
        Refusal: As `check`; nothing has changed.
        MalformedAction: As `check`.
    """
    return _follow_of(state, action)(state, state.phase, action)


def _follow_of(state: GameState, action: Action) -> Callable[[GameState, Any, Any], Step]:
    """What follows an allowed action, from the table; raises for any other."""
    phase = state.phase
    row = _TABLE.get((type(phase), type(action)))
    if row is None:
        raise _out_of_place(state, action)
    refuse, follow = row
    turn = phase.turn
    seats_action: Any = action  # as it is at the turn of a seat, or the row would be missing
    if turn is not PACK and seats_action.seat != turn:
        raise _out_of_turn(state, seats_action.seat)
    refusal = refuse(state, phase, action)
    if refusal is not None:
        raise refusal
    return follow


def _out_of_place(state: GameState, action: Action) -> EngineError:
    """Why an action has no row in this phase."""
    if type(action) not in _ACTION_WORDS:
        return MalformedAction(f"expected an action of a seat or the pack, got {action!r}")
    seat = None if isinstance(action, _BY_PACK) else action.seat
    if to_act(state) != (PACK if seat is None else seat):
        return _out_of_turn(state, seat)
    return NotNow(_ACTION_WORDS[type(action)], _PHASE_WORDS[type(state.phase)])


def _out_of_turn(state: GameState, seat: Seat | None) -> EngineError:
    turn = to_act(state)
    if seat is not None and seat not in state.ruleset.seating.seats:
        return MalformedAction(f"expected a seat of this table, got {seat!r}")
    if turn is None:
        return GameIsOver()
    return NotYourTurn(seat, None if isinstance(turn, Pack) else turn)
