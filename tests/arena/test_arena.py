"""Matches of computer players."""

import math
import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import sleep

import pytest

from tests.cli.running import ENVIRONMENT, UKACHAT
from tests.strategies import RULESETS
from ukachat.arena import Match, PlayedGame, compare, record
from ukachat.arena.running import Points
from ukachat.engine.ruleset import PairingRules
from ukachat.records import Kind, parse_games, replay, write_game

NZ = RULESETS["nz"]


@pytest.mark.parametrize("other", ["beginner", "random"])
@pytest.mark.parametrize("name", RULESETS)
def test_club_beats_the_others_clearly(name: str, other: str) -> None:
    points = compare(Match(RULESETS[name], "club", other), deals=250).points
    assert points is not None
    assert points.low > 0.1, points


@pytest.mark.long
@pytest.mark.parametrize("other", ["beginner", "random"])
@pytest.mark.parametrize("name", RULESETS)
def test_club_beats_the_others_over_many_deals_and_games(name: str, other: str) -> None:
    result = compare(Match(RULESETS[name], "club", other, seed=2), deals=4000, games=200, cores=2)
    assert result.points is not None
    assert result.points.low > 0.3, result.points
    won, lost = result.games_won
    assert won > 3 * lost, (won, lost)


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_beginner_beats_random_over_many_deals(name: str) -> None:
    points = compare(Match(RULESETS[name], "beginner", "random"), deals=1000, cores=2).points
    assert points is not None
    assert points.low > 0, points


def test_one_core_or_two_the_numbers_are_the_same() -> None:
    match = Match(NZ, "club", "random", seed=5)
    kept: list[list[PlayedGame]] = []
    results = []
    for cores in (1, 2):
        games: list[PlayedGame] = []
        results.append(compare(match, deals=60, games=30, cores=cores, keep=games.append))
        kept.append(games)
    assert results[0].points == results[1].points
    assert results[0].games == results[1].games
    assert kept[0] == kept[1]
    decisions = [[clock.decisions for clock in result.clocks] for result in results]
    assert decisions[0] == decisions[1]


def test_ctrl_c_ends_a_match_on_all_cores_without_a_word() -> None:
    match = [*UKACHAT, "arena", "--deals", "100000", "--cores", "2", "club", "club"]
    process = subprocess.Popen(  # noqa: S603
        match,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    sleep(2)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


def test_a_match_on_all_cores_may_run_in_any_thread() -> None:
    match = Match(NZ, "club", "random")
    with ThreadPoolExecutor(1) as thread:
        aside = thread.submit(compare, match, deals=60, cores=2).result()
    assert aside.points == compare(match, deals=60).points


def test_another_seed_gives_other_numbers() -> None:
    first, second = (compare(Match(NZ, "club", "random", seed), deals=30) for seed in (1, 2))
    assert first.points != second.points


def test_a_player_against_itself_is_even_to_the_point() -> None:
    points = compare(Match(NZ, "club", "club"), deals=50).points
    assert points == Points(50, 0, 0)


def test_the_names_exchanged_give_the_opposite() -> None:
    ahead = compare(Match(NZ, "club", "beginner"), deals=50).points
    behind = compare(Match(NZ, "beginner", "club"), deals=50).points
    assert ahead is not None
    assert behind is not None
    assert ahead.mean == -behind.mean > 0
    assert math.isclose(ahead.low, -behind.high)


def test_the_interval_of_a_single_pair_is_without_end() -> None:
    points = compare(Match(NZ, "club", "random"), deals=1).points
    assert points is not None
    assert points.margin == math.inf


def test_the_interval_narrows_with_the_root_of_the_pairs() -> None:
    few, many = (compare(Match(NZ, "club", "random"), deals=n).points for n in (40, 640))
    assert few is not None
    assert many is not None
    assert 2.5 < few.margin / many.margin < 6


def test_every_other_game_has_the_same_cards_and_the_sides_exchanged() -> None:
    games: list[PlayedGame] = []
    compare(Match(NZ, "random", "random"), deals=0, games=4, keep=games.append)
    assert [game.ended.exchanged for game in games] == [False, True, False, True]
    assert games[0].actions[0] == games[1].actions[0]
    assert games[0].actions[0] != games[2].actions[0]


def test_games_won_are_counted_for_the_player_and_not_the_side() -> None:
    result = compare(Match(NZ, "club", "random"), deals=0, games=10)
    assert result.points is None
    won, lost = result.games_won
    assert won + lost == 10
    assert won > lost
    assert {game.winner for game in result.games} == {0, 1}


def test_a_game_that_nobody_can_win_ends_without_a_winner() -> None:
    nothing = PairingRules(makers={3: 0, 4: 0, 5: 0}, euchred=0)
    all_or_nothing = PairingRules(makers={5: 0}, euchred=0)
    rules = replace(
        NZ, scoring=replace(NZ.scoring, pair_vs_pair=nothing, lone_vs_pair=all_or_nothing)
    )
    games: list[PlayedGame] = []
    result = compare(Match(rules, "club", "club"), deals=0, games=1, keep=games.append)
    assert result.games[0].first_won is None
    assert result.games_won == (0, 0)
    assert replay(record(Match(rules, "club", "club"), games[0])).score == (0, 0)


@pytest.mark.parametrize("name", RULESETS)
def test_saved_games_replay(name: str) -> None:
    match = Match(RULESETS[name], "club", "random", seed=3)
    games: list[PlayedGame] = []
    compare(match, deals=0, games=4, keep=games.append)
    for game in games:
        saved = record(match, game, ruleset_name=name)
        (again,) = parse_games(write_game(saved), source="arena")
        assert again == saved
        played = replay(again)
        assert not again.notes
        assert played.score == saved.deals[-1].score
        winner = game.ended.winner
        assert winner is not None
        assert max(played.score) == played.score[winner] >= match.ruleset.game.target
        assert {player.kind for player in saved.players} == {Kind.COMPUTER}
        first = saved.players[int(game.ended.exchanged)]
        assert first.name.startswith("club ")


def test_clocks_count_every_decision() -> None:
    result = compare(Match(NZ, "club", "random"), deals=5)
    for clock in result.clocks:
        assert clock.decisions > 5 * 2 * 10
        assert 0 < clock.longest <= clock.seconds


def test_progress_is_told_until_all_is_played() -> None:
    told: list[int] = []
    compare(Match(NZ, "random", "random"), deals=60, games=3, told=told.append)
    assert len(told) > 2
    assert sum(told) == 63
