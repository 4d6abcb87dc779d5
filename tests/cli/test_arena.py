"""``ukachat arena``."""

import re
from pathlib import Path

import pytest

from tests.cli.running import refusal, shown
from ukachat.cli import arena as command
from ukachat.records import read_game, replay


def arena(*arguments: str | Path) -> str:
    """What a small match shows."""
    return shown("arena", "--cores", "1", *arguments)


def test_what_is_told() -> None:
    text = arena("--rules", "na", "--deals", "100", "--games", "4", "club", "random")
    number = r"\d\.\d{3}"
    assert re.fullmatch(
        "club against random: North American Euchre, 24 cards.\n"
        "100 deals, played twice with the sides exchanged: club scores "
        rf"{number} points a deal more than random \(95 % interval {number} to {number}\).\n"
        r"4 games: club won \d, random \d.\n"
        rf"Time per decision: club {number} ms, random {number} ms.\n",
        text,
    )


def test_the_better_player_is_named_first() -> None:
    text = arena("--deals", "100", "--games", "0", "random", "club")
    assert "club scores" in text
    assert "more than random" in text


def test_no_difference_is_said_to_be_none() -> None:
    text = arena("--deals", "10", "--games", "0", "club", "club")
    assert "0.000 points a deal more than club" in text
    assert "; this does not show who is better." in text


def test_one_deal_has_no_interval() -> None:
    text = arena("--deals", "1", "--games", "1", "club", "random")
    assert "\n1 deal, played twice" in text
    assert "interval" not in text
    assert "\n1 game: " in text


def test_the_same_seed_gives_the_same_numbers() -> None:
    def numbers(seed: str, cores: str) -> str:
        text = shown("arena", "--deals", "60", "--games", "2", "--seed", seed, "--jobs", cores,
                     "club", "random")  # fmt: skip
        return text.partition("Time")[0]

    assert numbers("4", "1") == numbers("4", "2")
    assert numbers("4", "1") != numbers("5", "1")


def test_games_are_saved_and_replay(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    text = arena("--deals", "0", "--games", "3", "--save", folder, "club", "beginner")
    assert text.endswith(f"The games are in {folder}.\n")
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["game-001.yaml", "game-002.yaml", "game-003.yaml"]
    for file in files:
        game = read_game(file)
        assert game.ruleset_name == "nz"
        assert max(replay(game).score) >= 10
        assert "wins the game" in shown("replay", file)


def test_saved_games_are_not_written_over(tmp_path: Path) -> None:
    there = tmp_path / "game-002.yaml"
    there.write_text("mine")
    message = refusal("arena", "--games", "2", "--save", tmp_path, "club", "club")
    assert message == f"{there}: there is such a file already; choose another folder."
    assert [file.name for file in tmp_path.iterdir()] == ["game-002.yaml"]
    assert refusal("arena", "--save", there, "club", "club") == (
        f"{there}: this is a file; expected a folder."
    )


def test_a_ruleset_of_a_file_and_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("extends: nz\ntitle: Uka at our house\n")
    few = ("--deals", "2", "--games", "0", "club", "random")
    for given in ([str(tmp_path / "ours.yaml")], ["ours", "--rulesets", str(tmp_path)]):
        assert arena("--rules", *given, *few).startswith("club against random: Uka at our house.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["club", "tama"], "tama: there is no such computer player; expected one of beginner, "),
        (["club", "club", "--rules", "none"], "there is no ruleset 'none'; there are "),
        (["club", "club", "--deals", "0", "--games", "0"], "--deals and --games are both 0: "),
        (["club", "club", "--games", "0", "--save", "x"], "--save keeps whole games: say how many"),
        (["club", "club", "--cores", "0"], "Usage: "),
        (["club"], "Usage: "),
    ],
)
def test_what_cannot_be_done_is_refused(arguments: list[str], message: str) -> None:
    assert refusal("arena", *arguments).startswith(message)


def test_the_bar_is_for_terminals_that_are_not_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    with command._progress(10, plain=False) as told:
        assert told is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with command._progress(10, plain=True) as told:
        assert told is None
    with command._progress(10, plain=False) as told:
        assert told is not None
        told(10)
    monkeypatch.setenv("TERM", "dumb")
    with command._progress(10, plain=False) as told:
        assert told is None


def test_completion_names_the_players() -> None:
    assert command.complete_player("b") == ["beginner"]
