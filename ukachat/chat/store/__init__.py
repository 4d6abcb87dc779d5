"""What the conversation keeps, and the contract of whoever keeps it.

Decisions are only ever appended, each with the version that it makes. Whatever one message leads to
is one `Change` and is kept whole or not at all: decisions, settings and the outgoing messages,
which wait in the outbox until a transport has sent them. So nothing is said that is not kept, and
what is kept gets said even when the process dies in between.

`sql.SqlStore` keeps it in a database; `sql.open_store` opens one. A further store passes the tests
of `tests/chat/store/contract.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ukachat.chat.messages import Outgoing


class StoreError(Exception):
    """The store cannot be used; the text is one sentence for the host."""


class Stale(Exception):
    """Somebody else appended to the table in the meantime; nothing of the change was kept."""


class Repeated(Exception):
    """The message was answered before; nothing of the change was kept."""


class Person(NamedTuple):
    """Somebody who has spoken to us.

    Attributes:
        id: Names the person in decisions and stored games. It means nothing to anybody else, and
            nothing at all once the person is forgotten.
        account: Who they are to their transport; also the address of their private chat.
        name: What they are called.
        settings: What they chose, as plain texts.
    """

    id: str
    account: str
    name: str
    settings: Mapping[str, str]


class Entry(NamedTuple):
    """A decision as it is kept.

    Attributes:
        at: When, in seconds since 1970.
        text: The decision, as `decisions.to_text` writes it.
    """

    at: float
    text: str


class TableRow(NamedTuple):
    """What is kept of a table besides its decisions, so that it is found; it follows from them.

    Attributes:
        id: Names the table.
        home: The address where it was opened; the group's at a table of a group. It never changes.
        circle: Whose open table it is; see `messages.Place`. At a table of a group, and only there,
            it is the same as `home`. It never changes.
        open: Whether anything can still happen at it.
        joinable: Whether a person can still sit down.
        deadline: When something is due at it even if nobody acts, in seconds since 1970.
        people: The ids of everybody who sits at it.
    """

    id: str
    home: str
    circle: str
    open: bool
    joinable: bool
    deadline: float | None
    people: tuple[str, ...]


class GameRow(NamedTuple):
    """A game that has ended, or that somebody sent us.

    Attributes:
        id: Names the game. One that is kept later takes the place of an earlier one of its id.
        at: When it ended or arrived, in seconds since 1970.
        home: Where it was played.
        title: What lists call it, without names of people.
        document: The saved game, without names of people.
        people: By seat, the id of the person who held it at the end, empty for a computer; of a
            game that was sent, an empty id for each seat and then the sender's.
    """

    id: str
    at: float
    home: str
    title: str
    document: str
    people: tuple[str, ...]


class Posted(NamedTuple):
    """An outgoing message that waits to be sent.

    Attributes:
        id: Names the row.
        message: What to send.
        message_id: The transport's id of the message that has the key now, which an `Edit` is of
            and whose place a `Say` takes; empty where there is none, so that an edit becomes a new
            message.
    """

    id: int
    message: Outgoing
    message_id: str


@dataclass(slots=True)
class Change:
    """All that one message, or one moment of the clock, leads to.

    Attributes:
        incoming: The id of the message; empty where there is none.
        tables: What was decided, by table.
        posts: What is to be sent, in order.
        games: Games that have ended.
        people: All settings of people that have new ones, by id; who is not known is left out.
        places: All settings of places that have new ones, by address.
        forgets: The id of a person who is forgotten, as `Store.forget` does it, before anything is
            posted; empty where nobody is.
    """

    at: float
    incoming: str = ""
    tables: list[TableChange] = field(default_factory=list["TableChange"])
    posts: list[Outgoing] = field(default_factory=list["Outgoing"])
    games: list[GameRow] = field(default_factory=list[GameRow])
    people: dict[str, Mapping[str, str]] = field(default_factory=dict[str, "Mapping[str, str]"])
    places: dict[str, Mapping[str, str]] = field(default_factory=dict[str, "Mapping[str, str]"])
    forgets: str = ""


class TableChange(NamedTuple):
    """What is appended to a table.

    Attributes:
        row: The table as it is afterwards.
        version: How many decisions the table had before; 0 makes a new table.
        decisions: What is appended, in order.
    """

    row: TableRow
    version: int
    decisions: tuple[str, ...]


class Store(Protocol):
    """Keeps people, tables, games, settings and the outbox.

    Several processes may use one store at once. Everything raises `StoreError` where the store
    cannot be read or written; then nothing was changed.
    """

    async def close(self) -> None:
        """Let go of files and connections."""
        ...

    async def meet(self, account: str, name: str) -> Person:
        """The person behind an account, kept on first sight; a new name replaces the old."""
        ...

    async def known(self, account: str) -> Person | None:
        """The person behind an account; None where nobody has spoken from it."""
        ...

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        """The people of these ids; who is not known, or is forgotten, is left out."""
        ...

    async def place(self, address: str) -> Mapping[str, str]:
        """The settings of a place; empty where nothing was chosen."""
        ...

    async def places(self, addresses: Sequence[str]) -> dict[str, Mapping[str, str]]:
        """The settings of places, by address; where nothing was chosen is left out."""
        ...

    async def table(self, table: str) -> TableRow | None:
        """The table's row; None where there is no such table."""
        ...

    async def decisions(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The table's decisions beyond the first `after`, in order."""
        ...

    async def tables_at(self, home: str) -> tuple[TableRow, ...]:
        """The open tables that were opened at an address, oldest first."""
        ...

    async def tables_of(self, person: str) -> tuple[TableRow, ...]:
        """The open tables at which a person sits, oldest first."""
        ...

    async def open_tables(self) -> tuple[TableRow, ...]:
        """All open tables, oldest first."""
        ...

    async def joinable(self, circle: str) -> tuple[TableRow, ...]:
        """The open tables of a circle at which a seat can be had, oldest first.

        None are of the empty circle.
        """
        ...

    async def due(self, now: float) -> tuple[str, ...]:
        """The open tables whose deadline has come, earliest first."""
        ...

    async def next_deadline(self) -> float | None:
        """When the next table is due; None where none is."""
        ...

    async def games_of(self, person: str, limit: int = 10) -> tuple[GameRow, ...]:
        """The games a person played to the end or sent, newest first."""
        ...

    async def games_at(self, home: str, limit: int = 10) -> tuple[GameRow, ...]:
        """The games that ended at a place, newest first."""
        ...

    async def game(self, game: str) -> GameRow | None:
        """One game; None where there is no such game."""
        ...

    async def keep(self, change: Change) -> None:
        """Keep a change, whole or not at all.

        An `Edit`, and a `Say` with a key, takes the place of the edits of its key and address that
        wait and are not claimed.

        Raises:
            Repeated: Its message was kept before, in the last two days.
            Stale: One of its tables has got another decision in the meantime, or the home of a new
                table in a group has got another open table.
        """
        ...

    async def forget(self, person: str) -> None:
        """Forget who a person is: name, account, settings, and every message that waits for them.

        Tables, decisions and games keep the id, which then leads nowhere; it also stands for the
        account as the home of tables and games.
        """
        ...

    async def claim(self, prefix: str, now: float, limit: int = 50) -> tuple[Posted, ...]:
        """Take messages to send, oldest first, to addresses that begin with a prefix.

        Nobody else gets them for a minute; what is not marked by then can be claimed again. While
        an earlier message to the same address is claimed, the later ones wait; and an `Edit`, with
        what comes after it, waits until the message that it is of was sent.
        """
        ...

    async def claim_next(
        self, prefix: str, now: float, limit: int = 50, resting: Collection[str] = ()
    ) -> tuple[Posted, ...]:
        """Take the next message of each address that begins with a prefix, oldest first.

        As `claim`, but whoever sends slowly leaves the rest where later edits can take its place.
        Replies to presses are taken at once, whatever waits before them.

        Args:
            prefix: What the addresses begin with.
            now: The time, in seconds since 1970.
            limit: How many messages to take at most.
            resting: Addresses that get nothing now but replies.
        """
        ...

    async def release(self, prefix: str) -> None:
        """Give back what was claimed for addresses that begin with a prefix.

        For a transport that begins anew, and knows that nobody else sends there.
        """
        ...

    async def sent(self, post: int, message_id: str = "") -> None:
        """Mark a message as sent, and keep the transport's id for later edits of its key.

        Marks that come at once are kept at once, which is quicker than one after the other.

        Args:
            post: The id of the row; nothing happens where it was marked before.
            message_id: Empty where the transport has none, or where an edited message keeps its
                own.
        """
        ...

    async def returned(self, post: int) -> None:
        """Give back a message that was claimed and could not be sent yet.

        An edit with a newer one of its key behind it is dropped instead.
        """
        ...

    async def failed(self, post: int) -> None:
        """Mark a message as one that can never be sent; it is dropped.

        The key of an `Edit` is free afterwards: the next edit becomes a new message.
        """
        ...
