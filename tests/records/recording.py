"""Random games written down as records, for tests that need many."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from ukachat.engine import (
    Card,
    Deal,
    Declare,
    Discard,
    Draw,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
    Seat,
    apply,
    legal_actions,
    start,
)
from ukachat.engine.actions import Action, Call
from ukachat.engine.events import Event, TrickWon
from ukachat.engine.state import AwaitingDeal, DrawingForDealer, GameState
from ukachat.records import FirstDealerFound, Player, RecordedDeal, SavedGame, TurnUp
from ukachat.rulebook import load_ruleset

PLAYERS = tuple(map(Player, ("Mere", "Hemi", "Ana", "Tama")))


@dataclass
class _Sheet:
    """One deal as it is being written down."""

    dealer: Seat
    deal: Deal
    calls: list[Call] = field(default_factory=list[Call])
    answers: list[Declare] = field(default_factory=list[Declare])
    exchange: Card | TurnUp = TurnUp.NOT_RECORDED
    tricks: list[list[Card]] = field(default_factory=lambda: [[]])
    score: tuple[int, ...] = ()

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
                self.tricks[-1].append(card)
            case _:
                raise AssertionError(action)
        if any(isinstance(event, TrickWon) for event in events):
            self.tricks.append([])

    def recorded(self) -> RecordedDeal:
        return RecordedDeal(
            dealer=self.dealer,
            hands=self.deal.hands,
            turn_up=self.deal.turn_up,
            kitty=self.deal.kitty,
            calls=tuple(self.calls),
            answers=tuple(self.answers),
            exchange=self.exchange,
            tricks=tuple(tuple(cards) for cards in self.tricks if cards),
            score=self.score,
        )


def record_game(name: str, seed: int, *, deals: int = 100) -> tuple[SavedGame, GameState]:
    """A random game under a bundled ruleset, of so many deals at most, and its last state."""
    rng = random.Random(seed)
    rules = load_ruleset(name)
    state = start(rules)
    draws: list[tuple[Card, ...]] = []
    sheets: list[_Sheet] = []
    while state.phase.turn is not None:
        cards = list(rules.pack)
        rng.shuffle(cards)
        phase = state.phase
        if isinstance(phase, DrawingForDealer):
            draw = Draw.from_pack(cards, rules, phase.seats)
            draws.append(draw.cards)
            state, _ = apply(state, draw)
        elif isinstance(phase, AwaitingDeal):
            if len(sheets) == deals:
                break
            deal = Deal.from_pack(cards, rules, phase.dealer)
            sheets.append(_Sheet(phase.dealer, deal))
            state, _ = apply(state, deal)
        else:
            action = rng.choice(legal_actions(state))
            state, events = apply(state, action)
            if sheets:
                sheets[-1].write(action, events)
                sheets[-1].score = state.score
    return SavedGame(
        title=f"game {seed}",
        date="2026-11-30",
        ruleset_name=name,
        ruleset=rules,
        players=PLAYERS,
        start=(0, 0),
        first_dealer=FirstDealerFound(tuple(draws), sheets[0].dealer),
        deals=tuple(sheet.recorded() for sheet in sheets),
    ), state


def forget(game: SavedGame, rng: random.Random) -> SavedGame:
    """The game as somebody would have written it who did not see every card."""

    def less(deal: RecordedDeal) -> RecordedDeal:
        hands = tuple(hand[: rng.randrange(6)] if rng.random() < 0.5 else () for hand in deal.hands)
        return replace(
            deal,
            hands=hands,
            kitty=deal.kitty if rng.random() < 0.3 else (),
            exchange=deal.exchange if rng.random() < 0.3 else TurnUp.NOT_RECORDED,
        )

    return replace(game, deals=tuple(map(less, game.deals)))
