"""One message, or one moment of the clock, while it is being answered.

A `Scene` holds everything that the answer may depend on, loaded before, and gathers everything that
it leads to. Nothing in it waits, looks at a clock or draws a number by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ukachat.chat import publishing
from ukachat.chat.computers import own_move
from ukachat.chat.decisions import Nudged, Opened, Sealed, Waited, to_text
from ukachat.chat.growing import grow, opened
from ukachat.chat.messages import (
    REPLY_LENGTH,
    Button,
    Press,
    Reply,
    Say,
    Send,
    Setting,
    Tone,
    Way,
)
from ukachat.chat.saving import game_row
from ukachat.chat.store import Change, TableChange, TableRow
from ukachat.chat.table import Computer, Nobody, Stage
from ukachat.text import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ukachat.chat.decisions import Decision
    from ukachat.chat.messages import Incoming, Outgoing, Place, Rows
    from ukachat.chat.store import GameRow, Person
    from ukachat.chat.table import Effects, Table
    from ukachat.engine.seats import Seat

_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that looks like something else
_ID_LENGTH: Final = 10
HOST: Final = "host"
"""Where the host's settings are kept, among those of places."""
_SEED_BYTES: Final = 32


HELLO: Final = "hello"
"""The word with which a private chat is opened for the first time."""


class Sorry(Exception):
    """What was asked cannot be done; the text tells the person why, kindly.

    Attributes:
        buttons: What they can do instead.
        is_private: Whether text or buttons are for their eyes alone: they may name cards.
    """

    def __init__(self, text: str, buttons: Rows = (), *, is_private: bool = False) -> None:
        super().__init__(text)
        self.buttons = buttons
        self.is_private = is_private


@dataclass
class AtTable:
    """A table while a message is being answered.

    Attributes:
        before: The table as it was.
        table: The table as it is now.
        effects: What was decided since, in order.
        said: What everybody at the table is told besides the events of the game, in order: the
            seat that need not hear it, and the sentence.
        is_wanted: Whether somebody asked to see the table.
    """

    before: Table
    table: Table
    effects: list[Effects] = field(default_factory=list["Effects"])
    said: list[tuple[Seat | None, str]] = field(default_factory=list["tuple[Seat | None, str]"])
    is_wanted: bool = False

    @property
    def is_new(self) -> bool:
        """Whether it was opened by this very message."""
        return self.before.version == 0

    @property
    def has_news(self) -> bool:
        """Whether anything happened that can be seen, not to the clock alone."""
        return any(not isinstance(each.decision, Nudged | Waited) for each in self.effects)

    def decide(self, decision: Decision, now: float) -> None:
        """Take a decision that is known to be possible."""
        self.add(grow(self.table, decision, now))

    def add(self, effects: Effects) -> None:
        """Take what `Table.submit` said."""
        self.effects.append(effects)
        self.table = effects.table

    def announce(self, sentence: str, *, but_for: Seat | None = None) -> None:
        """Tell everybody at the table, but for the seat that is told otherwise."""
        self.said.append((but_for, sentence))


@dataclass
class Scene:
    """What an answer depends on, and what it leads to.

    Attributes:
        now: The time, in seconds since 1970.
        random_bytes: Gives so many bytes that nobody can guess.
        folders: Folders of the host with rulesets.
        people: Everybody who is concerned, by id.
        tables: The tables that were loaded or opened, by id.
        incoming: What was said; None for a moment of the clock.
        speaker: Who said it; None for a moment of the clock.
        chosen: The settings of places, by address: of this one, of those whose tables the speaker
            sits at, and of `HOST`.
        is_host: Whether the speaker runs the bot and says so in private.
        here: The open tables of the place.
        mine: The open tables at which the speaker sits.
        joinable: The open tables of the circle, where the command asks for them.
        games: The stored games that the speaker may see, where the command asks for them.
        everywhere: All open tables, where the command asks for them.
        playing: At how many of those a game is on, where the command asks for it.
        posts: The messages so far.
        settings: New settings of people, by id.
        places: New settings of places, by address.
        finished: Games that have ended or arrived.
        forgets: Whether the speaker is to be forgotten.
    """

    now: float
    random_bytes: Callable[[int], bytes]
    folders: Sequence[Path] = ()
    people: dict[str, Person] = field(default_factory=dict[str, "Person"])
    tables: dict[str, AtTable] = field(default_factory=dict[str, AtTable])
    incoming: Incoming | None = None
    speaker: Person | None = None
    chosen: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, "Mapping[str, str]"])
    is_host: bool = False
    here: tuple[str, ...] = ()
    mine: tuple[str, ...] = ()
    joinable: tuple[str, ...] = ()
    games: tuple[GameRow, ...] = ()
    everywhere: tuple[TableRow, ...] = ()
    playing: int = 0
    posts: list[Outgoing] = field(default_factory=list["Outgoing"])
    settings: dict[str, Mapping[str, str]] = field(default_factory=dict[str, "Mapping[str, str]"])
    places: dict[str, Mapping[str, str]] = field(default_factory=dict[str, "Mapping[str, str]"])
    finished: list[GameRow] = field(default_factory=list["GameRow"])
    forgets: bool = False

    # --- who and where ---

    @property
    def person(self) -> Person:
        """Who spoke."""
        assert self.speaker is not None
        return self.speaker

    @property
    def place(self) -> Place:
        """Where they spoke."""
        assert self.incoming is not None
        return self.incoming.place

    @property
    def is_private(self) -> bool:
        """Whether somebody speaks, and does so in a private chat."""
        incoming = self.incoming
        return incoming is not None and incoming.place.setting is Setting.PRIVATE

    def is_spoken_by(self, person: Person) -> bool:
        """Whether it is this person who speaks."""
        return self.speaker is not None and self.speaker.id == person.id

    @property
    def home(self) -> str:
        """Where a table that is opened here is at home.

        A group's address; in private the speaker's id, since an address would outlive the person
        who is forgotten.
        """
        return self.person.id if self.is_private else self.place.address

    @property
    def usual(self) -> Mapping[str, str]:
        """The settings of this place: what is usual at new tables, and in a group who may what."""
        return self.chosen.get(self.place.address, {})

    def house(self, table: Table) -> Mapping[str, str]:
        """What the admins of a table's group have chosen; nothing for a private table.

        Nor for a group at whose table the speaker does not sit, unless they speak there.
        """
        return self.chosen.get(table.home, {})

    def may_computers_sit(self, table: Table) -> bool:
        """Whether computer players may sit at a table, as the admins of its group have it."""
        return self.house(table).get("computers") != "off"

    def administers(self, address: str) -> bool:
        """Whether the speaker is an admin of the group of this address, and speaks there."""
        incoming = self.incoming
        is_admin = incoming is not None and incoming.is_admin and not self.is_private
        return is_admin and self.place.address == address

    def names(self, table: Table) -> tuple[str, ...]:
        """By seat, what the table's players are called."""
        return table.names({person.id: person.name for person in self.people.values()})

    def style(self, person: str | None) -> Style:
        """How a person likes cards to be shown; None for a group."""
        known = self.people.get(person) if person else None
        chosen = known.settings.get("cards", "") if known else ""
        return Style(chosen) if chosen else Style.SIGNS

    def seat(self, at: AtTable) -> Seat:
        """Where the speaker sits.

        Raises:
            Sorry: They do not sit at this table.
        """
        seat = at.table.seat_of(self.person.id)
        if seat is None:
            raise Sorry("You do not sit at this table. /join takes a seat if one is free.")
        return seat

    # --- answers ---

    def say(self, text: str, buttons: Rows = (), *, key: str = "") -> None:
        """Answer where the speaker spoke."""
        self.posts.append(Say(self.place.address, text, Tone.ANSWER, buttons, key))

    def say_privately(self, text: str, buttons: Rows = ()) -> None:
        """Answer for the speaker's eyes alone."""
        incoming = self.incoming
        assert incoming is not None
        # In a group only the answer to the press is sure to reach a person.
        fits = len(text) <= REPLY_LENGTH and not buttons
        if isinstance(incoming.said, Press) and (fits or not self.is_private):
            self.posts.append(Reply(self.person.account, incoming.id, text))
        else:
            self._post_privately(Say(self.person.account, text, Tone.ANSWER, buttons))

    def send_privately(self, name: str, content: bytes, text: str) -> None:
        """Send a document for the speaker's eyes alone."""
        self._post_privately(Send(self.person.account, name, content, text))

    def _post_privately(self, post: Outgoing) -> None:
        """Send to the speaker's private chat, if it is not known to be closed to us."""
        if publishing.is_unreachable(self.person):
            opens = Button("Open the chat", HELLO, way=Way.OPEN)
            self.say("That is for your eyes alone. Open the chat with me first.", ((opens,),))
        else:
            self.posts.append(post)

    # --- decisions ---

    def random_id(self) -> str:
        """An id that nobody can guess."""
        return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in self.random_bytes(_ID_LENGTH))

    def open_table(
        self, *, name: str, rules: str, pace: str, reveal: str, like: Table | None = None
    ) -> AtTable:
        """Open a table here, or where another one is.

        Raises:
            Sorry: The host lets no new tables be opened.
        """
        if self.chosen.get(HOST, {}).get("drain") == "on":
            raise Sorry(
                "No new table can be opened just now: the bot is about to be updated. "
                "Games that are on go on; try again in a while."
            )
        circle = self.place.circle if self.is_private else self.place.address
        decision = Opened(
            by=self.person.id,
            home=self.home if like is None else like.home,
            circle=circle if like is None else like.circle,
            name=name,
            rules=rules,
            pace=pace,
            reveal=reveal,
            seed=self.random_bytes(_SEED_BYTES).hex(),
        )
        effects = opened(self.random_id(), decision, self.now)
        none_yet = replace(effects.table, version=0, moved=0)
        at = AtTable(before=none_yet, table=effects.table, effects=[effects])
        self.tables[effects.table.id] = at
        return at

    def decide(self, at: AtTable, *decisions: Decision) -> None:
        """Take decisions at a table."""
        for decision in decisions:
            at.decide(decision, self.now)

    def settle(self) -> None:
        """Let the tables go on by themselves as far as they can, and tell everybody."""
        for at in self.tables.values():
            if at.effects:
                self._go_on(at)
            if at.has_news or at.said or at.is_wanted:
                self.posts += publishing.posts(self, at)

    def _go_on(self, at: AtTable) -> None:
        letting_go = {
            person.id for person in self.people.values() if person.settings.get("last") == "play"
        }
        while True:
            table = at.table
            needs_seal = table.stage is Stage.LOBBY or table.dealer_to_deal is not None
            if needs_seal and table.seal is None:
                self.decide(at, Sealed(self.random_bytes(_SEED_BYTES).hex()))
            elif move := own_move(table, letting_go):
                self.decide(at, move)
            else:
                break
        has_ended = at.table.stage in {Stage.OVER, Stage.CLOSED}
        if has_ended and at.before.stage is Stage.PLAYING and at.table.game is not None:
            self.finished.append(game_row(at.table, self.now))

    # --- what is to be kept ---

    def change(self) -> Change:
        """All that this leads to."""
        return Change(
            at=self.now,
            incoming="" if self.incoming is None else self.incoming.id,
            tables=[_appended(at) for at in self.tables.values() if at.effects],
            posts=self.posts,
            games=self.finished,
            people=self.settings,
            places=self.places,
            forgets=self.person.id if self.forgets else "",
        )


def _appended(at: AtTable) -> TableChange:
    decisions = tuple(to_text(effects.decision) for effects in at.effects)
    return TableChange(row_of(at.table), at.before.version, decisions)


def row_of(table: Table) -> TableRow:
    """What is kept of a table so that it is found."""
    free = any(isinstance(holder, Nobody | Computer) for holder in table.holders)
    return TableRow(
        id=table.id,
        home=table.home,
        circle=table.circle,
        open=table.stage is not Stage.CLOSED,
        joinable=free and table.stage in {Stage.LOBBY, Stage.PLAYING},
        deadline=table.deadline,
        people=tuple(human.person for human in table.people.values()),
    )
