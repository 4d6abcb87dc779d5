"""Tables for tests of what is said: with random games, and with cards laid by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tests.chat.saved_tables import new_table
from tests.engine.tables import deal_of
from ukachat.chat.decisions import Acted, CameBack, Dealt, Sealed, Started, WentAway
from ukachat.chat.growing import _after_action, grow
from ukachat.chat.table import Computer, Effects, Game, Human, Mover, Reveal, Stage, Table
from ukachat.engine import Deal, legal_actions, start
from ukachat.engine.notation import format_action, parse_action
from ukachat.engine.seats import Seat
from ukachat.text import Account

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

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
    yield _decided(table, Started())
    table = _decided(table, Started()).after
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
            chosen = [rng.choice(legal_actions(game.state))]
            by = Mover.PERSON if table.turn in table.present else Mover.CARETAKER
            moment = _decided(table, *(Acted(format_action(each), by.value) for each in chosen))
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
    rng: Random,
) -> Table:
    """A table of four people whose first deal, by Mere, is laid by hand.

    Args:
        rules: The variant.
        turn_up: As of `tests.engine.tables.deal_of`.
        hands: As of `tests.engine.tables.deal_of`, from Mere on.
        said: The actions after the deal, in short text.
        by: Who moves.
        rng: Gives the secret that nobody looks at.
    """
    table = new_table(rules, rng, reveal=Reveal.GAME).table
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


def with_computer(table: Table, seat: int) -> Table:
    """The table with a computer player in a seat."""
    holders = list(table.holders)
    holders[seat] = Computer("club")
    return replace(table, holders=tuple(holders))
