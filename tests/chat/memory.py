"""A store that keeps everything in this process, for tests of the conversation."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from ukachat.chat.messages import Edit, Reply, Say
from ukachat.chat.store import Change, Entry, GameRow, Person, Posted, Repeated, Stale, TableRow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ukachat.chat.messages import Outgoing

_LEASE = 60


@dataclass
class _Post:
    message: Outgoing
    claimed_until: float = 0.0


@dataclass
class MemoryStore:
    """The contract of `ukachat.chat.store.Store`, without a database."""

    persons: dict[str, Person] = field(default_factory=dict)
    settings_of: dict[str, Mapping[str, str]] = field(default_factory=dict)
    settings_at: dict[str, Mapping[str, str]] = field(default_factory=dict)
    rows: dict[str, TableRow] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    games: dict[str, GameRow] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    posts: dict[int, _Post] = field(default_factory=dict)
    message_ids: dict[tuple[str, str], str] = field(default_factory=dict)
    numbers: count[int] = field(default_factory=lambda: count(1))

    async def close(self) -> None:
        pass

    async def meet(self, account: str, name: str) -> Person:
        known = await self.known(account)
        if known is None:
            known = Person(f"p{next(self.numbers)}", account, name, {})
        self.persons[known.id] = known._replace(name=name)
        return self.persons[known.id]

    async def known(self, account: str) -> Person | None:
        return next((each for each in self.persons.values() if each.account == account), None)

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        return {each: self.persons[each] for each in ids if each in self.persons}

    async def place(self, address: str) -> Mapping[str, str]:
        return self.settings_at.get(address, {})

    async def places(self, addresses: Sequence[str]) -> dict[str, Mapping[str, str]]:
        return {each: self.settings_at[each] for each in addresses if each in self.settings_at}

    async def table(self, table: str) -> TableRow | None:
        return self.rows.get(table)

    async def decisions(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self.entries.get(table, [])[after:])

    async def tables_at(self, home: str) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows.values() if row.open and row.home == home)

    async def tables_of(self, person: str) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows.values() if row.open and person in row.people)

    async def open_tables(self) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows.values() if row.open)

    async def joinable(self, circle: str) -> tuple[TableRow, ...]:
        return tuple(
            row for row in self.rows.values() if row.open and row.joinable and row.circle == circle
        )

    async def due(self, now: float) -> tuple[str, ...]:
        due = [
            (row.deadline, row.id)
            for row in self.rows.values()
            if row.open and row.deadline is not None and row.deadline <= now
        ]
        return tuple(table for _, table in sorted(due))

    async def next_deadline(self) -> float | None:
        deadlines = [
            row.deadline for row in self.rows.values() if row.open and row.deadline is not None
        ]
        return min(deadlines, default=None)

    async def games_of(self, person: str, limit: int = 10) -> tuple[GameRow, ...]:
        rows = [row for row in self.games.values() if person in row.people]
        return tuple(sorted(rows, key=lambda row: -row.at)[:limit])

    async def games_at(self, home: str, limit: int = 10) -> tuple[GameRow, ...]:
        rows = [row for row in self.games.values() if row.home == home]
        return tuple(sorted(rows, key=lambda row: -row.at)[:limit])

    async def game(self, game: str) -> GameRow | None:
        return self.games.get(game)

    async def keep(self, change: Change) -> None:
        if change.incoming and change.incoming in self.seen:
            raise Repeated
        for each in change.tables:
            if len(self.entries.get(each.row.id, [])) != each.version:
                raise Stale
        self.seen.add(change.incoming)
        for each in change.tables:
            self.rows[each.row.id] = each.row
            kept = self.entries.setdefault(each.row.id, [])
            kept += [Entry(change.at, text) for text in each.decisions]
        for person, settings in change.people.items():
            self.persons[person] = self.persons[person]._replace(settings=settings)
        self.settings_at |= change.places
        self.games |= {game.id: game for game in change.games}
        if change.forgets:
            await self.forget(change.forgets)
        for message in change.posts:
            if isinstance(message, Say | Edit) and message.key:
                self._drop_edits(message, change.at)
            self.posts[next(self.numbers)] = _Post(message)

    def _drop_edits(self, message: Say | Edit, now: float) -> None:
        """What waits to be edited is overtaken."""
        self.posts = {
            number: post
            for number, post in self.posts.items()
            if not isinstance(post.message, Edit)
            or (post.message.to, post.message.key) != (message.to, message.key)
            or post.claimed_until > now
        }

    async def forget(self, person: str) -> None:
        known = self.persons.pop(person, None)
        if known is not None:
            self.posts = {
                number: post
                for number, post in self.posts.items()
                if post.message.to != known.account
            }

    async def claim(self, prefix: str, now: float, limit: int = 50) -> tuple[Posted, ...]:
        claimed: list[Posted] = []
        for number, post in self.posts.items():
            if post.message.to.startswith(prefix) and post.claimed_until <= now:
                post.claimed_until = now + _LEASE
                key = post.message.key if isinstance(post.message, Say | Edit) else ""
                known = self.message_ids.get((post.message.to, key), "")
                claimed.append(Posted(number, post.message, known))
        return tuple(claimed[:limit])

    async def claim_next(
        self, prefix: str, now: float, limit: int = 50, resting: Collection[str] = ()
    ) -> tuple[Posted, ...]:
        claimed: list[Posted] = []
        busy = set(resting)
        for number, post in self.posts.items():
            message = post.message
            is_next = isinstance(message, Reply) or message.to not in busy
            if not isinstance(message, Reply):
                busy.add(message.to)
            if message.to.startswith(prefix) and is_next and post.claimed_until <= now:
                post.claimed_until = now + _LEASE
                key = message.key if isinstance(message, Say | Edit) else ""
                claimed.append(Posted(number, message, self.message_ids.get((message.to, key), "")))
        return tuple(claimed[:limit])

    async def release(self, prefix: str) -> None:
        for post in self.posts.values():
            if post.message.to.startswith(prefix):
                post.claimed_until = 0.0

    async def sent(self, post: int, message_id: str = "") -> None:
        message = self.posts.pop(post).message
        if isinstance(message, Say | Edit) and message.key:
            self.message_ids[message.to, message.key] = message_id

    async def returned(self, post: int) -> None:
        self.posts[post].claimed_until = 0.0
        message = self.posts[post].message
        newer = (each.message for number, each in self.posts.items() if number > post)
        if isinstance(message, Edit) and any(
            isinstance(each, Say | Edit) and (each.to, each.key) == (message.to, message.key)
            for each in newer
        ):
            del self.posts[post]

    async def failed(self, post: int) -> None:
        del self.posts[post]
