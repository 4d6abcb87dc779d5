"""Looking at a saved game: stepping through it, summing it up, checking its deals.

A game that somebody sent may break the rules. It is read leniently, with its faults told where they
are; where it cannot be played on, it ends with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from ukachat.chat.messages import Button, in_rows
from ukachat.engine.events import GameOver
from ukachat.records import FaultyGame, replay, verify
from ukachat.records.showing import Reader, english_of, heading_of, remarks_in_short, showing_of
from ukachat.text import Style
from ukachat.text.account import account_of
from ukachat.text.plain import score_lines
from ukachat.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.messages import Rows
    from ukachat.records import Replay, SavedGame
    from ukachat.records.showing import Moment, Showing
    from ukachat.text import Account, English

LONGEST: Final = 3_500
"""Characters of one message, so that every network can carry it."""

_MISFITS: Final = 5
_UNBROKEN: Final = 1_000_000  # A chat breaks lines itself.


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a game: how it began, the calls of a deal, a trick, or how a deal ended.

    Attributes:
        text: What is shown, at most `LONGEST` characters.
        position: Which step it is, from 1.
        count: How many steps the game has.
        next_deal: The step at which the next deal begins; None in the last deal.
    """

    text: str
    position: int
    count: int
    next_deal: int | None


class _Piece(NamedTuple):
    """What one step shows; `deal` is the deal's number, 0 outside the deals."""

    deal: int
    lines: tuple[str, ...]


class _Played(NamedTuple):
    """A game as far as it can be played, and why not further; None where it can to its end."""

    replay: Replay
    error: FaultyGame | None


# --- step by step ---


def step(game: SavedGame, position: int, style: Style = Style.SIGNS) -> Frame:
    """One step of a game, with all hands.

    Args:
        game: The game; it is over, so that everybody may see everything.
        position: Which step, from 1; the nearest there is where it has no such step.
        style: How cards are shown.
    """
    pieces = _pieces(game, style)
    at = min(max(position, 1), len(pieces))
    piece = pieces[at - 1]
    later = (place for place, each in enumerate(pieces, 1) if each.deal > piece.deal)
    footer = f"Step {at} of {len(pieces)}."
    text = _fitting(piece.lines, LONGEST - len(footer) - 1)
    return Frame(f"{text}\n{footer}", at, len(pieces), next(later, None))


def buttons(game_id: str, position: int, count: int, *, next_deal: int | None = None) -> Rows:
    """The ways from a step to others; what they carry can be typed as well.

    Args:
        game_id: The stored game.
        position: As of the `Frame`.
        count: As of the `Frame`.
        next_deal: As of the `Frame`.
    """
    ways: list[tuple[str, int | None]] = [
        ("Back", position - 1 if position > 1 else None),
        ("Next", position + 1 if position < count else None),
        ("Next deal", None if next_deal == position + 1 else next_deal),
    ]
    return in_rows(
        (Button(label, f"/replay {game_id} {to}") for label, to in ways if to is not None), width=3
    )


def _pieces(game: SavedGame, style: Style) -> list[_Piece]:
    played, error = _played(game)
    showing = showing_of(played, Reader(sees_all=True), style)
    opening = [line for moment in showing.moments if not moment.deal for line in moment.lines]
    pieces = [_Piece(0, (*showing.heading, *opening))]
    for deal, moments in groupby(showing.moments, key=lambda moment: moment.deal):
        if deal:
            pieces += _of_deal(showing, deal, list(moments))
    if error is not None:
        pieces.append(_Piece(error.faults[0].deal, (_how_far(error), *_faults(error))))
    return pieces


def _of_deal(showing: Showing, deal: int, moments: Sequence[Moment]) -> list[_Piece]:
    """The calls of a deal, each trick, and its end."""
    heading = (showing.titles[deal],)
    pieces: list[_Piece] = []
    for trick, part in groupby(moments, key=lambda moment: moment.trick):
        lines = [line for moment in part for line in moment.lines]
        trumps = (showing.trumps[deal],) if trick else ()
        pieces.append(_Piece(deal, (*heading, *trumps, *lines)))
    return pieces


# --- in short ---


def summary(game: SavedGame, style: Style = Style.SIGNS) -> str:
    """What is played and by whom, the deals, how it ended, and how many faults there are.

    At most `LONGEST` characters: a long game is told without its deals.
    """
    played, error = _played(game)
    language = english_of(game, style)
    heading = heading_of(game, language)
    score, told = game.start, list[tuple[int, "Account"]]()
    for deal in played.deals:
        told.append((deal.number, account_of(game.ruleset, score, deal.events)))
        score = deal.score
    sheet = language.score_sheet(game.start, told)
    remarks = [line for deal in played.deals for line in remarks_in_short(deal, language)]
    end = [] if error is None else [*_faults(error), _how_far(error)]
    whole = [*heading, *score_lines(sheet, _UNBROKEN, in_columns=False), *remarks, *end]
    if len("\n".join(whole)) <= LONGEST:
        return "\n".join(whole)
    faults = sum(len(deal.faults) for deal in played.deals)
    in_all = f"{counted(len(played.deals), 'deal')}."
    counts = [language.fault(f"{counted(faults, 'fault')} in all.")] if faults else []
    return _fitting([*heading, in_all, sheet.after, *counts, *end], LONGEST)


def ending_of(game: SavedGame) -> tuple[tuple[int, ...], bool]:
    """By side, the score after all that can be played of a game; and whether it is over."""
    played, _ = _played(game)
    is_over = any(isinstance(event, GameOver) for deal in played.deals for event in deal.events)
    return played.score, is_over


# --- checked ---


def checked(game: SavedGame) -> str:
    """What a check of the shuffles finds, in at most `LONGEST` characters.

    What does not fit comes first. Deals whose secrets are not told yet are named.
    """
    found = verify(game)
    misfits = [misfit.sentence() for misfit in found.misfits]
    more = len(misfits) - _MISFITS
    lines = misfits[:_MISFITS]
    if more > 0:
        lines.append(f"And {more} more that {'does' if more == 1 else 'do'} not fit.")
    return _fitting([*lines, *found.sentences()], LONGEST)


# --- common ---


def _played(game: SavedGame) -> _Played:
    try:
        return _Played(replay(game, lenient=True), None)
    except FaultyGame as error:
        return _Played(error.so_far, error)


def _how_far(error: FaultyGame) -> str:
    good = len(error.so_far.deals)
    if not good:
        return "No deal can be played: the record breaks the rules."
    deals = "Deal 1" if good == 1 else f"Deals 1 to {good}"
    return f"{deals} can be played; then the record breaks the rules."


def _faults(error: FaultyGame) -> list[str]:
    """Why a game cannot be played on."""
    game = error.so_far.game
    language: English = english_of(game, Style.WORDS)
    return [language.fault(fault.sentence(game.names)) for fault in error.faults]


def _fitting(lines: Sequence[str], most: int) -> str:
    """The lines as a text of so many characters; what is too long is cut, and says so."""
    text = "\n".join(lines)
    if len(text) <= most:
        return text
    more = "\nThe rest is too long to be shown here."
    room = most - len(more)
    whole, _, _ = text[: room + 1].rpartition("\n")
    return (whole or text[:room]) + more
