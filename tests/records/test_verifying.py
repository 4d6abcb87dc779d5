"""Checking shuffles: what is proved, what is not to be checked, and what was altered."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.fair_games import fair_game
from ukachat.engine import Card, Seat, card
from ukachat.engine.notation import parse_cards
from ukachat.records import (
    FaultyGame,
    FirstDealerFound,
    RecordedDeal,
    SavedGame,
    TurnUp,
    parse_games,
    replay,
    verify,
    write_game,
)
from ukachat.records.verifying import UNPROVABLE, Misfit, NotPromised, NotRevealed, Proved
from ukachat.rulebook import ruleset_names
from ukachat.yamlio import YamlError

EXAMPLE = Path(__file__).parents[2] / "examples" / "verified-game.yaml"
GAME = fair_game("nz", 1)


def read(text: str) -> SavedGame:
    (game,) = parse_games(text, source="game.yaml")
    return game


def with_deal(changed: RecordedDeal, *, number: int = 2) -> SavedGame:
    deals = list(GAME.deals)
    deals[number - 1] = changed
    return replace(GAME, deals=tuple(deals))


def misfits(game: SavedGame) -> list[str]:
    return [each.sentence() for each in verify(game).misfits]


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", range(3))
def test_games_dealt_as_promised_are_proved(name: str, seed: int) -> None:
    game = fair_game(name, seed)
    again = read(write_game(game))
    assert again == game
    assert verify(again).verdicts == (Proved(0), Proved(1), Proved(2))


def test_what_was_proved_and_what_cannot_be_is_said() -> None:
    assert verify(GAME).sentences() == (
        "Proved for the draw for the first dealer and deals 1 to 2: the secret is the one whose "
        "hash was promised, and with the words of the seats it gives exactly the cards of the "
        "record.",
        UNPROVABLE,
    )
    assert "did not look" in UNPROVABLE
    assert "unless you noted it" in UNPROVABLE


def test_deals_without_a_secret_or_a_hash_are_named() -> None:
    first, second = GAME.deals
    assert first.fair is not None
    deals = (replace(first, fair=first.fair.sealed), replace(second, fair=None), second, second)
    found = verify(replace(GAME, first_dealer=None, deals=deals))
    assert found.verdicts == (NotRevealed(1), NotPromised(2), Proved(3), Proved(4))
    assert found.misfits == ()
    assert found.sentences() == (
        "Proved for deals 3 to 4: the secret is the one whose hash was promised, and with the "
        "words of the seats it gives exactly the cards of the record.",
        "Not to be checked yet: deal 1. The hash is recorded, and the secret is not told yet.",
        "Not to be checked: deal 2. No hash was recorded.",
        UNPROVABLE,
    )


def test_a_game_without_deals_has_nothing_to_check() -> None:
    found = verify(replace(GAME, first_dealer=None, deals=()))
    assert found.sentences() == ("There is nothing to check: the game has no deal yet.",)


def test_other_words_give_other_cards() -> None:
    second = GAME.deals[1]
    assert second.fair is not None
    changed = replace(second, fair=replace(second.fair, words=("", "", "", "")))
    (said,) = misfits(with_deal(changed))
    assert re.fullmatch(
        r"Deal 2: secret and words give Mere the cards (\w\w ?){5}, "
        r"but the record has (\w\w ?){5}\.",
        said,
    )


def test_a_secret_that_was_never_promised_is_named_as_well() -> None:
    second = GAME.deals[1]
    assert second.fair is not None
    other = replace(second, fair=replace(second.fair, hash="0" * 64))
    assert misfits(with_deal(other)) == [
        "Deal 2: the secret does not have the hash that was promised; one of the two was altered."
    ]
    wrong = replace(second, fair=replace(second.fair, secret=bytes(32)))
    assert len(misfits(with_deal(wrong))) == 2


FIRST = GAME.deals[0]
UNDEALT = next(each for each in GAME.ruleset.pack if each not in FIRST.hands[1])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (replace(FIRST, dealer=Seat(3 - FIRST.dealer)), "give Mere the cards"),
        (
            replace(FIRST, hands=((), (*FIRST.hands[1][:4], UNDEALT), (), ())),
            "give Hemi the cards",
        ),
        (
            replace(FIRST, hands=((), (*FIRST.hands[1][:4], FIRST.hands[1][0]), (), ())),
            "give Hemi the cards",
        ),
        (replace(FIRST, turn_up=FIRST.kitty[0], kitty=()), "give the turn-up"),
        (replace(FIRST, kitty=(FIRST.turn_up,)), "give the kitty"),
        (
            replace(FIRST, hands=((),) * 4, exchange=FIRST.kitty[0]),
            f"played or threw {FIRST.kitty[0]}",
        ),
    ],
    ids=["dealer", "hand", "twice", "turn-up", "kitty", "discard"],
)
def test_a_card_or_dealer_that_was_altered_is_named(changed: RecordedDeal, message: str) -> None:
    (said,) = misfits(with_deal(changed, number=1))
    assert said.startswith("Deal 1: ")
    assert message in said


def test_what_the_record_leaves_out_is_not_compared() -> None:
    some = replace(FIRST, hands=((), FIRST.hands[1][::-2], (), ()), kitty=FIRST.kitty[:3])
    assert misfits(with_deal(replace(some, exchange=TurnUp.NOT_RECORDED), number=1)) == []


def test_a_played_card_that_was_not_dealt_is_named() -> None:
    (leader, *others), *tricks = FIRST.tricks
    wrong = next(each for each in FIRST.kitty if each.suit is leader.suit)
    changed = replace(FIRST, hands=((),) * 4, tricks=((wrong, *others), *tricks))
    (said,) = misfits(with_deal(changed, number=1))
    assert f"played or threw {wrong}, which was not dealt" in said


def test_the_draw_is_compared_card_by_card() -> None:
    found = GAME.first_dealer
    assert found is not None
    for other in (found.draws[0][::-1], parse_cards("AS AH")):
        changed = replace(GAME, first_dealer=found._replace(draws=(other, *found.draws[1:])))
        (said,) = misfits(changed)
        assert said.startswith("The draw: secret and words give draws ")
    more = found._replace(draws=(*found.draws, parse_cards("AS AH")))
    assert len(misfits(replace(GAME, first_dealer=more))) == 1
    begun = FirstDealerFound((), None, found.fair)
    assert misfits(replace(GAME, first_dealer=begun)) == []
    none = FirstDealerFound((), found.dealer, found.fair)
    assert len(misfits(replace(GAME, first_dealer=none))) == 1


# --- every byte ---


def _values(text: str) -> list[tuple[int, str, str]]:
    """Where each character of a block's values stands, with it and what the refusal must name."""
    places: list[tuple[int, str, str]] = []
    number, offset = 0, 0
    for line in text.splitlines(keepends=True):
        number += line.startswith("  - dealer:")
        whose = f"[Dd]eal {number}:" if number else "[Tt]he draw:"
        spans = [found.span(1) for found in re.finditer(r"^ +(?:hash|secret): (\S+)$", line)]
        if line.lstrip().startswith("words:"):
            # Unquoted and quoted words, without the seats.
            spans += [found.span(1) for found in re.finditer(r': (?!\{)"?([^",}]+)', line)]
        for begin, end in spans:
            places += [(offset + at, line[at], whose) for at in range(begin, end)]
        offset += len(line)
    return places


def _refusal(text: str) -> str:
    """What is said of a game, by its reader, by playing it back, or by the check."""
    try:
        game = read(text)
        replay(game)
    except (YamlError, FaultyGame) as error:
        return str(error)
    return "\n".join(each.sentence() for each in verify(game).misfits)


NO_YAML = re.compile(r"game\.yaml:\d+:\d+: (this \{ is|expected (','|a value))")


# One that is a digit, one that is none, a capital digit, and one of YAML's own.
@pytest.mark.parametrize("other", ["0", "z", "F", "#"])
def test_any_altered_character_of_the_blocks_is_refused_and_named(other: str) -> None:
    text, _, _ = EXAMPLE.read_text(encoding="utf-8").partition("rules:")
    assert _refusal(text) == ""
    places = _values(text)
    assert len(places) > 4 * 128
    for place, was, whose in places:
        if was == '"':
            continue  # A quotation mark is none of the value.
        changed = "1" if was == other else other
        said = _refusal(text[:place] + changed + text[place + 1 :])
        # The comment that a sharp begins may leave no YAML, whose place alone can be told.
        is_no_yaml = other == "#" and NO_YAML.match(said)
        assert re.search(whose, said) or is_no_yaml, (text[place - 20 : place + 20], changed, said)


def test_any_altered_card_is_refused() -> None:
    """Each card of the example becomes another."""
    text = EXAMPLE.read_text(encoding="utf-8")
    game = read(text)
    for number, deal in enumerate(game.deals, 1):
        for seat, hand in enumerate(deal.hands):
            for index in range(len(hand)):
                hands = list(deal.hands)
                hands[seat] = _altered(hand, index)
                _assert_named(game, number, replace(deal, hands=tuple(hands)))
        for index in range(len(deal.kitty)):
            _assert_named(game, number, replace(deal, kitty=_altered(deal.kitty, index)))
        _assert_named(game, number, replace(deal, turn_up=_altered((deal.turn_up,), 0)[0]))
        for dealer in set(map(Seat, range(4))) - {deal.dealer}:
            _assert_named(game, number, replace(deal, dealer=dealer))


def _altered(cards: tuple[Card, ...], index: int) -> tuple[Card, ...]:
    other = card("7C") if cards[index] is card("7D") else card("7D")
    return (*cards[:index], other, *cards[index + 1 :])


def _assert_named(game: SavedGame, number: int, deal: RecordedDeal) -> None:
    deals = (*game.deals[: number - 1], deal, *game.deals[number:])
    (misfit,) = verify(replace(game, deals=deals)).misfits
    assert isinstance(misfit, Misfit)
    assert misfit.sentence().startswith(f"Deal {number}: ")
