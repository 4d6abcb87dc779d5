"""Writing saved games: one form, stable to the byte.

Written are the decisions and whatever else the record holds: names, and leaders, winners, points
and scores where somebody wrote them down, so that a fault in them is not lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.notation import format_answer, format_call, format_cards
from ukachat.records.model import FirstDealerFound, RecordedDeal, SavedGame, TurnUp
from ukachat.records.promises import promise_tree
from ukachat.records.reading import FORMAT
from ukachat.records.undoing import undone_tree
from ukachat.rulebook import ruleset_to_tree
from ukachat.yamlio import Flow, Tree, write_document, write_documents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ukachat.engine.seats import Seating


def write_game(game: SavedGame) -> str:
    """The YAML text of a game; what `reading` reads back and writes again to the same bytes."""
    return write_document(_game(game))


def write_games(games: Iterable[SavedGame]) -> str:
    """The YAML text of several games, as a stream of documents."""
    return write_documents(map(_game, games))


def _game(game: SavedGame) -> Tree:
    table = game.ruleset.seating
    tree: dict[str, Tree] = {"ukachat": FORMAT}
    if game.title:
        tree["title"] = game.title
    if game.date:
        tree["date"] = game.date
    if game.ruleset_name:
        tree["ruleset"] = game.ruleset_name
    tree["seats"] = {
        name: Flow({"name": player.name, "kind": player.kind.value})
        for name, player in zip(table.names, game.players, strict=True)
    }
    tree["score"] = Flow(list(game.start))
    if game.first_dealer is not None:
        tree["first_dealer"] = _first_dealer(game.first_dealer, table)
    if game.deals:
        tree["dealer"] = table.names[game.deals[0].dealer]
    tree["deals"] = [_deal(deal, table) for deal in game.deals] if game.deals else Flow([])
    tree["rules"] = {
        key: _on_one_line(part, but_for=key == "scoring")
        for key, part in ruleset_to_tree(game.ruleset).items()
    }
    return tree


def _first_dealer(found: FirstDealerFound, table: Seating) -> Tree:
    tree: dict[str, Tree] = {"draws": Flow([format_cards(cards) for cards in found.draws])}
    if found.dealer is not None:
        tree["dealer"] = table.names[found.dealer]
    if found.fair is None:
        return Flow(tree)
    return {**tree, "fair": promise_tree(found.fair, table.names)}


def _on_one_line(part: Tree, *, but_for: bool) -> Tree:
    """A part of the rules as one line, or each of its own parts as one."""
    if not isinstance(part, dict):
        return part
    return (
        {key: _on_one_line(each, but_for=False) for key, each in part.items()}
        if but_for
        else Flow(part)
    )


def _deal(deal: RecordedDeal, table: Seating) -> Tree:
    tree: dict[str, Tree] = {"dealer": table.names[deal.dealer]}
    if any(deal.hands):
        tree["hands"] = {
            name: format_cards(hand)
            for name, hand in zip(table.names, deal.hands, strict=True)
            if hand
        }
    tree["turn_up"] = str(deal.turn_up)
    if deal.kitty:
        tree["kitty"] = format_cards(deal.kitty)
    if deal.calls:
        tree["bids"] = Flow([format_call(call) for call in deal.calls])
    if deal.answers:
        tree["alone"] = Flow(
            [{table.names[answer.seat]: format_answer(answer)} for answer in deal.answers]
        )
    if deal.exchange is TurnUp.LEFT:
        tree["discard"] = TurnUp.LEFT.value
    elif not isinstance(deal.exchange, TurnUp):
        tree["discard"] = str(deal.exchange)
    if deal.tricks:
        tree["tricks"] = [_trick(deal, number, table) for number in range(len(deal.tricks))]
    if deal.points is not None:
        tree["points"] = Flow(list(deal.points))
    if deal.score is not None:
        tree["score"] = Flow(list(deal.score))
    if deal.undone:
        tree["undone"] = undone_tree(deal.undone, table.names)
    if deal.fair is not None:
        tree["fair"] = promise_tree(deal.fair, table.names)
    return tree


def _trick(deal: RecordedDeal, number: int, table: Seating) -> Tree:
    """The cards of a trick, with its leader or winner where they are written down."""
    cards = format_cards(deal.tricks[number])
    leader = deal.leaders[number] if number < len(deal.leaders) else None
    winner = deal.winners[number] if number < len(deal.winners) else None
    if winner is not None:
        told: dict[str, Tree] = {} if leader is None else {"leader": table.names[leader]}
        return Flow({**told, "cards": cards, "winner": table.names[winner]})
    return cards if leader is None else Flow({table.names[leader]: cards})
