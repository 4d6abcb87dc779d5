"""A table one decision further.

`grow` trusts what it is given: whether a decision may be made is settled before it is kept, and
what was kept happened.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from ukachat.chat import decisions as made
from ukachat.chat.pace import Pace
from ukachat.chat.table import (
    Asking,
    Computer,
    Effects,
    Game,
    Human,
    Mover,
    Nobody,
    Reveal,
    Table,
    Taken,
    TakenBack,
    Wish,
)
from ukachat.engine import Deal, Draw, apply, redact, start
from ukachat.engine.notation import parse_action
from ukachat.engine.seats import Seat
from ukachat.engine.state import AwaitingDeal
from ukachat.fair import Promise, deal, draws
from ukachat.rulebook import read_ruleset
from ukachat.text import Account

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ukachat.chat.decisions import Decision
    from ukachat.chat.table import Holder
    from ukachat.engine.actions import Action
    from ukachat.engine.events import Event
    from ukachat.engine.ruleset import Ruleset


def table_of(table: str, entries: Iterable[tuple[float, Decision]]) -> Table:
    """A table from all its decisions, the first of which opened it.

    Args:
        table: The table's id.
        entries: When each decision was made, and what it is.
    """
    grown: Table | None = None
    for at, decision in entries:
        if grown is None:
            assert isinstance(decision, made.Opened)
            grown = opened(table, decision, at).table
        else:
            grown = grow(grown, decision, at).table
    assert grown is not None
    return grown


@lru_cache(maxsize=64)
def rules_of(text: str) -> Ruleset:
    """The variant that a decision holds in full."""
    return read_ruleset(text, source="the table's rules", allow_extends=False)


def opened(table: str, decision: made.Opened, at: float) -> Effects:
    """What the first decision makes of no table.

    Args:
        table: The id of the new table.
        decision: The decision.
        at: When, in seconds since 1970.
    """
    rules = rules_of(decision.rules)
    empty = Table(
        id=table,
        version=1,
        by=decision.by,
        home=decision.home,
        circle=decision.circle,
        seed=bytes.fromhex(decision.seed),
        name=decision.name,
        rules=rules,
        next_rules=None,
        pace=Pace(decision.pace),
        reveal=Reveal(decision.reveal),
        holders=(Nobody(),) * rules.seats,
        seal=None,
        game=None,
        asking=None,
        moved=1,
        since=at,
        nudged=False,
        closed=False,
        has_played=frozenset(),
    )
    return Effects(empty, decision, ())


def grow(table: Table, decision: Decision, at: float) -> Effects:
    """What a decision makes of a table, and what happens in the game by it.

    Args:
        table: The table before it.
        decision: What was decided.
        at: When, in seconds since 1970.
    """
    version = table.version + 1
    events: tuple[Event, ...] = ()
    match decision:
        case made.Opened():
            raise AssertionError(decision)  # `opened` takes the first, and there is no second.
        case made.Started() | made.Dealt() | made.Acted() | made.TookBack():
            after, events = _played(table, decision)
        case made.Asked() | made.Agreed() | made.Declined():
            after = replace(table, asking=_asking(table, decision))
        case (
            made.Sat()
            | made.ComputerSat()
            | made.Rose()
            | made.Swapped()
            | made.WentAway()
            | made.CameBack()
        ):
            after = _moved(table, decision)
        case made.Nudged() | made.Waited():
            after = replace(table, nudged=isinstance(decision, made.Nudged))
        case made.Closed():
            after = replace(table, closed=True, asking=None)
        case _:
            after = _chosen(table, decision)
    if not isinstance(decision, made.Nudged | made.Question):
        after = replace(after, since=at, nudged=False)
    moved = version if isinstance(decision, made.Play | made.Sealed) else table.moved
    return Effects(replace(after, version=version, moved=moved), decision, events)


def _chosen(table: Table, decision: made.Choice) -> Table:
    match decision:
        case made.RulesChosen(name=name, rules=text):
            return _with_rules(table, name, rules_of(text))
        case made.PaceChosen(pace=pace):
            return replace(table, pace=Pace(pace))
        case made.RevealChosen(reveal=reveal):
            return replace(table, reveal=Reveal(reveal))
        case made.Sealed(secret=secret):
            no_words = ("",) * table.rules.seats
            return replace(table, seal=Promise.of(bytes.fromhex(secret), no_words))
        case made.Cut(seat=seat, words=words):
            assert table.seal is not None
            added = (*table.seal.words[:seat], words, *table.seal.words[seat + 1 :])
            return replace(table, seal=replace(table.seal, words=added))
        case _:
            assert_never(decision)


def _asking(table: Table, decision: made.Question) -> Asking | None:
    match decision:
        case made.Asked(seat=seat, what=what):
            return Asking(Wish(what), Seat(seat), (Seat(seat),), table.version + 1)
        case made.Agreed(seat=seat):
            assert table.asking is not None
            return table.asking._replace(agreed=(*table.asking.agreed, Seat(seat)))
        case made.Declined():
            return None
        case _:
            assert_never(decision)


def _moved(table: Table, decision: made.Move) -> Table:
    match decision:
        case made.Sat(seat=seat, person=person):
            seated = _seated(table, seat, Human(person))
            return seated if table.game is None else _having_played(seated)
        case made.ComputerSat(seat=seat, level=level):
            return _seated(table, seat, Computer(level))
        case made.Rose(seat=seat):
            return _seated(table, seat, Nobody())
        case made.Swapped(one=one, other=other):
            first, second = table.holders[one], table.holders[other]
            return _seated(_seated(table, one, second), other, first)
        case made.WentAway(seat=seat):
            return _at_home(table, seat, away=True)
        case made.CameBack(seat=seat):
            return _at_home(table, seat, away=False)
        case _:
            assert_never(decision)


def _with_rules(table: Table, name: str, rules: Ruleset) -> Table:
    if table.game is not None:
        return replace(table, next_rules=(name, rules))
    holders = (*table.holders, *(Nobody(),) * rules.seats)[: rules.seats]
    seal = table.seal
    if seal is not None:
        seal = replace(seal, words=(*seal.words, *("",) * rules.seats)[: rules.seats])
    return replace(table, name=name, rules=rules, holders=holders, seal=seal)


def _seated(table: Table, seat: int, holder: Holder) -> Table:
    holders = (*table.holders[:seat], holder, *table.holders[seat + 1 :])
    return replace(table, holders=holders)


def _having_played(table: Table) -> Table:
    people = {(human.person, int(seat)) for seat, human in table.people.items()}
    return replace(table, has_played=table.has_played | people)


def _at_home(table: Table, seat: int, *, away: bool) -> Table:
    holder = table.holders[seat]
    assert isinstance(holder, Human)
    return _seated(table, seat, Human(holder.person, away))


def _played(table: Table, decision: made.Play) -> tuple[Table, tuple[Event, ...]]:
    match decision:
        case made.Started():
            return _started(table)
        case made.Dealt():
            return _dealt(table)
        case made.TookBack(kept=kept):
            return _taken_back(table, kept), ()
        case made.Acted(action=text, by=by):
            assert table.game is not None
            game, events = _after_action(table.game, parse_action(text), Mover(by))
            asking = table.asking
            if asking is not None and asking.what is Wish.UNDO:
                asking = None  # What was to be taken back is no longer the last word.
            return replace(table, game=game, asking=asking), events
        case _:
            assert_never(decision)


def _started(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The game begins, and the cards for the first dealer are drawn until they decide."""
    rules, seal = table.rules, table.seal
    assert seal is not None
    assert seal.secret is not None
    state = start(rules)
    account = Account(rules, state.score)
    game = Game(state, account, (), (seal,), deal_from=0, deals=0, undone=())
    happened: tuple[Event, ...] = ()
    for draw in draws(seal.secret, seal.words, rules):
        game, events = _after_action(game, draw, Mover.ITSELF)
        happened += events
    return _having_played(replace(table, game=game, seal=None)), happened


def _dealt(table: Table) -> tuple[Table, tuple[Event, ...]]:
    game, seal = table.game, table.seal
    assert game is not None
    assert seal is not None
    phase = game.state.phase
    assert isinstance(phase, AwaitingDeal)
    assert seal.secret is not None
    dealt = deal(seal.secret, seal.words, table.rules, phase.dealer)
    game, events = _after_action(game, dealt, Mover.ITSELF)
    game = replace(game, seals=(*game.seals, seal), deal_from=len(game.taken), deals=game.deals + 1)
    return replace(table, game=game, seal=None), events


def _after_action(game: Game, action: Action, by: Mover) -> tuple[Game, tuple[Event, ...]]:
    state, events = apply(game.state, action)
    account = game.account
    for event in events:
        account = account.after(redact(event, None))
    taken = (*game.taken, Taken(action, by, game.state, game.account))
    return replace(game, state=state, account=account, taken=taken), events


def _taken_back(table: Table, kept: int) -> Table:
    game = table.game
    assert game is not None
    back = game.taken[kept]
    undone = tuple(
        TakenBack(game.deals - 1, place - game.deal_from, each.action)
        for place, each in enumerate(game.taken[kept:], kept)
        if not isinstance(each.action, Deal | Draw)
    )
    game = replace(
        game,
        state=back.before,
        account=back.account,
        taken=game.taken[:kept],
        undone=(*game.undone, *undone),
    )
    return replace(table, game=game, asking=None)
