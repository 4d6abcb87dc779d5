"""Writes a game in EGN, where the notation can say it."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import cycle
from typing import TYPE_CHECKING, Any, assert_never

from ukachat.engine.actions import Name, OrderUp, Pass
from ukachat.records.egn.deals import BIDDING, PLAY
from ukachat.records.egn.reading import COMPUTER, FILE_TYPE
from ukachat.records.egn.rules import TABLE, USUAL, EgnRules, differences
from ukachat.records.model import Kind, TurnUp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.engine.actions import Call
    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat
    from ukachat.records.model import Player, RecordedDeal, SavedGame


class NotInEgn(ValueError):
    """A game that the notation cannot say.

    Attributes:
        reasons: What it cannot say, one clause each; never empty.
    """

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(f"EGN cannot say that {'; nor that '.join(reasons)}")
        self.reasons = reasons


def write_egn(game: SavedGame) -> str:
    """Writes a game, the same bytes every time, so that `read_egn` gives the same decisions.

    Leaders after the first, winners and points are left out, since they follow from the play, and
    of the scores all but the last. So are the title of the ruleset and the words of its calls.

    Raises:
        NotInEgn: The ruleset or a decision cannot be said in the notation.
    """
    if reasons := tuple(_not_said(game)):
        raise NotInEgn(reasons)
    metadata = {
        "title": game.title,
        "date": game.date,
        "players": [_player(player) for player in game.players],
        "initialScore": list(game.start),
        "finalScore": list((game.deals[-1].score if game.deals else None) or ()),
        "ruleset": _ruleset(game.ruleset),
    }
    tree = {
        "fileType": FILE_TYPE,
        "version": "1.1.0" if any(map(_is_old, game.deals)) else "1.4",
        "metadata": _without_empty(metadata),
        "deals": [_deal(deal, number) for number, deal in enumerate(game.deals)],
    }
    return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"


def _not_said(game: SavedGame) -> Iterator[str]:
    """What the notation cannot say, as clauses that follow "that"."""
    yield from differences(game.ruleset)
    if game.first_dealer is not None:
        yield "the first dealer was drawn for (leave first_dealer out to write the rest)"
    for number, deal in enumerate(game.deals, 1):
        turns = cycle(TABLE.after[deal.dealer])
        if any(call.seat != turn for call, turn in zip(deal.calls, turns, strict=False)):
            yield f"somebody called out of turn in deal {number}"
        if any(map(_is_alone, deal.calls[:-1])):
            yield f"there were calls after somebody went alone in deal {number}"
        if deal.answers:
            yield f"somebody was asked after the calls in deal {number} whether they go alone"
        if deal.exchange is TurnUp.LEFT:
            yield f"the dealer left the turn-up lying in deal {number}"


def _is_old(deal: RecordedDeal) -> bool:
    """Whether it needs a key that the notation had only until version 1.1."""
    return bool(deal.kitty) or _first_leader(deal) is not None


def _first_leader(deal: RecordedDeal) -> Seat | None:
    return deal.leaders[0] if deal.leaders else None


def _player(player: Player) -> str | dict[str, Any]:
    if player.kind is Kind.PERSON:
        return player.name
    source, own_id = COMPUTER
    return {"name": player.name, "playerIds": [{"id": own_id, "source": source}]}


def _ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """The switches that every file has, and those that differ from the notation's defaults."""
    said = asdict(EgnRules.nearest(ruleset))
    if said["num_deals"]:
        del said["winning_score"]  # The number of deals stands in its place.
    usual = asdict(USUAL)
    always = ("std", "canadian", "loner_lead")
    return {key: value for key, value in said.items() if key in always or value != usual[key]}


def _deal(deal: RecordedDeal, number: int) -> dict[str, Any]:
    dealt = {
        "dealer": int(deal.dealer),
        "upCard": _card(deal.turn_up),
        "kitty": _cards(deal.kitty),
        "playerCards": [_cards(hand) for hand in deal.hands] if any(deal.hands) else [],
    }
    phases: list[dict[str, Any]] = []
    if deal.calls:
        bidding = {
            "phaseNumber": 0,
            "type": BIDDING,
            "calls": list(map(_call, deal.calls)),
            "isAlone": _is_alone(deal.calls[-1]),
            "discard": "" if isinstance(deal.exchange, TurnUp) else _card(deal.exchange),
        }
        phases.append(_without_empty(bidding))
    if deal.tricks:
        tricks = [_cards(trick) for trick in deal.tricks]
        play = {
            "phaseNumber": 1,
            "type": PLAY,
            "initialLead": _first_leader(deal),
            "tricks": tricks,
        }
        phases.append(_without_empty(play))
    return {"dealNumber": number, "initialState": _without_empty(dealt), "phases": phases}


def _without_empty(tree: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in tree.items() if value not in (None, "", [])}


def _is_alone(call: Call) -> bool:
    return not isinstance(call, Pass) and call.alone


def _call(call: Call) -> str:
    match call:
        case Pass():
            return "Pass"
        case OrderUp():
            return "Order"
        case Name(suit=suit):
            return suit.letter.lower()
        case _:
            assert_never(call)


def _card(card: Card) -> str:
    return card.rank.letter + card.suit.letter.lower()


def _cards(cards: Hand) -> list[str]:
    return list(map(_card, cards))
