"""The moves that a table makes without anybody's word: computers, caretakers, forced last cards."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Final

from ukachat.chat.decisions import Acted
from ukachat.chat.table import Computer, Human, Mover, Stage
from ukachat.engine import view
from ukachat.engine.actions import Declare, Name, OrderUp
from ukachat.engine.notation import format_action
from ukachat.engine.state import Playing
from ukachat.players import get_player

if TYPE_CHECKING:
    from collections.abc import Container

    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat
    from ukachat.engine.views import View

LEVELS: Final = ("beginner", "club")
"""The computer players that may sit at a table."""
CARETAKER: Final = "club"
"""Who plays for a person who is away."""


def own_move(table: Table, letting_go: Container[str] = ()) -> Acted | None:
    """The move that the table makes by itself now; None where it waits for a person.

    A table at which no person is left makes none: the game rests until somebody is back.

    Args:
        table: The table.
        letting_go: The ids of people whose last card goes by itself.
    """
    seat, game = table.turn, table.game
    if table.stage is not Stage.PLAYING or game is None or seat is None or not table.present:
        return None
    match table.holders[seat]:
        case Computer(level=level):
            return _acted(_choice(table, view(game.state, seat), level), Mover.COMPUTER)
        case Human(away=True):
            seen = _without_alone(view(game.state, seat))
            return _acted(_choice(table, seen, CARETAKER), Mover.CARETAKER)
        case Human(person=person) if person in letting_go and _has_last_card(table, seat):
            return _acted(view(game.state, seat).legal_actions[0], Mover.ITSELF)
        case _:
            return None


def _acted(action: SeatAction, by: Mover) -> Acted:
    return Acted(format_action(action), by.value)


def _choice(table: Table, seen: View, level: str) -> SeatAction:
    """What a computer player does; a table that is taken up again goes on as it would have."""
    if len(seen.legal_actions) == 1:  # A player may expect the ones that a caretaker never takes.
        return seen.legal_actions[0]
    chance = sha256(b"%s %s %d" % (table.seed, table.id.encode(), table.version)).digest()
    return get_player(level).choose(seen, Random(int.from_bytes(chance, "big")))


def _without_alone(seen: View) -> View:
    """The view of a caretaker, who never goes alone where it can be helped."""
    shared = tuple(
        action
        for action in seen.legal_actions
        if not (isinstance(action, OrderUp | Name | Declare) and action.alone)
    )
    return seen._replace(legal_actions=shared or seen.legal_actions)


def _has_last_card(table: Table, seat: Seat) -> bool:
    assert table.game is not None
    phase = table.game.state.phase
    return isinstance(phase, Playing) and len(phase.hands[seat]) == 1
