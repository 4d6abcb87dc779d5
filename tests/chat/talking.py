"""Conversations in tests: people who say things, and what they are told."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tests.chat.memory import MemoryStore
from ukachat.chat.decisions import from_text
from ukachat.chat.growing import grow, table_of
from ukachat.chat.messages import (
    Edit,
    Incoming,
    Place,
    Press,
    Reply,
    Say,
    Send,
    Setting,
    Text,
    Upload,
)
from ukachat.chat.service import Service

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from ukachat.chat.messages import Button, Outgoing, Said
    from ukachat.chat.table import Table

Result = TypeVar("Result")

GROUP = "group:whanau"
START = 1_800_000_000.0


def run(coroutine: Coroutine[object, None, Result]) -> Result:
    """The result of a coroutine that waits for nothing, as with a `MemoryStore`."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        result: Result = stop.value
        return result
    raise AssertionError("it waits for something")


class Conversation:
    """Some people, their bot, and everything it sends.

    Attributes:
        store: What is kept.
        service: Who answers.
        now: The time.
        sent: Everything that was sent, in order.
        admins: Who administers the group.
    """

    def __init__(
        self,
        seed: int = 0,
        store: MemoryStore | None = None,
        *,
        hosts: tuple[str, ...] = (),
        network: str = "chat",
    ) -> None:
        self.store = MemoryStore() if store is None else store
        self.random = Random(seed)
        hosting = [account_of(host) for host in hosts]
        self.service = Service(self.store, self.random.randbytes, hosts=hosting)
        self.now = START
        self.network = network
        self.sent: list[Outgoing] = []
        self.ids = count(1)
        self.known: dict[str, Table] = {}
        self.admins: set[str] = set()

    def say(self, who: str, text: str, *, group: bool = False) -> list[Outgoing]:
        """Somebody types something; what is sent then."""
        return self.do(who, Text(text), group=group)

    def press(self, who: str, data: str, *, group: bool = False) -> list[Outgoing]:
        """Somebody presses a button; what is sent then."""
        return self.do(who, Press(data), group=group)

    def send(self, who: str, name: str, content: bytes) -> list[Outgoing]:
        """Somebody sends a document; what is sent then."""
        return self.do(who, Upload(name, content))

    def do(self, who: str, said: Said, *, group: bool = False, id_: str = "") -> list[Outgoing]:
        """Somebody does something; what is sent then."""
        self.now += 1
        incoming = self.incoming(who, said, group=group, id_=id_)
        run(self.service.handle(incoming, self.now))
        return self.drain()

    def incoming(self, who: str, said: Said, *, group: bool = False, id_: str = "") -> Incoming:
        """A message of somebody."""
        account = account_of(who, self.network)
        place = Place(account, Setting.PRIVATE, "circle")
        if group:
            place = Place(GROUP, Setting.GROUP, GROUP)
        incoming = Incoming(id_ or str(next(self.ids)), account, who, place, said)
        is_known = group and self.service.asks_for_admin(incoming)
        return replace(incoming, is_admin=is_known and who in self.admins)

    def wait(self, seconds: float) -> list[Outgoing]:
        """Time passes; what is sent then."""
        self.now += seconds
        run(self.service.tick(self.now))
        return self.drain()

    def drain(self) -> list[Outgoing]:
        """Send everything that waits."""
        sent: list[Outgoing] = []
        for posted in run(self.store.claim("", self.now, 10_000)):
            sent.append(posted.message)
            run(self.store.sent(posted.id, f"m{posted.id}"))
        self.sent += sent
        return sent

    @property
    def tables(self) -> list[Table]:
        """All tables, oldest first, as the store has them."""
        return [self._grown(table) for table in self.store.entries]

    def _grown(self, table: str) -> Table:
        """A table from its decisions, of which those seen before are not gone through again."""
        known = self.known.get(table)
        entries = [
            (entry.at, from_text(entry.text))
            for entry in self.store.entries[table][known.version if known else 0 :]
        ]
        if known is None:
            known = table_of(table, entries)
        else:
            for at, decision in entries:
                known = grow(known, decision, at).table
        self.known[table] = known
        return known

    @property
    def table(self) -> Table:
        """The newest table."""
        return self.tables[-1]


def account_of(who: str, network: str = "chat") -> str:
    """The account of somebody, which is the address of their private chat."""
    return f"{network}:{who.lower()}"


def texts(sent: list[Outgoing], who: str = "") -> list[str]:
    """The texts that were sent, or those sent to somebody or something."""
    address = {account_of(who), who} if who else set()
    return [text_of(post) for post in sent if not who or post.to in address]


def text_of(post: Outgoing) -> str:
    """Everything that a message shows."""
    match post:
        case Say(text=text) | Edit(text=text) | Reply(text=text):
            return text
        case Send(text=text, content=content):
            return f"{text}\n{content.decode()}"


def buttons(sent: list[Outgoing], who: str) -> list[Button]:
    """The buttons under the last message to somebody that has any."""
    for post in reversed(sent):
        if isinstance(post, Say | Edit) and post.to in {account_of(who), who} and post.buttons:
            return [button for row in post.buttons for button in row]
    return []
