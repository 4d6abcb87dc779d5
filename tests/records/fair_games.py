"""Random games whose shuffles can be checked, for tests."""

from __future__ import annotations

import random

from tests.records.recording import PLAYERS
from ukachat.engine import apply, legal_actions, start
from ukachat.engine.actions import Action, Deal, SeatAction
from ukachat.engine.state import AwaitingDeal
from ukachat.fair import Promise, deal, draws
from ukachat.records import SavedGame, record_actions
from ukachat.rulebook import load_ruleset

WORDS = ("Mere was here", "", "Kāti, enough", "7: of hearts # please")


def fair_game(name: str, seed: int, *, deals: int = 2) -> SavedGame:
    """A random game under a bundled ruleset whose secrets are all told, of so many deals."""
    rng = random.Random(seed)
    rules = load_ruleset(name)
    state = start(rules)
    promises = [Promise.of(rng.randbytes(32), WORDS)]
    actions: list[Action] = []
    coming: list[Action] = list(draws(promises[0].secret or b"", WORDS, rules))
    while state.phase.turn is not None:
        if not coming and isinstance(state.phase, AwaitingDeal):
            if sum(isinstance(each, Deal) for each in actions) == deals:
                break
            secret = rng.randbytes(32)
            promises.append(Promise.of(secret, WORDS))
            coming = [deal(secret, WORDS, rules, state.phase.dealer)]
        chosen: Action | SeatAction = coming.pop(0) if coming else rng.choice(legal_actions(state))
        actions.append(chosen)
        state, _ = apply(state, chosen)
    first_dealer, recorded = record_actions(rules, actions, fair=promises)
    return SavedGame(
        title=f"game {seed}",
        date="",
        ruleset_name=name,
        ruleset=rules,
        players=PLAYERS,
        start=(0, 0),
        first_dealer=first_dealer,
        deals=recorded,
    )
