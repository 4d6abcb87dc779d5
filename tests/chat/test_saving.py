"""Games of a table as saved games: what stands in them at every moment, and for whom."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from tests.chat.saved_tables import HOME, NOW, PEOPLE, finished, moments, new_table
from tests.cli.running import EGN
from tests.strategies import RULESETS, invented_rulesets, seeds
from ukachat.chat import saving
from ukachat.chat.decisions import Acted, Closed, Dealt, RulesChosen, Sealed, Started
from ukachat.chat.store import GameRow
from ukachat.chat.table import NoGame, Reveal, Stage
from ukachat.engine import Card, Deal, Discard, Play, Seat, legal_actions
from ukachat.engine.notation import format_action, parse_card
from ukachat.engine.state import AwaitingDeal
from ukachat.records import (
    Kind,
    SavedGame,
    UnfinishedDeal,
    fingerprint,
    parse_games,
    record_actions,
    replay,
    verify,
    write_game,
)

if TYPE_CHECKING:
    from pathlib import Path

    from ukachat.chat.table import Table
    from ukachat.engine.ruleset import Ruleset

NAMES = ("Mere", "Hemi", "Ana", "West")
READERS = (None, *map(Seat, range(4)))
CARD = re.compile(r"\b[789TJQKA][CDHS]\b")


def seen_by(table: Table, seat: Seat | None) -> list[set[Card]]:
    """By deal, the cards that a reader may know, from what happened at the table."""
    game = table.game
    assert game is not None
    seen: list[set[Card]] = []
    whole: list[Deal] = []
    for taken in game.taken:
        action = taken.action
        if isinstance(action, Deal):
            whole.append(action)
            seen.append({action.turn_up, *(() if seat is None else action.hands[seat])})
        elif isinstance(action, Play) or (isinstance(action, Discard) and action.seat == seat):
            seen[-1].add(action.card)
    for each in game.undone:
        if isinstance(each.action, Play) or (
            isinstance(each.action, Discard) and each.action.seat == seat
        ):
            seen[each.deal].add(each.action.card)
    for number, deal in enumerate(whole):
        if is_open(table, number):
            seen[number] |= {deal.turn_up, *deal.kitty, *(c for hand in deal.hands for c in hand)}
    return seen


def is_open(table: Table, number: int) -> bool:
    game = table.game
    assert game is not None
    if table.stage is not Stage.PLAYING:
        return True
    in_hand = number == game.deals - 1 and not isinstance(game.state.phase, AwaitingDeal)
    return table.reveal is Reveal.DEAL and not in_hand


def written_by_deal(text: str) -> list[set[Card]]:
    """By deal, the cards that stand in a file."""
    body = text[text.index("\ndeals:") : text.index("\nrules:")]
    _, *deals = body.split("\n  - dealer:")
    return [{parse_card(card) for card in CARD.findall(deal)} for deal in deals]


def check(table: Table, seat: Seat | None) -> SavedGame:
    """Everything that holds at every moment, for every reader."""
    game = saving.saved_game(table, NAMES, seat, title="One evening", date="2027-01-15")
    text = write_game(game)
    allowed = seen_by(table, seat)
    written = written_by_deal(text)
    assert len(written) == len(allowed)
    for number, (cards, may_see) in enumerate(zip(written, allowed, strict=True)):
        assert cards <= may_see, (seat, number, cards - may_see)
    check_secrets(table, text)
    (again,) = parse_games(text, source="the file")
    assert again == game
    assert write_game(again) == text
    played = replay(again)
    assert not played.faults
    assert all(isinstance(note, UnfinishedDeal) for note in played.notes)
    assert len(played.deals) == len(allowed)
    assert not verify(again).misfits
    assert table.game is not None
    assert played.score == table.game.state.score
    return again


def check_secrets(table: Table, text: str) -> None:
    """The secrets that are told are those of the deals that are open; each hash is told."""
    game = table.game
    assert game is not None
    assert table.seed.hex() not in text
    is_over, by_deal = table.stage is not Stage.PLAYING, table.reveal is Reveal.DEAL
    for number, seal in enumerate(game.seals):
        assert seal.secret is not None
        told = is_over or by_deal if number == 0 else is_open(table, number - 1)
        assert (seal.secret.hex() in text) is told, number
        assert seal.hash in text
    if table.seal is not None and table.seal.secret is not None:
        assert table.seal.secret.hex() not in text


@pytest.mark.parametrize("reveal", Reveal)
@pytest.mark.parametrize("name", RULESETS)
def test_no_card_that_the_asker_may_not_see(name: str, reveal: Reveal) -> None:
    rng = Random(f"{name} {reveal}")
    at = new_table(RULESETS[name], rng, name=name, reveal=reveal)
    for table in moments(at, rng, deals=2, take_back=0.1):
        for seat in READERS:
            check(table, seat)


@settings(max_examples=25, deadline=None)
@given(invented_rulesets(), seeds)
def test_no_card_in_any_invented_ruleset(rules: Ruleset, seed: int) -> None:
    rng = Random(seed)
    at = new_table(rules, rng, reveal=rng.choice(list(Reveal)))
    for table in moments(at, rng, deals=3, take_back=0.1):
        if rng.random() < 0.15 or table.stage is Stage.OVER:
            check(table, rng.choice(READERS))


@pytest.mark.parametrize("reveal", Reveal)
@pytest.mark.parametrize("name", RULESETS)
def test_once_it_is_over_everything_is_told(name: str, reveal: Reveal) -> None:
    table = finished(RULESETS[name], Random(f"over {name}"), reveal=reveal, take_back=0.05)
    assert table.game is not None
    _, whole = record_actions(table.rules, [each.action for each in table.game.taken])
    assert table.game.undone
    for seat in READERS:
        game = check(table, seat)
        full = replace(game, deals=whole)
        assert fingerprint(game) == fingerprint(full)
        assert [deal.hands for deal in game.deals] == [deal.hands for deal in whole]
        assert [deal.kitty for deal in game.deals] == [deal.kitty for deal in whole]
        assert sum(len(deal.undone) for deal in game.deals) == len(table.game.undone)
        assert len(verify(game).verdicts) == 1 + len(whole)
        assert verify(game).sentences()[0].startswith("Proved for the draw")


def test_a_stopped_game_is_open() -> None:
    rng = Random(3)
    at = new_table(RULESETS["nz"], rng, reveal=Reveal.GAME)
    for table in moments(at, rng):
        if table.game is not None and len(table.game.taken) == 30:
            break
    game = check(at.decide(Closed()), None)
    assert all(all(deal.hands) and deal.kitty for deal in game.deals)


def discarding_table(seed: int) -> Table:
    """A table whose dealer, South, has just thrown a card."""
    for number in range(100):
        rng = Random(seed + number)
        for table in moments(new_table(RULESETS["nz"], rng, reveal=Reveal.GAME), rng, deals=1):
            assert table.game is not None
            action = table.game.taken[-1].action
            if isinstance(action, Discard) and action.seat == 2:
                return table
    raise AssertionError("no discard")


def test_only_the_dealer_sees_the_discard_and_only_owners_their_hand() -> None:
    table = discarding_table(5)
    assert table.game is not None
    thrown = table.game.taken[-1].action
    assert isinstance(thrown, Discard)
    deals = {seat: check(table, seat).deals[-1] for seat in READERS}
    assert deals[Seat(2)].exchange is thrown.card
    assert {deals[seat].exchange for seat in READERS if seat != 2} != {thrown.card}
    assert [len(hand) for hand in deals[Seat(1)].hands] == [0, 5, 0, 0]
    assert not any(deals[None].hands)


def test_a_game_without_a_deal() -> None:
    at = new_table(RULESETS["nz"], Random(7), reveal=Reveal.GAME)
    with pytest.raises(NoGame):
        saving.saved_game(at.table, NAMES, None)
    table = at.decide(Started())
    game = check(table, None)
    assert not game.deals
    assert game.first_dealer is not None
    assert game.first_dealer.draws
    assert game.first_dealer.dealer is None  # The side that won the cut is still to choose.
    state = table.game.state if table.game else None
    assert state is not None
    chosen = at.decide(Acted(format_action(legal_actions(state)[0]), "person"))
    dealer = check(chosen, None).first_dealer
    assert dealer is not None
    assert dealer.dealer is not None
    sealed = at.decide(Sealed("ab" * 32))
    assert "abab" not in saving.document(sealed, NAMES, Seat(0))[1].decode()
    assert len(check(at.decide(Dealt()), Seat(0)).deals) == 1


def test_players() -> None:
    at = new_table(RULESETS["nz"], Random(7), reveal=Reveal.GAME)
    game = saving.saved_game(at.decide(Started()), ("Mere\n\u202e", "", "Ana", "West"), None)
    assert game.names == ("Mere", "East", "Ana", "West")
    assert [player.kind for player in game.players] == [Kind.PERSON] * 3 + [Kind.COMPUTER]
    assert "Mere" in write_game(game)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("nz", "nz-2026-11-30-k7f3.yaml"),
        ("../Our Rules!", "our-rules-2026-11-30-k7f3.yaml"),
        ("", "game-2026-11-30-k7f3.yaml"),
    ],
)
def test_document(name: str, file: str) -> None:
    at = new_table(RULESETS["nz"], Random(7), name=name, reveal=Reveal.GAME)
    called, content = saving.document(at.decide(Started()), NAMES, None, date="2026-11-30")
    assert called == file
    (game,) = parse_games(content, source=called)
    assert game.names == NAMES
    assert game.ruleset == RULESETS["nz"]


def test_rules_of_the_next_game_are_not_those_of_this_one() -> None:
    at = new_table(RULESETS["nz"], Random(7), reveal=Reveal.GAME)
    at.decide(Started())
    rules = saving.saved_game(at.table, NAMES, None).ruleset
    at.decide(RulesChosen("na", write_rules("na")))
    assert saving.saved_game(at.table, NAMES, None).ruleset == rules == RULESETS["nz"]


def write_rules(name: str) -> str:
    from ukachat.rulebook import ruleset_to_tree
    from ukachat.yamlio import write_document

    return write_document(ruleset_to_tree(RULESETS[name]))


class TestStored:
    def test_row_of_a_finished_game(self) -> None:
        table = finished(RULESETS["nz"], Random(11))
        assert table.game is not None
        row = saving.game_row(table, NOW)
        red, white = table.game.state.score
        assert (row.id, row.at, row.home) == (table.id, NOW, HOME)
        assert row.title == f"Uka (NZ clubs / Tainui Games): Red {red}, White {white}"
        assert row.people == (*PEOPLE, "")
        assert saving.line_of(row) == f"15 January, {row.title}"
        assert not any(name in row.document for name in NAMES[:3])

    def test_row_of_a_stopped_game(self) -> None:
        at = new_table(RULESETS["nz"], Random(11), reveal=Reveal.GAME)
        row = saving.game_row((at.decide(Started(), Closed())), NOW)
        assert row.title.endswith(": Red 0, White 0, not finished")

    def test_names_of_today(self) -> None:
        table = finished(RULESETS["nz"], Random(11))
        row = saving.game_row(table, NOW)
        game = saving.with_names(row.document, ("Mere", "", "Ana", ""))
        assert game.names == ("Mere", "East", "Ana", "West")
        assert game.players[3].kind is Kind.COMPUTER
        assert fingerprint(game) == fingerprint(saving.saved_game(table, NAMES, None))
        assert not verify(game).misfits

    def test_two_people_of_one_name_are_told_apart(self) -> None:
        document = saving.game_row(finished(RULESETS["nz"], Random(11)), NOW).document
        game = saving.with_names(document, ("Mere", "Mere", "", ""))
        assert game.names == ("Mere (North)", "Mere (East)", "South", "West")

    def test_nobody_in_a_document_that_was_sent_is_kept(self) -> None:
        table = finished(RULESETS["nz"], Random(13))
        name, content = saving.document(table, NAMES, None, title="For Mere", date="2027-01-15")
        row = saving.uploaded(saving.received(name, content), "gabc", NOW, HOME, "p9")
        assert isinstance(row, GameRow)
        assert "Mere" not in row.document + row.title
        assert row.people == ("", "", "", "", "p9")
        assert row.title == saving.game_row(table, NOW).title
        again = saving.with_names(row.document, ("", "", "", "", "Aroha"))
        assert again.names == ("North", "East", "South", "West")
        assert again.players[3].kind is Kind.COMPUTER


class TestReceived:
    def test_a_game(self) -> None:
        table = finished(RULESETS["na"], Random(17))
        game = saving.received(*saving.document(table, NAMES, None))
        assert game == saving.saved_game(table, NAMES, None)

    def test_several_games(self) -> None:
        content = write_game(saving.saved_game(finished(RULESETS["nz"], Random(1)), NAMES, None))
        game = saving.received("two.yaml", f"---\n{content}---\n{content}".encode())
        assert game.notes == ("The document holds 2 games; this is the first.",)
        assert "Note: The document holds 2 games; this is the first." in saving.summary(game)

    def test_egn(self) -> None:
        game = saving.received("game.egn", (EGN / "game-11.egn").read_bytes())
        assert (game.ruleset_name, len(game.deals)) == ("tournament", 2)

    def test_a_ruleset_of_the_host_that_cannot_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "ours.yaml").write_text("title: [")
        with pytest.raises(saving.NotAGame) as caught:
            saving.received("a.yaml", b"ruleset: ours", folders=[tmp_path])
        assert str(caught.value) == "a.yaml: the ruleset that it names cannot be read here."

    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            (
                "a.yaml",
                b"dealer: North\nruleset: nz\ndeals:\n  - turn_up: XX\n",
                "a.yaml, line 4, column 14: ",
            ),
            ("a.yaml", b"a: [1", "a.yaml, line 1, column 4: this [ is never closed."),
            (
                "a.yaml",
                b"ruleset: nz\nrules: {extends: na}\ndeals: []",
                "a.yaml, line 2, column 18: extends: not allowed here",
            ),
            (
                "a.yaml",
                b"rules: {title: 1, deck: {low: 12}, game: {target: x}}\ndeals: []",
                "a.yaml, line 1, column 31: deck.low: expected 7, 8 or 9 as lowest rank, got 12; "
                "there is 1 more problem.",
            ),
            ("a.yaml", b"ruleset: /etc/passwd", "a.yaml, line 1, column 10: ruleset: expected"),
            ("a.yaml", b"", "a.yaml, line 1, column 1: "),
            ("photo.jpg", b"\xff\xd8\xff\xe0\x00", "photo.jpg, line 1, column 1: "),
            ("g.egn", b'{"fileType": "chess"}', "g.egn, line 1, column 14: "),
            ("b\nc" + "d" * 90, b"a: [", f"b c{'d' * 54}..., line 1, column 4: "),
            (
                "big.yaml",
                b"#" * 200_001,
                "big.yaml is too long: expected a saved game of at most 200,000 bytes, "
                "got 200,001.",
            ),
        ],
        ids=[
            "card", "open bracket", "extends", "rules", "path", "empty", "picture", "chess",
            "name", "size",
        ],
    )  # fmt: skip
    def test_what_is_no_game(self, name: str, content: bytes, message: str) -> None:
        with pytest.raises(saving.NotAGame) as caught:
            saving.received(name, content)
        text = str(caught.value)
        assert text.startswith(message)
        assert text.endswith((".", "?"))
        assert "\n" not in text
        assert len(text) < 400
