"""Saved games: sending them, stepping through them, checking their deals."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ukachat.chat import saving, watching
from ukachat.chat.handlers.finding import here, running
from ukachat.chat.messages import Button, Edit, Press, Say, Send, Tone, in_rows
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from ukachat.chat.messages import Upload
    from ukachat.chat.scene import Scene
    from ukachat.chat.store import GameRow
    from ukachat.records import SavedGame


def day(now: float) -> str:
    """The date of a time, as ``"2026-11-30"``."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def save(scene: Scene, _words: str) -> None:
    """Send the game here, as far as the speaker may know it."""
    at = running(scene)
    seat = at.table.seat_of(scene.person.id)
    names = scene.names(at.table)
    name, content = saving.document(at.table, names, seat, date=day(scene.now))
    whole = at.table.stage in {Stage.OVER, Stage.CLOSED}
    plays_it = f"ukachat replay {name} plays it back."
    if whole:
        scene.posts.append(Send(scene.place.address, name, content, f"The game. {plays_it}"))
    else:
        text = f"The game so far, with the cards that you may know. {plays_it}"
        scene.send_privately(name, content, text)  # It holds the asker's own hand.


def replay(scene: Scene, words: str) -> None:
    """Step through a finished game, or list those there are."""
    name, _, position = words.strip().lower().partition(" ")
    if not name:
        _list(scene)
        return
    row = _game(scene, name)
    _show(scene, row, int(position) if position.isdecimal() else 0)


def _list(scene: Scene) -> None:
    if not scene.games:
        raise Sorry("No game has been played to its end yet. You can send me a saved game, though.")
    lines = [f"/replay {row.id}: {saving.line_of(row)}" for row in scene.games]
    buttons = [Button(saving.line_of(row), f"/replay {row.id}") for row in scene.games]
    scene.say("\n".join(["Games that can be replayed:", *lines]), in_rows(buttons, 1))


def _game(scene: Scene, name: str) -> GameRow:
    row = next((row for row in scene.games if row.id == name), None)
    if row is None:
        raise Sorry(f"There is no game {name} here. /replay lists the games.")
    return row


def _named(scene: Scene, row: GameRow) -> SavedGame:
    names = [scene.people[each].name if each in scene.people else "" for each in row.people]
    return saving.with_names(row.document, tuple(names))


def _show(scene: Scene, row: GameRow, position: int) -> None:
    frame = watching.step(_named(scene, row), position, scene.style(scene.person.id))
    buttons = watching.buttons(row.id, frame.position, frame.count, next_deal=frame.next_deal)
    key = f"replay:{row.id}"
    incoming = scene.incoming
    if incoming is not None and isinstance(incoming.said, Press):
        scene.posts.append(Edit(scene.place.address, key, frame.text, Tone.ANSWER, buttons))
    else:
        scene.posts.append(Say(scene.place.address, frame.text, Tone.ANSWER, buttons, key))


def received(scene: Scene, upload: Upload) -> None:
    """Check a saved game that was sent, sum it up, and offer to step through it."""
    try:
        game = saving.received(upload.name, upload.content, size=upload.size, folders=scene.folders)
    except saving.NotAGame as error:
        raise Sorry(str(error)) from None
    row = saving.uploaded(game, scene.random_id(), scene.now, scene.home, scene.person.id)
    scene.finished.append(row)
    scene.say(
        f"{saving.summary(game)}\n/replay {row.id} steps through it.",
        in_rows(
            [Button("Step through", f"/replay {row.id}"), Button("Verify", f"/verify {row.id}")]
        ),
    )


def verify(scene: Scene, words: str) -> None:
    """Check that the cards came from the secrets that were sealed before."""
    if words:
        scene.say(watching.checked(_named(scene, _game(scene, words.strip().lower()))))
        return
    at = here(scene)
    if at is not None and at.table.game is not None:
        seat = at.table.seat_of(scene.person.id) if scene.is_private else None
        names = scene.names(at.table)
        game = saving.saved_game(at.table, names, seat, date=day(scene.now))
        scene.say(watching.checked(game))
    elif scene.games:
        scene.say(watching.checked(_named(scene, scene.games[0])))
    else:
        raise Sorry("There is no game here to verify.")
