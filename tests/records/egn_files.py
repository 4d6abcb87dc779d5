"""EGN files: those of tests/data/egn, what a naive reader finds in them, and a small one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ukachat.engine import Name, OrderUp
from ukachat.engine.cards import Card
from ukachat.records import SavedGame
from ukachat.records.egn import read_egn
from ukachat.records.model import RecordedDeal
from ukachat.yamlio import YamlError

DATA = Path(__file__).parent.parent / "data" / "egn"
FILES = sorted(path.name for path in DATA.glob("*.egn"))
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_text())


Tree = dict[str, Any]
Change = Callable[[Tree], object]


class Decisions(NamedTuple):
    """The decisions of a deal as the notation writes them, cards and calls in lower case."""

    dealer: int
    turn_up: str
    calls: list[str]
    alone: bool
    discard: str
    tricks: list[list[str]]


def tree_of(name: str) -> dict[str, Any]:
    """A file as Python's own JSON reader has it."""
    tree: dict[str, Any] = json.loads((DATA / name).read_bytes())
    return tree


def read(tree: object) -> SavedGame:
    """Reads a tree that a test has changed."""
    return read_egn(json.dumps(tree, indent=1), source="game.egn")


def game(name: str) -> SavedGame:
    """Reads a file."""
    return read_egn((DATA / name).read_bytes(), source=name)


def written(deal: dict[str, Any]) -> Decisions:
    """The decisions of a deal of a file, found without any of our code."""
    phases = {phase["type"]: phase for phase in deal["phases"]}
    bidding, play = phases.get("EUCHRE_BIDDING", {}), phases.get("TRICK_PLAY", {})
    tricks = [[_plain(card) for card in trick if _plain(card)] for trick in play.get("tricks", [])]
    while tricks and not tricks[-1]:
        tricks.pop()
    return Decisions(
        dealer=int(deal["initialState"]["dealer"]),
        turn_up=_plain(deal["initialState"]["upCard"]),
        calls=[call.lower() for call in bidding.get("calls", [])],
        alone=bidding.get("isAlone", False),
        discard=_plain(bidding.get("discard", "")),
        tricks=tricks,
    )


def recorded(deal: RecordedDeal) -> Decisions:
    """The decisions of a deal as we have it."""
    return Decisions(
        dealer=deal.dealer,
        turn_up=str(deal.turn_up).lower(),
        calls=[_said(call) for call in deal.calls],
        alone=any(getattr(call, "alone", False) for call in deal.calls),
        discard=str(deal.exchange).lower() if isinstance(deal.exchange, Card) else "",
        tricks=[[str(card).lower() for card in trick] for trick in deal.tricks],
    )


def _plain(card: str) -> str:
    """A card in its usual spelling; empty for one that is unknown."""
    letters = card.lower().strip()
    return "" if "x" in letters else letters.replace("n", "9").replace("10", "t")


def _said(call: object) -> str:
    match call:
        case OrderUp():
            return "order"
        case Name(suit=suit):
            return suit.letter.lower()
        case _:
            return "pass"


def one_deal() -> Tree:
    """A file of one deal: North deals, South orders up, and the play stops in trick 2."""
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {
            "title": "One deal",
            "date": "2026-07-06T03:51",
            "players": ["Mere", "Hemi", "Ana", "Tama"],
            "initialScore": [3, 4],
            "ruleset": {"std": True},
        },
        "deals": [
            {
                "dealNumber": 0,
                "initialState": {"dealer": 0, "upCard": "Jh", "playerCards": [[], [], [], []]},
                "phases": [
                    {
                        "phaseNumber": 0,
                        "type": "EUCHRE_BIDDING",
                        "calls": ["Pass", "Order"],
                        "isAlone": False,
                        "discard": "9c",
                    },
                    {
                        "phaseNumber": 1,
                        "type": "TRICK_PLAY",
                        "tricks": [["Ac", "Tc", "Kc", "Qc"], ["Ad"]],
                    },
                ],
            }
        ],
    }


def changed(change: Change) -> Tree:
    tree = one_deal()
    change(tree)
    return tree


def deal_of(tree: Tree) -> Tree:
    deal: Tree = tree["deals"][0]
    return deal


def dealt(tree: Tree) -> Tree:
    state: Tree = deal_of(tree)["initialState"]
    return state


def bidding(tree: Tree) -> Tree:
    phase: Tree = deal_of(tree)["phases"][0]
    return phase


def play(tree: Tree) -> Tree:
    phase: Tree = deal_of(tree)["phases"][1]
    return phase


def refused(tree: object) -> YamlError:
    with pytest.raises(YamlError) as caught:
        read(tree)
    return caught.value
