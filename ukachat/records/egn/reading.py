"""Reads an EGN file: its header, ruleset and players; `deals` reads the rest.

What only comments on a game is passed over. What would change the play and cannot be replayed yet
is refused by name, and so is a key that nobody knows where a misspelt one would change the play.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Final

from ukachat.records.egn.deals import DealReader
from ukachat.records.egn.rules import LEADS, TABLE, USUAL, EgnRules
from ukachat.records.egn.values import EgnSource, Value
from ukachat.records.model import Kind, Player, SavedGame
from ukachat.yamlio import YamlMap, nearest, read_document

FILE_TYPE: Final = "Euchre Game Notation"

COMPUTER: Final = ("ukachat", "computer")
"""Source and id of the external player id that marks a computer player."""

_NOT_YET: Final = {
    "joker": "a joker",
    "allow_no_trump": "no trump as a call",
    "defend_alone": "defenders who may play alone",
    "partners_best": "the partner's best card",
    "farmers": "farmer's hands",
    "go_under": "going under",
    "fast_break": "fast breaks",
    "four_trick_tokens": "tokens for four tricks",
}
"""Switches of the notation that cannot be replayed, and what they let into a game."""


def read_egn(text: str | bytes, *, source: str) -> SavedGame:
    """Reads a game in EGN.

    Args:
        text: The file; bytes must be UTF-8.
        source: The name of the file, for messages.

    Raises:
        YamlError: The text is no EGN, or holds what cannot be replayed yet; with line and column.
    """
    document = read_document(text, source=source)
    game = Value(document, source, YamlMap() if document is None else document)
    _check_header(game)
    metadata, where, notes = game["metadata"], EgnSource(source), list[str]()
    rules = _rules(metadata)
    deals = [
        DealReader(deal, number, where, notes).read()
        for number, deal in enumerate(game["deals"].items())
    ]
    start, final = metadata["initialScore"], metadata["finalScore"]
    where.places["start",] = start.place
    if deals and final.node is not None:
        where.places["deals", len(deals) - 1, "score"] = final.place
        deals[-1] = replace(deals[-1], score=_score(final))
    return SavedGame(
        title=metadata["title"].text(),
        date=metadata["date"].text(),
        ruleset_name=rules.base,
        ruleset=rules.ruleset(),
        players=_players(metadata["players"]),
        start=_score(start),
        first_dealer=None,
        deals=tuple(deals),
        notes=tuple(notes),
        source=where,
    )


def _check_header(game: Value) -> None:
    file_type, version = game["fileType"], game["version"]
    if file_type.text() != FILE_TYPE:
        raise file_type.expected(repr(FILE_TYPE))
    if not re.fullmatch(r"1(\.[0-9]+)*", version.text()):
        raise version.expected("1.0.0 or another 1.x")


def _rules(metadata: Value) -> EgnRules:
    ruleset = metadata["ruleset"]
    if ruleset.node is None:
        # Of what the metadata may lack, nothing else changes the play.
        if slip := nearest("ruleset", {*metadata.keys()} - {"ruleset"}):
            raise metadata[slip].fault("is not known here; did you mean ruleset?")
        return USUAL
    ruleset.refuse_unknown(*(each.name for each in fields(EgnRules)), *_NOT_YET, "num_players")
    for key, what in _NOT_YET.items():
        if ruleset[key].flag():
            raise ruleset[key].fault(f"a game with {what} cannot be replayed yet")
    seats = ruleset["num_players"]
    if seats.number(default=4) != len(TABLE.seats):
        raise seats.fault(f"expected 4 players, got {seats.number()}; that cannot be replayed yet")
    lead = ruleset["loner_lead"].text() or USUAL.loner_lead
    if lead not in LEADS:
        raise ruleset["loner_lead"].expected(" or ".join(LEADS))
    target, deals = _end_of_game(ruleset)
    return EgnRules(
        std=ruleset["std"].flag(default=USUAL.std),
        canadian=ruleset["canadian"].flag(default=USUAL.canadian),
        loner_lead=lead,
        loner_march_score=ruleset["loner_march_score"].number(default=USUAL.loner_march_score),
        loner_euchred_score=ruleset["loner_euchred_score"].number(
            default=USUAL.loner_euchred_score
        ),
        min_rank=ruleset["min_rank"].number(low=7, high=9, default=USUAL.min_rank),
        winning_score=target,
        num_deals=deals,
    )


def _end_of_game(ruleset: Value) -> tuple[int, int]:
    """The target, and the number of deals that stands in its place; 0 for none."""
    target, deals = ruleset["winning_score"], ruleset["num_deals"]
    if deals.number(default=0):
        if target.number(default=0):
            raise deals.fault("a game that ends by score or deals cannot be replayed yet")
        return USUAL.winning_score, deals.number()
    if not target.number(default=USUAL.winning_score):
        raise target.fault("expected 1 or more, or a number of deals as num_deals, got 0")
    return target.number(default=USUAL.winning_score), 0


def _players(value: Value) -> tuple[Player, ...]:
    """The players, under the names of their seats where they have none."""
    players = [_player(each) for each in value.items()]
    missing = len(TABLE.seats) - len(players)
    if missing < 0:
        raise value.fault(f"expected 4 players, got {len(players)}; that cannot be replayed yet")
    return tuple(
        player if player.name else replace(player, name=seat)
        for player, seat in zip([*players, *[Player("")] * missing], TABLE.names, strict=True)
    )


def _player(value: Value) -> Player:
    if not isinstance(value.node, YamlMap):
        return Player(value.text())
    ids = {(each["source"].text(), each["id"].text()) for each in value["playerIds"].maybe_items()}
    return Player(value["name"].text(), Kind.COMPUTER if COMPUTER in ids else Kind.PERSON)


def _score(value: Value) -> tuple[int, ...]:
    score = tuple(each.number() for each in value.items())
    if len(score) != len(TABLE.sides):
        raise value.fault(f"expected 2 numbers, one for each side, got {len(score)}")
    return score
