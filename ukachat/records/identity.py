"""A name for a game that depends on its decisions alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.notation import format_answer, format_call, format_cards
from ukachat.records.model import TurnUp
from ukachat.rulebook import fingerprint as ruleset_fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.engine.cards import Hand
    from ukachat.records.model import RecordedDeal, SavedGame


def fingerprint(game: SavedGame) -> str:
    """The SHA-256 of the canonical decisions, as 64 hexadecimal digits.

    Two records have the same exactly when they hold the same decisions under the same rules. Title,
    date, names, kinds, results that follow from the decisions, the order in which the cards of a
    hand are written, what was taken back and what checks the shuffles make no difference.
    """
    from hashlib import sha256

    return sha256("\n".join(_lines(game)).encode()).hexdigest()


def _lines(game: SavedGame) -> Iterator[str]:
    yield "ukachat game 1"
    yield f"ruleset {ruleset_fingerprint(game.ruleset)}"
    yield f"start {' '.join(map(str, game.start))}"
    if game.first_dealer is not None:
        draws = " | ".join(map(format_cards, game.first_dealer.draws))
        dealer = game.first_dealer.dealer
        yield f"first dealer {draws} > {'' if dealer is None else int(dealer)}"
    for deal in game.deals:
        yield from _deal_lines(deal)


def _deal_lines(deal: RecordedDeal) -> Iterator[str]:
    yield f"deal {deal.dealer:d}"
    yield f"hands {' | '.join(map(_sorted, deal.hands))}"
    yield f"turn-up {deal.turn_up}"
    yield f"kitty {_sorted(deal.kitty)}"
    yield f"calls {', '.join(map(format_call, deal.calls))}"
    # In a deal that was played on, silence says as much as "with partner".
    said = [answer for answer in deal.answers if answer.alone or not deal.tricks]
    yield f"answers {', '.join(f'{each.seat:d} {format_answer(each)}' for each in said)}"
    thrown = deal.exchange
    yield f"discard {thrown.value if isinstance(thrown, TurnUp) else thrown}"
    for cards in deal.tricks:
        yield f"trick {format_cards(cards)}"


def _sorted(cards: Hand) -> str:
    return format_cards(tuple(sorted(cards, key=lambda card: card.index)))
