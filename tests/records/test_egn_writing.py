"""Writing EGN: what it looks like, that nothing is lost, and what is refused."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.walks import Turn, walk
from tests.records.egn_files import game, tree_of
from tests.strategies import seats, seeds
from ukachat.engine import (
    Card,
    Deal,
    Declare,
    Discard,
    Name,
    OrderUp,
    Pass,
    Play,
    Ruleset,
    Seat,
    card,
    start,
)
from ukachat.engine.options import AfterPasses, MustHold, PickUp, TurnedSuit
from ukachat.engine.ruleset import (
    AloneRules,
    DealRules,
    DeckRules,
    FirstRoundRules,
    GameRules,
    PairingRules,
    ScoringRules,
    SecondRoundRules,
)
from ukachat.engine.state import AwaitingDeal, Playing
from ukachat.records import (
    FirstDealerFound,
    Kind,
    Player,
    RecordedDeal,
    SavedGame,
    TurnUp,
    parse_games,
    write_game,
)
from ukachat.records.egn import NotInEgn, read_egn, write_egn
from ukachat.records.egn import rules as egn_rules
from ukachat.records.egn.rules import LEADS, EgnRules, differences
from ukachat.rulebook import load_ruleset


def switches(**ends: st.SearchStrategy[int]) -> st.SearchStrategy[EgnRules]:
    return st.builds(
        EgnRules,
        std=st.booleans(),
        canadian=st.booleans(),
        loner_lead=st.sampled_from(list(LEADS)),
        loner_march_score=st.integers(0, 9),
        loner_euchred_score=st.integers(0, 9),
        min_rank=st.sampled_from((7, 8, 9)),
        **ends,
    )


# A game ends by one or the other.
every_switch = switches(winning_score=st.integers(1, 21)) | switches(num_deals=st.integers(1, 8))


def written(saved: SavedGame) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(write_egn(saved))
    return tree


def refused(saved: SavedGame) -> tuple[str, ...]:
    with pytest.raises(NotInEgn) as caught:
        write_egn(saved)
    return caught.value.reasons


def with_deal(saved: SavedGame, changes: dict[str, Any]) -> SavedGame:
    return replace(saved, deals=(replace(saved.deals[0], **changes), *saved.deals[1:]))


def with_rules(changes: dict[str, Any]) -> SavedGame:
    saved = game("game-01.egn")
    return replace(saved, ruleset=replace(saved.ruleset, **changes))


def played(rules: EgnRules, seed: int, dealer: Seat) -> SavedGame:
    """A random game with every card known, recorded as it is played."""
    ruleset = rules.ruleset()
    deals: list[list[Turn]] = []
    for turn in walk(start(ruleset, dealer=dealer), Random(seed)):
        if isinstance(turn.action, Deal):
            deals.append([])
        deals[-1].append(turn)
    names = (Player("Mere"), Player("Hēmi"), Player("Club", Kind.COMPUTER), Player('"T" \\ ♥'))
    return SavedGame(
        title=f"seed {seed}",
        date="2026-08-01T19:30",
        ruleset_name=rules.base,
        ruleset=ruleset,
        players=names,
        start=(0, 0),
        first_dealer=None,
        deals=tuple(map(recorded_as_played, deals)),
    )


def recorded_as_played(turns: list[Turn]) -> RecordedDeal:
    dealt, dealing = turns[0].action, turns[0].before.phase
    assert isinstance(dealt, Deal)
    assert isinstance(dealing, AwaitingDeal)
    tricks: list[list[Card]] = []
    thrown: Card | TurnUp = TurnUp.NOT_RECORDED
    for turn in turns:
        match turn.before.phase, turn.action:
            case Playing(cards=()), Play(card=led):
                tricks.append([led])
            case Playing(), Play(card=played_next):
                tricks[-1].append(played_next)
            case _, Discard(card=thrown):
                pass
            case _:
                pass
    return RecordedDeal(
        dealer=dealing.dealer,
        hands=dealt.hands,
        turn_up=dealt.turn_up,
        kitty=dealt.kitty,
        calls=tuple(it.action for it in turns if isinstance(it.action, Pass | OrderUp | Name)),
        exchange=thrown,
        tricks=tuple(map(tuple, tricks)),
    )


class TestLayout:
    def test_a_game_of_version_1_4_is_written_as_it_stood(self) -> None:
        theirs = tree_of("game-09.egn")
        del theirs["metadata"]["description"]
        assert written(game("game-09.egn")) == theirs

    def test_json_of_two_blanks_with_an_end_of_line(self) -> None:
        text = write_egn(game("game-09.egn"))
        assert text.startswith('{\n  "fileType": "Euchre Game Notation",\n  "version": "1.4",\n')
        assert text.endswith("\n}\n")

    def test_names_are_written_as_they_are(self) -> None:
        players = (Player("Hēmi"), *game("game-09.egn").players[1:])
        assert '"Hēmi"' in write_egn(replace(game("game-09.egn"), players=players))

    def test_hands_are_written_where_one_is_known(self) -> None:
        states = [deal["initialState"] for deal in written(game("game-10.egn"))["deals"]]
        assert "playerCards" not in states[0]
        assert states[1]["playerCards"] == [[], ["Qd", "Qc", "Kc", "Kh", "Ks"], [], []]

    def test_switches_that_are_not_as_usual(self) -> None:
        said = {"std": False, "canadian": True, "loner_lead": "LEFT_OF_LONER", "min_rank": 8}
        ruleset = EgnRules(std=False, canadian=True, loner_lead="LEFT_OF_LONER", min_rank=8)
        saved = replace(game("game-09.egn"), ruleset=ruleset.ruleset())
        assert written(saved)["metadata"]["ruleset"] == said

    def test_a_number_of_deals_stands_for_the_target(self) -> None:
        saved = with_rules({"game": GameRules(target=11, deals=8)})
        said = written(saved)["metadata"]["ruleset"]
        assert said["num_deals"] == 8
        assert "winning_score" not in said

    @pytest.mark.parametrize("changes", [{"kitty": (card("9C"),)}, {"leaders": (Seat(0),)}])
    def test_kitty_and_leader_make_it_an_old_version(self, changes: dict[str, Any]) -> None:
        assert written(game("game-01.egn"))["version"] == "1.4"
        assert written(with_deal(game("game-01.egn"), changes))["version"] == "1.1.0"

    def test_deals_are_numbered(self) -> None:
        numbers = [deal["dealNumber"] for deal in written(game("game-11.egn"))["deals"]]
        assert numbers == [0, 1]

    def test_a_deal_stops_where_it_stopped(self) -> None:
        saved = with_deal(game("game-09.egn"), {"tricks": ()})
        assert [phase["type"] for phase in written(saved)["deals"][0]["phases"]] == [
            "EUCHRE_BIDDING"
        ]
        saved = with_deal(saved, {"calls": ()})
        assert written(saved)["deals"][0]["phases"] == []

    def test_the_last_score_is_the_final_one(self) -> None:
        saved = with_deal(game("game-09.egn"), {"score": (0, 1)})
        assert written(saved)["metadata"]["finalScore"] == [0, 1]
        assert read_egn(write_egn(saved), source="").deals == saved.deals

    def test_a_game_without_deals(self) -> None:
        saved = replace(game("game-09.egn"), deals=())
        assert read_egn(write_egn(saved), source="") == saved

    def test_a_computer_stays_one(self) -> None:
        players = (*game("game-09.egn").players[:3], Player("Club", Kind.COMPUTER))
        saved = replace(game("game-09.egn"), players=players)
        assert written(saved)["metadata"]["players"] == [
            *("North", "East", "South"),
            {"name": "Club", "playerIds": [{"id": "computer", "source": "ukachat"}]},
        ]


class TestRoundTrip:
    @given(rules=every_switch, seed=seeds, dealer=seats)
    def test_random_games(self, rules: EgnRules, seed: int, dealer: Seat) -> None:
        saved = played(rules, seed, dealer)
        text = write_egn(saved)
        again = read_egn(text, source="again.egn")
        assert again == saved
        assert write_egn(again) == text

    @given(rules=every_switch)
    def test_switches(self, rules: EgnRules) -> None:
        assert differences(rules.ruleset()) == []
        assert EgnRules.nearest(rules.ruleset()) == rules

    @given(rules=every_switch)
    def test_an_edited_bundled_ruleset_changes_no_play(self, rules: EgnRules) -> None:
        seven = PairingRules({4: 1, 5: 1, 6: 1, 7: 2}, 2)
        edited = Ruleset(
            title="edited",
            deck=DeckRules(7),
            deal=DealRules(cards=7),
            round1=FirstRoundRules(must_hold=MustHold.ALL, pick_up=PickUp.OPTIONAL),
            alone=AloneRules(tricks=4, forced_dealer=False),
            scoring=ScoringRules(seven, seven),
            game=GameRules(target=3, deals=4),
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(egn_rules, "load_ruleset", lambda _: edited)
            ruleset = rules.ruleset()
        assert ruleset.title == "edited"
        assert differences(ruleset) == []
        assert EgnRules.nearest(ruleset) == rules

    def test_by_way_of_yaml(self) -> None:
        saved = game("game-08.egn")
        (again,) = parse_games(write_game(saved), source="game.yaml")
        assert write_egn(again) == write_egn(saved)


class TestRefusals:
    @pytest.mark.parametrize("name", ["tournament", "canadian"])
    def test_bundled_rulesets_that_can_be_said(self, name: str) -> None:
        assert differences(load_ruleset(name)) == []

    def test_what_each_bundled_ruleset_has_more(self) -> None:
        knobs = {
            name: [said.partition(" is ")[0] for said in differences(load_ruleset(name))]
            for name in ("nz", "bicycle")
        }
        assert knobs == {
            "nz": [
                "round1.must_hold",
                "round1.may_discard_turn_up",
                "round2.must_hold",
                "round2.dealer",
                "alone.tricks",
                "scoring.pair_vs_pair",
                "scoring.lone_vs_pair",
            ],
            "bicycle": ["round1.pick_up", "round1.may_discard_turn_up"],
        }

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            (
                {"round1": FirstRoundRules(must_hold=MustHold.ALL, may_discard_turn_up=True)},
                "round1.must_hold is all (nearest in EGN: none)",
            ),
            (
                {"round1": FirstRoundRules(pick_up=PickUp.OPTIONAL, may_discard_turn_up=True)},
                "round1.pick_up is optional (nearest in EGN: forced)",
            ),
            (
                {"round1": FirstRoundRules()},
                "round1.may_discard_turn_up is no (nearest in EGN: yes)",
            ),
            (
                {
                    "round2": SecondRoundRules(turned_suit=TurnedSuit.ALLOWED),
                    "passed_out": AfterPasses.NEXT_DEALER,
                },
                "round2.turned_suit is allowed (nearest in EGN: forbidden)",
            ),
            (
                {"round2": SecondRoundRules(), "passed_out": AfterPasses.SAME_DEALER},
                "passed_out is same_dealer (nearest in EGN: next_dealer)",
            ),
            (
                {"alone": AloneRules(forced_dealer=False)},
                "alone.forced_dealer is no (nearest in EGN: yes)",
            ),
            (
                {"scoring": ScoringRules(PairingRules({3: 1, 4: 1, 5: 2}, {0: 4, 1: 2, 2: 2}))},
                "scoring.pair_vs_pair is 3: 1, 4: 1, 5: 2, euchred: 2 or 4 "
                "(nearest in EGN: 3: 1, 4: 1, 5: 2, euchred: 2)",
            ),
        ],
        ids=lambda value: value.partition(" ")[0] if isinstance(value, str) else "",
    )
    def test_knobs_are_named(self, changes: dict[str, Any], reason: str) -> None:
        assert refused(with_rules(changes)) == (reason,)

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            (
                {"exchange": TurnUp.LEFT},
                "the dealer left the turn-up lying in deal 1",
            ),
            (
                {"answers": (Declare(Seat(0), alone=False),)},
                "somebody was asked after the calls in deal 1 whether they go alone",
            ),
            (
                {"calls": (Pass(Seat(2)), Pass(Seat(2)))},
                "somebody called out of turn in deal 1",
            ),
            (
                {"calls": (OrderUp(Seat(2), alone=True), Pass(Seat(3)))},
                "there were calls after somebody went alone in deal 1",
            ),
        ],
    )
    def test_decisions_are_named(self, changes: dict[str, Any], reason: str) -> None:
        assert refused(with_deal(game("game-01.egn"), changes)) == (reason,)

    def test_the_draw_for_the_first_deal_is_named(self) -> None:
        found = FirstDealerFound(((card("JC"),),), Seat(0))
        reasons = refused(replace(game("game-01.egn"), first_dealer=found))
        assert reasons == (
            "the first dealer was drawn for (leave first_dealer out to write the rest)",
        )

    def test_all_reasons_are_told_at_once(self) -> None:
        saved = with_rules({"round1": FirstRoundRules()})
        with pytest.raises(NotInEgn) as caught:
            write_egn(with_deal(saved, {"exchange": TurnUp.LEFT}))
        assert str(caught.value) == (
            "EGN cannot say that round1.may_discard_turn_up is no (nearest in EGN: yes); "
            "nor that the dealer left the turn-up lying in deal 1"
        )
