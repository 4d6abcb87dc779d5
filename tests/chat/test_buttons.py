"""What buttons of cards say, and how long a label may be."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.playing import next_move, play_on
from tests.chat.talking import Conversation
from ukachat.chat.messages import Button, Say
from ukachat.engine.state import Discarding, Playing

if TYPE_CHECKING:
    from ukachat.chat.messages import Outgoing


def _card_labels(settings: str, network: str) -> set[str]:
    """The labels of the first cards that somebody may play."""
    conversation = Conversation(1, network=network)
    conversation.say("Mere", f"/settings {settings}")
    sent = conversation.say("Mere", "/play nz now")
    while not isinstance(_phase(conversation), Playing):
        move = next_move(conversation, Random(1))
        assert move is not None
        sent = conversation.say(*move)
    return _labels(sent)


def _labels(sent: list[Outgoing]) -> set[str]:
    posts = [post for post in sent if isinstance(post, Say)]
    return {button.label for post in posts for row in post.buttons for button in row}


def _phase(conversation: Conversation) -> object:
    game = conversation.table.game
    return None if game is None else game.state.phase


@pytest.mark.parametrize(
    ("network", "settings", "label"),
    [
        ("telegram", "signs", r"(10|[7-9JQKA])[♣♦♥♠] [A-Z][a-z]+ of [a-z]+"),
        ("telegram", "letters", r"[7-9TJQKA][CDHS] [A-Z][a-z]+ of [a-z]+"),
        ("telegram", "words", r"[A-Z][a-z]+ of [a-z]+"),
        ("chat", "signs", r"[A-Z][a-z]+ of [a-z]+"),
    ],
)
def test_a_sign_stands_before_a_card_where_nobody_types_it(
    network: str, settings: str, label: str
) -> None:
    labels = _card_labels(settings, network)
    assert labels
    for each in labels:
        assert re.fullmatch(label, each), each


def test_a_card_to_throw_is_named_without_the_throwing() -> None:
    conversation = Conversation(1, network="telegram")
    thrown: set[str] = set()
    conversation.say("Mere", "/play nz now")
    for sent in play_on(conversation, Random(1)):
        if isinstance(_phase(conversation), Discarding):
            thrown |= _labels(sent)
    assert len([label for label in thrown if re.fullmatch(r"\S+ [A-Z][a-z]+ of [a-z]+", label)]) > 4


def test_a_long_label_is_cut() -> None:
    assert Button("x" * 64, "").label == "x" * 64
    assert Button("x" * 65, "").label == "x" * 61 + "..."
    assert Button("x" * 60 + " yes", "").label == "x" * 60 + " yes"
    assert Button("x" * 60 + " or not", "").label == "x" * 60 + "..."
