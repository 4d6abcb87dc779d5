"""``ukachat print``; its texts are in tests/golden."""

import json
from itertools import accumulate
from pathlib import Path

import pytest

from tests.cli.running import EGN, EXAMPLES, refusal, shown, ukachat
from tests.records.egn_files import EXPECTED
from ukachat.records import read_game

FIRST = EXAMPLES / "first-game.yaml"
TWO = EXAMPLES / "two-games.yaml"
FAULTY = EGN / "game-11.egn"


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_points_scores_and_faults_of_the_recorded_games(name: str) -> None:
    expected = EXPECTED[name]
    (game,) = json.loads(shown("print", EGN / name, "--lenient", "--format", "json"))["games"]
    assert (game["start"], game["score"]) == (expected["start"], expected["score"])
    assert [deal["points"] for deal in game["deals"]] == expected["points"]
    undecided = [deal["number"] - 1 for deal in game["deals"] if deal["points"] is None]
    assert undecided == expected["undecided"]
    seats = ["North", "East", "South", "West"]
    revokes = [
        [fault["deal"] - 1, seats.index(fault["seat"]), fault["trick"] - 1, fault["card"].lower()]
        for fault in game["faults"]
        if fault["kind"] == "revoke"
    ]
    found = [[deal, seat, trick, card.lower()] for deal, seat, trick, card in expected["renege"]]
    assert sorted(revokes) == sorted(found)


def test_score_adds_up() -> None:
    (game,) = json.loads(shown("print", FIRST, "--format", "json"))["games"]
    for side in (0, 1):
        points = accumulate(deal["points"][side] for deal in game["deals"])
        assert [deal["score"][side] for deal in game["deals"]] == list(points)


def test_summary_is_the_score_sheet_alone() -> None:
    whole, summary = shown("print", FIRST), shown("print", FIRST, "--summary")
    heading, sheet = summary.split("\n\n")
    assert whole.startswith(heading)
    assert whole.endswith(sheet)
    assert "Turn-up" not in summary


def test_one_deal() -> None:
    lines = shown("print", FIRST, "--deal", "2").splitlines()
    assert [line for line in lines if line.startswith("Deal ")] == [
        "Deal 2, dealt by Hemi. Red 0, White 3."
    ]
    assert "Score sheet" not in lines


def test_formats_tell_the_same_deals() -> None:
    text = shown("print", FIRST, "--deal", "2")
    markdown = shown("print", FIRST, "--deal", "2", "--format", "markdown")
    for line in text.splitlines():
        if line.startswith(("Turn-up", "Exchange", "First round")):
            label, fact = line.removesuffix(".").split(": ", 1)
            assert f"- **{label}:** {fact}" in markdown.splitlines()


def test_summary_as_markdown_and_json() -> None:
    markdown = shown("print", FIRST, "--summary", "--format", "markdown")
    assert markdown.splitlines()[0] == "# Thursday night at the marae, 2026-11-19"
    assert "## Score sheet" in markdown
    assert "Turn-up" not in markdown
    (game,) = json.loads(shown("print", FIRST, "--summary", "--format", "json"))["games"]
    assert {"hands", "tricks"}.isdisjoint(game["deals"][0])
    assert game["deals"][0]["score"] == [0, 3]


def test_games_of_a_file() -> None:
    text = shown("print", TWO, "--summary")
    assert text.startswith("Game 1 of 2: ")
    assert "\n\nGame 2 of 2: " in text
    assert len(json.loads(shown("print", TWO, "--format", "json"))["games"]) == 2
    assert shown("print", TWO, "--summary", "--game", "2").startswith("Game 2 of 2: ")
    titles = [
        line
        for line in shown("print", TWO, "--format", "markdown").splitlines()
        if line[:2] == "# "
    ]
    assert len(titles) == 2


def test_letters_instead_of_signs() -> None:
    signs, letters = shown("print", FIRST), shown("print", FIRST, "--ascii")
    assert "Turn-up: 10♥." in signs
    assert "Turn-up: TH." in letters
    assert letters.isascii()


def test_json_in_ascii() -> None:
    accented = FIRST.read_text().replace("Mere", "Mārama")
    plain = shown("print", "-", "--format", "json", given=accented)
    escaped = shown("print", "-", "--format", "json", "--ascii", given=accented)
    assert "Mārama" in plain
    assert escaped.isascii()
    assert json.loads(plain) == json.loads(escaped)


@pytest.mark.parametrize("width", [20, 40, 57, 80, 132])
def test_text_is_as_wide_as_the_terminal(width: int) -> None:
    text = shown("print", FIRST, width=width)
    assert max(map(len, text.splitlines())) <= width


def test_plain_is_words_alone() -> None:
    text = shown("print", FIRST, "--plain")
    assert text.isascii()
    assert "Turn-up: ten of hearts." in text
    assert "  1  " not in text


def test_words_alone_once_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {command: shown(command, FIRST, "--plain") for command in ("replay", "print")}
    monkeypatch.setenv("UKACHAT_PLAIN", "1")
    assert {command: shown(command, FIRST) for command in plain} == plain


def test_a_fault_ends_the_print() -> None:
    result = ukachat("print", FAULTY)
    assert result.exit_code == 2
    assert "Deal 1, dealt by North." in result.stdout
    assert "Deal 2, dealt by" not in result.stdout
    assert "(TD) does not follow" in result.stderr


def test_lenient_prints_faults_below_the_deal() -> None:
    lines = shown("print", FAULTY, "--lenient", "--deal", "2", width=200).splitlines()
    assert lines[-1].startswith("Fault: Deal 2, trick 1, North: the ten of diamonds (TD)")


def test_json_of_a_refused_game_says_why() -> None:
    result = ukachat("print", FAULTY, "--format", "json")
    assert result.exit_code == 2
    (game,) = json.loads(result.stdout)["games"]
    assert game["refused"] is True
    assert len(game["deals"]) == 1
    assert [fault["kind"] for fault in game["faults"]] == ["revoke"]


def test_no_such_deal() -> None:
    deals = len(read_game(FIRST).deals)
    assert refusal("print", FIRST, "--deal", "99") == f"--deal 99: there are {deals} deals."


def test_no_such_format() -> None:
    assert "--format" in refusal("print", FIRST, "--format", "html")


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_names_of_strangers_steer_nothing(form: str, tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    game.write_text(FIRST.read_text().replace("name: Mere", 'name: "\\u202eM|*e\\nre"'), "utf-8")
    text = shown("print", game, "--format", form)
    assert all(each.isprintable() or each == "\n" for each in text)
