"""What people say without a slash: choices in plain talk, and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.choosing import act, choose, reading_of
from ukachat.chat.commands import bare, find
from ukachat.chat.handlers import game
from ukachat.chat.handlers.finding import here, table, waits
from ukachat.chat.phrases import NotAllowed, TwoReadings, Understood
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage
from ukachat.engine.actions import Deal, Draw
from ukachat.engine.notation import parse_action

if TYPE_CHECKING:
    from ukachat.chat.scene import AtTable, Scene
    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat

_LONGEST = 4000  # a message of a chat is no longer
_AT_ANY_TIME = {"/hand", "/save", "/verify"}  # They look and change nothing.
_YES = {"yes", "agree", "i agree", "ok", "okay", "y"}
_NO = {"no", "decline", "i decline", "n"}


def hear(scene: Scene, text: str, *, to_us: bool = False) -> None:
    """Answer something typed.

    Args:
        scene: Where it was said.
        text: What was said.
        to_us: As of `messages.Text`.
    """
    said = text.strip()
    if len(said) > _LONGEST:
        raise Sorry(f"That is too long for me: at most {_LONGEST} characters.")
    if said.startswith("/"):
        word, _, rest = said[1:].partition(" ")
        # In a group a command may name whom it is for: /play@name_of_the_bot.
        find(word.partition("@")[0], for_host=scene.is_host).run(scene, rest.strip())
    elif said:
        _plain(scene, said, to_us=to_us)
    elif scene.is_private or to_us:
        raise Sorry("I understand words, buttons and saved games sent as files. /help tells more.")


def pressed(scene: Scene, data: str) -> None:
    """Answer a button: either what could have been typed, or that at a certain table and version.

    Raises:
        Sorry: The button is out of date, or not for the presser.
    """
    if not data.startswith("t:"):
        hear(scene, data)
        return
    parts = data.split(":", 3)
    if len(parts) < 4 or not parts[2].isdecimal():
        raise Sorry("I do not know that button.")
    _, table_id, version, said = parts
    at = scene.tables.get(table_id)
    if at is None or at.table.stage is Stage.CLOSED:
        raise Sorry("That table is closed. /play opens another.")
    is_current = _offered_from(at.table, said) <= int(version) <= at.table.version
    if not is_current and said not in _AT_ANY_TIME:
        at.is_wanted = scene.is_private and not at.table.in_group
        raise Sorry("That button is from an older moment: the table has moved on.")
    scene.mine = (table_id,)
    if not scene.is_private:
        scene.here = (table_id,)
    if said.startswith("/"):
        hear(scene, said)
    elif said.isdecimal():
        choose(scene, at, said)
    else:
        act(scene, at, _action(scene.seat(at), said), int(version))


def _offered_from(table: Table, said: str) -> int:
    """The version from which on a button that says this still means the same."""
    if table.asking is not None and said in {"/agree", "/decline"}:
        return max(table.moved, table.asking.asked)
    return table.moved


def _action(seat: Seat, said: str) -> SeatAction:
    try:
        action = parse_action(f"{seat:d} {said}")
    except ValueError:
        raise Sorry("I do not know that button.") from None
    assert not isinstance(action, Draw | Deal)
    return action


def _plain(scene: Scene, said: str, *, to_us: bool) -> None:
    command = bare(said)
    if not scene.is_private:
        _in_group(scene, said, to_us=to_us)
        return
    if scene.mine and (at := here(scene)) is not None:
        answered = said.lower().rstrip(".!")
        asking = at.table.asking
        if asking is not None and waits(at.table, scene.person.id) and at.table.turn is None:
            command = None
        if answered in _YES | _NO and asking is not None and waits(at.table, scene.person.id):
            (game.agree if answered in _YES else game.decline)(scene, "")
            return
        if at.table.turn is not None and not (command and _is_no_choice(scene, at, said)):
            choose(scene, at, said)
            return
    if command is not None:
        command.run(scene, "")
        return
    table(scene)  # says how to open one where there is none
    raise Sorry("Sorry, I did not understand that. /help tells what you can say.")


def _is_no_choice(scene: Scene, at: AtTable, said: str) -> bool:
    """Whether words that name a command name no choice of the speaker as well."""
    seat = at.table.seat_of(scene.person.id)
    if seat is None or at.table.turn != seat or at.table.game is None:
        return True
    return not isinstance(reading_of(scene, at, seat, said), Understood | NotAllowed | TwoReadings)


def _in_group(scene: Scene, said: str, *, to_us: bool) -> None:
    """In a group people talk to one another: only a clear choice of whose turn it is counts.

    What is said to us is answered to whoever sits at the table.
    """
    at = here(scene)
    if at is None or at.table.game is None:
        return
    seat = at.table.seat_of(scene.person.id)
    if seat is not None and to_us:
        choose(scene, at, said)
        return
    if seat is None or at.table.turn != seat:
        return
    if isinstance(reading_of(scene, at, seat, said), Understood | NotAllowed | TwoReadings):
        choose(scene, at, said)
