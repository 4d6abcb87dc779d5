"""Tables for tests of what is said: with random games, and with cards laid by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.chat.saved_tables import new_table
from tests.engine.tables import deal_of
from tests.strategies import RULESETS
from ukachat.chat.decisions import Acted, CameBack, Dealt, Sealed, Started, WentAway
from ukachat.chat.growing import _after_action, grow
from ukachat.chat.table import Effects, Game, Human, Mover, Reveal, Stage, Table
from ukachat.engine import Deal, legal_actions, start
from ukachat.engine.notation import format_action, parse_action
from ukachat.engine.seats import Seat
from ukachat.text import Account

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ukachat.chat.decisions import Decision
    from ukachat.engine.ruleset import Ruleset

NAMES = ("Mere", "Hemi", "Ana", "Tama")
"""From North on: Mere and Ana are Red, Hemi and Tama are White."""


class Moment(NamedTuple):
    """What was decided at a table at one time."""

    before: Table
    effects: tuple[Effects, ...]
    after: Table


def moments(
    rules: Ruleset, rng: Random, *, reveal: Reveal = Reveal.GAME, deals: int = 100
) -> Iterator[Moment]:
    """A random game at a table of three people and a computer, one of whom is away at times."""
    table = new_table(rules, rng, reveal=reveal).table
    moment = _decided(table, Started())
    yield moment
    table = moment.after
    while table.stage is Stage.PLAYING:
        game = table.game
        assert game is not None
        if table.dealer_to_deal is not None:
            if game.deals == deals:
                return
            moment = _decided(table, Sealed(rng.randbytes(32).hex()))
            yield moment
            moment = _decided(moment.after, Dealt())
        elif rng.random() < 0.05:
            away = table.people[Seat(1)].away
            moment = _decided(table, CameBack(1) if away else WentAway(1))
        else:
            action = rng.choice(legal_actions(game.state))
            by = Mover.PERSON if table.turn in table.present else Mover.CARETAKER
            moment = _decided(table, Acted(format_action(action), by.value))
        yield moment
        table = moment.after


def _decided(table: Table, *decisions: Decision) -> Moment:
    effects: list[Effects] = []
    for decision in decisions:
        effects.append(grow(effects[-1].table if effects else table, decision, 0.0))
    return Moment(table, tuple(effects), effects[-1].table)


def laid(
    rules: Ruleset,
    turn_up: str,
    *hands: str,
    said: Sequence[str] = (),
    by: Mover = Mover.PERSON,
) -> Table:
    """A table of four people whose first deal, by Mere, is laid by hand.

    Args:
        rules: The variant.
        turn_up: As of `tests.engine.tables.deal_of`.
        hands: As of `tests.engine.tables.deal_of`, from Mere on.
        said: The actions after the deal, in short text.
        by: Who moves.
    """
    table = new_table(rules, Random(0), reveal=Reveal.GAME).table
    assert table.seal is not None
    deal: Deal = deal_of(rules, turn_up, *hands)
    state = start(rules, dealer=Seat(0))
    game = Game(state, Account(rules, state.score), (), (), deal_from=1, deals=1, undone=())
    for action in (deal, *map(parse_action, said)):
        game, _ = _after_action(game, action, by)
    holders = tuple(Human(f"p{seat}") for seat in range(1, 5))
    return replace(table, holders=holders, game=game, seal=None)


def act(table: Table, *said: str) -> Moment:
    """What these actions lead to."""
    return _decided(table, *(Acted(text, Mover.PERSON.value) for text in said))


# --- cards laid by hand ---

MERE, HEMI, ANA, TAMA = map(Seat, range(4))
HANDS = ("KH TS 8C 7D 7S", "9D 8D AC KC QC", "AD TD AH 8S 9S", "JH AS KD 9H JD")
"""Turn-up QH; Hemi has no heart, Tama holds both red jacks."""
PLAYED = ("1 pass", "2 pass", "3 order up", "0 discards 7D")
"""Tama has the turn-up picked up."""
A_DEAL = (
    *("1 plays 9D", "2 plays AD", "3 plays KD", "0 plays QH"),
    *("0 plays KH", "1 plays 8D", "2 plays AH", "3 plays JH"),
    *("3 plays AS", "0 plays TS", "1 plays QC", "2 plays 8S"),
    *("3 plays JD", "0 plays 7S", "1 plays KC", "2 plays 9S"),
    *("3 plays 9H", "0 plays 8C", "1 plays AC", "2 plays TD"),
)
"""The five tricks after `PLAYED`; White takes four."""


def nz(*said: str, by: Mover = Mover.PERSON) -> Table:
    """Uka with these cards, after these actions."""
    return laid(RULESETS["nz"], "QH", *HANDS, said=said, by=by)


def na(*said: str, rules: str = "na") -> Table:
    """Euchre with nearly the same cards, after these actions."""
    hands = ("KH TS TC AS QD", "9D JC AC KC QC", "AD TD AH KS 9S", "JH JS KD 9H JD")
    return laid(RULESETS[rules], "QH", *hands, said=said)
