"""``fair`` and ``undone`` in a saved game: read to the letter, written stably, no decisions."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records.fair_games import WORDS, fair_game
from tests.strategies import seat_actions
from ukachat.engine import ChooseDealer, Discard, OrderUp, Pass, Play, Seat, card
from ukachat.fair import NotFair, Promise, normalised
from ukachat.records import SavedGame, Undone, fingerprint, parse_games, replay, write_game
from ukachat.yamlio import YamlError

GAME = fair_game("nz", 1)
HASH, SECRET = "0a" * 32, "1b" * 32


def read(text: str) -> SavedGame:
    (game,) = parse_games(text, source="game.yaml")
    return game


def with_block(block: str) -> str:
    return (
        f"ruleset: nz\nseats: [Mere, Hemi, Ana, Tama]\ndealer: N\ndeals: [{{turn_up: 9D, {block}}}]"
    )


def test_a_block_is_written_with_what_there_is() -> None:
    first = GAME.deals[0]
    promise = Promise(HASH, ("", "cut, well", "", ""))
    text = write_game(replace(GAME, deals=(replace(first, fair=promise),)))
    assert f'\n    fair:\n      hash: {HASH}\n      words: {{East: "cut, well"}}\nrules:' in text
    told = replace(promise, words=("",) * 4, secret=bytes.fromhex(SECRET))
    text = write_game(replace(GAME, deals=(replace(first, fair=told),)))
    assert f"\n    fair:\n      hash: {HASH}\n      secret: {SECRET}\nrules:" in text


def test_a_game_without_blocks_is_written_as_before() -> None:
    found = GAME.first_dealer
    assert found is not None
    deals = tuple(replace(each, fair=None) for each in GAME.deals)
    text = write_game(replace(GAME, first_dealer=found._replace(fair=None), deals=deals))
    assert "\nfirst_dealer: {draws: [" in text
    assert "fair" not in text
    assert "undone" not in text


def _or_nothing(text: str) -> str:
    try:
        return normalised(text)
    except NotFair:
        return ""


_decisions = seat_actions.filter(lambda each: not isinstance(each, ChooseDealer))
_words = st.text(max_size=100).map(_or_nothing)


@given(
    st.tuples(_words, _words, _words, _words),
    st.none() | st.binary(min_size=32, max_size=32),
    st.binary(min_size=32, max_size=32),
    st.lists(st.builds(Undone, _decisions, st.integers(0, 30)), max_size=4),
)
def test_any_block_is_read_as_it_is_written(
    added: tuple[str, ...], secret: bytes | None, hashed: bytes, undone: list[Undone]
) -> None:
    promise = Promise(hashed.hex(), added, secret)
    deal = replace(GAME.deals[0], fair=promise, undone=tuple(undone))
    assert GAME.first_dealer is not None
    found = GAME.first_dealer._replace(fair=promise)
    game = replace(GAME, first_dealer=found, deals=(deal,))
    text = write_game(game)
    again = read(text)
    assert again == game
    assert write_game(again) == text


def test_seats_of_words_are_named_as_elsewhere() -> None:
    game = read(with_block(f"fair: {{hash: {HASH}, words: {{Tama: a, n: 007, S: ''}}}}"))
    assert game.deals[0].fair == Promise(HASH, ("007", "", "", "a"))


def test_the_fingerprint_covers_neither_block() -> None:
    assert GAME.first_dealer is not None
    bare = replace(
        GAME,
        first_dealer=GAME.first_dealer._replace(fair=None),
        deals=tuple(
            replace(each, fair=None, undone=(Undone(Pass(Seat(1)), 0),)) for each in GAME.deals
        ),
    )
    assert fingerprint(bare) == fingerprint(GAME)
    assert replay(bare).score == replay(GAME).score


def test_what_was_taken_back() -> None:
    block = (
        "undone: [{after: 0, Hemi: order up}, {S: discards 10h, after: 4},"
        " {West: plays jh, after: 4}]"
    )
    game = read(with_block(block))
    assert game.deals[0].undone == (
        Undone(OrderUp(Seat(1)), 0),
        Undone(Discard(Seat(2), card("TH")), 4),
        Undone(Play(Seat(3), card("JH")), 4),
    )
    assert "undone:\n      - {East: order up, after: 0}\n      - {South: discards TH" in write_game(
        game
    )


DIGITS = "expected 64 digits 0-9 and a-f, got"
UNDONE = "expected a seat with what it took back, such as North: plays JH"
REFUSED = {
    "an empty block": ("fair: null", "fair of deal 1: expected a mapping, got nothing"),
    "no hash": ("fair: {}", f"the hash of deal 1: {DIGITS} nothing"),
    "a short hash": (f"fair: {{hash: {HASH[1:]}}}", f"the hash of deal 1: {DIGITS} 'a0"),
    "a capital": (f"fair: {{hash: {HASH.upper()}}}", f"the hash of deal 1: {DIGITS} '0A"),
    "an empty secret": (
        f"fair: {{hash: {HASH}, secret: }}",
        f"the secret of deal 1: {DIGITS} nothing; leave the key out while the secret is not",
    ),
    "a blank too many": (
        f"fair: {{hash: {HASH}, secret: '{SECRET} '}}",
        f"the secret of deal 1: {DIGITS} '1b",
    ),
    "another key": (
        f"fair: {{hash: {HASH}, secert: x}}",
        "'secert': expected one of hash, secret, words; did you mean secret?",
    ),
    "words of nobody": (
        f"fair: {{hash: {HASH}, words: seven}}",
        "the words of deal 1: expected words by seat, such as North: seven, got 'seven'",
    ),
    "words of a stranger": (
        f"fair: {{hash: {HASH}, words: {{Norht: a}}}}",
        "words: expected one of North, East, South, West or a player's name, got 'Norht'",
    ),
    "two lines": (
        f'fair: {{hash: {HASH}, words: {{N: "a\\nb"}}}}',
        "the words of deal 1: expected one line of text without needless blanks, got 'a\\nb'",
    ),
    "words in a list": (
        f"fair: {{hash: {HASH}, words: {{N: [a]}}}}",
        "the words of deal 1: expected one line of text without needless blanks, got a list",
    ),
    "long words": (
        f"fair: {{hash: {HASH}, words: {{N: {'a' * 101}}}}}",
        "the words of deal 1: expected at most 100 characters to add to the shuffle, got 101",
    ),
    "no list": ("undone: x", "undone: expected a list, got 'x'"),
    "no number": (
        "undone: [{N: pass}]",
        "after: expected how many decisions of the deal came before, got nothing",
    ),
    "less than none": (
        "undone: [{N: pass, after: -1}]",
        "after: expected a number from 0, got -1",
    ),
    "nobody": ("undone: [{after: 1}]", f"undone: {UNDONE}"),
    "two at once": ("undone: [{N: pass, E: pass, after: 1}]", f"undone: {UNDONE}"),
    "nothing done": ("undone: [{N: , after: 1}]", f"undone: {UNDONE}"),
    "no action": ("undone: [{N: plays XX, after: 1}]", f"undone: {UNDONE}, got 'plays XX'"),
    "the choice of a dealer": (
        "undone: [{N: chooses 2, after: 0}]",
        f"undone: {UNDONE}, got 'chooses 2'",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_name_the_place_and_the_deal(case: str) -> None:
    block, message = REFUSED[case]
    with pytest.raises(YamlError, match=rf"^game\.yaml:4:\d+: {re.escape(message)}"):
        read(with_block(block))


def test_a_refusal_about_the_draw() -> None:
    text = f"ruleset: nz\nfirst_dealer:\n  draws: []\n  fair:\n    hash: {HASH}a\n"
    with pytest.raises(YamlError, match=r"^game\.yaml:5:11: the hash of the draw: expected 64"):
        read(text)


def test_the_words_of_the_test_games_need_quotes() -> None:
    """Or else they would not show that quotes are written and read."""
    assert '"7: of hearts # please"' in write_game(GAME)
    assert GAME.deals[0].fair is not None
    assert GAME.deals[0].fair.words == WORDS
