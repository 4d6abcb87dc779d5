"""The answer to a press: at most 200 characters, of which every one makes sense."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.crashing import any_seed
from tests.chat.leaks import cards_named
from tests.chat.playing import names_of, next_move
from tests.chat.talking import Conversation
from tests.strategies import RULESETS
from ukachat.chat import telling
from ukachat.chat.answering import fitting
from ukachat.chat.messages import REPLY_LENGTH, Button, Edit, Reply, Say
from ukachat.chat.table import Stage
from ukachat.engine import legal_actions
from ukachat.engine.actions import (
    ChooseDealer,
    Declare,
    Discard,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
)
from ukachat.engine.cards import CARDS, Card, Suit
from ukachat.engine.notation import format_action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.chat.messages import Outgoing
    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat

LONG_NAMES = tuple(f"{name} {'of the long white cloud and sea ' * 2}"[:40] for name in "ABCDEF")
"""As long as names can be."""


# --- every answer in whole games ---


@pytest.mark.parametrize("style", ["words", "signs"])
@pytest.mark.parametrize("rules", RULESETS)
def test_every_answer_in_a_group_fits_and_ends_with_its_sentence(rules: str, style: str) -> None:
    seed = any_seed()
    table = Conversation(seed, network="telegram")
    people = LONG_NAMES[: RULESETS[rules].seats]
    for who in people:
        table.say(who, f"/settings {style}")
    table.say(people[0], f"/uka {rules} target=2", group=True)
    for who in people[1:]:
        table.say(who, "/join", group=True)
    table.say(people[0], "/start", group=True)
    rng, answers = Random(seed), 0
    while table.table.stage is Stage.PLAYING:
        for who, data in _refused(table.table, names_of(table, table.table)):
            version = table.table.version
            replied = table.press(who, data, group=True)[0]
            assert table.table.version == version
            assert isinstance(replied, Reply)
            assert len(replied.text) <= REPLY_LENGTH
            assert re.fullmatch(r".*[.?]", replied.text, re.DOTALL), replied.text
            assert not replied.text.endswith("..."), replied.text
            if data.endswith("/hand") and table.table.turn is not None:
                assert cards_named(replied.text) == _held(table, who)
            answers += 1
        move = next_move(table, rng, "random")
        assert move is not None
        sent = table.say(*move, group=True)
        assert all(len(button.label) <= 64 for button in _buttons(sent))
    assert answers > 100


def _held(conversation: Conversation, who: str) -> set[Card]:
    """The cards that somebody holds or may take."""
    table = conversation.table
    people = names_of(conversation, table)
    seat = next(seat for seat, name in people.items() if name == who)
    return {card for card in telling.slots(table, seat) if card is not None}


def _refused(table: Table, people: dict[Seat, str]) -> Iterator[tuple[str, str]]:
    """Who presses what and is not let: each looks at the cards, and does what may not be done."""
    assert table.game is not None
    at_once = f"t:{table.id}:{table.version}:"
    for who in people.values():
        yield who, f"{at_once}/hand"
        yield who, f"t:{table.id}:1:1"
    if table.turn is None:
        return
    legal = set(legal_actions(table.game.state))
    for seat, who in people.items():
        allowed = legal if seat == table.turn else set()
        for action in _thinkable(seat, len(people)):
            if action not in allowed:
                yield who, at_once + format_action(action).partition(" ")[2]


def _thinkable(seat: Seat, seats: int) -> list[SeatAction]:
    """Some of everything that a seat could wish to do."""
    wished: list[SeatAction] = [Pass(seat), LeaveTurnUp(seat), ChooseDealer(seat, seat)]
    for alone in (False, True):
        wished += [OrderUp(seat, alone), Declare(seat, alone)]
        wished += [Name(seat, suit, alone) for suit in Suit]
    chosen = Random(seat).sample(CARDS, seats + 2)
    return [*wished, *(Play(seat, card) for card in chosen), *(Discard(seat, c) for c in chosen)]


def _buttons(sent: list[Outgoing]) -> list[Button]:
    posts = [post for post in sent if isinstance(post, Say | Edit)]
    return [button for post in posts for row in post.buttons for button in row]


# --- what does not fit ---


def test_what_fits_is_said_as_it_is() -> None:
    assert fitting([]) == ""
    assert fitting(["Welcome back, Mere.", "It is Ana's turn."]) == (
        "Welcome back, Mere.\nIt is Ana's turn."
    )
    assert fitting(["x" * REPLY_LENGTH]) == "x" * REPLY_LENGTH


def test_what_was_said_before_the_answer_gives_way_to_it() -> None:
    done = "; ".join(["seven of clubs"] * 12)
    welcome = f"Welcome back, Mere. In this deal the computer chose for you: {done}."
    assert fitting([welcome]) == "Welcome back, Mere."
    assert fitting([welcome, "It is Ana's turn."]) == "Welcome back, Mere.\nIt is Ana's turn."
    assert fitting([welcome, f"It is {'Ana' * 60}'s turn."]) == f"It is {'Ana' * 60}'s turn."


def test_of_one_long_sentence_whole_words_are_left() -> None:
    said = fitting(["word " * 50])
    assert len(said) <= REPLY_LENGTH
    assert re.fullmatch(r"(word )+\.\.\.", said)


def test_sentences_are_never_cut() -> None:
    seed = any_seed()
    rng = Random(seed)
    for _ in range(500):
        told = [
            " ".join(_sentence(rng) for _ in range(rng.randint(1, 4)))
            for _ in range(rng.randint(1, 4))
        ]
        said = fitting(told)
        assert 0 < len(said) <= REPLY_LENGTH
        whole = set(re.split(r"(?<=\.)\s", "\n".join(told)))
        assert set(re.split(r"(?<=\.)\s", said)) <= whole
        assert told[-1].startswith(said.rpartition("\n")[2])


def _sentence(rng: Random) -> str:
    cards = rng.sample(CARDS, rng.randint(1, 6))
    said = "; ".join(f"{card.rank.word} of {card.suit.word}" for card in cards)
    return f"The computer chose {said}."
