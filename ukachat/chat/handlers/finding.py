"""Which table somebody means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.messages import Button, in_rows
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage
from ukachat.text.words import joined

if TYPE_CHECKING:
    from ukachat.chat.scene import AtTable, Scene
    from ukachat.chat.table import Table


def here(scene: Scene) -> AtTable | None:
    """The table that a command without further words is about; None where there is none.

    In a group it is the group's. In private it is the one that the speaker chose, else the only one
    at which they sit, else the only one that waits for them.

    Raises:
        Sorry: There are several; the speaker is asked which.
    """
    if not scene.is_private:
        return next((scene.tables[each] for each in scene.here), None)
    mine = [scene.tables[each] for each in scene.mine]
    return _only(scene, mine)


def opened_here(scene: Scene) -> AtTable | None:
    """The table that was opened in this chat and at which, in private, the speaker sits."""
    known = (scene.tables[each] for each in (*scene.here, *scene.mine))
    return next((at for at in known if at.table.home == scene.home), None)


def table(scene: Scene) -> AtTable:
    """The table that a command is about.

    Raises:
        Sorry: There is none, or there are several and the speaker is asked which.
    """
    at = here(scene)
    if at is None:
        where = "You sit at no table." if scene.is_private else "There is no table here."
        raise Sorry(f"{where} /play opens one.", in_rows([Button("Play", "/play")]))
    return at


def running(scene: Scene) -> AtTable:
    """The table that a command is about, with a game that has begun.

    Raises:
        Sorry: There is none.
    """
    at = table(scene)
    if at.table.game is None:
        raise Sorry("The game has not begun yet. /start begins it.")
    return at


def _only(scene: Scene, tables: list[AtTable]) -> AtTable | None:
    if len(tables) <= 1:
        return tables[0] if tables else None
    chosen = scene.person.settings.get("table", "")
    focused = [at for at in tables if at.table.id == chosen]
    waiting = [at for at in tables if waits(at.table, scene.person.id)]
    playing = [at for at in tables if at.table.stage is not Stage.OVER]
    if focused and (focused[0] in waiting or not waiting):
        return focused[0]
    for some in (waiting, playing):
        if len(some) == 1:
            return some[0]
    raise Sorry(
        which_table(scene, waiting or tables),
        in_rows(
            [
                Button(table_name(scene, at.table), f"/table {at.table.id}")
                for at in waiting or tables
            ],
            1,
        ),
    )


def waits(table: Table, person: str) -> bool:
    """Whether a table waits for a person: for a move, or for their consent."""
    seat = table.seat_of(person)
    if seat is None:
        return False
    asked = table.asking is not None and seat not in table.asking.agreed
    return asked or seat in table.waits_for


def which_table(scene: Scene, tables: list[AtTable]) -> str:
    """The question which of several tables is meant."""
    lines = [f"/table {at.table.id}: {table_name(scene, at.table)}" for at in tables]
    return "\n".join(["Which table do you mean?", *lines])


def table_name(scene: Scene, table: Table) -> str:
    """What a table is called in a list: the variant and the people at it."""
    seats = scene.names(table)
    people = joined([seats[seat] for seat in table.people]) or "nobody yet"
    return f"{table.rules.title}: {people}"
