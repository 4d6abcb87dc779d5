"""The outbox: what waits to be sent, in the order in which each address gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, update

from ukachat.chat.messages import Edit, Say
from ukachat.chat.store import Posted
from ukachat.chat.store.codec import EDIT, REPLY, SAY, from_plain, kind_of, to_plain
from ukachat.chat.store.tables import message_ids, outbox

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from ukachat.chat.messages import Outgoing
    from ukachat.chat.store.tables import AnyRow

LEASE_SECONDS: Final = 60
"""A message that was claimed and not marked can be claimed again after this long."""
_LAST: Final = "\U0010ffff"  # no address has it

_of_address: Final = outbox.c.address == bindparam("of_address")
_of_key: Final = _of_address & (outbox.c.key == bindparam("of_key"))

_drop_edits: Final = delete(outbox).where(
    _of_key, outbox.c.kind == EDIT, outbox.c.claimed_until <= bindparam("now")
)

_earlier: Final = outbox.alias("earlier")
_waiting: Final = (
    select(outbox.c.id, outbox.c.message, message_ids.c.message_id)
    .join_from(
        outbox,
        message_ids,
        and_(
            message_ids.c.address == outbox.c.address,
            message_ids.c.key == outbox.c.key,
        ),
        isouter=True,
    )
    .where(
        outbox.c.address >= bindparam("first"),
        outbox.c.address < bindparam("beyond"),
        outbox.c.claimed_until <= bindparam("now"),
    )
    .order_by(outbox.c.id)
    .limit(bindparam("most"))
)
_before: Final = exists().where(_earlier.c.address == outbox.c.address, _earlier.c.id < outbox.c.id)
_claimable: Final = _waiting.where(~_before.where(_earlier.c.claimed_until > bindparam("now")))
_next: Final = _waiting.where(
    or_(
        outbox.c.kind == REPLY,
        and_(
            outbox.c.address.not_in(bindparam("resting", expanding=True)),
            ~_before.where(_earlier.c.kind != REPLY),
        ),
    )
)
_lease: Final = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("ids", expanding=True)))
    .values(claimed_until=bindparam("until"))
)
_posts: Final = (
    select(outbox.c.id, outbox.c.address, outbox.c.kind, outbox.c.key)
    .where(outbox.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(outbox.c.id)
)
_release: Final = (
    update(outbox)
    .where(outbox.c.address >= bindparam("first"), outbox.c.address < bindparam("beyond"))
    .values(claimed_until=0.0)
)
_give_back: Final = (
    update(outbox).where(outbox.c.id == bindparam("number")).values(claimed_until=0.0)
)
_newer: Final = outbox.alias("newer")
_drop_overtaken: Final = delete(outbox).where(
    outbox.c.id == bindparam("number"),
    outbox.c.kind == EDIT,
    exists().where(
        _newer.c.address == outbox.c.address,
        _newer.c.key == outbox.c.key,
        _newer.c.id > outbox.c.id,
    ),
)
_drop: Final = delete(outbox).where(outbox.c.id.in_(bindparam("ids", expanding=True)))
_drop_all: Final = delete(outbox).where(_of_address)
_free_key: Final = delete(message_ids).where(
    message_ids.c.address == bindparam("of_address"), message_ids.c.key == bindparam("of_key")
)
_free_keys: Final = delete(message_ids).where(message_ids.c.address == bindparam("of_address"))


async def post(connection: AsyncConnection, messages: Sequence[Outgoing], now: float) -> None:
    """Puts messages into the outbox; one with a key takes the place of unsent edits of its key."""
    latest, overtaking = _latest(messages)
    if overtaking:
        await connection.execute(
            _drop_edits,
            [{"of_address": to, "of_key": key, "now": now} for to, key in overtaking],
        )
    if latest:
        await connection.execute(insert(outbox), [_row(each) for each in latest])


def _latest(messages: Sequence[Outgoing]) -> tuple[list[Outgoing], list[tuple[str, str]]]:
    """The messages without overtaken edits, and whose edits that wait already are overtaken."""
    latest: list[Outgoing] = []
    last_edits: dict[tuple[str, str], Outgoing] = {}
    keys: dict[tuple[str, str], None] = {}
    for message in messages:
        if isinstance(message, Say | Edit) and message.key:
            key = (message.to, message.key)
            keys[key] = None
            overtaken = last_edits.pop(key, None)
            if overtaken is not None:
                latest.remove(overtaken)
            if isinstance(message, Edit):
                last_edits[key] = message
        latest.append(message)
    return latest, list(keys)


def _row(message: Outgoing) -> dict[str, Any]:
    return {
        "address": message.to,
        "kind": kind_of(message),
        "key": message.key if isinstance(message, Say | Edit) else "",
        "claimed_until": 0.0,
        "message": to_plain(message),
    }


async def claim_next(
    connection: AsyncConnection, prefix: str, now: float, limit: int, resting: Collection[str]
) -> tuple[Posted, ...]:
    """Takes the next message of each address; see `Store.claim_next`."""
    values = _bounds(prefix, now, limit) | {"resting": list(resting)}
    found = await connection.execute(_next, values)
    posts = tuple(Posted(row.id, from_plain(row.message), row.message_id or "") for row in found)
    if posts:
        await _hold(connection, posts, now)
    return posts


async def release(connection: AsyncConnection, prefix: str) -> None:
    """Gives back what was claimed; see `Store.release`."""
    await connection.execute(_release, {"first": prefix, "beyond": prefix + _LAST})


async def is_waiting(connection: AsyncConnection, prefix: str, now: float) -> bool:
    """Whether there is anything to claim."""
    found = await connection.execute(_claimable, _bounds(prefix, now, 1))
    return found.first() is not None


async def claim(
    connection: AsyncConnection, prefix: str, now: float, limit: int
) -> tuple[Posted, ...]:
    """Takes messages; see `Store.claim`."""
    found = await connection.execute(_claimable, _bounds(prefix, now, limit))
    posts = tuple(_in_turn(found.all()))
    if posts:
        await _hold(connection, posts, now)
    return posts


async def _hold(connection: AsyncConnection, posts: Sequence[Posted], now: float) -> None:
    ids = [each.id for each in posts]
    await connection.execute(_lease, {"ids": ids, "until": now + LEASE_SECONDS})


def _bounds(prefix: str, now: float, limit: int) -> dict[str, Any]:
    return {"first": prefix, "beyond": prefix + _LAST, "now": now, "most": limit}


def _in_turn(rows: Iterable[AnyRow]) -> Iterable[Posted]:
    """What can be sent now.

    An edit waits until the message that it is of was sent, and so does what comes after it.
    """
    keys: set[tuple[str, str]] = set()
    waiting: set[str] = set()
    for row in rows:
        message = from_plain(row.message)
        if isinstance(message, Edit) and (message.to, message.key) in keys:
            waiting.add(message.to)
        if message.to in waiting:
            continue
        if isinstance(message, Say | Edit) and message.key:
            keys.add((message.to, message.key))
        yield Posted(row.id, message, row.message_id or "")


async def mark_sent(connection: AsyncConnection, marks: Mapping[int, str]) -> None:
    """Takes messages out, and keeps which message has a key now.

    Args:
        connection: Of a transaction that writes.
        marks: By the id of the row, the transport's id of the message; empty where it has none.
    """
    found = await connection.execute(_posts, {"ids": list(marks)})
    keyed: dict[tuple[str, str], str] = {}
    for row in found.all():
        message_id = marks[row.id]
        if row.key and (message_id or row.kind == SAY):
            keyed[row.address, row.key] = message_id
    await connection.execute(_drop, {"ids": list(marks)})
    if keyed:
        await connection.execute(
            _free_key, [{"of_address": address, "of_key": key} for address, key in keyed]
        )
    values = [
        {"address": address, "key": key, "message_id": message_id}
        for (address, key), message_id in keyed.items()
        if message_id
    ]
    if values:
        await connection.execute(insert(message_ids), values)


async def give_back(connection: AsyncConnection, number: int) -> None:
    """Lets a message be claimed again; see `Store.returned`."""
    await connection.execute(_drop_overtaken, {"number": number})
    await connection.execute(_give_back, {"number": number})


async def mark_failed(connection: AsyncConnection, number: int) -> None:
    """Takes a message out; the key of an edit is free afterwards."""
    found = await connection.execute(_posts, {"ids": [number]})
    for row in found.all():
        await connection.execute(_drop, {"ids": [number]})
        if row.kind == EDIT:
            await connection.execute(_free_key, {"of_address": row.address, "of_key": row.key})


async def forget_address(connection: AsyncConnection, address: str) -> None:
    """Drops what waits for an address, and every key there."""
    await connection.execute(_drop_all, {"of_address": address})
    await connection.execute(_free_keys, {"of_address": address})
