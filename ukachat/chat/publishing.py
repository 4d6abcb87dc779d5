"""What the people at a table are sent when something has happened at it.

At a private table everybody hears every event in their own chat; where the network can edit, one
message there shows the table instead. A group has one message that shows the table and is edited;
there the person whose turn it is gets the question in private as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat import telling
from ukachat.chat.choices import choice_words
from ukachat.chat.messages import (
    BUTTON_BYTES,
    Button,
    Edit,
    Press,
    Say,
    Tone,
    Way,
    in_rows,
    is_edited,
)
from ukachat.chat.table import Stage
from ukachat.engine import legal_actions, view
from ukachat.engine.actions import Discard, Play
from ukachat.engine.calling import open_calls
from ukachat.engine.notation import format_action
from ukachat.engine.state import FirstRound, SecondRound
from ukachat.text.words import Style, card_short, card_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.messages import Outgoing, Rows
    from ukachat.chat.scene import AtTable, Scene
    from ukachat.chat.store import Person
    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat
    from ukachat.engine.views import View

HAND: Final = "hand_"
"""What begins the word that shows the presser's own cards at a table in private."""
UNREACHABLE: Final = "unreachable"
"""The setting of a person whose private chat is closed to us."""


def posts(scene: Scene, at: AtTable) -> list[Outgoing]:
    """What is sent about a table, in order."""
    private = [post for seat in at.table.people for post in _to_person(scene, at, seat)]
    return [*_to_group(scene, at), *private] if at.table.in_group else private


def key_of(table: Table) -> str:
    """The key of the message that shows a table."""
    return f"table:{table.id}"


# --- to one person ---


def _to_person(scene: Scene, at: AtTable, seat: Seat) -> list[Outgoing]:
    table = at.table
    person = scene.people.get(table.people[seat].person)
    if person is None or is_unreachable(person):
        return []
    if is_edited(person.account):
        return _table_in_private(scene, at, seat, person)
    names, style = scene.names(table), scene.style(person.id)
    asks = seat in table.present and _is_asked(at, seat)
    lines = [sentence for but_for, sentence in at.said if but_for != seat]
    wants = at.is_wanted and scene.is_spoken_by(person)
    if not table.in_group:
        lines += telling.news(at.before, at.effects, seat, names, style)
        if _is_arranging(at) or wants:
            lines += [_shown(scene, table, style)]
    elif not asks or table.dealer_to_deal is not None:
        return []  # The group's own message says and offers it.
    if table.turn == seat and (asks or (wants and seat in table.waits_for)):
        told = () if table.in_group else [e for each in at.effects for e in each.events]
        shows_table = wants and not table.in_group
        lines.append(telling.turn(table, seat, names, style, told, below_table=shows_table))
    if not table.in_group and _is_sealed_anew(at):
        lines.append(telling.window(table, seat, names))
    if not lines:
        return []
    buttons = own_buttons(scene, table, seat)
    tone = Tone.TURN if asks else Tone.NEWS
    if wants and not asks:
        tone = Tone.ANSWER
    return [Say(person.account, "\n".join(lines), tone, buttons, key_of(table))]


def _table_in_private(scene: Scene, at: AtTable, seat: Seat, person: Person) -> list[Outgoing]:
    """The one message of a private chat that shows the table, the own cards and choices.

    It comes anew, so that the phone rings, only when it is the reader's turn and they were not just
    looking; or below what they have typed.
    """
    table = at.table
    speaks_here = scene.is_private and scene.is_spoken_by(person)
    wants = at.is_wanted and speaks_here
    asks = seat in table.present and _is_asked(at, seat)
    if table.in_group:
        was_asked = bool(at.effects) and at.before.turn == seat  # and may press no more
        asks = asks and table.dealer_to_deal is None  # The group's own message offers that.
        is_concerned = asks or was_asked or wants or (speaks_here and bool(at.effects))
    else:
        is_concerned = bool(at.effects or at.said) or wants
    if not is_concerned:
        return []
    text, key = _whole_table(scene, at, seat, person), key_of(table)
    buttons = own_buttons(scene, table, seat)
    if not scene.is_spoken_by(person):
        if asks:
            return [Say(person.account, text, Tone.TURN, buttons, key)]
        return [Edit(person.account, key, text, Tone.NEWS, buttons)]
    assert scene.incoming is not None
    if speaks_here and not isinstance(scene.incoming.said, Press):
        return [Say(person.account, text, Tone.ANSWER, buttons, key)]
    return [Edit(person.account, key, text, Tone.ANSWER, buttons)]


def reminder(scene: Scene, at: AtTable, seat: Seat, person: Person) -> Say:
    """What tells a person that the table has waited for them for a while."""
    table = at.table
    names, style = scene.names(table), scene.style(person.id)
    text = telling.nudge(table, seat, names, style)
    if is_edited(person.account):
        text = _whole_table(scene, at, seat, person, [telling.waits_for_you(table, seat, names)])
    return Say(person.account, text, Tone.NUDGE, own_buttons(scene, table, seat), key_of(table))


def _whole_table(
    scene: Scene, at: AtTable, seat: Seat, person: Person, above: Sequence[str] = ()
) -> str:
    """The table as a seat sees it, below what was just said and how a deal ended."""
    table = at.table
    names, style = scene.names(table), scene.style(person.id)
    shown = _shown(scene, table, style, seat)
    said = [*above, *(sentence for but_for, sentence in at.said if but_for != seat)]
    said += _not_below(telling.results(at.before, at.effects, names, style), shown)
    own = telling.own_cards(table, seat, style)
    if table.turn == seat and seat in table.waits_for:
        own = telling.turn(table, seat, names, style, below_table=True)
    return "\n\n".join(part for part in ("\n".join(said), shown, own) if part)


def _shown(scene: Scene, table: Table, style: Style, seat: Seat | None = None) -> str:
    """The table as it stands; `seat` is the reader's, None where all read the same."""
    sit = scene.may_computers_sit(table)
    return telling.table_message(table, scene.names(table), style, seat, may_computers_sit=sit)


def _not_below(lines: Sequence[str], shown: str) -> list[str]:
    """What the table below does not say as well."""
    below = shown.splitlines()
    return [line for line in lines if not any(each.endswith(line) for each in below)]


def is_unreachable(person: Person) -> bool:
    """Whether the private chat of a person has turned out to be closed to us."""
    return UNREACHABLE in person.settings


def _is_arranging(at: AtTable) -> bool:
    """Whether seats or rules changed before the game."""
    now, before = at.table, at.before
    is_other = now.holders != before.holders or now.rules is not before.rules
    return now.stage is Stage.LOBBY and is_other


def _is_sealed_anew(at: AtTable) -> bool:
    """Whether a secret for the next deal was drawn, whose hash everybody is shown at once."""
    now, before = at.table.seal, at.before.seal
    is_new = now is not None and (before is None or before.hash != now.hash)
    return is_new and at.table.stage is Stage.PLAYING


def _is_asked(at: AtTable, seat: Seat) -> bool:
    """Whether a seat is asked something now that it was not asked before."""
    now, before = at.table, at.before
    asking, earlier = now.asking, before.asking
    is_new = asking is not None and (earlier is None or earlier.asked != asking.asked)
    if is_new and asking is not None and seat not in asking.agreed:
        return True
    if seat not in now.waits_for:
        return False
    was_asked = seat in before.waits_for and seat in before.present
    return now.moved != before.moved or not was_asked


# --- to a group ---


def _to_group(scene: Scene, at: AtTable) -> list[Outgoing]:
    table = at.table
    names, style = scene.names(table), scene.style(None)
    said = [sentence for _, sentence in at.said]
    results = telling.results(at.before, at.effects, names, style)
    text = _shown(scene, table, style)
    buttons = _group_buttons(scene, table)
    key = key_of(table)
    is_wanted = at.is_wanted and not scene.is_private
    if results or is_wanted or at.is_new:
        above = "\n".join([*said, *_not_below(results, text)])
        whole = f"{above}\n\n{text}" if above else text
        return [Say(table.home, whole, Tone.TABLE, buttons, key)]
    answers = () if table.asking is None else _consent_buttons(table)
    spoken: list[Outgoing] = [Say(table.home, "\n".join(said), Tone.NEWS, answers)] if said else []
    if at.effects:
        spoken.append(Edit(table.home, key, text, Tone.TABLE, buttons))
    return spoken


def _group_buttons(scene: Scene, table: Table) -> Rows:
    """Choices for a group: never a card, for everybody sees them."""
    if table.asking is not None:
        return _consent_buttons(table)
    if table.stage is not Stage.PLAYING or table.turn is None:
        return _table_buttons(scene, table, None)
    cards = Button("My cards", _data(table, "/hand"))
    private = Button("Private hand", f"{HAND}{table.id}", way=Way.OPEN)
    return (*_open_choices(table, scene.names(table)), (cards, private))


def _open_choices(table: Table, names: tuple[str, ...]) -> Rows:
    """What the seat whose turn it is can choose, as far as everybody may know it."""
    assert table.game is not None
    assert table.turn is not None
    state = table.game.state
    if isinstance(state.phase, FirstRound | SecondRound):
        return action_buttons(table, table.turn, open_calls(state, state.phase), names)
    actions = legal_actions(state)
    others = [each for each in actions if not isinstance(each, Play | Discard)]
    size = len(telling.slots(table, table.turn)) if len(others) < len(actions) else 0
    numbers = tuple(Button(str(each), _data(table, str(each))) for each in range(1, size + 1))
    rows = action_buttons(table, table.turn, others, names)
    return (numbers, *rows) if numbers else rows


# --- choices ---


def own_buttons(scene: Scene, table: Table, seat: Seat) -> Rows:
    """What a person can choose now, for the eyes of that person alone.

    Args:
        scene: With the people at the table.
        table: The table.
        seat: Where the person sits.
    """
    rows: Rows = ()
    if table.asking is not None and seat not in table.asking.agreed:
        rows = _consent_buttons(table)
    if table.game is not None and table.turn == seat:
        actions = view(table.game.state, seat).legal_actions
        # What is asked of everybody comes last, so that the numbers of the choices stay.
        signs = signs_for(scene, table.people[seat].person)
        return (*action_buttons(table, seat, actions, scene.names(table), signs), *rows)
    return rows or _table_buttons(scene, table, seat)


def signs_for(scene: Scene, person: str) -> Style:
    """How a person's buttons show a card before they name it; in words alone, not at all.

    Where labels are typed they are words alone.
    """
    known = scene.people.get(person)
    return scene.style(person) if known and is_edited(known.account) else Style.WORDS


def _consent_buttons(table: Table) -> Rows:
    agree = Button("Agree", _data(table, "/agree"))
    return ((agree, Button("Decline", _data(table, "/decline"))),)


def _table_buttons(scene: Scene, table: Table, seat: Seat | None) -> Rows:
    match table.stage:
        case Stage.LOBBY:
            return _lobby_buttons(scene, table, seat)
        case Stage.PLAYING if table.dealer_to_deal is not None:
            if seat is None or table.may_deal(seat):
                return ((Button("Deal", _data(table, "/deal")),),)
            return ()
        case Stage.OVER:
            again = [
                Button("Rematch", _data(table, "/rematch")),
                Button("Change partners", _data(table, "/swap")),
                Button("Save", _data(table, "/save")),
                Button("Verify", _data(table, "/verify")),
            ]
            return in_rows(again)
        case _:
            return ()


def _lobby_buttons(scene: Scene, table: Table, seat: Seat | None) -> Rows:
    start = Button("Start", _data(table, "/start"))
    rules = Button("Rules", "/rules")
    if seat is not None:
        friends = Button("Invite friends", _data(table, "/invite"))
        return ((start, rules), (friends,)) if table.empty else ((start, rules),)
    seats = [
        Button(f"Sit {name}", _data(table, f"/sit {name.lower()}"))
        for name in (table.rules.seating.names[empty] for empty in table.empty)
    ]
    may_sit = bool(table.empty) and scene.may_computers_sit(table)
    computers = [Button("Computers", _data(table, "/computer"))] if may_sit else []
    return (*in_rows(seats), (*computers, start, rules))


def action_buttons(
    table: Table,
    seat: Seat,
    actions: Sequence[SeatAction],
    names: Sequence[str],
    signs: Style = Style.WORDS,
) -> Rows:
    """Buttons for actions of the seat whose turn it is; cards in the order of their slots.

    Args:
        table: The table.
        seat: The seat.
        actions: Some of what it may do.
        names: By seat, what its holder is called.
        signs: How a card is shown before it is named, as in ``K♦ King of diamonds``; in words
            alone, not at all.
    """
    assert table.game is not None
    seen = view(table.game.state, seat)
    lying = telling.slots(table, seat)
    slot_of = {card: slot for slot, card in enumerate(lying, 1) if card is not None}
    buttons = [
        Button(
            _label(action, seen, names, signs),
            _data(table, format_action(action).partition(" ")[2]),
            slot_of[action.card] if isinstance(action, Play | Discard) else 0,
        )
        for action in actions
    ]
    cards = sorted((each for each in buttons if each.number), key=lambda each: each.number)
    return in_rows([*cards, *(each for each in buttons if not each.number)])


def _label(action: SeatAction, seen: View, names: Sequence[str], signs: Style) -> str:
    if signs is Style.WORDS or not isinstance(action, Play | Discard):
        return choice_words(action, seen, names)
    words = card_words(action.card)
    return f"{card_short(action.card, signs)} {words[:1].upper()}{words[1:]}"


def _data(table: Table, said: str) -> str:
    """The data of a button that says something at this table, at this version."""
    data = f"t:{table.id}:{table.version}:{said}"
    assert len(data.encode()) <= BUTTON_BYTES, data
    return data
