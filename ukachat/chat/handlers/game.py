"""What can be done and asked while a game is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat import telling
from ukachat.chat.choices import choice_words
from ukachat.chat.decisions import (
    Agreed,
    Asked,
    CameBack,
    Closed,
    Cut,
    Dealt,
    Declined,
    PaceChosen,
    TookBack,
    Waited,
    WentAway,
)
from ukachat.chat.handlers.finding import running, table, waits
from ukachat.chat.messages import Button, in_rows
from ukachat.chat.pace import KICK_SECONDS, Pace
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage, Wish
from ukachat.chat.undo import CardsWereSeen, NobodyToAsk, NothingToUndo, Undo, undo_of
from ukachat.engine import view
from ukachat.engine.actions import Discard
from ukachat.engine.seats import Seat
from ukachat.fair import NotFair, normalised
from ukachat.records.seat_words import seat_word, seats_by_word
from ukachat.text.words import joined

if TYPE_CHECKING:
    from ukachat.chat.scene import AtTable, Scene

_AFTERWARDS: Final = "/replay shows it, /play opens another table."
_NOW: Final = {"now", "yes"}


def deal(scene: Scene, _words: str) -> None:
    """Close the window for words, and deal."""
    at = table(scene)
    seat = scene.seat(at)
    come_back(scene, at)
    if at.table.dealer_to_deal is None:
        if at.table.stage is Stage.LOBBY:
            raise Sorry("The game has not begun yet. /start begins it.")
        raise Sorry(
            "This game is over." if at.table.turn is None else "The cards are dealt already."
        )
    if not at.table.may_deal(seat):
        dealer = scene.names(at.table)[at.table.dealer_to_deal]
        raise Sorry(f"{dealer} deals. Until then /cut adds your words.")
    scene.decide(at, Dealt())


def cut(scene: Scene, words: str) -> None:
    """Add words to the secret that the next cards come from."""
    at = table(scene)
    seat = scene.seat(at)
    come_back(scene, at)
    if at.table.seal is None:
        raise Sorry("The cards are dealt already. Before the next deal you can cut again.")
    try:
        added = normalised(words)
    except NotFair as error:
        raise Sorry(f"That does not fit: {error}.") from None
    if not added:
        raise Sorry('Say the words with it: "/cut any words" adds "any words" to the shuffle.')
    scene.decide(at, Cut(seat, added))
    scene.say(f'You cut the pack with "{added}".')
    at.announce(f'{scene.names(at.table)[seat]} cuts the pack with "{added}".', but_for=seat)


def hand(scene: Scene, _words: str) -> None:
    """Tell the speaker their own cards, privately."""
    at = running(scene)
    seat = scene.seat(at)
    scene.say_privately(telling.hand(at.table, seat, scene.style(scene.person.id)))


def show_table(scene: Scene, words: str) -> None:
    """Show the table; with a table's id, choose it among several."""
    if words:
        chosen = scene.tables.get(words.strip().lower())
        if chosen is None or chosen.table.seat_of(scene.person.id) is None:
            raise Sorry(f"You do not sit at a table {words.strip()}.")
        scene.settings[scene.person.id] = {**scene.person.settings, "table": chosen.table.id}
        chosen.is_wanted = True
        return
    table(scene).is_wanted = True


def score(scene: Scene, _words: str) -> None:
    """Tell the score, and what each deal gave."""
    at = running(scene)
    scene.say(telling.score(at.table, scene.names(at.table)))


def last(scene: Scene, _words: str) -> None:
    """Tell the last trick."""
    at = running(scene)
    style = scene.style(scene.person.id)
    scene.say(telling.last_trick(at.table, scene.names(at.table), style))


def history(scene: Scene, _words: str) -> None:
    """Tell the deal in hand, as far as everybody may know it."""
    at = running(scene)
    style = scene.style(scene.person.id)
    scene.say(telling.history(at.table, scene.names(at.table), style))


# --- time and absence ---


def pace(scene: Scene, words: str) -> None:
    """Choose how long the table waits for a person."""
    at = table(scene)
    scene.seat(at)
    try:
        chosen = Pace(words.strip().lower())
    except ValueError:
        unknown = [f'I know no pace "{words.strip()}".'] if words else []
        now = f"The pace is {at.table.pace.words}."
        raise Sorry(
            "\n".join([*unknown, now, *(f"/pace {p.words}." for p in Pace)]),
            in_rows([Button(p.value.capitalize(), f"/pace {p.value}") for p in Pace]),
        ) from None
    scene.decide(at, PaceChosen(chosen.value))
    at.announce(f"The pace is now {chosen.words}.")


def wait(scene: Scene, _words: str) -> None:
    """Give whoever the table waits for the whole time again."""
    at = running(scene)
    seat = scene.seat(at)
    come_back(scene, at)
    waited_for = at.table.waits_for
    if not waited_for:
        raise Sorry("The table waits for nobody.")
    if at.table.patience is None:
        raise Sorry("No clock is running here: the table waits for as long as it takes.")
    scene.decide(at, Waited())
    names = scene.names(at.table)
    who = "you" if waited_for == (seat,) else joined([names[each] for each in waited_for])
    scene.say(f"The table waits for {who}: the clock starts again.")


def away(scene: Scene, _words: str) -> None:
    """Let a caretaker computer play for the speaker."""
    at = running(scene)
    seat = scene.seat(at)
    if seat not in at.table.present:
        raise Sorry("You are away already. /back takes your cards up again.")
    send_away(scene, at, seat, but_for=seat)
    meanwhile = "the computer plays for you" if at.table.present else "the game rests"
    scene.say(f"You are away; {meanwhile} until you are back. /back takes your cards up again.")


def send_away(scene: Scene, at: AtTable, seat: Seat, *, but_for: Seat | None = None) -> None:
    """A caretaker takes a seat, and everybody is told, but for the seat that is told otherwise."""
    scene.decide(at, WentAway(seat))
    at.announce(telling.gone_away(at.table, seat, scene.names(at.table)), but_for=but_for)


def back(scene: Scene, _words: str) -> None:
    """Play for oneself again."""
    at = running(scene)
    if scene.seat(at) in at.table.present:
        raise Sorry("You are here already.")
    come_back(scene, at)


def come_back(scene: Scene, at: AtTable) -> None:
    """Whoever acts has their seat again."""
    seat = at.table.seat_of(scene.person.id)
    if seat is None or seat in at.table.present or at.table.stage is not Stage.PLAYING:
        return
    scene.decide(at, CameBack(seat))
    names = scene.names(at.table)
    scene.say_privately(telling.welcome_back(at.table, seat, names))
    at.announce(f"{names[seat]} is back.", but_for=seat)


def kick(scene: Scene, words: str) -> None:
    """Hand the seat of somebody the table waits for to a caretaker."""
    at = running(scene)
    own = scene.seat(at)
    come_back(scene, at)
    names = scene.names(at.table)
    waited_for = tuple(seat for seat in at.table.waits_for if seat != own)
    if words:
        seat = seats_by_word(at.table.rules.seating.names, names).get(seat_word(words))
        if seat is None or seat not in at.table.people:
            people = joined([names[each] for each in at.table.people if each != own])
            others = f"Others at the table: {people}." if people else "The others are computers."
            raise Sorry(f'There is no "{words}" here to wait for. {others}')
        if seat not in waited_for:
            raise Sorry(f"The table is not waiting for {names[seat]}.")
    elif len(waited_for) == 1:
        seat = waited_for[0]
    else:
        raise Sorry("The table is not waiting for anybody else.")
    if scene.now < at.table.since + KICK_SECONDS:
        raise Sorry(f"{names[seat]} has only just been asked. Give them a little longer.")
    send_away(scene, at, seat)


# --- consent ---


def undo(scene: Scene, _words: str) -> None:
    """Take the speaker's last action back, or ask the others whether they may."""
    at = running(scene)
    seat = scene.seat(at)
    come_back(scene, at)
    try:
        found = undo_of(at.table, seat)
    except NothingToUndo:
        raise Sorry("You have done nothing in this deal that can be taken back.") from None
    except CardsWereSeen:
        raise Sorry("It cannot be taken back: another card has been played since.") from None
    except NobodyToAsk:
        raise Sorry(
            "It cannot be taken back while somebody whose consent it takes is away."
        ) from None
    if found.asks:
        _refuse_second_question(scene, at, seat)
        told = _undone(scene, at, found)
        scene.decide(at, Asked(seat, Wish.UNDO.value))
        _say_that_others_are_asked(scene, "The others are asked whether you may take it back.")
        name = scene.names(at.table)[seat]
        at.announce(f"{name} asks to take back {told}. /agree or /decline?", but_for=seat)
    else:
        take_back(scene, at, seat)


def _undone(scene: Scene, at: AtTable, found: Undo) -> str:
    """What is to be taken back, in words that all may hear: no discard is named."""
    if isinstance(found.action, Discard):
        return "the discard"
    assert at.table.game is not None
    seen = view(at.table.game.taken[found.kept].before, found.action.seat)
    return f'"{choice_words(found.action, seen, scene.names(at.table))}"'


def _refuse_second_question(scene: Scene, at: AtTable, seat: Seat) -> None:
    """One question at a time: nobody's is replaced by another's.

    Raises:
        Sorry: Somebody else's is not answered yet.
    """
    asking = at.table.asking
    if asking is not None and asking.seat != seat:
        raise Sorry(
            f"{scene.names(at.table)[asking.seat]} has asked something first. /agree or /decline?"
        )


def _say_that_others_are_asked(scene: Scene, sentence: str) -> None:
    """Tell the asker so; a group hears the question itself."""
    if scene.is_private:
        scene.say(sentence)


def take_back(scene: Scene, at: AtTable, seat: Seat) -> None:
    """A seat's last action is taken back, and everybody is told."""
    found = undo_of(at.table, seat)
    told = _undone(scene, at, found)
    scene.decide(at, TookBack(seat, found.kept))
    at.announce(f"{scene.names(at.table)[seat]} takes back {told}.")


def stop(scene: Scene, words: str) -> None:
    """End the game, or close the lobby; with others, by everybody's consent.

    An admin of the table's group does it at once, so that a dead table never blocks a group.
    """
    at = table(scene)
    if scene.administers(at.table.home):
        _stop_as_admin(scene, at, words)
        return
    seat = scene.seat(at)
    if scene.house(at.table).get("stop") == "admins":
        raise Sorry("Only the admins of this group stop a table. /leave gives your seat up.")
    name = scene.names(at.table)[seat]
    if at.table.stage is not Stage.PLAYING:
        close(scene, at, f"{name} has closed the table.")
        return
    come_back(scene, at)
    others = [each for each in at.table.present if each != seat]
    if others:
        _refuse_second_question(scene, at, seat)
        scene.decide(at, Asked(seat, Wish.STOP.value))
        _say_that_others_are_asked(scene, "The others are asked whether the game shall end.")
        at.announce(f"{name} asks to end this game. /agree or /decline?", but_for=seat)
    elif words.strip().lower() in _NOW:
        close(scene, at, f"The game has ended early. {_AFTERWARDS}")
    else:
        raise Sorry(
            "This ends the game before its end; it is kept as it stands. /stop now ends it.",
            in_rows([_end_button(at)]),
        )


def _stop_as_admin(scene: Scene, at: AtTable, words: str) -> None:
    name = scene.person.name
    if at.table.stage is not Stage.PLAYING:
        close(scene, at, f"{name} has closed the table.")
    elif words.strip().lower() in _NOW:
        close(scene, at, f"{name}, an admin of this group, has ended the game early. {_AFTERWARDS}")
    else:
        raise Sorry(
            "As an admin of this group you can end this game for everybody at the table; "
            "it is kept as it stands. /stop now ends it.",
            in_rows([_end_button(at)]),
        )


def _end_button(at: AtTable) -> Button:
    return Button("End the game", f"t:{at.table.id}:{at.table.version}:/stop now")


def close(scene: Scene, at: AtTable, sentence: str) -> None:
    """Close a table, and tell everybody."""
    scene.decide(at, Closed())
    at.announce(sentence)


def agree(scene: Scene, _words: str) -> None:
    """Consent to what was asked."""
    at, seat = _asked(scene)
    asking = at.table.asking
    assert asking is not None
    scene.decide(at, Agreed(seat))
    at.announce(f"{scene.names(at.table)[seat]} agrees.")
    settle_asking(scene, at)


def settle_asking(scene: Scene, at: AtTable) -> None:
    """Do what was asked once everybody has agreed whose consent it takes.

    Ending the game takes that of everybody who is there; taking an action back, of everybody.
    """
    asking = at.table.asking
    if asking is None:
        return
    needed = at.table.present if asking.what is Wish.STOP else tuple(at.table.people)
    if any(seat not in asking.agreed for seat in needed):
        return
    if asking.what is Wish.UNDO:
        take_back(scene, at, asking.seat)
    else:
        close(scene, at, f"Everybody agrees: the game has ended early. {_AFTERWARDS}")


def decline(scene: Scene, _words: str) -> None:
    """Refuse what was asked."""
    at, seat = _asked(scene)
    scene.decide(at, Declined(seat))
    at.announce(f"{scene.names(at.table)[seat]} does not agree. The game goes on.")


def _asked(scene: Scene) -> tuple[AtTable, Seat]:
    at = table(scene)
    seat = scene.seat(at)
    come_back(scene, at)
    asking = at.table.asking
    if asking is None:
        raise Sorry("Nothing has been asked.")
    if seat in asking.agreed or not waits(at.table, scene.person.id):
        raise Sorry("It is for the others to answer.")
    return at, seat
