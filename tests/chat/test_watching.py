"""Stepping through saved games, summing them up, checking them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.chat.saved_tables import finished, moments, new_table
from tests.cli.running import EGN, EXAMPLES, ukachat
from tests.strategies import RULESETS
from ukachat.chat import saving, watching
from ukachat.chat.messages import BUTTON_BYTES
from ukachat.chat.table import Reveal
from ukachat.engine import Pass, Seat
from ukachat.engine.cards import card
from ukachat.records import (
    FaultyGame,
    Player,
    SavedGame,
    parse_games,
    read_game,
    read_games,
    replay,
    write_game,
)
from ukachat.text import Style

NAMES = ("Mere", "Hemi", "Ana", "West")
FILES = sorted([*EXAMPLES.glob("*.yaml"), *EGN.glob("*.egn")])
GAMES = [(f"{file.name} {n}", game) for file in FILES for n, game in enumerate(read_games(file))]
FIRST = read_game(EXAMPLES / "first-game.yaml")


def frames(game: SavedGame, style: Style = Style.SIGNS) -> list[watching.Frame]:
    count = watching.step(game, 1, style).count
    return [watching.step(game, position, style) for position in range(1, count + 1)]


def random_game(name: str = "nz", seed: int = 1) -> SavedGame:
    return saving.saved_game(finished(RULESETS[name], Random(seed)), NAMES, None)


class TestStep:
    @pytest.mark.parametrize(("name", "game"), GAMES, ids=[name for name, _ in GAMES])
    def test_every_line_of_a_replay_is_told_once_and_in_order(
        self, name: str, game: SavedGame
    ) -> None:
        file, _, number = name.partition(" ")
        folder = EGN if file.endswith(".egn") else EXAMPLES
        shown = ukachat(
            "replay", folder / file, "--lenient", "--plain", "--game", str(int(number) + 1)
        )
        told = [line for frame in frames(game, Style.WORDS) for line in frame.text.splitlines()]
        expected = [line for line in shown.stdout.splitlines() if line]
        if expected[0].startswith("Game "):  # of several
            expected[0] = expected[0].partition(": ")[2]
        heading = [line for line in expected if line.startswith("Deal ")]
        expected = [line for line in expected if line not in heading]
        assert [line for line in told if line in set(expected)] == expected

    def test_a_step_is_the_calls_a_trick_or_an_end(self) -> None:
        game = random_game()
        deals = replay(game).deals
        texts = [frame.text for frame in frames(game)]
        tricks = sum(len(deal.recorded.tricks) for deal in deals)
        assert len(texts) == 1 + 2 * len(deals) + tricks
        assert all("Trick 2. " not in text or "takes trick 2." in text for text in texts)
        assert not any("Trick 2. " in text and "Trick 1. " in text for text in texts)

    def test_a_trick_tells_its_deal_and_trumps(self) -> None:
        trick = watching.step(FIRST, 3).text.splitlines()
        assert trick[0].startswith("Deal 1. ")
        assert " are trumps, made by " in trick[1]
        assert trick[2].startswith("Trick 1. ")
        assert trick[-1] == f"Step 3 of {watching.step(FIRST, 1).count}."

    @pytest.mark.parametrize(("asked", "shown"), [(-5, 1), (0, 1), (1, 1), (2, 2), (10**9, 0)])
    def test_positions_out_of_range(self, asked: int, shown: int) -> None:
        count = watching.step(FIRST, 1).count
        assert watching.step(FIRST, asked).position == (shown or count)

    def test_the_next_deal(self) -> None:
        game = random_game()
        each = frames(game)
        for frame in each:
            if frame.next_deal is None:
                continue
            assert frame.next_deal > frame.position
            assert " deals. The turn-up is " in each[frame.next_deal - 1].text
            between = each[frame.position : frame.next_deal - 1]
            assert not any(" deals. The turn-up is " in other.text for other in between)
        assert each[-1].next_deal is None
        assert each[0].next_deal == 2

    def test_a_game_without_deals(self) -> None:
        frame = watching.step(replace(FIRST, deals=()), 1)
        assert (frame.position, frame.count, frame.next_deal) == (1, 1, None)

    def test_a_game_in_the_middle_of_a_trick(self) -> None:
        rng = Random(4)
        for table in moments(new_table(RULESETS["nz"], rng, reveal=Reveal.GAME), rng, deals=1):
            game = saving.saved_game(table, NAMES, Seat(0))
            texts = [frame.text for frame in frames(game)]
            assert texts[-1].endswith(f"Step {len(texts)} of {len(texts)}.")


class TestFaults:
    def test_a_revoke_is_told_where_it_is(self) -> None:
        (game,) = parse_games(REVOKE, source="a.yaml")
        assert any(
            "Trick 1. " in frame.text and "Fault: Deal 1, trick 1, " in frame.text
            for frame in frames(game)
        )
        assert "Fault: Deal 1 has 1 fault; the deal itself tells." in watching.summary(game)

    def test_a_game_that_cannot_be_played_on_ends_with_the_reason(self) -> None:
        game = random_game()
        broken = replace(game.deals[2], calls=(Pass(game.deals[2].dealer),))
        wrong = replace(game, deals=(*game.deals[:2], broken, *game.deals[3:]))
        with pytest.raises(FaultyGame):
            replay(wrong, lenient=True)
        last = frames(wrong)[-1].text
        assert last.startswith("Deals 1 to 2 can be played; then the record breaks the rules.\n")
        assert "\nFault: Deal 3: " in last
        summary = watching.summary(wrong)
        assert "\nFault: Deal 3: " in summary
        assert "Score so far: " in summary

    def test_no_deal_is_good(self) -> None:
        wrong = replace(FIRST, deals=(replace(FIRST.deals[0], calls=(Pass(Seat(0)),) * 9),))
        assert "No deal can be played: the record breaks the rules." in watching.summary(wrong)

    def test_nothing_is_too_long(self) -> None:
        long = replace(FIRST, title="long " * 2_000, players=tuple(map(Player, ["N" * 900] * 4)))
        for frame in frames(long):
            assert len(frame.text) <= watching.LONGEST
            assert frame.text.endswith(f"Step {frame.position} of {frame.count}.")
        assert "\nThe rest is too long to be shown here.\n" in watching.step(long, 2).text
        assert len(watching.summary(long)) <= watching.LONGEST


class TestButtons:
    def test_in_the_middle(self) -> None:
        ((back, after, deal),) = watching.buttons("k7f3", 4, 20, next_deal=8)
        assert [each.label for each in (back, after, deal)] == ["Back", "Next", "Next deal"]
        assert [each.data for each in (back, after, deal)] == [
            "/replay k7f3 3", "/replay k7f3 5", "/replay k7f3 8"
        ]  # fmt: skip

    def test_at_the_ends(self) -> None:
        assert [b.label for row in watching.buttons("k", 1, 3, next_deal=2) for b in row] == [
            "Next"
        ]
        assert [b.label for row in watching.buttons("k", 3, 3) for b in row] == ["Back"]
        assert watching.buttons("k", 1, 1) == ()

    def test_data_is_short(self) -> None:
        for row in watching.buttons("k" * 40, 9_999, 99_999, next_deal=10_002):
            assert all(len(button.data.encode()) <= BUTTON_BYTES for button in row)


class TestSummary:
    @pytest.mark.parametrize(("name", "game"), GAMES, ids=[name for name, _ in GAMES])
    def test_says_what_print_says(self, name: str, game: SavedGame) -> None:
        file, _, number = name.partition(" ")
        folder = EGN if file.endswith(".egn") else EXAMPLES
        printed = ukachat(
            "print", folder / file, "--summary", "--lenient", "--plain",
            "--game", str(int(number) + 1), width=1_000,
        )  # fmt: skip
        expected = [line for line in printed.stdout.splitlines() if line]
        if expected[0].startswith("Game "):
            expected[0] = expected[0].partition(": ")[2]
        expected.remove("Score sheet")
        assert watching.summary(game, Style.WORDS).splitlines() == expected

    def test_a_long_game_is_told_without_its_deals(self) -> None:
        game = random_game()
        text = watching.summary(replace(game, deals=game.deals * 20))
        assert len(text) <= watching.LONGEST
        assert f"\n{20 * len(game.deals)} deals.\n" in text
        assert " wins the game: " in text
        assert "faults in all." in text

    def test_how_it_ended(self) -> None:
        game = random_game()
        score, is_over = watching.ending_of(game)
        assert is_over
        assert score == game.deals[-1].score
        first = replace(game, deals=game.deals[:1])
        assert watching.ending_of(first) == (game.deals[0].score, False)


class TestChecked:
    def test_a_finished_game(self) -> None:
        text = watching.checked(random_game())
        assert text.startswith("Proved for the draw for the first dealer and deals 1 to ")

    def test_an_altered_card(self) -> None:
        game = random_game()
        kitty = game.deals[1].kitty
        altered = replace(game.deals[1], kitty=(*kitty[1:], game.deals[1].turn_up))
        text = watching.checked(replace(game, deals=(game.deals[0], altered, *game.deals[2:])))
        assert text.startswith("Deal 2: secret and words give the kitty ")
        assert "Proved for the draw for the first dealer, deal 1 and deal" in text

    def test_many_misfits(self) -> None:
        game = random_game()
        other = card("JH")
        deals = [replace(each, kitty=(other, other)) for each in game.deals]
        text = watching.checked(replace(game, deals=tuple(deals)))
        assert text.splitlines()[5].startswith(f"And {len(deals) - 5} more that ")
        assert len(text) <= watching.LONGEST

    @pytest.mark.parametrize(
        ("reveal", "proved", "sealed"),
        [
            (Reveal.DEAL, "Proved for the draw for the first dealer and deal 1: ", "deal 2"),
            (Reveal.GAME, "", "the draw for the first dealer and deals 1 to 2"),
        ],
    )
    def test_a_running_game(self, reveal: Reveal, proved: str, sealed: str) -> None:
        rng = Random(21)
        for table in moments(new_table(RULESETS["nz"], rng, reveal=reveal), rng, deals=2):
            if table.game is not None and table.game.deals == 2:
                break
        text = watching.checked(saving.saved_game(table, NAMES, Seat(1)))
        assert text.startswith(proved)
        assert f"Not to be checked yet: {sealed}. " in text

    def test_a_game_without_promises(self) -> None:
        assert "No hash was recorded." in watching.checked(FIRST)


REVOKE = """\
ruleset: nz
dealer: North
deals:
  - turn_up: AH
    hands: {South: 7S QD 8H 9C TC}
    bids: [order up]
    tricks:
      - KH 7S 7H QH
"""


def test_the_revoke_is_one() -> None:
    """The example above breaks the rules, and only once."""
    (game,) = parse_games(REVOKE, source="a.yaml")
    assert len(replay(game, lenient=True).faults) == 1
    assert write_game(game)
