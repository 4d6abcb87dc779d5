"""Writing a game down while, or after, it is played: from its actions to a record."""

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
from ukachat.records.model import FirstDealerFound, RecordedDeal, TurnUp, Undone

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ukachat.engine.actions import Action, Call
    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.events import Event
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat
    from ukachat.fair import Promise


def record_actions(
    rules: Ruleset,
    actions: Iterable[Action],
    *,
    fair: Sequence[Promise | None] = (),
    undone: Iterable[tuple[int, Undone]] = (),
) -> tuple[FirstDealerFound, tuple[RecordedDeal, ...]]:
    """Writes a game down from its actions, which begin with finding the first dealer.

    Args:
        rules: The variant.
        actions: All actions of the game so far that stand.
        fair: What the shuffles can be checked by: first the draw for the first dealer, then each
            deal; None, or too few, where nothing was promised.
        undone: What was taken back, in the order in which it was decided, each with its deal,
            from 0.

    Returns:
        How the first dealer was found, and the deals with the score after each.

    Raises:
        Refusal: An action is not allowed.
        MalformedAction: An action is none of this game.
    """
    state = start(rules)
    draws: list[Hand] = []
    sheets: list[_Sheet] = []
    for action in actions:
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
    dealer = sheets[0].dealer if sheets else None
    if isinstance(state.phase, AwaitingDeal) and not sheets:
        dealer = state.phase.dealer
    for number, taken_back in undone:
        sheets[number].undone.append(taken_back)
    promises = [*fair, *[None] * (1 + len(sheets) - len(fair))]
    # The deal that comes next may be promised already.
    pairs = zip(sheets, promises[1:], strict=False)
    return (
        FirstDealerFound(tuple(draws), dealer, promises[0]),
        tuple(sheet.recorded(promise) for sheet, promise in pairs),
    )


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
    undone: list[Undone] = field(default_factory=list[Undone])

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

    def recorded(self, promise: Promise | None) -> RecordedDeal:
        return RecordedDeal(
            dealer=self.dealer,
            hands=self.deal.hands,
            turn_up=self.deal.turn_up,
            kitty=self.deal.kitty,
            calls=tuple(self.calls),
            answers=tuple(self.answers),
            exchange=self.exchange,
            tricks=(*self.tricks, self.trick) if self.trick else tuple(self.tricks),
            score=self.score,
            undone=tuple(self.undone),
            fair=promise,
        )
