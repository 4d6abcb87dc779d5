"""What the tests of stores share."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ukachat.chat.messages import Outgoing
from ukachat.chat.store import Change, GameRow, Posted, Store, TableChange, TableRow

GROUP = "telegram:-100"
MERE = "terminal:mere"


class NeedsStore:
    """Tests of what every store does; those of a certain store say how it is opened."""

    async def opened(self, folder: Path) -> Store:
        """A new and empty store that keeps its files, if any, in a folder."""
        raise NotImplementedError


def with_store(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Runs an asynchronous test of a `NeedsStore` with a store that was just opened."""

    def run(self: NeedsStore, tmp_path: Path) -> None:
        async def opened_and_closed() -> None:
            store = await self.opened(tmp_path)
            try:
                await test(self, store)
            finally:
                await store.close()

        asyncio.run(opened_and_closed())

    run.__name__ = test.__name__
    return run


def row(table: str = "t1", **changes: Any) -> TableRow:  # noqa: ANN401 - any of its fields
    """A group's open table without people or deadline."""
    return TableRow(table, GROUP, GROUP, True, True, None, ())._replace(**changes)


def private_row(table: str, **changes: Any) -> TableRow:  # noqa: ANN401 - any of its fields
    """An open table in a private chat."""
    return row(table, home=MERE, circle="")._replace(**changes)


def opening(first: TableRow, *decisions: str, at: float = 1.0) -> Change:
    """Makes a table."""
    return Change(at, tables=[TableChange(first, 0, decisions or ("open",))])


def game(name: str = "g1", **changes: Any) -> GameRow:  # noqa: ANN401 - any of its fields
    """A game without people."""
    return GameRow(name, 5.0, GROUP, f"Game {name}", f"game: {name}\n", ())._replace(**changes)


async def post(store: Store, *messages: Outgoing, at: float = 1.0) -> None:
    await store.keep(Change(at, posts=list(messages)))


async def claimed(
    store: Store, prefix: str = "", now: float = 1.0, limit: int = 50
) -> list[Outgoing]:
    return [each.message for each in await store.claim(prefix, now, limit)]


async def send_all(store: Store, message_id: str = "", now: float = 1.0) -> list[Posted]:
    """Sends whatever waits, as a transport does."""
    done: list[Posted] = []
    while posts := await store.claim("", now):
        for each in posts:
            await store.sent(each.id, message_id)
        done += posts
    return done
