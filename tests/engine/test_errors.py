"""The sentences of errors, and their tree as the module draws it."""

import inspect
import re

import pytest

from ukachat.engine import EngineError, Refusal, Seat, Suit, card, errors
from ukachat.engine.errors import (
    BadDeal,
    BadDraw,
    GameIsOver,
    MalformedAction,
    MayNotGoAlone,
    MayNotOrderUp,
    MayNotPass,
    MustFollow,
    MustGoAlone,
    MustHoldSuit,
    MustKeepTurnUp,
    MustTakeTurnUp,
    NotInHand,
    NotNow,
    NotOfYourSide,
    NotYourTurn,
    SuitTurnedDown,
)

SENTENCES: list[tuple[Refusal, str]] = [
    (GameIsOver(), "The game is over."),
    (NotYourTurn(Seat(1), Seat(3)), "Acting for seat 1 is out of turn: it is the turn of seat 3."),
    (
        NotYourTurn(Seat(1), None),
        "Acting for seat 1 is out of turn: the cards are to be drawn or dealt.",
    ),
    (NotYourTurn(None, Seat(3)), "Dealing is out of turn: it is the turn of seat 3."),
    (
        NotNow("naming a suit", "the turn-up is offered"),
        "Naming a suit has no place while the turn-up is offered.",
    ),
    (MayNotPass(), "The dealer may not pass here and must make trumps."),
    (MayNotOrderUp(), "The dealer's partner may not order up the turn-up."),
    (MustHoldSuit(Suit.CLUBS), "Only a player who holds clubs may make clubs trumps."),
    (SuitTurnedDown(Suit.HEARTS), "Hearts was turned down and may not be named."),
    (MayNotGoAlone(), "This player may not go alone with this call."),
    (MustGoAlone(), "The dealer's partner may order up only by going alone."),
    (NotInHand(card("JH")), "JH is not in the hand."),
    (
        MustKeepTurnUp(card("9H")),
        "The dealer must keep the turn-up 9H and throw another card.",
    ),
    (MustTakeTurnUp(), "The dealer must take the turn-up."),
    (
        MustFollow(card("AS"), card("9H"), (card("JD"), card("QH"))),
        "AS does not follow 9H; the hand still holds JD QH.",
    ),
    (NotOfYourSide(), "The dealer must be one of the side that won the cut."),
]


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    SENTENCES,
    ids=[f"{place} {type(each).__name__}" for place, (each, _) in enumerate(SENTENCES)],
)
def test_sentence(refusal: Refusal, sentence: str) -> None:
    assert str(refusal) == sentence


def subclasses(of: type[EngineError]) -> set[type[EngineError]]:
    """All classes below this one."""
    return {each for below in of.__subclasses__() for each in (below, *subclasses(below))}


def test_every_refusal_has_a_sentence_here() -> None:
    assert {type(refusal) for refusal, _ in SENTENCES} == subclasses(Refusal)


def test_the_callers_mistakes_are_no_refusals() -> None:
    assert subclasses(MalformedAction) == {BadDeal, BadDraw}
    assert issubclass(MalformedAction, ValueError)
    assert not issubclass(Refusal, ValueError)


def test_tree_in_the_docstring_is_the_tree() -> None:
    drawn = re.findall(r"^ {4}(?:[│ ]*[├└]── )?(\w+)", inspect.getdoc(errors) or "", re.MULTILINE)
    assert drawn[0] == "EngineError"
    tree: list[type[EngineError]] = [EngineError, *subclasses(EngineError)]
    assert sorted(drawn) == sorted(each.__name__ for each in tree)
