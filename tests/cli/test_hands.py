"""``ukachat replay --hands``: whose cards are shown."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import EGN, EXAMPLES, refusal, shown, ukachat

FIRST = EXAMPLES / "first-game.yaml"
FAULTY = EGN / "game-11.egn"  # the second deal has a revoke


def events(*arguments: str | Path) -> list[str]:
    """What is shown of the first game below its four lines of heading."""
    return shown("replay", *arguments).splitlines()[4:]


@pytest.mark.parametrize("asked", ["north", "NORTH", "n", "mere", "Mere"])
def test_one_seat_is_shown_its_own_hand(asked: str) -> None:
    lines = events(FIRST, "--deal", "1", "--hands", asked)
    assert [line for line in lines if " holds " in line] == [
        "Mere holds nine and eight of spades, jack of hearts, jack and ten of clubs."
    ]
    assert not any("kitty" in line for line in lines)


def test_no_hand_is_shown_to_a_watcher() -> None:
    text = shown("replay", FIRST, "--hands", "none")
    assert " holds " not in text
    assert "kitty" not in text
    assert "discards a card face down" in text


def test_only_the_dealer_sees_the_discard() -> None:
    assert "Hemi discards the seven of diamonds." in shown("replay", FIRST, "--hands", "hemi")
    assert "Hemi discards the seven of diamonds." not in shown("replay", FIRST, "--hands", "ana")


def test_a_seat_is_not_told_which_cards_show_a_revoke() -> None:
    told = shown("replay", FAULTY, "--lenient", "--hands", "south")
    assert "still held" not in told
    assert "Fault: Deal 2 was not played by the rules; the cards would show how." in told


@pytest.mark.parametrize("hands", ["none", "south", "north"])
def test_no_more_is_told_of_a_fault_that_is_refused(hands: str) -> None:
    result = ukachat("replay", FAULTY, "--hands", hands, "--deal", "2")
    assert result.exit_code == 2
    assert result.stderr == (
        f"{FAULTY}: Fault: Deal 2 was not played by the rules; the cards would show how. "
        "With --hands all it is told.\n"
        "Deal 1 is good. With --lenient the game is played on.\n"
    )


@pytest.mark.parametrize("lenient", [[], ["--lenient"]], ids=["strict", "lenient"])
@pytest.mark.parametrize(
    ("wrong", "shown_to_all"),
    [("West: KH 9C KC 9D 7C", "7C"), ("West: KH 9C KC 9D TD AS", "dealt 6 cards")],
    ids=["twice", "too many"],
)
def test_cards_dealt_wrongly_are_not_told_to_a_watcher(
    wrong: str, shown_to_all: str, lenient: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.yaml"
    good = FIRST.read_text()
    file.write_text(good.replace("West: KH 9C KC 9D TD", wrong))
    assert shown_to_all in ukachat("replay", file, *lenient).stderr
    told = ukachat("replay", file, "--hands", "none", *lenient)
    assert told.stderr == (
        f"{file}: Fault: Deal 1 was not played by the rules; the cards would show how. "
        "With --hands all it is told.\nNo deal is good before it.\n"
    )


@pytest.fixture
def named(tmp_path: Path) -> Callable[..., Path]:
    """The first game, played by others."""

    def write(*players: str) -> Path:
        file = tmp_path / "named.yaml"
        text = FIRST.read_text(encoding="utf-8")
        for old, new in zip(("Mere", "Hemi", "Ana", "Tama"), players, strict=True):
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
        return file

    return write


def dealt(file: Path, hands: str) -> list[str]:
    """Whose hand is told in the first deal."""
    lines = shown("replay", file, "--hands", hands, "--deal", "1").splitlines()
    return [line.partition(" holds ")[0] for line in lines if " holds " in line]


def test_seats_come_before_players(named: Callable[..., Path]) -> None:
    file = named("South", "N", "Ana  Maria", "Tama")
    assert dealt(file, "south") == ["Ana Maria"]
    assert dealt(file, "n") == ["South"]
    assert dealt(file, " ana maria ") == ["Ana Maria"]


def test_a_name_of_two_players_is_neither(named: Callable[..., Path]) -> None:
    file = named("Ana", "Hemi", "ana", "Tama")
    assert refusal("replay", file, "--hands", "Ana") == (
        "--hands Ana: several players are called so; expected one of North, East, South, West."
    )
    assert dealt(file, "hemi") == ["Hemi"]
