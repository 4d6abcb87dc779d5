"""What is due at a table when nobody acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.decisions import Closed, Dealt, Nudged
from ukachat.chat.handlers.game import send_away
from ukachat.chat.messages import Say, Tone
from ukachat.chat.publishing import is_unreachable, reminder
from ukachat.chat.table import Human, Stage

if TYPE_CHECKING:
    from ukachat.chat.scene import AtTable, Scene


def strike(scene: Scene, at: AtTable) -> None:
    """Do what is due at a table; nothing, where somebody acted just before."""
    deadline = at.table.deadline
    if deadline is None or scene.now < deadline:
        return
    table = at.table
    if table.stage is not Stage.PLAYING:
        if table.stage is Stage.LOBBY:
            at.announce("Nothing has happened here for a while: the table is closed.")
        scene.decide(at, Closed())
    elif table.patience is None:
        at.announce("Nobody has played here for a long time: the game has ended as it stands.")
        scene.decide(at, Closed())
    elif table.turn is None:
        scene.decide(at, Dealt())
    elif table.nudged:
        send_away(scene, at, table.turn)
    else:
        _nudge(scene, at)


def _nudge(scene: Scene, at: AtTable) -> None:
    seat = at.table.turn
    assert seat is not None
    holder = at.table.holders[seat]
    assert isinstance(holder, Human)
    scene.decide(at, Nudged())
    person = scene.people.get(holder.person)
    if person is None:
        return
    if not is_unreachable(person):
        scene.posts.append(reminder(scene, at, seat, person))
    elif at.table.in_group:
        name = scene.names(at.table)[seat]
        waits = f"{name}, the table is waiting for you."
        scene.posts.append(Say(at.table.home, waits, Tone.NUDGE))
