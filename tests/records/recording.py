"""Random games written down as records, for tests that need many."""

from __future__ import annotations

import random
from dataclasses import replace

from ukachat.engine import Deal, Draw, GameState, apply, legal_actions, start
from ukachat.engine.actions import Action
from ukachat.engine.state import AwaitingDeal, DrawingForDealer
from ukachat.records import Player, RecordedDeal, SavedGame, TurnUp, record_actions
from ukachat.rulebook import load_ruleset

PLAYERS = tuple(map(Player, ("Mere", "Hemi", "Ana", "Tama")))


def record_game(name: str, seed: int, *, deals: int = 100) -> tuple[SavedGame, GameState]:
    """A random game under a bundled ruleset, of so many deals at most, and its last state."""
    rng = random.Random(seed)
    rules = load_ruleset(name)
    state = start(rules)
    actions: list[Action] = []
    while state.phase.turn is not None:
        cards = list(rules.pack)
        rng.shuffle(cards)
        phase = state.phase
        action: Action
        if isinstance(phase, DrawingForDealer):
            action = Draw.from_pack(cards, rules, phase.seats)
        elif isinstance(phase, AwaitingDeal):
            if sum(isinstance(each, Deal) for each in actions) == deals:
                break
            action = Deal.from_pack(cards, rules, phase.dealer)
        else:
            action = rng.choice(legal_actions(state))
        actions.append(action)
        state, _ = apply(state, action)
    first_dealer, recorded = record_actions(rules, actions)
    return SavedGame(
        title=f"game {seed}",
        date="2026-11-30",
        ruleset_name=name,
        ruleset=rules,
        players=PLAYERS,
        start=(0, 0),
        first_dealer=first_dealer,
        deals=recorded,
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
