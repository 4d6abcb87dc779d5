"""Taking one recorded deal through the engine, decision by decision."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.actions import Action, Declare, Discard, LeaveTurnUp, Name, OrderUp, Pass, Play
from ukachat.engine.errors import EngineError, NotYourTurn
from ukachat.engine.events import CardPlayed, Event, TrickWon
from ukachat.engine.game import apply
from ukachat.engine.playing import score_deal
from ukachat.engine.state import (
    Discarding,
    FirstRound,
    GameState,
    GoingAlone,
    Playing,
    SecondRound,
    TakingTurnUp,
)
from ukachat.records.course import complete_tricks, is_complete, is_forced, led_tricks, won_by
from ukachat.records.exchange import was_due
from ukachat.records.findings import WrongDecision

if TYPE_CHECKING:
    from ukachat.engine.seats import Seat
    from ukachat.records.case import Case
    from ukachat.records.completing import Completed
    from ukachat.records.course import Trumps
    from ukachat.records.model import KeyPath


class Run(NamedTuple):
    """How far the decisions of a deal led.

    Attributes:
        state: The state after the last.
        events: What happened.
        tricks: The complete tricks.
        wrong: The decision that was refused, or what was left over; empty if all went well.
    """

    state: GameState
    events: tuple[Event, ...]
    tricks: int
    wrong: tuple[WrongDecision, ...]


class _Decisions:
    """The decisions of a record in the order in which the engine asks for them."""

    def __init__(self, case: Case, completed: Completed) -> None:
        deal = case.deal
        self._case = case
        self._completed = completed
        self._calls = deque(enumerate(deal.calls))
        self._answers = deque(enumerate(deal.answers))
        self._cards = deque(
            (case.path("tricks", trick, place), card)
            for trick, cards in enumerate(deal.tricks)
            for place, card in enumerate(cards)
        )

    def next(self, state: GameState) -> tuple[Action, KeyPath] | None:
        """The decision of the phase with its place; None where the record stops."""
        match state.phase:
            case FirstRound() | SecondRound():
                if self._calls:
                    index, call = self._calls.popleft()
                    return call, self._case.path("calls", index)
            case TakingTurnUp(turn=turn) | GoingAlone(turn=turn):
                return self._answer(state, turn)
            case Discarding(turn=turn) if was_due(state.ruleset, self._case.deal):
                thrown = self._completed.thrown
                action = LeaveTurnUp(turn) if thrown is None else Discard(turn, thrown)
                return action, self._case.path("exchange")
            case Playing(turn=turn) if self._cards:
                path, card = self._cards.popleft()
                return Play(turn, card), path
            case _:
                pass
        return None

    def _answer(self, state: GameState, seat: Seat) -> tuple[Action, KeyPath] | None:
        """What the seat said; in a deal that was played on, silence means with the partner."""
        if self._answers and self._answers[0][1].seat == seat:
            index, answer = self._answers.popleft()
            return answer, self._case.path("answers", index)
        forced = isinstance(state.phase, TakingTurnUp)
        went_on = (
            was_due(state.ruleset, self._case.deal) if forced else self._cards or self._answers
        )
        return (Declare(seat, alone=False), self._case.path("answers")) if went_on else None

    def left_over(self, *, cards: bool) -> WrongDecision | None:
        """What the record holds beyond the end of the deal, with or without cards."""
        number, path = self._case.number, self._case.path
        if self._calls:
            index, call = self._calls[0]
            what = f"call {index + 1}, {self._case.names[call.seat]}: nobody was to call any more."
            if is_forced(self._case.rules, self._case.deal, calls=index):
                what = (
                    f"call {index + 1}, {self._case.names[call.seat]}: the dealer makes no second "
                    "call but has to take the turn-up; leave this call out."
                )
            return WrongDecision(number, what, path("calls", index))
        if self._answers:
            index, answer = self._answers[0]
            what = f"{self._case.names[answer.seat]} was not asked whether to go alone."
            return WrongDecision(number, what, path("answers", index))
        if self._cards and cards:
            place, card = self._cards[0]
            return WrongDecision(number, f"{card} is played where no card was to fall.", place)
        return None


def run(before: GameState, case: Case, completed: Completed, *, by_the_rules: bool) -> Run:
    """Plays a deal from the deal on.

    Args:
        before: Awaiting the deal.
        case: The deal.
        completed: Its full hands.
        by_the_rules: False to follow the tricks without the engine, whatever was played.
    """
    state, happened = apply(before, completed.deal)
    events = list(happened)
    decisions = _Decisions(case, completed)
    while by_the_rules or not isinstance(state.phase, Playing):
        following = decisions.next(state)
        if following is None:
            break
        action, path = following
        try:
            state, happened = apply(state, action)
        except EngineError as error:
            wrong = WrongDecision(case.number, _sentence(error, action, case, path), path)
            return Run(state, tuple(events), _tricks(state), (wrong,))
        events += happened
    left_over = decisions.left_over(cards=by_the_rules)
    phase = state.phase
    if not by_the_rules and not left_over and isinstance(phase, Playing) and case.trumps:
        return _follow(state, phase, case, case.trumps, events)
    return Run(state, tuple(events), _tricks(state), (left_over,) if left_over else ())


def _sentence(error: EngineError, action: Action, case: Case, path: KeyPath) -> str:
    """Why the engine refused, with the names of people, and which call it was."""
    if isinstance(action, Pass | OrderUp | Name) and not isinstance(error, NotYourTurn):
        return f"call {int(path[-1]) + 1}, {case.names[action.seat]}: {error}"
    if isinstance(error, NotYourTurn) and error.seat is not None and error.turn is not None:
        names = case.names
        return f"it was the turn of {names[error.turn]}, not of {names[error.seat]}."
    return str(error)


def _tricks(state: GameState) -> int:
    return len(state.phase.tricks) if isinstance(state.phase, Playing) else 0


def _follow(
    state: GameState, phase: Playing, case: Case, trumps: Trumps, events: list[Event]
) -> Run:
    """Follows the tricks as they were played, allowed or not."""
    rules = case.rules
    for number, (leader, cards) in enumerate(led_tricks(rules, case.deal, trumps), 1):
        seat = leader
        for card in cards:
            events.append(CardPlayed(seat, card))
            seat = trumps.active.following[seat]
        if is_complete(rules, trumps, cards):
            events.append(TrickWon(won_by(trumps, leader, cards), number))
    tricks = complete_tricks(rules, case.deal, trumps)
    if len(tricks) == rules.deal.cards:
        state, ending = score_deal(state, phase.made, tricks, ())
        events += ending
    return Run(state, tuple(events), len(tricks), ())
