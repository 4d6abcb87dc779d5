"""Whatever happens at a table, what is said of it fits, is whole, and tells nobody too much."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from tests.chat.leaks import cards_named, cards_seen
from tests.chat.telling.tables import NAMES, moments
from tests.strategies import RULESETS, invented_rulesets, seeds
from ukachat.chat import telling
from ukachat.chat.table import Reveal
from ukachat.engine import Discard, legal_actions, view
from ukachat.engine.state import Discarding
from ukachat.text import Style

if TYPE_CHECKING:
    from tests.chat.telling.tables import Moment
    from ukachat.chat.table import Table
    from ukachat.engine.cards import Card
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat

READERS: tuple[str | None, ...] = ("p1", "p2", "p3", None)
LONG_NAMES = tuple(f"{name:W<40}" for name in NAMES)

# An example plays whole deals, so there are few in every profile.
EACH_A_GAME = settings(max_examples=25, deadline=None)


def told_to(moment: Moment, seat: Seat | None, names: tuple[str, ...], style: Style) -> list[str]:
    """Everything that could be said to one reader at a moment."""
    table = moment.after
    texts = telling.news(moment.before, moment.effects, seat, names, style)
    texts += [
        telling.table_message(table, names, style),
        telling.score(table, names),
        telling.last_trick(table, names, style),
        telling.history(table, names, style),
        telling.not_your_turn(table, names),
    ]
    if waits := telling.waiting(table, names, seat):
        texts.append(waits)
    if seat is None:
        return [*texts, *telling.results(moment.before, moment.effects, names, style)]
    if table.seal is not None:
        texts.append(telling.window(table, seat, names))
    if table.turn == seat:
        texts.append(telling.turn(table, seat, names, style))
        texts.append(telling.nudge(table, seat, names, style))
    return [
        *texts,
        telling.hand(table, seat, style),
        telling.gone_away(table, seat, names),
        telling.welcome_back(table, seat, names),
    ]


def _check_secrets(rules: Ruleset, seed: int, reveal: Reveal, deals: int) -> set[Card]:
    """No reader is told too much; the cards that were named at all."""
    found: set[Card] = set()
    for moment in moments(rules, Random(seed), reveal=reveal, deals=deals):
        for person in READERS:
            seat = None if person is None else moment.after.seat_of(person)
            for style in Style:
                named = cards_named("\n".join(told_to(moment, seat, NAMES, style)))
                hidden = named - cards_seen(moment.after, person)
                assert not hidden, f"seed {seed}: {person} is told {hidden}"
                found |= named
    return found


@pytest.mark.parametrize("reveal", Reveal)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_nobody_is_told_too_much(rules: Ruleset, reveal: Reveal) -> None:
    assert len(_check_secrets(rules, 1, reveal, deals=3)) > len(rules.pack) * 0.9


@pytest.mark.parametrize("reveal", Reveal)
def test_nobody_is_told_too_much_in_a_whole_game(reveal: Reveal) -> None:
    rules = RULESETS["nz"]
    assert len(_check_secrets(rules, 2, reveal, deals=100)) == len(rules.pack)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_nobody_is_told_too_much_in_many_games(rules: Ruleset, seed: int) -> None:
    for reveal in Reveal:
        assert _check_secrets(rules, seed, reveal, deals=100)


@EACH_A_GAME
@given(rules=invented_rulesets(), seed=seeds)
def test_something_is_said_at_every_moment_under_any_rules(rules: Ruleset, seed: int) -> None:
    rng = Random(seed)
    for moment in moments(rules, rng, deals=1):
        for seat in (*moment.after.people, None):
            for text in told_to(moment, seat, LONG_NAMES, rng.choice(list(Style))):
                assert text, moment.effects
                assert "  " not in text, text
                assert not re.search(r" $", text, re.MULTILINE), text
                assert ".." not in text, text


@EACH_A_GAME
@given(rules=invented_rulesets(), seed=seeds)
def test_a_hand_fits_into_a_pop_up(rules: Ruleset, seed: int) -> None:
    for moment in moments(rules, Random(seed), deals=2):
        for seat in moment.after.rules.seating.seats:
            for style in Style:
                text = telling.hand(moment.after, seat, style)
                assert len(text.encode("utf-16-le")) // 2 <= 200, text


def without_signs(text: str) -> str:
    """A text without the signs of cards."""
    return re.sub(r" (?:10|[2-9JQKA])[♣♦♥♠]", "", text)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_without_the_signs_nothing_is_lost(rules: Ruleset) -> None:
    signs = 0
    for moment in moments(rules, Random(11), deals=3, reveal=Reveal.DEAL):
        for seat in (*moment.after.people, None):
            told = [
                telling.news(moment.before, moment.effects, seat, NAMES, style)
                + (
                    [telling.turn(moment.after, seat, NAMES, style)]
                    if seat is not None and moment.after.turn == seat
                    else []
                )
                for style in (Style.SIGNS, Style.WORDS)
            ]
            with_signs, in_words = ("\n".join(each) for each in told)
            signs += with_signs != in_words
            assert without_signs(with_signs) == in_words
    assert signs > 50


# --- slots ---


@EACH_A_GAME
@given(rules=invented_rulesets(), seed=seeds)
def test_a_card_keeps_its_slot_for_the_whole_deal(rules: Ruleset, seed: int) -> None:
    lying: dict[Seat, tuple[Card | None, ...]] = {}
    for moment in moments(rules, Random(seed), deals=2):
        table = moment.after
        if table.game is None or view(table.game.state, None).deal is None:
            lying = {}
            continue
        for seat in rules.seating.seats:
            now = telling.slots(table, seat)
            seen = view(table.game.state, seat).deal
            assert seen is not None
            _check_slots(table, seat, now)
            before = lying.get(seat, now)[: rules.deal.cards]
            for old, new in zip(before, now, strict=False):
                assert new in {old, None, seen.turn_up if seen.discard is old else old}
            lying[seat] = now


def _check_slots(table: Table, seat: Seat, now: tuple[Card | None, ...]) -> None:
    assert table.game is not None
    state = table.game.state
    seen = view(state, seat).deal
    assert seen is not None
    cards = [card for card in now if card is not None]
    may_throw_turn_up = isinstance(state.phase, Discarding) and (
        Discard(seat, seen.turn_up) in legal_actions(state)
    )
    if may_throw_turn_up:
        assert now[-1] is seen.turn_up
        assert len(now) == table.rules.deal.cards + 1
        cards.remove(seen.turn_up)
    else:
        assert len(now) == table.rules.deal.cards
    assert sorted(map(str, cards)) == sorted(map(str, seen.hand))


def test_slots_and_hands_are_empty_between_deals() -> None:
    found = 0
    for moment in moments(RULESETS["nz"], Random(3), deals=2):
        if moment.after.dealer_to_deal is not None:
            found += 1
            for seat in moment.after.people:
                assert telling.slots(moment.after, seat) == ()
                assert (
                    telling.hand(moment.after, seat, Style.WORDS) == "The cards are not dealt yet."
                )
    assert found
