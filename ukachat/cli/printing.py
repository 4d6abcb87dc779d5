"""Printing whole games: as text, Markdown and JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NamedTuple

from ukachat.cli.choosing import checked
from ukachat.cli.games import show_heading
from ukachat.records import ImpossibleCard, Revoke, WrongDecision, WrongResult
from ukachat.records.showing import english_of, heading_of, remarks_in_short
from ukachat.text import Account, Narrator, Style
from ukachat.text.account import account_of
from ukachat.text.markdown import deal_markdown, escaped, score_markdown
from ukachat.text.plain import deal_lines, score_lines
from ukachat.text.tree import Tree, deal_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from ukachat.cli.games import Replays
    from ukachat.cli.screen import Screen
    from ukachat.records import Fault, FaultyGame, Replay, ReplayedDeal, SavedGame
    from ukachat.text import English


class Wanted(NamedTuple):
    """What of a game is printed.

    Attributes:
        deal: One deal, from 1; None for all.
        summary: Whether only the score sheet is.
    """

    deal: int | None
    summary: bool

    @property
    def score_sheet(self) -> bool:
        """Whether the score sheet is printed."""
        return self.summary or self.deal is None


class _Told(NamedTuple):
    deal: ReplayedDeal
    account: Account
    before: tuple[int, ...]  # the score


def _told(played: Replay, wanted: Wanted) -> list[_Told]:
    """The deals that are wanted.

    Raises:
        CommandError: There is no deal of that number.
    """
    if wanted.deal is not None:
        checked(wanted.deal, len(played.game.deals), "--deal", "deal")
    score = played.game.start
    told: list[_Told] = []
    for deal in played.deals:
        if wanted.deal in (None, deal.number):
            told.append(_Told(deal, account_of(played.game.ruleset, score, deal.events), score))
        score = deal.score
    return told


def _opening(played: Replay, language: English, wanted: Wanted) -> list[str]:
    """How the first dealer was found."""
    if wanted.summary or wanted.deal is not None:
        return []
    narrator = Narrator(language, played.game.start)
    return [line for event in played.opening for line in narrator.tell(event)]


def _remarks(deal: ReplayedDeal, language: English) -> list[str]:
    notes = [language.note(note.sentence(language.names)) for note in deal.notes]
    return notes + [language.fault(fault.sentence(language.names)) for fault in deal.faults]


def _in_short(told: list[_Told], language: English, wanted: Wanted) -> list[str]:
    """What a score sheet that stands alone tells of notes and faults."""
    if not wanted.summary:
        return []
    return [line for deal, _, _ in told for line in remarks_in_short(deal, language)]


def print_text(screen: Screen, replays: Replays, wanted: Wanted) -> None:
    """Print games as text, as wide as the screen."""
    style, width = screen.table_style, screen.width
    in_columns = style is not Style.WORDS
    for chosen, played, _ in replays:
        language = english_of(chosen.game, style)
        told = _told(played, wanted)
        show_heading(screen, chosen, heading_of(chosen.game, language))
        screen.lines(_opening(played, language, wanted))
        for deal, account, before in () if wanted.summary else told:
            sheet = language.deal_sheet(deal.number, account, before, _remarks(deal, language))
            screen.gap()
            screen.lines([sheet.heading], heading=True)
            screen.block(deal_lines(sheet, width, in_columns=in_columns))
        if wanted.score_sheet:
            scores = language.score_sheet(
                played.game.start, [(deal.number, account) for deal, account, _ in told]
            )
            screen.gap()
            screen.lines([scores.heading], heading=True)
            screen.block(score_lines(scores, width, in_columns=in_columns))
            screen.lines(_in_short(told, language, wanted))


def print_markdown(screen: Screen, replays: Replays, wanted: Wanted) -> None:
    """Print games as Markdown."""
    for chosen, played, _ in replays:
        language = english_of(chosen.game, screen.table_style)
        told = _told(played, wanted)
        title, *heading = heading_of(chosen.game, language)
        lines = [f"# {escaped(title)}", ""]
        for line in heading + _opening(played, language, wanted):
            lines += [escaped(line), ""]
        for deal, account, before in () if wanted.summary else told:
            remarks = _remarks(deal, language)
            lines += deal_markdown(language.deal_sheet(deal.number, account, before, remarks))
        if wanted.score_sheet:
            deals = [(deal.number, account) for deal, account, _ in told]
            lines += score_markdown(language.score_sheet(played.game.start, deals))
            for line in _in_short(told, language, wanted):
                lines += ["", escaped(line)]
        screen.block(lines)


def print_json(screen: Screen, replays: Replays, wanted: Wanted) -> None:
    """Print games as one JSON object."""
    games = [_game_tree(played, error, wanted) for _, played, error in replays]
    text = json.dumps({"games": games}, indent=2, ensure_ascii=not screen.can_show("ā♥"))
    # Control characters are escaped by JSON itself; those that turn the direction of text are not.
    escaped_text = "".join(
        each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text
    )
    sys.stdout.write(f"{escaped_text}\n")


def _game_tree(played: Replay, error: FaultyGame | None, wanted: Wanted) -> Tree:
    game = played.game
    table, language = game.ruleset.seating, english_of(game, Style.WORDS)
    faults = [*played.faults, *(error.faults if error else ())]
    return {
        "title": game.title,
        "date": game.date,
        "ruleset": {"name": game.ruleset_name, "title": game.ruleset.title},
        "players": [
            {"seat": place, "name": name, "kind": player.kind.value}
            for place, name, player in zip(table.names, language.names, game.players, strict=True)
        ],
        "sides": [
            {
                "name": language.side(side),
                "seats": [table.names[seat] for seat in table.members(side)],
            }
            for side in table.sides
        ],
        "start": list(game.start),
        "deals": [_deal_tree(told, game, summary=wanted.summary) for told in _told(played, wanted)],
        "score": list(played.score),
        "notes": [*game.notes, *(note.sentence(game.names) for note in played.notes)],
        "faults": [_fault_tree(fault, game) for fault in faults],
        "refused": error is not None,
    }


_IN_SUMMARY = ("dealer", "trumps", "maker", "alone", "tricks_taken", "passed_out", "points")


def _deal_tree(told: _Told, game: SavedGame, *, summary: bool) -> Tree:
    deal, account, _ = told
    tree = deal_tree(account)
    if summary:
        tree = {key: tree[key] for key in (*_IN_SUMMARY, "score", "game_over")}
    return {
        "number": deal.number,
        **tree,
        "notes": [note.sentence(game.names) for note in deal.notes],
        "faults": [_fault_tree(fault, game) for fault in deal.faults],
    }


_KINDS: dict[type[Fault], str] = {
    Revoke: "revoke",
    ImpossibleCard: "impossible card",
    WrongDecision: "wrong decision",
    WrongResult: "wrong result",
}


def _fault_tree(fault: Fault, game: SavedGame) -> Tree:
    of_card = fault if isinstance(fault, Revoke | ImpossibleCard) else None
    return {
        "kind": _KINDS[type(fault)],
        "deal": fault.deal,
        "trick": of_card and of_card.trick,
        "seat": of_card and game.ruleset.seating.names[of_card.seat],
        "card": of_card and str(of_card.card),
        "sentence": fault.sentence(game.names),
    }


PRINTERS: dict[str, Callable[[Screen, Replays, Wanted], None]] = {
    "text": print_text,
    "markdown": print_markdown,
    "json": print_json,
}
