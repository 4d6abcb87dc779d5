"""A replay told to a reader: the moments that are shown one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine import redact
from ukachat.engine.events import CardPlayed, TrickWon
from ukachat.records.findings import ImpossibleCard, Revoke, UnexpectedDealer
from ukachat.records.model import Kind
from ukachat.text import English, Narrator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ukachat.engine.events import Event
    from ukachat.engine.seats import Seat
    from ukachat.records.findings import Fault
    from ukachat.records.model import SavedGame
    from ukachat.records.replaying import Replay, ReplayedDeal
    from ukachat.text import Style


class Reader(NamedTuple):
    """Who reads a replay.

    Attributes:
        sees_all: Whether all hands are shown.
        seat: The one seat whose cards are shown else; None for nobody's.
    """

    sees_all: bool
    seat: Seat | None = None

    def shown(self, game: SavedGame) -> tuple[Seat, ...]:
        """The seats whose hands are told."""
        if self.sees_all:
            return game.ruleset.seating.seats
        return () if self.seat is None else (self.seat,)


class Moment(NamedTuple):
    """One event as it is shown.

    Attributes:
        deal: Which deal, from 1; 0 before the first.
        trick: Which trick, from 1; 0 outside the play.
        lines: What is shown.
    """

    deal: int
    trick: int
    lines: tuple[str, ...]


class Showing(NamedTuple):
    """A replay ready to be shown.

    Attributes:
        heading: The game: its title, then a few lines.
        deals: How many deals the record has, shown or not.
        titles: By deal, its heading.
        trumps: By deal, what trumps are; the context of a single trick.
        moments: The events.
    """

    heading: tuple[str, ...]
    deals: int
    titles: dict[int, str]
    trumps: dict[int, str]
    moments: tuple[Moment, ...]


def english_of(game: SavedGame, style: Style, shown: Iterable[Seat] = ()) -> English:
    """The language for a game."""
    return English(game.ruleset, game.names, style=style, shown=shown)


def heading_of(game: SavedGame, language: English) -> tuple[str, ...]:
    """The lines that a game begins with."""
    computers = [
        seat
        for seat, player in zip(language.table.seats, game.players, strict=True)
        if player.kind is Kind.COMPUTER
    ]
    notes = [language.note(note) for note in game.notes]
    return (*language.game_heading(game.title, game.date, computers), *notes)


def showing_of(played: Replay, reader: Reader, style: Style) -> Showing:
    """Tells a whole replay to a reader."""
    game = played.game
    language = english_of(game, style, reader.shown(game))
    narrator = Narrator(language, game.start)
    moments = [Moment(0, 0, narrator.tell(_as_seen(event, reader))) for event in played.opening]
    titles: dict[int, str] = {}
    trumps: dict[int, str] = {}
    for deal in played.deals:
        titles[deal.number] = language.deal_title(deal.number, narrator.account.score)
        moments += _moments_of(deal, narrator, reader)
        trumps[deal.number] = language.trumps_line(narrator.account)
    return Showing(heading_of(game, language), len(game.deals), titles, trumps, tuple(moments))


def remarks_in_short(deal: ReplayedDeal, language: English) -> list[str]:
    """What a score sheet that stands alone tells of a deal: its notes, and how many faults."""
    lines = [language.note(note.sentence(language.names)) for note in deal.notes]
    faults = len(deal.faults)
    return [*lines, language.counted_faults(deal.number, faults)] if faults else lines


def _as_seen(event: Event, reader: Reader) -> Event:
    return event if reader.sees_all else redact(event, reader.seat)


def _moments_of(deal: ReplayedDeal, narrator: Narrator, reader: Reader) -> Iterator[Moment]:
    last = len(deal.events) - 1
    for place, event in enumerate(deal.events):
        lines = list(narrator.tell(_as_seen(event, reader)))
        trick = len(narrator.account.tricks) if isinstance(event, CardPlayed | TrickWon) else 0
        if place == 0:
            lines += _notes(deal, narrator.language, before=True)
        if reader.sees_all and isinstance(event, CardPlayed):
            lines += _faults_of_card(deal, trick, event, narrator.language)
        if place == last:
            lines += _notes(deal, narrator.language, before=False)
            lines += _other_faults(deal, reader, narrator.language)
        yield Moment(deal.number, trick, tuple(lines))


def _notes(deal: ReplayedDeal, language: English, *, before: bool) -> list[str]:
    return [
        language.note(note.sentence(language.names))
        for note in deal.notes
        if isinstance(note, UnexpectedDealer) is before
    ]


def _is_of_card(fault: Fault) -> bool:
    return isinstance(fault, Revoke | ImpossibleCard)


def _faults_of_card(
    deal: ReplayedDeal, trick: int, event: CardPlayed, language: English
) -> list[str]:
    return [
        language.fault(fault.sentence(language.names))
        for fault in deal.faults
        if isinstance(fault, Revoke | ImpossibleCard)
        and (fault.trick, fault.seat, fault.card) == (trick, event.seat, event.card)
    ]


def _other_faults(deal: ReplayedDeal, reader: Reader, language: English) -> list[str]:
    """The faults that belong to no card, or all of them where they would show too much."""
    if not reader.sees_all:
        return [language.hidden_faults(deal.number)] if deal.faults else []
    return [
        language.fault(fault.sentence(language.names))
        for fault in deal.faults
        if not _is_of_card(fault)
    ]
