import json

import pytest
from hypothesis import given

from tests.strategies import Start, starts
from tests.text.telling import states_of
from tests.text.test_plain import NZ, deal_of_one_trick
from ukachat.engine import card
from ukachat.engine.events import DealScored
from ukachat.text import Account
from ukachat.text.tree import deal_tree


def test_deal() -> None:
    assert deal_tree(deal_of_one_trick(kitty="AS")) == {
        "dealer": "North",
        "hands": {
            "North": ["JH", "9S"],
            "East": ["8H", "7D", "7C", "QD", "JD"],
            "South": [],
            "West": ["KH", "KC", "9D", "TD", "9C"],
        },
        "turn_up": "TH",
        "kitty": ["AS"],
        "calls": [{"seat": "North", "call": "order up", "alone": False}],
        "trumps": "hearts",
        "maker": "North",
        "alone": [],
        "exchange": None,
        "tricks": [
            {
                "number": 1,
                "leader": "East",
                "cards": [
                    {"seat": "East", "card": "7D"},
                    {"seat": "South", "card": "KD"},
                    {"seat": "West", "card": "9D"},
                ],
                "winner": None,
            }
        ],
        "tricks_taken": [0, 0],
        "passed_out": False,
        "points": None,
        "score": [2, 1],
        "game_over": False,
    }


@given(starts())
def test_tree_of_any_deal_is_json_and_says_what_happened(game: Start) -> None:
    *_, (account, state) = states_of(game)
    tree = json.loads(json.dumps(deal_tree(account)))
    assert set(tree) == set(deal_tree(deal_of_one_trick()))
    assert tree["score"] == list(state.score)
    assert tree["points"] == list(state.score)  # the deal began at nothing
    assert tree["passed_out"] is not isinstance(account.ending, DealScored)
    assert [len(trick["cards"]) for trick in tree["tricks"]] == [4 - len(account.out)] * len(
        account.tricks
    )
    for trick in tree["tricks"]:
        assert trick["winner"] in [each["seat"] for each in trick["cards"]]
        assert all(card(each["card"]) for each in trick["cards"])
    calls = [call["call"] for call in tree["calls"]]
    assert set(calls[:-1]) <= {"pass"}
    if account.trump is not None:
        assert calls[-1] in {"order up", "must take", account.trump.word}


def test_no_tree_without_a_deal() -> None:
    with pytest.raises(ValueError, match="expected the account of a deal"):
        deal_tree(Account(NZ, (0, 0)))
