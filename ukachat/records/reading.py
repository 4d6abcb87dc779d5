"""Reading saved games: YAML as people type it, into a `SavedGame`.

Reading is loose where the meaning is plain: a player may be named by seat, by its first letter or
by name; calls may be the words of the ruleset; cards may be ``10h`` or ``J♥``. Whatever follows
from the decisions may be left out, and is checked by `replaying` where it is written.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias

from ukachat.engine.options import AfterPasses
from ukachat.engine.ruleset import Ruleset
from ukachat.records.fields import Fields, node_at, parts_of, words_of
from ukachat.records.model import (
    FirstDealerFound,
    KeyPath,
    Kind,
    Player,
    RecordedDeal,
    SavedGame,
    Source,
    TurnUp,
)
from ukachat.records.promises import read_promise
from ukachat.records.undoing import read_undone
from ukachat.rulebook import RulebookError, UnknownRuleset, load_ruleset, ruleset_from_node
from ukachat.yamlio import Node, Text, YamlError, YamlMap, locate, read_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from ukachat.engine.seats import Seat

_MOST_DEALS = 1000
"""More than the longest evening; files come from strangers."""

_Load: TypeAlias = "Callable[[str], Ruleset]"

FORMAT = 1
"""The newest format that this program reads, and the one it writes."""

_NAME = re.compile(r"[\w-]{1,64}")
_GAME_KEYS = (
    "ukachat",
    "title",
    "date",
    "ruleset",
    "rules",
    "seats",
    "score",
    "first_dealer",
    "dealer",
    "deals",
)
_RULESET_KEYS = ("extends", "origin", "deck", "round1", "round2", "scoring")
_DEAL_KEYS = (
    "dealer",
    "hands",
    "turn_up",
    "kitty",
    "bids",
    "alone",
    "discard",
    "tricks",
    "points",
    "score",
    "undone",
    "fair",
)

# What parts of a `RecordedDeal` are called in a file, where it is another word.
_KEYS = {"calls": "bids", "answers": "alone", "exchange": "discard"}


class YamlSource(Source):
    """The document that a game was read from."""

    def __init__(self, name: str, root: Node, seats: tuple[str, ...]) -> None:
        super().__init__(name)
        self._root = root
        self._seats = seats

    def place(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the value, or of the nearest thing around it that is written."""
        keys = [_KEYS.get(key, key) if isinstance(key, str) else key for key in path]
        match keys:
            case ["deals", deal, "hands", int() as seat, *_]:
                return locate(self._root, ["deals", deal, "hands", self._seats[seat]])
            case ["deals", deal, "bids", int() as call]:
                return self._call_of_line(["deals", deal, "bids"], call)
            case ["deals", deal, "tricks", trick, int() as place]:
                return self._card_of_trick(["deals", deal, "tricks", trick], place)
            case _:
                return locate(self._root, keys)

    def _call_of_line(self, path: list[str | int], call: int) -> tuple[int, int]:
        """Line and column of a call, in a list or between the commas of one text."""
        node = node_at(self._root, path)
        parts = list(parts_of(node)) if isinstance(node, Text) else []
        if call < len(parts):
            return parts[call].line, parts[call].column
        return locate(self._root, [*path, call])

    def _card_of_trick(self, path: list[str | int], place: int) -> tuple[int, int]:
        """Line and column of a card in a trick that is written as one text."""
        node = node_at(self._root, path)
        if isinstance(node, YamlMap):
            node = node["cards"] if "cards" in node else next(iter(node.values()))
        words = list(words_of(node)) if isinstance(node, Text) else []
        if place < len(words):
            return words[place].line, words[place].column
        return locate(self._root, path)


def read_yaml_games(
    text: str | bytes, *, source: str, folders: Sequence[Path] = ()
) -> tuple[SavedGame, ...]:
    """Reads every game of a YAML stream.

    Args:
        text: One document or several.
        source: What messages call the file.
        folders: Folders of the host to look in for rulesets.

    Raises:
        YamlError: It is no YAML, or no saved game; it names line and column.
    """
    # A stream may name the same ruleset a thousand times.
    load = cache(partial(load_ruleset, folders=folders))
    roots = read_documents(text, source=source)
    # A line --- at the end of a stream begins no game.
    written = [root for root in roots if root is not None] or roots
    return tuple(_read_game(root, source, load) for root in written)


def _read_game(root: Node, source: str, load: _Load) -> SavedGame:
    game = Fields(root, "a saved game", source)
    if any(key in game.root for key in _RULESET_KEYS):
        raise YamlError(
            source,
            *locate(root, []),
            "this is a ruleset and no saved game; ukachat rules show explains it",
        )
    game.allow(_GAME_KEYS)
    version = game.number("ukachat", FORMAT)
    if version > FORMAT:
        raise game.error(
            "ukachat",
            f"this game was saved in format {version} by a newer ukachat; expected {FORMAT}",
        )
    name, rules, notes = _read_rules(game, source, load)
    table = rules.seating
    players = _read_players(game, rules)
    game.know_seats(table.names, tuple(player.name for player in players))
    sides = len(table.sides)
    first = _read_first_dealer(game, rules.seats)
    dealer = first.dealer if first else None
    if game.node("dealer") is not None:
        dealer = game.seat("dealer", dealer)
    deals: list[RecordedDeal] = []
    for fields in game.items("deals"):
        if len(deals) == _MOST_DEALS:
            raise game.error("deals", f"expected no more than {_MOST_DEALS} deals")
        deal = _read_deal(fields, len(deals) + 1, rules, dealer)
        deals.append(deal)
        dealer = _following(rules, deal)
    return SavedGame(
        title=game.text("title", ""),
        date=game.text("date", ""),
        ruleset_name=name,
        ruleset=rules,
        players=players,
        start=game.numbers("score", sides) or (0,) * sides,
        first_dealer=first,
        deals=tuple(deals),
        notes=notes,
        source=YamlSource(source, root, table.names),
    )


def _read_rules(game: Fields, source: str, load: _Load) -> tuple[str, Ruleset, tuple[str, ...]]:
    """The variant's name, the variant, and a note where the two differ."""
    name, full = game.text("ruleset", ""), game.node("rules")
    # Files come from strangers: a name is never the path of a file.
    if (name or full is None) and not _NAME.fullmatch(name):
        raise game.error("ruleset", "expected the name of a ruleset, such as ruleset: nz")
    if full is None:
        try:
            return name, load(name), ()
        except UnknownRuleset as error:
            raise game.error("ruleset", str(error)) from None
    rules = ruleset_from_node(full, source=source, allow_extends=False)
    note = f"This game has its own rules, which differ from the ruleset {name} of today."
    return name, rules, (note,) if name and _plays_otherwise(name, rules, load) else ()


def _plays_otherwise(name: str, rules: Ruleset, load: _Load) -> bool:
    """Whether the ruleset of this name plays by other rules today; its texts do not matter.

    A house's own ruleset need not be at hand, as the game carries it in full.
    """
    try:
        today = load(name)
    except RulebookError:
        return False
    return replace(today, title=rules.title, origin=rules.origin, words=rules.words) != rules


def _read_players(game: Fields, rules: Ruleset) -> tuple[Player, ...]:
    names = rules.seating.names
    players = [Player(name) for name in names]
    for seat, holder in game.by_seat("seats", names):
        if isinstance(holder, Text):
            players[seat] = Player(str(holder) or names[seat])
            continue
        fields = Fields(holder, f"the seat {names[seat]}", game.source, at=game.root)
        fields.allow(("name", "kind"))
        kind = fields.choice("kind", {kind.value: kind for kind in Kind}, Kind.PERSON)
        players[seat] = Player(fields.text("name", names[seat]), kind)
    return tuple(players)


def _read_first_dealer(game: Fields, seats: int) -> FirstDealerFound | None:
    node = game.node("first_dealer")
    if node is None:
        return None
    fields = game.child("first_dealer", "the first dealer")
    fields.allow(("draws", "dealer", "fair"))
    dealer = None if fields.node("dealer") is None else fields.seat("dealer", None)
    draws = tuple(cards for cards, _, _ in fields.tricks("draws"))
    return FirstDealerFound(draws, dealer, read_promise(fields, "the draw", seats))


def _following(rules: Ruleset, deal: RecordedDeal) -> Seat:
    """Who deals next if the record does not say."""
    passed_out = len(deal.calls) == 2 * rules.seats and not deal.tricks
    if passed_out and rules.passed_out is AfterPasses.SAME_DEALER:
        return deal.dealer
    return rules.seating.left(deal.dealer)


def _read_deal(deal: Fields, number: int, rules: Ruleset, expected: Seat | None) -> RecordedDeal:
    deal.allow(_DEAL_KEYS)
    table = rules.seating
    dealer = deal.seat("dealer", expected)
    hands = [()] * rules.seats if deal.node("hands") is None else list(deal.hands("hands"))
    tricks = deal.tricks("tricks")
    discard = deal.node("discard")
    exchange = TurnUp.NOT_RECORDED
    if isinstance(discard, Text) and discard.strip().lower() == TurnUp.LEFT.value:
        exchange = TurnUp.LEFT
    turn_up = deal.cards("turn_up")
    if len(turn_up) != 1:
        raise deal.error("turn_up", "expected the one card that was turned, such as turn_up: JD")
    thrown = () if exchange is TurnUp.LEFT else deal.cards("discard")
    if len(thrown) > 1:
        raise deal.error("discard", f"expected one card or left, got {len(thrown)} cards")
    sides = len(table.sides)
    return RecordedDeal(
        dealer=dealer,
        hands=tuple(hands),
        turn_up=turn_up[0],
        kitty=deal.cards("kitty"),
        calls=deal.calls("bids", rules, dealer),
        answers=deal.answers("alone"),
        exchange=thrown[0] if thrown else exchange,
        tricks=tuple(cards for cards, _, _ in tricks),
        leaders=_where_any(leader for _, leader, _ in tricks),
        winners=_where_any(winner for _, _, winner in tricks),
        points=deal.numbers("points", sides),
        score=deal.numbers("score", sides),
        undone=read_undone(deal),
        fair=read_promise(deal, f"deal {number}", rules.seats),
    )


def _where_any(written: Iterable[Seat | None]) -> tuple[Seat | None, ...]:
    """What is written for each trick; empty where nothing is."""
    seats = tuple(written)
    return seats if any(seat is not None for seat in seats) else ()
