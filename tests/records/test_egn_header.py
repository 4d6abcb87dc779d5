"""Reading EGN: the header, the players and the ruleset."""

import json

import pytest

from tests.records.egn_files import Tree, changed, one_deal, read, refused
from ukachat.engine.options import AfterPasses, DealerLast, DealerPartner, FirstLead, PickUp
from ukachat.records import Kind
from ukachat.records.egn import read_egn
from ukachat.yamlio import MAX_BYTES, YamlError


def rules(**switches: object) -> Tree:
    return changed(lambda tree: tree["metadata"]["ruleset"].update(switches))


class TestHeader:
    @pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.2", "1.4", "1.6", "1"])
    def test_every_version_1_is_read(self, version: str) -> None:
        assert read(one_deal() | {"version": version}).title == "One deal"

    @pytest.mark.parametrize("version", ["2.0", "0.9", "", "1.x", "11", None])
    def test_other_versions_are_refused(self, version: str | None) -> None:
        error = refused(one_deal() | {"version": version})
        assert error.reason.startswith("version: expected 1.0.0 or another 1.x, got ")
        assert error.line == 3

    def test_other_files_are_refused(self) -> None:
        error = refused(one_deal() | {"fileType": "Euchre Match Notation"})
        assert str(error) == (
            "game.egn:2:14: fileType: expected 'Euchre Game Notation', got 'Euchre Match Notation'"
        )

    @pytest.mark.parametrize("tree", [[], "deals", 4, None, {}], ids=repr)
    def test_what_is_no_game_is_refused(self, tree: object) -> None:
        assert refused(tree).line == 1

    @pytest.mark.parametrize("key", ["fileType", "version", "metadata", "deals"])
    def test_a_missing_part_is_named(self, key: str) -> None:
        error = refused(changed(lambda tree: tree.pop(key)))
        assert error.reason.startswith(f"{key}: expected ")
        assert error.reason.endswith("got nothing")

    def test_other_keys_are_passed_over(self) -> None:
        tree = one_deal() | {"timings": {"0": 0}, "views": [{"id": "main"}], "videoUrl": ""}
        tree["metadata"] |= {
            "gameId": "a1",
            "description": "A final",
            "teamNames": ["Red", "White"],
        }
        assert read(tree) == read(one_deal())


class TestPlayers:
    def test_names_go_by_seat(self) -> None:
        assert read(one_deal()).names == ("Mere", "Hemi", "Ana", "Tama")

    @pytest.mark.parametrize(
        ("players", "names"),
        [
            ([], ("North", "East", "South", "West")),
            (["", "Hemi", None], ("North", "Hemi", "South", "West")),
            ([" Mere  Ann ", "B", "C", "D"], ("Mere Ann", "B", "C", "D")),
            ([{"name": "Mere", "playerIds": []}, {"name": ""}], ("Mere", "East", "South", "West")),
        ],
    )
    def test_missing_names_are_those_of_the_seats(
        self, players: list[object], names: tuple[str, ...]
    ) -> None:
        tree = changed(lambda tree: tree["metadata"].update(players=players))
        assert read(tree).names == names

    def test_a_computer_is_known_by_its_id(self) -> None:
        ids = [{"id": "7", "source": "league"}, {"id": "computer", "source": "ukachat"}]
        players = [
            "Mere",
            {"name": "Club", "playerIds": ids},
            {"name": "Ana", "playerIds": ids[:1]},
        ]
        tree = changed(lambda tree: tree["metadata"].update(players=players))
        kinds = [player.kind for player in read(tree).players]
        assert kinds == [Kind.PERSON, Kind.COMPUTER, Kind.PERSON, Kind.PERSON]

    def test_a_fifth_player_is_refused(self) -> None:
        error = refused(changed(lambda tree: tree["metadata"]["players"].append("Rua")))
        assert "expected 4 players, got 5" in error.reason


class TestScore:
    def test_it_may_start_anywhere(self) -> None:
        assert read(one_deal()).start == (3, 4)

    @pytest.mark.parametrize("score", [[], [1], [1, 2, 3], [1, -2], ["x", 1], 3, [None, 1]])
    def test_two_numbers_are_expected(self, score: object) -> None:
        tree = changed(lambda tree: tree["metadata"].update(initialScore=score))
        assert refused(tree).reason.startswith("metadata.initialScore")

    def test_the_final_score_is_that_after_the_last_deal(self) -> None:
        tree = changed(lambda tree: tree["metadata"].update(finalScore=[4, 4]))
        game = read(tree)
        assert game.deals[0].score == (4, 4)
        line = json.dumps(tree, indent=1).splitlines().index('  "finalScore": [') + 1
        assert game.source.place(("deals", 0, "score")) == (line, 17)


class TestRuleset:
    def test_without_any_it_is_that_of_tournaments(self) -> None:
        for without in (
            changed(lambda tree: tree["metadata"].pop("ruleset")),
            changed(lambda tree: tree["metadata"].update(ruleset=None)),
            changed(lambda tree: tree["metadata"].update(ruleset={})),
        ):
            assert read(without).ruleset_name == "tournament"
            assert read(without).ruleset == read(rules(std=True)).ruleset

    def test_std_sticks_the_dealer(self) -> None:
        stuck, free = read(rules(std=True)), read(rules(std=False))
        assert stuck.ruleset_name == "tournament"
        assert stuck.ruleset.round2.dealer is DealerLast.MUST_NAME
        assert stuck.ruleset.passed_out is AfterPasses.NOT_POSSIBLE
        assert free.ruleset_name == "bicycle"
        assert free.ruleset.round2.dealer is DealerLast.MAY_PASS
        assert free.ruleset.passed_out is AfterPasses.NEXT_DEALER

    @pytest.mark.parametrize("std", [True, False])
    def test_the_dealer_always_takes_the_turn_up_and_may_throw_it(self, *, std: bool) -> None:
        round1 = read(rules(std=std)).ruleset.round1
        assert round1.pick_up is PickUp.FORCED
        assert round1.may_discard_turn_up

    def test_every_other_switch(self) -> None:
        said = rules(
            canadian=True,
            loner_lead="LEFT_OF_LONER",
            loner_march_score=5,
            loner_euchred_score=3,
            min_rank=7,
            winning_score=15,
        )
        ruleset = read(said).ruleset
        lone = ruleset.scoring.lone_vs_pair
        assert lone is not None
        assert ruleset.round1.dealer_partner is DealerPartner.ALONE_ONLY
        assert ruleset.play.first_lead is FirstLead.LEFT_OF_LONER
        assert [lone.points(tricks) for tricks in (2, 4, 5)] == [(0, 3), (1, 0), (5, 0)]
        assert ruleset.deck.low == 7
        assert (ruleset.game.target, ruleset.game.deals) == (15, 0)

    @pytest.mark.parametrize("target", [{}, {"winning_score": 0}])
    def test_a_number_of_deals_stands_for_the_target(self, target: Tree) -> None:
        assert read(rules(num_deals=8, **target)).ruleset.game.deals == 8

    @pytest.mark.parametrize(
        ("switch", "what"),
        [
            ("joker", "a joker"),
            ("allow_no_trump", "no trump"),
            ("defend_alone", "defenders who may play alone"),
            ("partners_best", "the partner's best card"),
            ("farmers", "farmer's hands"),
            ("go_under", "going under"),
            ("fast_break", "fast breaks"),
            ("four_trick_tokens", "tokens for four tricks"),
        ],
    )
    def test_what_cannot_be_played_is_refused_where_it_is_on(self, switch: str, what: str) -> None:
        assert read(rules(**{switch: False})).deals == read(one_deal()).deals
        error = refused(rules(**{switch: True}))
        assert error.reason.startswith(f"metadata.ruleset.{switch}: a game with {what}")
        assert error.reason.endswith("cannot be replayed yet")
        line = json.dumps(rules(**{switch: True}), indent=1).splitlines()[error.line - 1]
        assert line[error.column - 1 :] == "true"

    @pytest.mark.parametrize(
        ("switches", "reason"),
        [
            ({"num_players": 3}, "num_players: expected 4 players, got 3"),
            ({"min_rank": 6}, "min_rank: expected 7 to 9, got 6"),
            ({"winning_score": 0}, "winning_score: expected 1 or more"),
            (
                {"winning_score": 10, "num_deals": 8},
                "num_deals: a game that ends by score",
            ),
            ({"loner_lead": "LEFT"}, "loner_lead: expected LEFT_OF_DEALER or LEFT_OF_LONER"),
            ({"loner_march_score": -1}, "loner_march_score: expected 0 or more, got -1"),
            ({"std": "perhaps"}, "std: expected yes or no"),
        ],
    )
    def test_impossible_values_are_refused(self, switches: Tree, reason: str) -> None:
        assert refused(rules(**switches)).reason.startswith(f"metadata.ruleset.{reason}")

    def test_unknown_switches_are_refused(self) -> None:
        error = refused(rules(canadien=True))
        assert (
            error.reason == "metadata.ruleset: 'canadien' is not known here; did you mean canadian?"
        )

    def test_a_misspelt_ruleset_is_no_comment(self) -> None:
        def misspell(tree: Tree) -> None:
            tree["metadata"]["rulset"] = tree["metadata"].pop("ruleset")

        assert "did you mean ruleset?" in refused(changed(misspell)).reason


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff\xfe", b"{}{}", b"\x00", b"[" * 99, b"--- a\n--- b", b" " * (MAX_BYTES + 1)],
    ids=lambda text: repr(text[:8]),
)
def test_no_text_raises_anything_else(text: bytes) -> None:
    with pytest.raises(YamlError, match=r"^game\.egn:\d:\d+: ."):
        read_egn(text, source="game.egn")


def test_a_long_text_is_not_repeated_in_full() -> None:
    error = refused(one_deal() | {"fileType": "x" * 5000})
    assert len(str(error)) < 200
