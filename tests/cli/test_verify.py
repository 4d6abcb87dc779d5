"""``ukachat verify``."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, refusal, shown, ukachat
from tests.records.fair_games import fair_game
from ukachat.records import write_game, write_games
from ukachat.records.verifying import UNPROVABLE

EXAMPLE = EXAMPLES / "verified-game.yaml"
PROVED = (
    "Proved for the draw for the first dealer and deals 1 to 3: the secret is the one whose hash "
    "was promised, and with the words of the seats it gives exactly the cards of the record."
)


def test_a_game_that_fits() -> None:
    expected = f"Three deals that you can check\n{PROVED}\n{UNPROVABLE}\n"
    assert shown("verify", EXAMPLE) == expected
    assert shown("verify", "-", given=EXAMPLE.read_text(encoding="utf-8")) == expected


def test_a_secret_that_is_not_told_is_no_fault(tmp_path: Path) -> None:
    game = fair_game("na", 1)
    deals = tuple(replace(each, fair=each.fair and each.fair.sealed) for each in game.deals)
    path = tmp_path / "sealed.yaml"
    path.write_text(write_game(replace(game, deals=deals)), encoding="utf-8")
    text = shown("verify", path)
    assert "Proved for the draw for the first dealer: " in text
    assert "Not to be checked yet: deals 1 to 2." in text


def test_games_that_promise_nothing() -> None:
    text = shown("verify", EXAMPLES / "two-games.yaml")
    assert text.count("No hash was recorded.") == 2
    assert UNPROVABLE not in text
    only = shown("verify", "--game", "2", EXAMPLES / "two-games.yaml")
    assert only.startswith("Game 2 of 2: ")
    assert only.count("No hash was recorded.") == 1


def test_what_does_not_fit_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "altered.yaml"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(text.replace("West: 7 of hearts please", "West: 8 of hearts please"), "utf-8")
    result = ukachat("verify", path)
    assert result.exit_code == 2
    assert "Proved for the draw for the first dealer and deals 2 to 3" in result.stdout
    line = text[: text.index("North: JH 8S")].count("\n") + 1
    assert result.stderr.startswith(
        f"{path}:{line}:14: Deal 1: secret and words give Mere the cards "
    )
    assert result.stderr.count("\n") == 1


def test_one_game_that_does_not_fit_of_several(tmp_path: Path) -> None:
    good, bad = fair_game("nz", 1), fair_game("nz", 2)
    first = bad.deals[0]
    assert first.fair is not None
    wrong = replace(first, fair=replace(first.fair, hash="0" * 64))
    path = tmp_path / "evening.yaml"
    games = [replace(bad, deals=(wrong, *bad.deals[1:])), good]
    path.write_text(write_games(games), encoding="utf-8")
    result = ukachat("verify", path)
    assert result.exit_code == 2
    assert "Deal 1: the secret does not have the hash" in result.stderr
    assert result.stdout.count("Proved for") == 2
    assert ukachat("verify", "--game", "2", path).exit_code == 0


def test_a_record_that_breaks_the_rules_does_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "altered.yaml"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(text.replace("- JC TC 8C 7C", "- JC 8C TC 7C"), encoding="utf-8")
    result = ukachat("verify", path)
    assert result.exit_code == 2
    assert "Deal 1, trick 1" in result.stderr


@pytest.mark.parametrize("text", ["", "ruleset: nz\ndeals: x", "ukachat: 1\nrules: {}"])
def test_what_is_no_game_is_refused(text: str) -> None:
    assert refusal("verify", "-", given=text).startswith("standard input:")
