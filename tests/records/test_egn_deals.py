"""Reading EGN: the deals."""

import json
from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.records.egn_files import (
    Tree,
    bidding,
    changed,
    deal_of,
    dealt,
    one_deal,
    play,
    read,
    refused,
    tree_of,
)
from ukachat.engine import Name, OrderUp, Pass, Seat, Suit, card
from ukachat.engine.notation import parse_cards
from ukachat.records import TurnUp
from ukachat.records.egn import read_egn


class TestCalls:
    def test_they_belong_to_seats(self) -> None:
        assert read(one_deal()).deals[0].calls == (Pass(Seat(1)), OrderUp(Seat(2)))

    def test_the_second_round_names_suits(self) -> None:
        calls = ["Pass"] * 6 + ["d"]
        deal = read(changed(lambda tree: bidding(tree).update(calls=calls))).deals[0]
        assert deal.calls[-1] == Name(Seat(3), Suit.DIAMONDS)
        assert [call.seat for call in deal.calls] == [1, 2, 3, 0, 1, 2, 3]

    @pytest.mark.parametrize("phase", [0, 1])
    def test_alone_belongs_to_the_last_call(self, phase: int) -> None:
        tree = changed(lambda tree: deal_of(tree)["phases"][phase].update(isAlone=True))
        assert read(tree).deals[0].calls == (Pass(Seat(1)), OrderUp(Seat(2), alone=True))

    def test_alone_belongs_to_no_other_call(self) -> None:
        tree = changed(lambda tree: bidding(tree).update(calls=["Order", "c"], isAlone=True))
        first, last = read(tree).deals[0].calls
        assert first == OrderUp(Seat(1))
        assert last == Name(Seat(2), Suit.CLUBS, alone=True)

    @pytest.mark.parametrize("calls", [[], ["Pass", "Pass"]])
    def test_alone_without_trumps_is_refused(self, calls: list[str]) -> None:
        tree = changed(lambda tree: bidding(tree).update(calls=calls, isAlone=True))
        assert "nobody can play alone here" in refused(tree).reason

    @pytest.mark.parametrize(
        ("call", "reason"),
        [
            ("n", "no trump cannot be replayed yet"),
            ("x", "this call is unknown, so the deal cannot be replayed"),
            ("Fold", "expected Pass, Order or one of c, d, h, s, got 'Fold'"),
            ("", "expected Pass, Order or one of c, d, h, s, got ''"),
            (None, "expected Pass, Order or one of c, d, h, s, got nothing"),
        ],
    )
    def test_other_calls_are_refused(self, call: str | None, reason: str) -> None:
        tree = changed(lambda tree: bidding(tree)["calls"].append(call))
        error = refused(tree)
        assert error.reason == f"deals[0].phases[0].calls[2]: {reason}"
        written = json.dumps(tree, indent=1).splitlines()[error.line - 1]
        assert written[error.column - 1 :] == json.dumps(call)


class TestExchange:
    def test_the_discard(self) -> None:
        assert read(one_deal()).deals[0].exchange is card("9C")

    @pytest.mark.parametrize("discard", ["", "Xx", "Xc", "9x", None])
    def test_it_may_be_unknown(self, discard: str | None) -> None:
        deal = read(changed(lambda tree: bidding(tree).update(discard=discard))).deals[0]
        assert deal.exchange is TurnUp.NOT_RECORDED

    def test_it_may_be_missing(self) -> None:
        deal = read(changed(lambda tree: bidding(tree).pop("discard"))).deals[0]
        assert deal.exchange is TurnUp.NOT_RECORDED


class TestCards:
    @pytest.mark.parametrize("text", ["9h", "Nh", "9H", "nh", "9♥"])
    def test_spellings_of_a_nine(self, text: str) -> None:
        assert read(changed(lambda tree: dealt(tree).update(upCard=text))).deals[0].turn_up is (
            card("9H")
        )

    @pytest.mark.parametrize("text", ["Td", "10d", "10♦"])
    def test_spellings_of_a_ten(self, text: str) -> None:
        assert read(changed(lambda tree: dealt(tree).update(upCard=text))).deals[0].turn_up is (
            card("TD")
        )

    def test_bowers_are_those_of_the_trumps(self) -> None:
        tree = changed(lambda tree: play(tree).update(tricks=[["R", "L"]]))
        assert read(tree).deals[0].tricks == (parse_cards("JH JD"),)
        bidding(tree)["calls"] = ["Pass"] * 4 + ["s"]
        assert read(tree).deals[0].tricks == (parse_cards("JS JC"),)

    def test_a_bower_needs_trumps(self) -> None:
        tree = changed(lambda tree: dealt(tree).update(upCard="R"))
        assert "no suit was made trumps" in refused(tree).reason

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("B", "this is the joker, which cannot be replayed yet"),
            ("Jt", "expected a card such as Jd, got 'Jt'"),
            ("Ad Kd", "expected a card such as Jd, got 'Ad Kd'"),
            (["Ad"], "expected text, got a list"),
        ],
    )
    def test_what_is_no_card_of_ours_is_refused(self, text: object, reason: str) -> None:
        tree = changed(lambda tree: play(tree)["tricks"][1].append(text))
        assert refused(tree).reason == f"deals[0].phases[1].tricks[1][1]: {reason}"

    @pytest.mark.parametrize("text", ["", "Xx", "Jx", None])
    def test_the_turn_up_must_be_known(self, text: str | None) -> None:
        tree = changed(lambda tree: dealt(tree).update(upCard=text))
        assert "upCard: expected a card such as Jd" in refused(tree).reason


class TestDealtCards:
    @pytest.mark.parametrize("key", ["playerCards", "player_cards"])
    def test_unknown_cards_are_left_out(self, key: str) -> None:
        def change(tree: Tree) -> None:
            del dealt(tree)["playerCards"]
            dealt(tree)[key] = [["Xx", "Ah", "", "Td", "9x"], [], None]

        deal = read(changed(change)).deals[0]
        assert deal.hands == (parse_cards("AH TD"), (), (), ())

    def test_the_kitty(self) -> None:
        deal = read(changed(lambda tree: dealt(tree).update(kitty=["", "Xs", "9d"]))).deals[0]
        assert deal.kitty == parse_cards("9D")

    def test_the_card_turned_is_not_of_the_kitty(self) -> None:
        game = read(changed(lambda tree: dealt(tree).update(kitty=["Jh", "9d"])))
        assert game.deals[0].kitty == parse_cards("9D")

    def test_a_fifth_hand_is_refused(self) -> None:
        tree = changed(lambda tree: dealt(tree)["playerCards"].append(["Ah"]))
        assert refused(tree).reason.endswith("playerCards[4]: expected 4 hands, got 5")


class TestTricks:
    def test_the_first_leader_is_kept_to_be_checked(self) -> None:
        deal = read(changed(lambda tree: play(tree).update(initialLead=2))).deals[0]
        assert deal.leaders == (Seat(2), None)

    def test_nobody_led_before_the_first_card(self) -> None:
        deal = read(changed(lambda tree: play(tree).update(initialLead=2, tricks=[]))).deals[0]
        assert deal.leaders == ()

    @pytest.mark.parametrize("lead", [4, -1, "x"])
    def test_a_leader_is_a_seat(self, lead: object) -> None:
        tree = changed(lambda tree: play(tree).update(initialLead=lead))
        assert "initialLead: expected " in refused(tree).reason

    def test_a_deal_may_stop_anywhere(self) -> None:
        tree = one_deal()
        deal_of(tree)["phases"].pop()
        assert read(tree).deals[0].tricks == ()
        deal_of(tree)["phases"] = []
        assert read(tree).deals[0].calls == ()

    @pytest.mark.parametrize("rest", [[], [""], ["", "", ""]])
    def test_cards_not_yet_played_may_be_empty(self, rest: list[str]) -> None:
        tree = changed(lambda tree: play(tree)["tricks"].extend([["Ks", *rest], rest]))
        game = read(tree)
        assert game.deals[0].tricks[2:] == (parse_cards("KS"),)
        assert game.notes == ()

    def test_unknown_cards_at_the_end_are_told(self) -> None:
        game = read(changed(lambda tree: play(tree)["tricks"][1].append("Xd")))
        assert game.deals[0].tricks[1] == parse_cards("AD")
        assert game.notes == ("Deal 1 is read up to its first unknown card.",)

    @pytest.mark.parametrize("unknown", ["Xd", "", "Xx"])
    def test_nothing_may_follow_an_unknown_card(self, unknown: str) -> None:
        error = refused(changed(lambda tree: play(tree)["tricks"][0].insert(1, unknown)))
        assert error.reason == (
            "deals[0].phases[1].tricks[0][1]: this card is unknown; what follows cannot be replayed"
        )


class TestPhases:
    def test_comments_are_passed_over(self) -> None:
        tree = one_deal()
        bidding(tree)["callAnnotations"] = {"1": ["[!]Strong"]}
        play(tree)["playAnnotations"] = {"0": ["[?]Why?"]}
        play(tree)["tricks_annotations"] = {}
        line = {"branchIndex": 1, "phases": deepcopy(deal_of(tree)["phases"])}
        deal_of(tree)["alternativeLines"] = [line]
        assert read(tree) == read(one_deal())

    @pytest.mark.parametrize(
        ("part", "key", "hint"),
        [
            (deal_of, "misdeal", ""),
            (dealt, "playerCard", "; did you mean playerCards?"),
            (bidding, "isAlon", "; did you mean isAlone?"),
            (play, "revokes", ""),
        ],
    )
    def test_other_keys_are_refused(
        self, part: Callable[[Tree], Tree], key: str, hint: str
    ) -> None:
        error = refused(changed(lambda tree: part(tree).update({key: True})))
        assert error.reason.endswith(f"{key!r} is not known here{hint}")

    def test_other_phases_are_refused_by_name(self) -> None:
        tree = changed(lambda tree: deal_of(tree)["phases"].append({"type": "MISDEAL"}))
        assert refused(tree).reason == (
            "deals[0].phases[2].type: expected EUCHRE_BIDDING or TRICK_PLAY, got 'MISDEAL'"
        )

    def test_a_phase_stands_once_in_a_deal(self) -> None:
        tree = changed(lambda tree: deal_of(tree)["phases"].append(play(tree)))
        assert "expected TRICK_PLAY once in a deal" in refused(tree).reason

    def test_the_order_of_phases_is_free(self) -> None:
        tree = changed(lambda tree: deal_of(tree)["phases"].reverse())
        assert read(tree) == read(one_deal())

    @pytest.mark.parametrize(
        ("key", "off", "on"),
        [
            ("aloneDefender", -1, 2),
            ("cardExchanges", [], [{"receiver": 0, "cards": ["Ah"]}]),
        ],
    )
    def test_what_follows_the_calls_elsewhere(self, key: str, off: object, on: object) -> None:
        assert read(changed(lambda tree: bidding(tree).update({key: off}))) == read(one_deal())
        error = refused(changed(lambda tree: bidding(tree).update({key: on})))
        assert error.reason.startswith(f"deals[0].phases[0].{key}: ")
        assert error.reason.endswith("cannot be replayed yet")

    def test_packed_deals_are_refused(self) -> None:
        error = refused(changed(lambda tree: tree.update(deals=["AAEC"])))
        assert error.reason.startswith("deals[0]: deals packed into one text cannot be read")

    def test_version_1_0_writes_keys_in_snake_case(self) -> None:
        text = json.dumps(tree_of("game-10.egn"))
        for camel, snake in {
            "fileType": "file_type",
            "initialScore": "initial_score",
            "initialState": "initial_state",
            "upCard": "up_card",
            "isAlone": "is_alone",
            "initialLead": "initial_lead",
            "dealNumber": "deal_number",
        }.items():
            assert camel in text
            text = text.replace(camel, snake)
        assert read_egn(text, source="old.egn") == read(tree_of("game-10.egn"))

    def test_a_key_in_both_spellings_is_refused(self) -> None:
        error = refused(changed(lambda tree: bidding(tree).update(is_alone=True)))
        assert error.reason == "deals[0].phases[0].isAlone: written twice"
