"""Asking friends to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.handlers.finding import here
from ukachat.chat.handlers.lobby import open_here
from ukachat.chat.messages import Button, Way, in_rows
from ukachat.chat.scene import Sorry, row_of
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from ukachat.chat.scene import Scene


def invite(scene: Scene, _words: str) -> None:
    """Say how friends come to the table here; where there is none, open one."""
    at = here(scene)
    if at is None or at.table.stage is Stage.OVER:
        at = open_here(scene, "", instead_of=at)
    scene.seat(at)
    if not row_of(at.table).joinable:
        raise Sorry("Every seat at this table is taken.")
    if not scene.place.link:
        scene.say(f"Friends sit down with /join {at.table.id}.")
        return
    nearby = "Friends in this group sit down with /join. " if at.table.in_group else ""
    scene.say(
        f"{nearby}Whoever opens this link sits down at your table:\n"
        f"{scene.place.link}{at.table.id}",
        in_rows([Button("Choose friends", at.table.id, way=Way.SHARE)]),
    )
