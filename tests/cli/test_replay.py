"""``ukachat replay``."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.running import EGN, ENVIRONMENT, EXAMPLES, UKACHAT, refusal, shown, ukachat
from ukachat.records import read_game

FIRST = EXAMPLES / "first-game.yaml"
TWO = EXAMPLES / "two-games.yaml"
DEALS = len(read_game(FIRST).deals)
FAULTY = EGN / "game-11.egn"  # the second deal has a revoke
TITLE = "Thursday night at the marae, 2026-11-19"


def events(*arguments: str | Path, given: str = "") -> list[str]:
    """What is shown of the first game below its four lines of heading."""
    return shown("replay", *arguments, given=given).splitlines()[4:]


def test_tells_a_game_from_the_first_draw_to_the_end() -> None:
    lines = shown("replay", FIRST).splitlines()
    assert lines[0] == TITLE
    assert lines[4].startswith("Cards are drawn for the first dealer: Mere the king of hearts")
    assert "Trick 1. Hemi leads the right bower, the jack of diamonds." in lines
    assert " wins the game: " in lines[-1]


def test_piped_text_is_words_alone() -> None:
    assert shown("replay", FIRST).isascii()


def test_ascii_adds_letters() -> None:
    assert "Hemi leads the right bower, the jack of diamonds JD." in shown(
        "replay", FIRST, "--ascii"
    )


def test_standard_input() -> None:
    assert shown("replay", "-", given=FIRST.read_text()) == shown("replay", FIRST)


def test_lines_are_broken_for_a_narrow_terminal() -> None:
    text = shown("replay", FIRST, width=40)
    assert max(map(len, text.splitlines())) <= 40
    assert text.split() == shown("replay", FIRST).split()


# --- a part of a game ---


def test_one_deal() -> None:
    lines = events(FIRST, "--deal", "2")
    assert lines[:3] == [
        "",
        "Deal 2. Red 0, White 3.",
        "Hemi deals. The turn-up is the ace of hearts.",
    ]
    assert [line for line in lines if line.startswith("Deal ")] == ["Deal 2. Red 0, White 3."]
    assert lines[-1] == "Ana deals next."


def test_one_trick_is_told_with_trumps() -> None:
    assert events(FIRST, "--deal", "1", "--trick", "3") == [
        "",
        "Deal 1. Red 0, White 0.",
        "Diamonds are trumps, made by Hemi for White.",
        "Trick 3. Hemi leads the seven of clubs.",
        "Ana plays the queen of clubs. Ana is winning.",
        "Tama plays the king of clubs. Tama is winning.",
        "Mere plays the ten of clubs.",
        "Tama takes trick 3. Tricks: Red 0, White 3.",
    ]


def test_one_trick_of_each_deal() -> None:
    lines = events(FIRST, "--trick", "2")
    titles = [line for line in lines if line.startswith("Deal ")]
    assert len(titles) > 2
    assert sum(line.startswith("Trick 2. ") for line in lines) == len(titles)
    assert not any(line.startswith("Trick 1. ") for line in lines)


def test_to_an_event() -> None:
    whole = events(FIRST, "--deal", "1", "--hands", "none")
    assert events(FIRST, "--deal", "1", "--hands", "none", "--to", "3") == whole[:5]


@pytest.mark.parametrize(
    ("option", "from_end", "from_start"),
    [
        ("--deal", ["1"], [f"{DEALS}"]),
        ("--deal", [f"{DEALS}"], ["1"]),
        ("--trick", ["2", "--deal", f"{DEALS}"], ["4", "--deal", "1"]),
    ],
)
def test_counting_from_the_end(option: str, from_end: list[str], from_start: list[str]) -> None:
    told = events(FIRST, option, *from_end, "--from-end")
    assert told == events(FIRST, option, *from_start)


def test_to_an_event_from_the_end() -> None:
    whole = events(FIRST)
    assert events(FIRST, "--to", "1", "--from-end") == whole
    assert events(FIRST, "--to", "3", "--from-end") == whole[:-2]


# --- several games ---


def test_games_of_a_file_follow_one_another() -> None:
    lines = shown("replay", TWO).splitlines()
    first, second = (n for n, line in enumerate(lines) if line.startswith("Game "))
    assert lines[first].startswith("Game 1 of 2: After dinner, first game")
    assert lines[second].startswith("Game 2 of 2: ")
    assert lines[second - 1] == ""


def test_one_game_of_a_file() -> None:
    text = shown("replay", TWO, "--game", "2")
    assert text.startswith("Game 2 of 2: ")
    assert text in shown("replay", TWO)


# --- step by step ---


def test_enter_shows_the_next_event() -> None:
    lines = events(FIRST, "--step", "--deal", "1", "--hands", "none", given="\n\n")
    assert lines == [
        "Enter shows the next event, b the one before, q ends.",
        "",
        "Deal 1. Red 0, White 0.",
        "Mere deals. The turn-up is the ten of hearts.",
        "Hemi says away.",
        "Ana says away.",
    ]


def test_b_goes_back() -> None:
    lines = events(FIRST, "--step", "--deal", "1", "--hands", "none", given="\nb\nb\n\nq\n\n")
    assert lines[3:] == [
        "Mere deals. The turn-up is the ten of hearts.",
        "Hemi says away.",
        f"Back to event 1 of {len(events(FIRST, '--deal', '1', '--hands', 'none')) - 2}.",
        "Mere deals. The turn-up is the ten of hearts.",
        "This is the first event.",
        "Hemi says away.",
    ]


def test_going_back_into_a_deal_tells_which() -> None:
    lines = events(FIRST, "--step", given="\n" * 4 + "b\n" + "\n")
    assert lines.count("Deal 1. Red 0, White 0.") == 2


def test_keys_that_are_no_text_are_explained() -> None:
    ended = subprocess.run(  # noqa: S603
        [*UKACHAT, "replay", str(FIRST), "--step"],
        env={**ENVIRONMENT, "PYTHONIOENCODING": "utf-8"},
        input=b"\xff\nq\n",
        check=True,
        capture_output=True,
    )
    assert ended.stdout.decode().splitlines()[-1] == "Enter, b or q?"


def test_other_keys_are_explained() -> None:
    assert events(FIRST, "--step", given="what\nq\n")[-1] == "Enter, b or q?"


def test_stepping_from_the_last_event() -> None:
    lines = events(FIRST, "--step", "--from-end", given="b\nq\n")
    assert " wins the game: " in lines[3]
    assert lines[4].startswith("Back to event ")
    assert len(lines) == 6


def test_stepping_goes_on_to_the_next_game_and_q_ends_it_all() -> None:
    through = ["--step", "--deal", "1", "--trick", "1"]
    lines = shown("replay", TWO, *through, given="\n" * 5).splitlines()
    assert any(line.startswith("Game 2 of 2") for line in lines)
    lines = shown("replay", TWO, *through, given="q\n").splitlines()
    assert not any(line.startswith("Game 2 of 2") for line in lines)


def test_steps_to_the_end_show_the_whole_game() -> None:
    lines = events(FIRST, "--step", given="\n" * 1000)
    assert lines[1:] == [*events(FIRST), "That was the last event: b goes back, Enter ends."]


def test_piped_output_never_waits() -> None:
    assert shown("replay", FIRST, "--delay", "60") == shown("replay", FIRST)


# --- faults ---


def test_a_fault_ends_the_replay() -> None:
    result = ukachat("replay", FAULTY)
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "Note: Deal 1 stops after 1 trick."
    place, rest = result.stderr.split(": ", 1)
    assert place.startswith(f"{FAULTY}:")
    assert rest == (
        "Deal 2, trick 1, North: the ten of diamonds (TD) does not follow the jack of clubs (JC); "
        "North still held the king of clubs (KC).\n"
        "Deal 1 is good. With --lenient the game is played on.\n"
    )


def test_lenient_tells_a_fault_where_it_is() -> None:
    lines = shown("replay", FAULTY, "--lenient").splitlines()
    fault = next(n for n, line in enumerate(lines) if line.startswith("Fault: "))
    assert lines[fault - 1] == "North trumps with the ten of diamonds."
    assert lines[fault].startswith("Fault: Deal 2, trick 1, North: the ten of diamonds (TD)")
    assert lines[fault + 1] == "North takes trick 1. Tricks: Red 1, White 0."


def test_each_fault_is_told_once() -> None:
    text = shown("replay", EGN / "game-10.egn", "--lenient")
    assert text.count("Fault: ") == 8
    assert text.count(" does not follow ") == 7


def test_a_result_that_is_written_wrong_is_told_after_the_deal(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(FIRST.read_text().replace("score: [0, 3]", "score: [0, 2]"))
    assert refused_after("replay", wrong) == "No deal is good before it."
    lines = shown("replay", wrong, "--lenient").splitlines()
    fault = next(n for n, line in enumerate(lines) if line.startswith("Fault: "))
    assert lines[fault - 1] == "Hemi deals next."


def refused_after(*arguments: str | Path) -> str:
    result = ukachat(*arguments)
    assert result.exit_code == 2
    return result.stderr.splitlines()[1].partition(" With")[0]


def test_what_cannot_be_played_is_refused_when_lenient_too(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(FIRST.read_text().replace("bids: [pass, order up]", "bids: [order up, pass]"))
    result = ukachat("replay", wrong, "--lenient")
    assert result.exit_code == 2
    assert "Ana deals next." in result.stdout
    assert result.stderr.startswith(f"{wrong}:")
    assert result.stderr.endswith("Deals 1 to 2 are good.\n")


def test_a_deal_that_was_not_reached_is_not_shown() -> None:
    result = ukachat("replay", FAULTY, "--deal", "2")
    assert result.exit_code == 2
    assert "Deal 2." not in result.stdout
    assert "Deal 1 is good." in result.stderr


def test_games_after_a_faulty_one_are_shown(tmp_path: Path) -> None:
    both = tmp_path / "both.yaml"
    good = FIRST.read_text()
    both.write_text(f"---\n{good.replace('score: [0, 3]', 'score: [9, 9]')}---\n{good}")
    result = ukachat("replay", both)
    assert result.exit_code == 2
    assert result.stdout.endswith(shown("replay", FIRST).partition("\n")[2])


# --- what cannot be shown ---


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--deal", "99"], f"--deal 99: there are {DEALS} deals."),
        (["--trick", "6"], "--trick 6: there are 5 tricks."),
        (["--to", "9999", "--from-end"], "--to 9999: there are "),
        (["--game", "2"], f"{FIRST}: there is no game 2; the file holds one game."),
        (
            ["--hands", "tana"],
            "--hands tana: expected all, none, North, East, South, West or the name of a player; "
            "did you mean ",
        ),
        (["--hands", "x" * 99], f"--hands {'x' * 40}...: expected all, "),
        (["--deal", "9" * 99], f"--deal {'9' * 40}...: there are {DEALS} deals."),
        (["--game", "9" * 99], f"{FIRST}: there is no game {'9' * 40}...; the file holds one"),
        (["--delay", "nan"], "--delay nan: expected seconds from 0 to 60."),
        (["--delay", "inf"], "--delay inf: expected seconds from 0 to 60."),
        (["--delay", "61"], "--delay 61: expected seconds from 0 to 60."),
        (["--delay", "-1"], "--delay -1: expected seconds from 0 to 60."),
        (["--step", "--delay", "1"], "--step and --delay: choose one of them."),
    ],
)
def test_options_that_do_not_fit(options: list[str], expected: str) -> None:
    assert refusal("replay", FIRST, *options).startswith(expected)


def test_game_of_several() -> None:
    assert refusal("replay", TWO, "--game", "3").endswith(
        "there is no game 3; the games are 1 to 2."
    )


def test_keys_and_game_cannot_both_come_from_standard_input() -> None:
    assert "--step reads its keys from standard input" in refusal("replay", "-", "--step")


@pytest.mark.parametrize("option", ["--deal", "--trick", "--to", "--game"])
def test_numbers_begin_with_one(option: str) -> None:
    assert option in refusal("replay", FIRST, option, "0")
