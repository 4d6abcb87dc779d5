"""Opening a table, sitting down, and starting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.choosing import choose as make_choice
from ukachat.chat.computers import LEVELS
from ukachat.chat.decisions import (
    Closed,
    ComputerSat,
    Rose,
    Sat,
    Sealed,
    Started,
    Swapped,
)
from ukachat.chat.handlers.finding import here, opened_here, table, table_name
from ukachat.chat.handlers.settings import DEFAULT_RULES
from ukachat.chat.house_rules import HouseRules, choose, in_full
from ukachat.chat.messages import Button, in_rows
from ukachat.chat.pace import Pace
from ukachat.chat.publishing import HAND
from ukachat.chat.scene import HELLO, Sorry
from ukachat.chat.table import Computer, Human, Nobody, Reveal, Stage
from ukachat.engine.seats import Seat
from ukachat.records.seat_words import seat_word, seats_by_word
from ukachat.text.words import counted, joined

if TYPE_CHECKING:
    from ukachat.chat.decisions import Decision
    from ukachat.chat.scene import AtTable, Scene
    from ukachat.chat.table import Table

DEFAULT_LEVEL = "club"


def play(scene: Scene, words: str) -> None:
    """Open a table here; in the middle of a game, make the choice that the words name.

    With "now" at the end the game begins at once, against computer players.
    """
    words, starts = _without_now(words)
    at = opened_here(scene)
    stage = None if at is None else at.table.stage
    if at is None or stage is Stage.OVER:
        at = open_here(scene, words, instead_of=at)
        if starts:
            begin(scene, at)
    elif stage is Stage.PLAYING and words:
        make_choice(scene, at, words)
    elif stage is Stage.PLAYING:
        raise Sorry("A game is on here. /table shows it, /stop ends it.")
    elif at.table.seat_of(scene.person.id) is None:
        join(scene, "")
    else:
        at.is_wanted = True
        if starts:
            begin(scene, at)


def _without_now(words: str) -> tuple[str, bool]:
    """The words without "now" at their end, and whether it was there."""
    first, _, last = words.strip().rpartition(" ")
    return (first.strip(), True) if last.lower() == "now" else (words, False)


def open_here(scene: Scene, words: str, instead_of: AtTable | None) -> AtTable:
    """Open a table in the place of another, or of none; the speaker sits down at it."""
    rules = choose(words, folders=scene.folders) if words else _usual_rules(scene)
    at = scene.open_table(
        name=rules.name,
        rules=in_full(rules.ruleset),
        pace=scene.usual.get("pace", Pace.RELAXED.value),
        reveal=scene.usual.get("reveal", Reveal.GAME.value),
    )
    if instead_of is not None:
        scene.decide(instead_of, Closed())
    _sit(scene, at, _usual_seat(at.table, scene.person.id))
    at.is_wanted = True
    return at


def _usual_rules(scene: Scene) -> HouseRules:
    return choose(scene.usual.get("rules", DEFAULT_RULES), folders=scene.folders)


def _usual_seat(table: Table, person: str) -> Seat:
    """The seat that the person had before, else South: one looks at the table from there."""
    had = [Seat(seat) for each, seat in table.has_played if each == person]
    if had:
        return had[0]
    free = table.empty or table.computers
    if not free:
        raise Sorry("Every seat at this table is taken.")
    south = [seat for seat in free if table.rules.seating.names[seat] == "South"]
    return (south or free)[0]


def join(scene: Scene, words: str) -> None:
    """Sit down at a table: this place's, the one of an invitation, or the one that is open."""
    at = _invited(scene, words)
    if at.table.seat_of(scene.person.id) is not None:
        at.is_wanted = True
        return
    _sit(scene, at, _usual_seat(at.table, scene.person.id))
    at.is_wanted = True
    _close_own_lobby(scene, at)


def _close_own_lobby(scene: Scene, joined_at: AtTable) -> None:
    """Who sits down elsewhere leaves no empty table of their own behind."""
    own = opened_here(scene)
    if scene.is_private and own is not None and own is not joined_at:
        people = [human.person for human in own.table.people.values()]
        if own.table.stage is Stage.LOBBY and people == [scene.person.id]:
            scene.decide(own, Closed())


def _invited(scene: Scene, words: str) -> AtTable:
    if words:
        at = scene.tables.get(words.strip().lower())
        if at is None or at.table.stage in {Stage.CLOSED, Stage.OVER}:
            raise Sorry(f"There is no open table {words.strip()}. /play opens one.")
        return at
    at = here(scene) if not scene.is_private else None
    if at is not None:
        return at
    others = [
        scene.tables[each]
        for each in scene.joinable
        if scene.tables[each].table.seat_of(scene.person.id) is None
    ]
    if len(others) == 1:
        return others[0]
    if not others and (own := opened_here(scene)) is not None:
        return own
    if not others:
        raise Sorry("There is no open table to join. /play opens one.")
    raise Sorry(
        "Which table do you want to join?",
        in_rows(
            [
                Button(
                    f"{table_name(scene, each.table)} ({each.table.id})", f"/join {each.table.id}"
                )
                for each in others
            ],
            1,
        ),
    )


def sit(scene: Scene, words: str) -> None:
    """Take a certain seat."""
    at = here(scene) or table(scene)
    names = scene.names(at.table)
    seats = at.table.rules.seating.names
    if not words:
        raise Sorry(f"Which seat? /sit {seats[0].lower()}, for example. {_free(at.table)}")
    seat = seats_by_word(seats, ("",) * len(seats)).get(seat_word(words))
    if seat is None:
        raise Sorry(f'I know no seat "{words}". The seats are {joined(seats)}.')
    holder = at.table.holders[seat]
    if isinstance(holder, Human):
        whose = "yours already" if holder.person == scene.person.id else f"{names[seat]}'s"
        raise Sorry(f"{seats[seat]} is {whose}. {_free(at.table)}")
    _sit(scene, at, seat)
    at.is_wanted = True


def _free(table: Table) -> str:
    free = [table.rules.seating.names[seat] for seat in table.empty]
    return f"Free: {joined(free)}." if free else "No seat is empty."


def _sit(scene: Scene, at: AtTable, seat: Seat) -> None:
    """Seat the speaker, who may have another seat until the game begins."""
    now = at.table
    before = now.seat_of(scene.person.id)
    if now.stage is Stage.PLAYING:
        if before is not None:
            raise Sorry("You can change seats when the game is over.")
        had = {other for person, other in now.has_played if person == scene.person.id}
        if had and (seat not in had or not isinstance(now.holders[seat], Computer)):
            raise Sorry(
                "You have seen another hand of this game. A seat is yours again in the next game."
            )
    if now.stage is Stage.OVER:
        raise Sorry("This game is over. /rematch begins another.")
    if before is not None:
        scene.decide(at, Rose(before))
    scene.decide(at, Sat(seat, scene.person.id))
    place = now.rules.seating.names[seat]
    at.announce(f"{scene.person.name} sits {place}.")


def leave(scene: Scene, words: str) -> None:
    """Get up; in the middle of a game a computer player goes on in the seat."""
    at = table(scene)
    seat = scene.seat(at)
    name = scene.names(at.table)[seat]
    is_last = at.table.stage is Stage.PLAYING and len(at.table.people) == 1
    if is_last and words.strip().lower() not in {"now", "yes"}:
        raise Sorry(
            "Nobody else sits here, so this ends the game; it is kept as it stands. "
            "/leave now ends it, /away lets it rest.",
            in_rows([Button("End the game", f"t:{at.table.id}:{at.table.version}:/leave now")]),
        )
    if at.table.stage is Stage.LOBBY:
        scene.decide(at, Rose(seat))
        at.announce(f"{name} has left the table.")
    elif at.table.stage is Stage.PLAYING:
        scene.decide(at, ComputerSat(seat, DEFAULT_LEVEL))
        at.announce(f"{name} has left the table. A computer player takes the seat.")
    else:
        scene.decide(at, Rose(seat))
    scene.say("You have left the table.")
    if not at.table.people:
        scene.decide(at, Closed())


def computer(scene: Scene, words: str) -> None:
    """Seat computer players, or send them away."""
    at = table(scene)
    scene.seat(at)
    level = words.strip().lower() or DEFAULT_LEVEL
    if level == "off":
        if at.table.stage is not Stage.LOBBY:
            raise Sorry("In the middle of a game the computer players stay.")
        scene.decide(at, *(Rose(seat) for seat in at.table.computers))
        at.announce("The computer players have got up.")
    elif level in LEVELS:
        seats = (*at.table.empty, *at.table.computers)
        if not seats:
            raise Sorry("Every seat is held by a person.")
        _refuse_computers(scene, at.table)
        scene.decide(at, *(ComputerSat(seat, level) for seat in seats))
        names = scene.names(at.table)
        who = joined([names[seat] for seat in sorted(seats)])
        at.announce(f"{who} {'is' if len(seats) == 1 else 'are'} played by computer ({level}).")
    else:
        raise Sorry(f'I know no computer player "{words}". There are {joined(LEVELS)}; or say off.')
    at.is_wanted = True


def start(scene: Scene, words: str) -> None:
    """Start the game; without any table, greet.

    The word of a link sits down at the table of an invitation, or shows the own cards.
    """
    if words.startswith(HAND):
        _show_hand(scene, words.removeprefix(HAND))
        return
    if words and words != HELLO:
        join(scene, words)
        return
    at = None if words else here(scene)
    if at is None:
        greet(scene)
        return
    scene.seat(at)
    if at.table.stage is Stage.OVER:
        rematch(scene, "")
        return
    if at.table.stage is Stage.PLAYING:
        at.is_wanted = True
        return
    begin(scene, at)


def _show_hand(scene: Scene, table_id: str) -> None:
    """Show a group's table in the private chat of somebody who sits at it."""
    at = scene.tables.get(table_id)
    if at is None or at.table.stage is Stage.CLOSED:
        raise Sorry("That table is closed. /play opens another.")
    scene.seat(at)
    scene.settings[scene.person.id] = {**scene.person.settings, "table": at.table.id}
    at.is_wanted = True


def begin(scene: Scene, at: AtTable) -> None:
    """Fill the empty seats with computer players and begin.

    Raises:
        Sorry: Seats are empty, and in this group no computer player may take them.
    """
    if at.table.empty:
        _refuse_computers(scene, at.table)
    scene.decide(at, *(ComputerSat(seat, DEFAULT_LEVEL) for seat in at.table.empty))
    if at.table.seal is None:
        scene.decide(at, Sealed(scene.random_bytes(32).hex()))
    scene.decide(at, Started())


def _refuse_computers(scene: Scene, table: Table) -> None:
    """Keep computer players away where the admins of a group want none.

    Raises:
        Sorry: They do.
    """
    if scene.may_computers_sit(table):
        return
    empty = len(table.empty)
    if not empty:
        raise Sorry("Computer players may not sit at the tables of this group.")
    raise Sorry(
        "Computer players may not sit at the tables of this group, and "
        f"{counted(empty, 'seat')} {'is' if empty == 1 else 'are'} empty. /join takes one."
    )


def greet(scene: Scene) -> None:
    """Say who we are and what one can do."""
    scene.say(
        f"Kia ora, {scene.person.name}. This is Uka, the Māori game of Euchre, "
        "and the whole Euchre family.\n"
        "/play opens a table; computer players fill the seats that stay empty.\n"
        "/invite asks friends to your table. /help tells the rest.",
        in_rows(
            [
                Button("Play now against computers", "/play now"),
                Button("Invite friends", "/invite"),
                Button("Rules", "/rules"),
            ],
            1,
        ),
    )


def rematch(scene: Scene, _words: str) -> None:
    """Begin another game with the same people in the same seats."""
    _another(scene, swap=False)


def swap(scene: Scene, _words: str) -> None:
    """Change partners: two players exchange their seats."""
    at = table(scene)
    scene.seat(at)
    if at.table.stage is Stage.PLAYING:
        raise Sorry("Partners can be changed when the game is over.")
    if at.table.stage is Stage.OVER:
        _another(scene, swap=True)
        return
    scene.decide(at, _exchange(at.table))
    at.announce(_partners(scene, at.table))
    at.is_wanted = True


def _exchange(table: Table) -> Swapped:
    """Two neighbours change seats, so that everybody gets another partner.

    The last two of the table, so that repeating it comes through all pairings and the first keeps
    the seat: with four, the first has the third, the fourth, and so on opposite.
    """
    return Swapped(table.rules.seats - 2, table.rules.seats - 1)


def _partners(scene: Scene, table: Table) -> str:
    from ukachat.text import English

    words = English(table.rules, scene.names(table))
    return " ".join(f"{words.side_and_players(side)}." for side in words.table.sides)


def _another(scene: Scene, *, swap: bool) -> None:
    old = table(scene)
    scene.seat(old)
    if old.table.stage is Stage.LOBBY:
        raise Sorry("The game has not begun yet. /start begins it.")
    if old.table.stage is Stage.PLAYING:
        raise Sorry("This game is not over yet. /stop ends it.")
    name, rules = old.table.next_rules or (old.table.name, old.table.rules)
    at = scene.open_table(
        name=name,
        rules=in_full(rules),
        pace=old.table.pace.value,
        reveal=old.table.reveal.value,
        like=old.table,
    )
    scene.decide(old, Closed())
    scene.decide(at, *_same_seats(old.table, at.table))
    if not scene.may_computers_sit(at.table):
        scene.decide(at, *(Rose(seat) for seat in at.table.computers))
    if swap:
        scene.decide(at, _exchange(at.table))
        at.announce(_partners(scene, at.table))
    at.announce(f"{scene.person.name} wants a rematch.")
    is_full = not at.table.empty or scene.may_computers_sit(at.table)
    if len(at.table.people) == 1 and is_full:
        begin(scene, at)
    at.is_wanted = True


def _same_seats(old: Table, new: Table) -> list[Decision]:
    seated: list[Decision] = []
    for seat, holder in enumerate(old.holders[: new.rules.seats]):
        match holder:
            case Human(person=person):
                seated.append(Sat(seat, person))
            case Computer(level=level):
                seated.append(ComputerSat(seat, level))
            case Nobody():
                pass
    return seated
