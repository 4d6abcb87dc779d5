"""Saved games in YAML: read loosely, written strictly, refused with a place."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.recording import record_game
from ukachat.engine import Card, Declare, Name, OrderUp, Pass, Seat, Suit, card
from ukachat.engine.notation import parse_cards
from ukachat.records import (
    FaultyGame,
    Kind,
    Player,
    SavedGame,
    TurnUp,
    fingerprint,
    parse_games,
    read_game,
    read_games,
    replay,
    write_game,
    write_games,
)
from ukachat.rulebook import load_ruleset, ruleset_names
from ukachat.yamlio import YamlError

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))


def read(text: str) -> SavedGame:
    (game,) = parse_games(text, source="game.yaml")
    return game


def deal(lines: str, *, ruleset: str = "nz", seats: str = "[Mere, Hemi, Ana, Tama]") -> SavedGame:
    """A game of one deal, of which a test types only what it is about."""
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    return read(f"ruleset: {ruleset}\nseats: {seats}\ndealer: Mere\ndeals:\n  -\n{body}\n")


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", range(5))
def test_save_load_save_gives_the_same_bytes(name: str, seed: int) -> None:
    game, _ = record_game(name, seed)
    text = write_game(game)
    again = read(text)
    assert again == game
    assert write_game(again) == text


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_examples_play_back(path: Path) -> None:
    for game in read_games(path):
        result = replay(game)
        assert result.score == game.deals[-1].score
        assert not result.notes
        assert not game.notes
        assert read(write_game(game)) == game


def test_a_loosely_typed_game_is_what_its_strict_form_is() -> None:
    sheet = read_game(EXAMPLES[1])
    assert sheet.names == ("Kahu", "Moana", "Rangi", "Hine")
    strict = write_game(sheet)
    assert "bids: [pass, pass, pass, order up alone]" in strict
    assert "- 7H TH AS KH" in strict
    assert "score: [2, 10]" in strict
    assert write_game(read(strict)) == strict
    assert fingerprint(read(strict)) == fingerprint(sheet)


def test_several_games_in_one_file() -> None:
    games = [record_game("na", seed)[0] for seed in (1, 2, 3)]
    text = write_games(games)
    assert parse_games(text, source="evening.yaml") == tuple(games)
    assert text.count("---\n") == 3


def test_a_stream_may_end_with_a_separator() -> None:
    text = "ruleset: NZ\n---\nruleset: na\n---\n"
    first, second = parse_games(text, source="evening.yaml")
    assert (first.ruleset, second.ruleset) == (load_ruleset("nz"), load_ruleset("na"))


def test_read_game_wants_one_game(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text(write_games([record_game("na", seed)[0] for seed in (1, 2)]))
    with pytest.raises(YamlError, match="expected one game, got 2"):
        read_game(path)


CARDS = {
    "two characters": ("JH TS 7C", "JH TS 7C"),
    "lower case": ("jh ts 7c", "JH TS 7C"),
    "ten": ("10s 10H", "TS TH"),
    "signs": ("J♥ 10♠️ A♦", "JH TS AD"),
    "commas": ("JH, TS, 7C", "JH TS 7C"),
    "list": ("[JH, TS, 7C]", "JH TS 7C"),
}


@pytest.mark.parametrize("case", CARDS)
def test_cards(case: str) -> None:
    written, meant = CARDS[case]
    game = deal(f"turn_up: 9D\nkitty: {written}")
    assert game.deals[0].kitty == parse_cards(meant)


FIRST_ROUND = {
    "pass": Pass(Seat(1)),
    "away": Pass(Seat(1)),
    "Away.": Pass(Seat(1)),
    "order up": OrderUp(Seat(1)),
    "pick it up": OrderUp(Seat(1)),
    "I order it up": OrderUp(Seat(1)),
    "assist": OrderUp(Seat(1)),
    "order up alone": OrderUp(Seat(1), alone=True),
    "pick it up, I am going alone": OrderUp(Seat(1), alone=True),
    "alone": OrderUp(Seat(1), alone=True),
}


def test_seats_on_one_line_and_names_without_macrons() -> None:
    text = "ruleset: nz\nseats: Māia, Hemi, Ana, Tama\ndealer: maia\ndeals: [{turn_up: 9D}]"
    game = read(text)
    assert game.names == ("Māia", "Hemi", "Ana", "Tama")
    assert game.deals[0].dealer == Seat(0)


def test_alone_may_stand_behind_the_call() -> None:
    calls = deal("turn_up: 9D\nbids: away, pick it up, I am going alone").deals[0].calls
    assert calls == (Pass(Seat(1)), OrderUp(Seat(2), alone=True))


@pytest.mark.parametrize("said", FIRST_ROUND)
def test_calls_of_the_first_round(said: str) -> None:
    assert deal(f"turn_up: 9D\nbids: ['{said}']").deals[0].calls == (FIRST_ROUND[said],)


SECOND_ROUND = {
    "hearts": Name(Seat(1), Suit.HEARTS),
    "heart": Name(Seat(1), Suit.HEARTS),
    "H": Name(Seat(1), Suit.HEARTS),
    "♠": Name(Seat(1), Suit.SPADES),
    "clubs alone": Name(Seat(1), Suit.CLUBS, alone=True),
    "I am going alone, spades": Name(Seat(1), Suit.SPADES, alone=True),
    "pick up": OrderUp(Seat(1)),
    "pass": Pass(Seat(1)),
}


@pytest.mark.parametrize("said", SECOND_ROUND)
def test_calls_of_the_second_round(said: str) -> None:
    game = deal(f"turn_up: 9D\nbids: [away, away, away, away, '{said}']")
    assert game.deals[0].calls[-1] == SECOND_ROUND[said]


def test_calls_may_be_written_with_their_seats() -> None:
    calls = (Pass(Seat(1)), Pass(Seat(2)), OrderUp(Seat(3)))
    assert (
        deal("turn_up: 9D\nbids: [Hemi: away, S: away, West: pick it up]").deals[0].calls == calls
    )
    assert deal("turn_up: 9D\nbids: away, away, pick it up").deals[0].calls == calls


def test_the_words_of_the_ruleset_are_calls() -> None:
    (game,) = parse_games(
        "rules:\n  extends: \n  title: Ours\n  words: {pass: kao, order: ake}\n"
        "dealer: North\ndeals: [{turn_up: 9D, bids: 'kao, ake'}]\n",
        source="game.yaml",
    )
    assert game.deals[0].calls == (Pass(Seat(1)), OrderUp(Seat(2)))


def test_answers_discards_and_hands() -> None:
    game = deal(
        "hands: {N: JH 9H, Tama: 'AS'}\n"
        "turn_up: 9D\nbids: [order up]\ndiscard: left\nalone: [Hemi: with partner, N: alone]",
        ruleset="na",
    )
    (only,) = game.deals
    assert only.exchange is TurnUp.LEFT
    assert only.answers == (Declare(Seat(1), alone=False), Declare(Seat(0), alone=True))
    assert only.hands == (parse_cards("JH 9H"), (), (), (card("AS"),))
    thrown = deal("turn_up: 9D\ndiscard: 10h", ruleset="na").deals[0].exchange
    assert isinstance(thrown, Card)
    assert str(thrown) == "TH"


def test_seats_by_name_and_kind() -> None:
    seats = "{East: {name: Club, kind: computer}, North: 007}"
    game = read(f"ruleset: nz\nseats: {seats}\n")
    assert game.players == (
        Player("007"),
        Player("Club", Kind.COMPUTER),
        Player("South"),
        Player("West"),
    )
    assert game.deals == ()


def test_the_dealer_follows_from_the_deal_before() -> None:
    text = "ruleset: na\ndealer: South\ndeals: [{turn_up: 9D}, {turn_up: 9H}, {turn_up: 9C}]\n"
    assert [each.dealer for each in read(text).deals] == [2, 3, 0]


def test_text_fields_take_what_yaml_would_twist() -> None:
    game = read("ruleset: nz\ntitle: no\ndate: 2026-11-30\nseats: [yes, 12:30, '', 010]\n")
    assert (game.title, game.date) == ("no", "2026-11-30")
    assert game.names == ("yes", "12:30", "South", "010")
    assert read(write_game(game)) == game


def test_rules_in_full_win_over_the_name_with_a_note() -> None:
    game, _ = record_game("nz", 1)
    other = replace(game.ruleset, game=replace(game.ruleset.game, target=5))
    again = read(write_game(replace(game, ruleset=other)))
    assert again.ruleset == other
    assert again.notes == (
        "This game has its own rules, which differ from the ruleset nz of today.",
    )


def test_a_retitled_ruleset_plays_the_same_and_needs_no_note() -> None:
    game, _ = record_game("nz", 1)
    again = read(write_game(replace(game, ruleset=replace(game.ruleset, title="Ours"))))
    assert again.notes == ()
    unknown = read(write_game(replace(game, ruleset_name="our-house")))
    assert unknown.notes == ()


def test_a_house_ruleset_is_found_in_the_folders_of_the_host(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("extends: nz\ntitle: Ours\ngame: {target: 5}\n")
    text = "ruleset: ours\n"
    (game,) = parse_games(text, source="game.yaml", folders=[tmp_path])
    assert game.ruleset.game.target == 5
    with pytest.raises(YamlError, match="there is no ruleset 'ours'"):
        parse_games(text, source="game.yaml")


def test_the_fingerprint_covers_the_decisions_and_nothing_else() -> None:
    game, _ = record_game("nz", 1)
    first = game.deals[0]
    mark = fingerprint(game)
    assert len(mark) == 64
    same = replace(game, title="x", date="y", players=(Player("a"),) * 4)
    assert fingerprint(same) == mark
    no_scores = replace(game, deals=tuple(replace(each, score=None) for each in game.deals))
    assert fingerprint(no_scores) == mark
    changed = [
        replace(game, start=(1, 0)),
        replace(game, first_dealer=None),
        replace(game, ruleset=load_ruleset("na32")),
        replace(game, deals=game.deals[:-1]),
    ]
    others = [
        replace(first, dealer=Seat(3 - first.dealer)),
        replace(first, hands=first.hands[::-1]),
        replace(first, kitty=()),
        replace(first, calls=first.calls[:-1]),
        replace(first, answers=(Declare(Seat(0), alone=True),)),
        replace(first, exchange=TurnUp.LEFT),
        replace(first, tricks=first.tricks[:-1]),
    ]
    changed += [replace(game, deals=(other, *game.deals[1:])) for other in others]
    assert len({mark, *map(fingerprint, changed)}) == len(changed) + 1


REFUSED = {
    "no ruleset": ("title: x", "1:1: ruleset: expected the name of a ruleset, such as"),
    "unknown ruleset": ("ruleset: nx", "1:10: ruleset: there is no ruleset 'nx'"),
    "a path is no name": ("ruleset: rulesets/nz.yaml", "1:10: ruleset: expected the name of"),
    "newer format": ("ukachat: 2\nruleset: nz", "1:10: ukachat: this game was saved in format 2"),
    "unknown key": ("ruleset: nz\ndeal: []", "2:1: 'deal': expected one of .*did you mean deals"),
    "five seats": ("ruleset: nz\nseats: [a, b, c, d, e]", "2:8: seats: expected 4 seats, got 5"),
    "unknown kind": (
        "ruleset: nz\nseats: {N: {kind: robot}}",
        "2:19: kind: expected person or computer, got 'robot'",
    ),
    "score": ("ruleset: nz\nscore: 7", "2:8: score: expected 2 numbers from 0, such as 6-5"),
    "score word": ("ruleset: nz\nscore: [a, b]", "2:9: score: expected a whole number, got 'a'"),
    "no dealer": (
        "ruleset: nz\ndeals: [{turn_up: 9D}]",
        "2:[0-9]+: dealer: expected a seat such as",
    ),
    "unknown dealer": (
        "ruleset: nz\ndealer: Nord",
        "2:9: dealer: expected one of North, East, South, West or a player's name, got 'Nord'; "
        "did you mean North",
    ),
    "deals no list": ("ruleset: nz\ndeals: x", "2:8: deals: expected a list, got 'x'"),
    "no turn-up": (
        "ruleset: nz\ndealer: N\ndeals: [{}]",
        "3:9: turn_up: expected the one card that was turned, such as",
    ),
    "no card": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 1H}]",
        "3:19: turn_up: expected a card such as JH",
    ),
    "card in a trick": (
        "ruleset: nz\ndealer: N\ndeals:\n  - turn_up: 9H\n    tricks:\n      - AD 9D XX",
        "6:15: tricks: expected a card such as JH for the jack of hearts, got 'XX'",
    ),
    "endless cards": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 9H, kitty: " + "KS " * 40 + "}]",
        "3:30: kitty: expected cards, no more than a pack has",
    ),
    "call": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 9H, bids: [away, no]}]",
        r"3:36: bids: expected pass \(away\) or order up, got 'no'",
    ),
    "call of another": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 9H, bids: [S: away]}]",
        "3:33: bids: expected the call of East, got one of South",
    ),
    "three seats": ("ruleset: nz\nseats: Mere, Hemi, Ana", "2:8: seats: expected 4 seats, got 3"),
    "a seat twice": (
        "ruleset: nz\nseats: {North: Mere, N: Ana}",
        "2:22: seats: 'N' is the same seat as 'North'",
    ),
    "a long name": (
        "ruleset: nz\ndealer: " + "y" * 500,
        "2:9: dealer: expected one of North, East, South, West or a player's name, got 'y{40}",
    ),
    "a long ruleset": ("ruleset: " + "a" * 300, "1:10: ruleset: expected the name of a ruleset"),
    "too many deals": (
        "ruleset: nz\ndealer: N\ndeals: [" + "{turn_up: 9H}, " * 1001 + "]",
        "3:8: deals: expected no more than 1000 deals",
    ),
    "answer": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 9H, alone: [E: yes]}]",
        "3:34: alone: expected a seat with alone or with partner",
    ),
    "two discards": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 9H, discard: AS KS}]",
        "3:32: discard: expected one card or left, got 2 cards",
    ),
    "trick of two": (
        "ruleset: nz\ndealer: N\ndeals: [{turn_up: 9H, tricks: [{N: AS, E: KS}]}]",
        "3:32: tricks: expected cards such as AD 9D TD KD, or the leader before them",
    ),
    "extends": ("rules: {extends: nz}", "1:[0-9]+: extends: not allowed here"),
    "bad rules": (
        "rules: {title: x, deck: {low: 6}}",
        "1:31: .*deck.low: expected 7, 8 or 9 as lowest rank, got 6",
    ),
    "a ruleset": (
        "extends: nz\ntitle: Ours",
        "1:1: this is a ruleset and no saved game; ukachat rules show explains it",
    ),
    "list": ("- a", "1:1: a saved game: expected a mapping, got a list"),
    "empty": ("", "1:1: .*"),
    "duplicate": ("ruleset: nz\nruleset: na", "2:1: .*"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_name_a_place_and_what_was_expected(case: str) -> None:
    text, message = REFUSED[case]
    with pytest.raises(ValueError, match=f"^game.yaml:{message}"):
        parse_games(text, source="game.yaml")


MUTATIONS = 150


def _mutated(text: str, rng: random.Random) -> bytes:
    """The text with a byte flipped, a key or word changed, a line moved, or its end cut off."""
    data = bytearray(text.encode())
    lines = text.split("\n")
    match rng.randrange(6):
        case 0:
            place = rng.randrange(len(data))
            data[place] ^= 1 << rng.randrange(8)
        case 1:
            del data[rng.randrange(len(data)) :]
        case 2:
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            data = bytearray("\n".join(lines).encode())
        case 3:
            words = sorted(set(text.split()))
            return text.replace(rng.choice(words), rng.choice(words), 1).encode()
        case 4:
            del lines[rng.randrange(len(lines))]
            data = bytearray("\n".join(lines).encode())
        case _:
            place = rng.randrange(len(data))
            data[place:place] = bytes(rng.choice(b"{}[]:#&*!|>'\"%@`,-?0\t\x00\xff") for _ in "xx")
    return bytes(data)


def test_mutated_files_are_read_or_refused_with_a_place() -> None:
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")  # noqa: T201 - so that a failure can be repeated
    rng = random.Random(seed)
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES]
    read, refusals = 0, list[str]()
    for _ in range(MUTATIONS):
        data = _mutated(rng.choice(texts), rng)
        try:
            for game in parse_games(data, source="mutated.yaml"):
                replay(game, lenient=True)
            read += 1
        except ValueError as error:
            refusals.append(str(error))
    for refusal in refusals:
        assert re.match(r"mutated\.yaml:[1-9]\d*:[1-9]\d*: \S", refusal), refusal
    assert read >= MUTATIONS // 20
    assert len(refusals) >= MUTATIONS // 4


def test_a_suit_named_too_early_is_read_and_refused_by_the_rules() -> None:
    game = deal("turn_up: 9D\nbids: hearts")
    assert game.deals[0].calls == (Name(Seat(1), Suit.HEARTS),)
    assert read(write_game(game)) == game
    with pytest.raises(FaultyGame, match="Naming a suit has no place while the turn-up is offered"):
        replay(game)


def test_what_is_written_down_is_kept_though_it_is_wrong() -> None:
    game = deal(
        "turn_up: 9D\nbids: away, away, away, away, spades\n"
        "tricks:\n  - {leader: Tama, cards: AD TD 7D QD, winner: Ana}\n  - Mere: KS\n"
        "points: 9-9\nscore: 9-9"
    )
    (only,) = game.deals
    assert only.leaders == (Seat(3), Seat(0))
    assert only.winners == (Seat(2), None)
    again = read(write_game(game))
    assert again == game
    assert write_game(again) == write_game(game)
    assert len(replay(again, lenient=True).faults) == len(replay(game, lenient=True).faults) >= 4


def test_a_game_may_stop_while_the_first_dealer_is_being_found() -> None:
    game = read("ruleset: nz\nfirst_dealer: {draws: [KH KD]}\n")
    assert game.first_dealer is not None
    assert game.first_dealer.dealer is None
    assert len(replay(game).opening) == 2
    assert read(write_game(game)) == game
    won = read("ruleset: nz\nfirst_dealer: {draws: [KH KD, AS 7C]}\n")
    assert replay(won).deals == ()
    assert fingerprint(won) != fingerprint(game)


def test_the_fingerprint_does_not_depend_on_layout() -> None:
    game, _ = record_game("na", 1)
    turned = replace(
        game,
        deals=tuple(
            replace(
                each,
                hands=tuple(hand[::-1] for hand in each.hands),
                kitty=each.kitty[::-1],
                answers=tuple(answer for answer in each.answers if answer.alone),
            )
            for each in game.deals
        ),
    )
    assert turned != game
    assert fingerprint(turned) == fingerprint(game)
