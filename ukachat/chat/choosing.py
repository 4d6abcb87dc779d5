"""A person's choice in the game, in plain talk or by a button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat import telling
from ukachat.chat.choices import question
from ukachat.chat.decisions import Acted
from ukachat.chat.handlers.game import come_back
from ukachat.chat.phrases import NotAllowed, Unclear, Understood, read
from ukachat.chat.publishing import action_buttons, signs_for
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage, TableError
from ukachat.engine import view
from ukachat.engine.errors import Refusal
from ukachat.text.words import one_line

if TYPE_CHECKING:
    from ukachat.chat.phrases import Reading
    from ukachat.chat.scene import AtTable, Scene
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat

_QUOTED: Final = 40  # characters of what somebody typed


def choose(scene: Scene, at: AtTable, said: str) -> None:
    """Do what the speaker's words mean, or ask what they mean.

    Raises:
        Sorry: They mean nothing that can be done, or two things.
    """
    seat = scene.seat(at)
    come_back(scene, at)
    state = at.table.game.state if at.table.game is not None else None
    if state is None or at.table.turn is None:
        raise Sorry(_what_now(scene, at, seat))
    if at.table.turn != seat:
        raise Sorry(telling.not_your_turn(at.table, scene.names(at.table)))
    match reading_of(scene, at, seat, said):
        case Understood(action=action) | NotAllowed(action=action):
            act(scene, at, action, at.table.version)
        case reading:
            seen, names = view(state, seat), scene.names(at.table)
            signs = signs_for(scene, scene.person.id)
            buttons = action_buttons(at.table, seat, reading.choices, names, signs)
            asks = question(reading, seen, names)
            if isinstance(reading, Unclear):
                asks = f'I did not understand "{one_line(said)[:_QUOTED]}". {asks}'
            raise Sorry(asks, buttons, is_private=True)


def act(scene: Scene, at: AtTable, action: SeatAction, version: int) -> None:
    """Take an action of the speaker.

    Raises:
        Sorry: It cannot be done.
    """
    seat = scene.seat(at)
    come_back(scene, at)
    try:
        effects = at.table.submit(seat, action, version)
    except (Refusal, TableError) as refusal:
        style = scene.style(scene.person.id)
        names = scene.names(at.table)
        sentence = telling.refused(refusal, at.table, seat, names, style)
        raise Sorry(sentence, is_private=True) from None
    assert isinstance(effects.decision, Acted)
    scene.decide(at, effects.decision)


def _what_now(scene: Scene, at: AtTable, seat: Seat) -> str:
    """What can be done while no choice of the game is asked."""
    if at.table.stage is Stage.LOBBY:
        return "The game has not begun yet. /start begins it."
    if at.table.stage is Stage.PLAYING:
        if at.table.may_deal(seat):
            return "The cards are not dealt yet. /deal deals them; /cut adds your words first."
        dealer = at.table.dealer_to_deal
        assert dealer is not None
        return f"The cards are not dealt yet. {scene.names(at.table)[dealer]} deals."
    return "This game is over. /rematch begins another."


def reading_of(scene: Scene, at: AtTable, seat: Seat, said: str) -> Reading:
    """What words of a seat mean where its table stands."""
    assert at.table.game is not None
    state = at.table.game.state
    return read(said, view(state, seat), telling.slots(at.table, seat), scene.names(at.table))
