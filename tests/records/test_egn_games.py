"""The recorded games of tests/data/egn come out right."""

from typing import Any

import pytest

from tests.records.egn_files import DATA, EXPECTED, FILES, game, recorded, tree_of, written
from ukachat.engine import Pass, Seat
from ukachat.records import Revoke, UnfinishedDeal, replay
from ukachat.records.egn import read_egn, write_egn

every_file = pytest.mark.parametrize("name", FILES)


def test_every_file_has_its_results() -> None:
    assert set(FILES) == set(EXPECTED)
    assert len(FILES) == 11


@every_file
def test_decisions_are_as_written(name: str) -> None:
    assert [recorded(deal) for deal in game(name).deals] == [
        written(deal) for deal in tree_of(name)["deals"]
    ]


@every_file
def test_calls_go_round_from_the_dealers_left(name: str) -> None:
    for deal in game(name).deals:
        turns = [(deal.dealer + 1 + index) % 4 for index in range(len(deal.calls))]
        assert [call.seat for call in deal.calls] == turns
        assert all(isinstance(call, Pass) for call in deal.calls[:-1])


@every_file
def test_header_is_as_written(name: str) -> None:
    ours, theirs = game(name), tree_of(name)["metadata"]
    assert (ours.title, ours.date) == (theirs["title"], theirs["date"])
    assert list(ours.names) == theirs["players"]
    assert ours.ruleset_name == "tournament"
    assert ours.ruleset.play.first_lead.name == theirs["ruleset"]["loner_lead"]
    assert ours.source.name == name


@every_file
def test_replay_gives_the_known_results(name: str) -> None:
    expected: dict[str, Any] = EXPECTED[name]
    played = replay(game(name), lenient=True)
    points = [None if deal.points is None else list(deal.points) for deal in played.deals]
    revokes = [fault for fault in played.faults if isinstance(fault, Revoke)]
    unfinished = [note.deal - 1 for note in played.notes if isinstance(note, UnfinishedDeal)]
    assert list(played.game.start) == expected["start"]
    assert list(played.score) == expected["score"]
    assert len(played.deals) == expected["deals"]
    assert points == expected["points"]
    assert unfinished == expected["undecided"]
    # Their cards are written as in the notation, and their deals and tricks count from 0.
    assert sorted([it.deal - 1, int(it.seat), it.trick - 1, str(it.card)] for it in revokes) == (
        sorted([deal, seat, trick, card.upper()] for deal, seat, trick, card in expected["renege"])
    )


@every_file
def test_every_value_knows_its_place(name: str) -> None:
    ours = game(name)
    lines = (DATA / name).read_text().splitlines()

    def text_at(*path: str | int) -> str:
        place = ours.source.place(path)
        assert place is not None
        line, column = place
        return lines[line - 1][column - 1 :].strip().rstrip(",")

    for number, deal in enumerate(tree_of(name)["deals"]):
        phases = {phase["type"]: phase for phase in deal["phases"]}
        bidding = phases["EUCHRE_BIDDING"]
        assert text_at("deals", number, "turn_up") == f'"{deal["initialState"]["upCard"]}"'
        for index, call in enumerate(bidding["calls"]):
            assert text_at("deals", number, "calls", index) == f'"{call}"'
        if "discard" in bidding:
            assert text_at("deals", number, "exchange") == f'"{bidding["discard"]}"'
        for trick, cards in enumerate(phases["TRICK_PLAY"]["tricks"]):
            for place, card in enumerate(cards):
                assert text_at("deals", number, "tricks", trick, place) == f'"{card}"'
    for number, recorded_deal in enumerate(ours.deals):
        for seat, hand in enumerate(recorded_deal.hands):
            for place, in_hand in enumerate(hand):
                said = text_at("deals", number, "hands", Seat(seat), place)
                assert said.upper() == f'"{in_hand}"'
        for place, in_kitty in enumerate(recorded_deal.kitty):
            assert text_at("deals", number, "kitty", place).upper() == f'"{in_kitty}"'


def test_what_has_no_place_is_placed_where_it_would_be() -> None:
    source = game("game-11.egn").source
    lines = (DATA / "game-11.egn").read_text().splitlines()
    tricks = source.place(("deals", 0, "tricks"))
    assert tricks is not None
    assert lines[tricks[0] - 1].strip() == '"tricks": ['
    assert source.place(("deals", 0, "tricks", 3, 1)) == tricks
    assert source.place(("deals", 7)) == (1, 1)
    start = source.place(("start", 1))
    assert start is not None
    assert lines[start[0] - 1].strip() == '"initialScore": ['
    old = game("game-10.egn").source
    kitty = old.place(("deals", 0, "kitty", 3))
    assert kitty is not None
    assert (DATA / "game-10.egn").read_text().splitlines()[kitty[0] - 1].strip() == '"kitty": ['


@every_file
def test_what_is_written_reads_the_same(name: str) -> None:
    ours = game(name)
    text = write_egn(ours)
    again = read_egn(text, source="again.egn")
    assert again == ours
    assert write_egn(again) == text
