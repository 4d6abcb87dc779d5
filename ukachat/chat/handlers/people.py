"""What a person can learn, and have forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.computers import CARETAKER
from ukachat.chat.decisions import Closed, ComputerSat, Rose
from ukachat.chat.messages import Button, Say, in_rows
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from ukachat.chat.scene import Scene


def help_(scene: Scene, words: str) -> None:
    """Say what can be said, or what one command does."""
    from ukachat.chat.commands import find, help_text

    if words:
        command = find(words.strip().removeprefix("/"), for_host=scene.is_host)
        lines = [f"{command.usage}: {command.help}."]
        if command.for_admins:
            lines.append(f"For the admins of a group: {command.for_admins}.")
        scene.say("\n".join(lines))
        return
    scene.say(help_text(scene.place.setting, for_host=scene.is_host))


def forget(scene: Scene, words: str) -> None:
    """Forget who the speaker is."""
    if words.strip().lower() != "me":
        raise Sorry(
            "/forget me makes me forget your name, your account and your settings. "
            "A computer player takes your seats, and in stored games your seat's name stands for "
            "yours. It cannot be undone.",
            in_rows([Button("Forget me", "/forget me")]),
        )
    for each in scene.mine:
        at = scene.tables[each]
        seat = scene.seat(at)
        place = at.table.rules.seating.names[seat]
        if at.table.stage is Stage.PLAYING:
            scene.decide(at, ComputerSat(seat, CARETAKER))
            at.announce(f"{place} has left for good. A computer player takes the seat.")
        else:
            scene.decide(at, Rose(seat))
            at.announce(f"{place} has left for good.")
        if not at.table.people:
            scene.decide(at, Closed())
    scene.forgets = True
    told = "I have forgotten who you are. Whenever you speak to me again, we start afresh."
    scene.posts.append(Say(scene.person.account, told))
