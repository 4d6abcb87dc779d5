"""Who plays whom, by which rules, and where chance comes from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine import Draw
from ukachat.engine.actions import Deal
from ukachat.engine.state import AwaitingDeal, DrawingForDealer

if TYPE_CHECKING:
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.state import GameState


class Match(NamedTuple):
    """A match of two computer players, each of which holds every seat of a side.

    Attributes:
        ruleset: The variant.
        first: The name of one player.
        second: The name of the other; may be the same.
        seed: All chance comes from it.
    """

    ruleset: Ruleset
    first: str
    second: str
    seed: int = 1

    def names(self, *, exchanged: bool) -> tuple[str, ...]:
        """By seat, who plays: `first` on side 0, or on side 1 when the sides are exchanged."""
        pair = (self.second, self.first) if exchanged else (self.first, self.second)
        return tuple(pair[side] for side in self.ruleset.seating.side)

    def rng(self, *place: object) -> Random:
        """The chance of one place in the match, whoever asks for it and in whatever order."""
        return Random("/".join(map(str, (self.seed, *place))))


def pack_action(state: GameState, rng: Random) -> Draw | Deal:
    """What a freshly shuffled pack does where it is to act."""
    rules = state.ruleset
    cards = list(rules.pack)
    rng.shuffle(cards)
    if isinstance(state.phase, DrawingForDealer):
        return Draw.from_pack(cards, rules, state.phase.seats)
    assert isinstance(state.phase, AwaitingDeal)
    return Deal.from_pack(cards, rules, state.phase.dealer)
