"""What is asked of the database, one SELECT for each question.

They are built once, since building one costs as much as running it.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, func, select

from ukachat.chat.store.tables import (
    decisions,
    games,
    is_open,
    people,
    places,
    played,
    sitting,
    tables,
)

PERSON: Final = select(people).where(people.c.account == bindparam("of_account"))
PERSONS: Final = select(people).where(people.c.id.in_(bindparam("ids", expanding=True)))
PLACES: Final = select(places).where(places.c.address.in_(bindparam("addresses", expanding=True)))
TABLE: Final = select(tables).where(tables.c.id == bindparam("table"))
TABLES_AT: Final = (
    select(tables).where(is_open, tables.c.home == bindparam("of_home")).order_by(tables.c.number)
)
TABLES_OF: Final = (
    select(tables)
    .where(
        is_open,
        tables.c.number.in_(
            select(sitting.c.table).where(sitting.c.person == bindparam("of_person"))
        ),
    )
    .order_by(tables.c.number)
)
# Without an order, for which SQLite would rather read the whole table than the index of the open.
OPEN_TABLES: Final = select(tables).where(is_open)
JOINABLE: Final = (
    select(tables)
    .where(is_open, tables.c.joinable.is_(True), tables.c.circle == bindparam("of_circle"))
    .order_by(tables.c.number)
)
DUE: Final = (
    select(tables.c.id)
    .where(is_open, tables.c.deadline <= bindparam("now"))
    .order_by(tables.c.deadline, tables.c.number)
)
NEXT_DEADLINE: Final = select(func.min(tables.c.deadline)).where(is_open)
DECISIONS: Final = (
    select(decisions.c.at, decisions.c.text)
    .join(tables, tables.c.number == decisions.c.table)
    .where(tables.c.id == bindparam("table"), decisions.c.number > bindparam("after"))
    .order_by(decisions.c.number)
)
GAME: Final = select(games).where(games.c.id == bindparam("game"))
GAMES_AT: Final = (
    select(games)
    .where(games.c.home == bindparam("of_home"))
    .order_by(games.c.at.desc(), games.c.number.desc())
    .limit(bindparam("most"))
)
GAMES_OF: Final = (
    select(games)
    .join(played, played.c.game == games.c.number)
    .where(played.c.person == bindparam("of_person"))
    .order_by(played.c.at.desc(), played.c.game.desc())
    .limit(bindparam("most"))
)
