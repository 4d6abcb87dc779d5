"""Tables with random games, for tests of what is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ukachat.chat.decisions import (
    Acted,
    ComputerSat,
    Cut,
    Dealt,
    Opened,
    Sat,
    Sealed,
    Started,
    TookBack,
)
from ukachat.chat.growing import grow, opened
from ukachat.chat.table import Mover, Reveal, Stage
from ukachat.engine import Deal, Draw, legal_actions
from ukachat.engine.notation import format_action
from ukachat.rulebook import ruleset_to_tree
from ukachat.yamlio import write_document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from ukachat.chat.decisions import Decision
    from ukachat.chat.table import Table
    from ukachat.engine.ruleset import Ruleset

HOME = "chat:mere"
NOW = 1_800_000_000.0  # 15 January 2027
PEOPLE = ("p1", "p2", "p3")
"""Who sits from North on; a computer player has the last seat."""


@dataclass
class Sitting:
    """A table on which decisions are taken one after the other."""

    table: Table

    def decide(self, *decisions: Decision) -> Table:
        for decision in decisions:
            self.table = grow(self.table, decision, NOW).table
        return self.table


def new_table(rules: Ruleset, rng: Random, *, name: str = "nz", reveal: Reveal) -> Sitting:
    """A table at which everybody sits and the first secret is drawn."""
    text = write_document(ruleset_to_tree(rules))
    opening = Opened("p1", HOME, "", name, text, "relaxed", reveal.value, rng.randbytes(32).hex())
    at = Sitting(opened("k7f3tabled", opening, NOW).table)
    at.decide(*(Sat(seat, person) for seat, person in enumerate(PEOPLE)), ComputerSat(3, "club"))
    at.decide(Sealed(rng.randbytes(32).hex()), Cut(1, "shuffle, please"))
    return at


def moments(
    at: Sitting, rng: Random, *, deals: int = 100, take_back: float = 0.0
) -> Iterator[Table]:
    """The table from the start of a random game on: after each action, and at the end.

    Args:
        at: The table.
        rng: Decides.
        deals: How many deals at most; the table then waits for the next one.
        take_back: How often the last action is taken back.
    """
    yield at.decide(Started())
    while at.table.stage is Stage.PLAYING:
        game = at.table.game
        assert game is not None
        if at.table.dealer_to_deal is not None:
            if game.deals == deals:
                return
            yield at.decide(Sealed(rng.randbytes(32).hex()), Dealt())
            continue
        last = game.taken[-1].action
        if rng.random() < take_back and game.deals and not isinstance(last, Deal | Draw):
            yield at.decide(TookBack(last.seat, len(game.taken) - 1))
            continue
        action = rng.choice(legal_actions(game.state))
        yield at.decide(Acted(format_action(action), Mover.PERSON.value))


def finished(
    rules: Ruleset, rng: Random, *, reveal: Reveal = Reveal.GAME, take_back: float = 0.0
) -> Table:
    """A table at the end of a random game."""
    at = new_table(rules, rng, reveal=reveal)
    *_, table = moments(at, rng, take_back=take_back)
    return table
