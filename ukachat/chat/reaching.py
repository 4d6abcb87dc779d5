"""Who can be reached, and what becomes of tables when somebody cannot be.

A transport finds out that a private chat is closed to us, that we were removed from a group, or
that we ourselves were away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.decisions import Waited
from ukachat.chat.handlers.game import send_away
from ukachat.chat.messages import Button, Say, Tone, Way
from ukachat.chat.publishing import HAND, UNREACHABLE, is_unreachable
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from ukachat.chat.scene import AtTable, Scene
    from ukachat.chat.store import Person

LONG_SECONDS: Final = 120
"""Whoever was away for longer has kept people waiting, and says so."""


def closed_to_us(scene: Scene, person: Person, *, is_awaited: bool) -> None:
    """A person's private chat is closed to us, as before their first word or after a block.

    In a group they are told so by name; at a private table nothing else leads to them.

    Args:
        scene: With their tables.
        person: Who.
        is_awaited: Whether they have just asked for what could not be sent, so that they are told
            even if they were told before.
    """
    is_news = not is_unreachable(person)
    scene.settings[person.id] = {**person.settings, UNREACHABLE: "yes"}
    scene.people[person.id] = person._replace(settings=scene.settings[person.id])
    for at in scene.tables.values():
        if at.table.in_group:
            if is_news or is_awaited:
                scene.posts.append(_cannot_write(scene, at, person))
        elif is_news:
            _lose(scene, at, person)


def _cannot_write(scene: Scene, at: AtTable, person: Person) -> Say:
    seat = at.table.seat_of(person.id)
    name = person.name if seat is None else scene.names(at.table)[seat]
    told = (
        f"{name}, I cannot write to you in private. Open the chat with me for your cards there, "
        "or play on from here with My cards."
    )
    opens = Button("Open the chat", f"{HAND}{at.table.id}", way=Way.OPEN)
    return Say(at.table.home, told, Tone.NEWS, ((opens,),))


def removed(scene: Scene) -> None:
    """We were removed from a group: the games there rest, and its people can be back one day."""
    for at in scene.tables.values():
        if at.table.stage is Stage.PLAYING:
            for seat in at.table.present:
                send_away(scene, at, seat)


def _lose(scene: Scene, at: AtTable, person: Person) -> None:
    seat = at.table.seat_of(person.id)
    if at.table.stage is Stage.PLAYING and seat in at.table.present:
        assert seat is not None
        send_away(scene, at, seat, but_for=seat)


def were_away(scene: Scene, at: AtTable) -> None:
    """We were away for long: what ran out in the meantime has its whole time again.

    A lobby does so quietly, and does not close before those who could not begin have tried again.
    A game tells why it still waits.
    """
    scene.decide(at, Waited())
    if at.table.stage is Stage.PLAYING and at.table.present:
        at.announce("I was away for a while and am back. The game goes on where it was.")
        at.is_wanted = True
