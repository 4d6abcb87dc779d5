"""Games of a table as saved games, and saved games that the store keeps or that people send.

Once a game is over its record is whole. Before that it holds what the asker may know, built from
what may be shown: a card stands in it only if the asker saw it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from ukachat.chat.store import GameRow
from ukachat.chat.table import Computer, NoGame, Reveal, Stage
from ukachat.chat.watching import ending_of, summary
from ukachat.engine.actions import ChooseDealer, Discard
from ukachat.engine.state import AwaitingDeal, Over
from ukachat.records import (
    FirstDealerFound,
    Kind,
    Player,
    RecordedDeal,
    SavedGame,
    TurnUp,
    Undone,
    parse_games,
    record_actions,
    write_game,
)
from ukachat.rulebook import RulesetFileError
from ukachat.text import English
from ukachat.text.words import counted, one_line
from ukachat.yamlio import YamlError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ukachat.chat.table import Game, Table
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat

__all__ = [
    "UPLOAD_BYTES",
    "NotAGame",
    "anonymous",
    "document",
    "game_row",
    "line_of",
    "received",
    "saved_game",
    "summary",
    "uploaded",
    "with_names",
]

UPLOAD_BYTES: Final = 200_000
"""The longest document that is read: hundreds of deals, and still answered at once."""

_LONGEST_NAME: Final = 60
_ID_IN_NAME: Final = 4
_VARIANT: Final = re.compile(r"[\w-]{1,64}")


class NotAGame(ValueError):
    """A document that holds no game; its text is one sentence, with the place of the fault."""


# --- a game at a table ---


def saved_game(
    table: Table, names: Sequence[str], seat: Seat | None, *, title: str = "", date: str = ""
) -> SavedGame:
    """The game at a table, as far as somebody may know it.

    Args:
        table: The table.
        names: By seat, what its holder is called.
        seat: Who asks; None for a watcher. Once the game is over everybody may know everything.
        title: What the game is called; may be empty.
        date: When it was played; may be empty.

    Raises:
        NoGame: No game has begun at the table.
    """
    game = table.game
    if game is None:
        raise NoGame
    undone = [
        (each.deal, Undone(each.action, each.after))
        for each in game.undone
        if not isinstance(each.action, ChooseDealer)  # It comes before the first deal.
    ]
    first_dealer, deals = record_actions(
        table.rules, [each.action for each in game.taken], fair=game.seals, undone=undone
    )
    return SavedGame(
        title=one_line(title),
        date=one_line(date),
        ruleset_name=table.name if _VARIANT.fullmatch(table.name) else "",
        ruleset=table.rules,
        players=tuple(_players(table, names)),
        start=(0,) * len(table.rules.seating.sides),
        first_dealer=first_dealer if _is_open(table, None) else _sealed_draw(first_dealer),
        deals=tuple(
            deal if _is_open(table, number) else _as_seen(deal, seat)
            for number, deal in enumerate(deals)
        ),
    )


def document(
    table: Table, names: Sequence[str], seat: Seat | None, *, title: str = "", date: str = ""
) -> tuple[str, bytes]:
    """The game at a table as a file: its name, such as ``nz-2026-11-30-k7f3.yaml``, and content.

    Arguments and errors are those of `saved_game`. Only the beginning of the table's id is told, as
    the whole of it invites to the table.
    """
    game = saved_game(table, names, seat, title=title, date=date)
    parts = [table.name or "game", date, table.id[:_ID_IN_NAME]]
    words = (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-") for part in parts)
    return f"{'-'.join(filter(None, words))}.yaml", write_game(game).encode()


def game_row(table: Table, now: float) -> GameRow:
    """What the store keeps of a game that has ended; its id is the table's.

    Args:
        table: The table, whose game is over or which is closed.
        now: When it ended, in seconds since 1970.

    Raises:
        NoGame: No game has begun at the table.
    """
    game = anonymous(saved_game(table, table.rules.seating.names, None, date=_day(now)))
    assert table.game is not None
    state = table.game.state
    title = _title(table.rules, state.score, is_over=isinstance(state.phase, Over))
    holders = [table.people.get(seat) for seat in table.rules.seating.seats]
    people = tuple("" if holder is None else holder.person for holder in holders)
    return GameRow(table.id, now, table.home, title, write_game(game), people)


def _players(table: Table, names: Sequence[str]) -> list[Player]:
    return [
        Player(one_line(name) or seat, Kind.COMPUTER if is_computer else Kind.PERSON)
        for name, seat, is_computer in zip(
            names,
            table.rules.seating.names,
            [isinstance(holder, Computer) for holder in table.holders],
            strict=True,
        )
    ]


def _is_open(table: Table, deal: int | None) -> bool:
    """Whether every card of a deal, from 0, and its secret may be known; None for the draw."""
    if table.stage in {Stage.OVER, Stage.CLOSED}:
        return True
    assert table.game is not None
    return table.reveal is Reveal.DEAL and (deal is None or deal < _finished(table.game))


def _finished(game: Game) -> int:
    """How many deals have ended."""
    between = isinstance(game.state.phase, AwaitingDeal | Over)
    return game.deals if between else max(game.deals - 1, 0)


def _sealed_draw(found: FirstDealerFound) -> FirstDealerFound:
    """The draw without its secret; its cards fell face up."""
    fair = None if found.fair is None else found.fair.sealed
    return FirstDealerFound(found.draws, found.dealer, fair)


def _as_seen(deal: RecordedDeal, seat: Seat | None) -> RecordedDeal:
    """A deal as a seat, or a watcher, saw it: the own hand and discard, and what fell face up.

    Nobody else's hand is written: what was played of it stands in the tricks.
    """
    is_dealer = seat == deal.dealer
    shows_exchange = is_dealer or deal.exchange is TurnUp.LEFT
    return RecordedDeal(
        dealer=deal.dealer,
        hands=tuple(hand if owner == seat else () for owner, hand in enumerate(deal.hands)),
        turn_up=deal.turn_up,
        calls=deal.calls,
        answers=deal.answers,
        exchange=deal.exchange if shows_exchange else TurnUp.NOT_RECORDED,
        tricks=deal.tricks,
        score=deal.score,
        undone=tuple(
            each for each in deal.undone if is_dealer or not isinstance(each.action, Discard)
        ),
        fair=None if deal.fair is None else deal.fair.sealed,
    )


# --- games that are kept ---


def anonymous(game: SavedGame) -> SavedGame:
    """A game without names of people: its players are called by their seats, and it has no title.

    Words that seats added to a shuffle stay, for without them it could not be checked.
    """
    seats = game.ruleset.seating.names
    players = tuple(
        Player(seat, player.kind) for seat, player in zip(seats, game.players, strict=True)
    )
    return replace(game, title="", date=one_line(game.date), players=players)


def with_names(document: str, people: Sequence[str]) -> SavedGame:
    """A stored game with the names that its people have today.

    Args:
        document: What `anonymous` gave, as YAML.
        people: By seat, what the person is called; empty for a computer, or where nobody is known.
            What comes after the seats is passed over.

    Raises:
        YamlError: It is no saved game.
    """
    (game,) = parse_games(document, source="the stored game")
    called = [one_line(name) for name in people]
    called += [""] * (game.ruleset.seats - len(called))
    players = tuple(
        Player(f"{name} ({seat})" if called.count(name) > 1 else name or seat, player.kind)
        if name
        else player
        for name, seat, player in zip(
            called, game.ruleset.seating.names, game.players, strict=False
        )
    )
    return replace(game, players=players)


def received(
    name: str, content: bytes, *, size: int = 0, folders: Sequence[Path] = ()
) -> SavedGame:
    """The game in a document that somebody sent, YAML or EGN; of several the first, with a note.

    Args:
        name: The document's name; one that ends in ``.egn`` holds EGN.
        content: The document.
        size: As of `messages.Upload`.
        folders: Folders of the host to look in for the rulesets that games name.

    Raises:
        NotAGame: It holds none, or is longer than `UPLOAD_BYTES`.
    """
    shown = _shortened(one_line(name)) or "the document"
    size = size or len(content)
    if size > UPLOAD_BYTES:
        raise NotAGame(
            f"{shown} is too long: expected a saved game of at most {UPLOAD_BYTES:,} bytes, "
            f"got {size:,}."
        )
    try:
        games = parse_games(content, source=shown, folders=folders)
    except YamlError as error:
        raise _refusal(shown, [error]) from None
    except RulesetFileError as error:
        raise _refusal(shown, error.problems) from None
    game, *more = games
    if not more:
        return game
    return replace(
        game, notes=(*game.notes, f"The document holds {len(games)} games; this is the first.")
    )


def _refusal(name: str, problems: Sequence[YamlError]) -> NotAGame:
    """The first problem of a document, and how many there are besides."""
    first, *others = problems
    if first.source != name:  # A file of the host is nobody else's business.
        return NotAGame(f"{name}: the ruleset that it names cannot be read here.")
    reason = one_line(first.reason)
    if others:
        problem = counted(len(others), "more problem")
        reason = f"{reason.rstrip('.')}; there {'is' if len(others) == 1 else 'are'} {problem}"
    end = "" if reason.endswith((".", "?")) else "."
    return NotAGame(f"{name}, line {first.line}, column {first.column}: {reason}{end}")


def uploaded(game: SavedGame, game_id: str, now: float, home: str, person: str) -> GameRow:
    """What the store keeps of a game that somebody sent.

    Names of people are not kept, so that nobody who is forgotten lives on in somebody's document.

    Args:
        game: The game.
        game_id: Names it.
        now: When it arrived, in seconds since 1970.
        home: Where.
        person: The id of who sent it; it follows those of the seats, which are empty.
    """
    score, is_over = ending_of(game)
    title = _title(game.ruleset, score, is_over=is_over)
    people = (*("",) * game.ruleset.seats, person)
    return GameRow(game_id, now, home, title, write_game(anonymous(game)), people)


def line_of(row: GameRow) -> str:
    """A stored game in a list: ``"30 November, Uka: Red 10, White 7"``."""
    at = datetime.fromtimestamp(row.at, UTC)
    return f"{at.day} {at:%B}, {row.title}"


def _title(rules: Ruleset, score: tuple[int, ...], *, is_over: bool) -> str:
    language = English(rules, rules.seating.names)
    end = "" if is_over else ", not finished"
    return f"{_shortened(one_line(rules.title))}: {language.score(score)}{end}"


def _day(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 3]}..."
