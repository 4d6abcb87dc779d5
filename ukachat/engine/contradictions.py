"""Contradictions: combinations of knobs that no game could be played by.

`refuse_contradictions` runs whenever a `Ruleset` is made; each check raises `RulesetError` with the
knob at fault and a sentence that says what would fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.errors import RulesetError
from ukachat.engine.options import (
    AfterPasses,
    BothAloneLead,
    DealerLast,
    DealerPartner,
    DefendAlone,
    FirstLead,
    MustHold,
    Sides,
    WhenAlone,
    WhoAlone,
)

if TYPE_CHECKING:
    from ukachat.engine.ruleset import PairingRules, Ruleset


def refuse_contradictions(rules: Ruleset) -> None:
    """Checks that the knobs fit together.

    Raises:
        RulesetError: Two knobs contradict one another, or one has no possible value.
    """
    for check in _CHECKS:
        check(rules)


def _check_table(rules: Ruleset) -> None:
    if rules.seats != 4:
        raise RulesetError("seats", f"expected 4, the only table size so far, got {rules.seats}")
    if rules.sides is not Sides.PARTNERSHIPS:
        raise RulesetError("sides", "expected partnerships, the only sides so far, got individual")
    if rules.deal.cards < 1:
        raise RulesetError("deal.cards", f"expected at least one card, got {rules.deal.cards}")
    needed = rules.seats * rules.deal.cards + 1
    size = len(rules.pack)
    if size < needed:
        raise RulesetError(
            "deal.cards",
            f"{rules.seats} hands of {rules.deal.cards} and a turn-up need {needed} cards; "
            f"the pack from {rules.deck.low} up has {size}",
        )


def _check_packets(rules: Ruleset) -> None:
    if not rules.deal.packets:
        return
    for packet in rules.deal.packets:
        if len(packet) not in (1, rules.seats):
            raise RulesetError(
                "deal.packets",
                f"expected one number for everybody or one for each of {rules.seats} seats each "
                f"time round, got {len(packet)} numbers",
            )
        if min(packet) < 1:
            raise RulesetError(
                "deal.packets", f"expected at least one card in a packet, got {min(packet)}"
            )
    for place in range(rules.seats):
        got = sum(packet[place % len(packet)] for packet in rules.deal.packets)
        if got != rules.deal.cards:
            raise RulesetError(
                "deal.packets",
                f"expected packets that add up to {rules.deal.cards} for everybody, got {got}",
            )


def _check_last_turn(rules: Ruleset) -> None:
    last = rules.round2.dealer
    possible = rules.passed_out is not AfterPasses.NOT_POSSIBLE
    if rules.dealer_is_forced and possible:
        raise RulesetError(
            "passed_out",
            f"round2.dealer is {last.value}, so a deal cannot be passed out: "
            f"expected not_possible, got {rules.passed_out.value}",
        )
    if not rules.dealer_is_forced and not possible:
        raise RulesetError(
            "passed_out",
            "round2.dealer is may_pass, so a deal can be passed out: expected next_dealer or "
            "same_dealer, got not_possible",
        )
    if last is DealerLast.MUST_NAME and rules.round2.must_hold is MustHold.ALL:
        raise RulesetError(
            "round2.must_hold",
            "round2.dealer is must_name, and a dealer without the suits could not name one: "
            "expected none or non_dealer, got all",
        )


def _check_alone(rules: Ruleset) -> None:
    alone = rules.alone
    if (
        rules.round1.dealer_partner is DealerPartner.ALONE_ONLY
        and not rules.alone_is_said_with_call
    ):
        raise RulesetError(
            "round1.dealer_partner",
            "alone_only needs somebody who may go alone with the call: set alone.who to caller "
            "and alone.when to with_call",
        )
    if alone.who is WhoAlone.MAKER_SIDE and alone.when is WhenAlone.WITH_CALL:
        raise RulesetError(
            "alone.who",
            "with the call only the caller can say alone: expected caller, or alone.when: "
            "before_first_lead, got maker_side",
        )
    if alone.who is WhoAlone.NOBODY and alone.defend is DefendAlone.VS_LONE_MAKER:
        raise RulesetError(
            "alone.defend",
            "alone.who is nobody, so there is no lone maker to defend against: expected none or "
            "any_hand, got vs_lone_maker",
        )


def _check_lead(rules: Ruleset) -> None:
    play = rules.play
    both = rules.makers_may_be_alone and rules.alone.defend is not DefendAlone.NONE
    if both and play.both_alone_lead is None:
        raise RulesetError(
            "play.both_alone_lead",
            "both sides may be alone, so it must say who leads then: expected lone_defender or "
            "by_first_lead",
        )
    if not both and play.both_alone_lead is not None:
        raise RulesetError(
            "play.both_alone_lead",
            "both sides can never be alone under alone.who and alone.defend: leave it out",
        )
    if (
        play.both_alone_lead is BothAloneLead.BY_FIRST_LEAD
        and play.first_lead is not FirstLead.LEFT_OF_DEALER
    ):
        raise RulesetError(
            "play.both_alone_lead",
            f"by_first_lead needs play.first_lead: left_of_dealer, got {play.first_lead.value}",
        )


def _check_scoring(rules: Ruleset) -> None:
    scoring, alone, cards = rules.scoring, rules.alone, rules.deal.cards
    majority = cards // 2 + 1
    lone_maker = rules.makers_may_be_alone
    lone_defender = alone.defend is not DefendAlone.NONE
    pairings = (
        # name, table, whether it can arise, the tricks that the makers need
        ("pair_vs_pair", scoring.pair_vs_pair, True, majority),
        ("lone_vs_pair", scoring.lone_vs_pair, lone_maker, alone.tricks),
        ("pair_vs_lone", scoring.pair_vs_lone, alone.defend is DefendAlone.ANY_HAND, majority),
        ("lone_vs_lone", scoring.lone_vs_lone, lone_maker and lone_defender, alone.tricks),
    )
    if alone.tricks not in (majority, cards):
        raise RulesetError(
            "alone.tricks",
            f"expected {majority} (as a pair) or {cards} (all of them), got {alone.tricks}",
        )
    for name, table, can_arise, needed in pairings:
        path = f"scoring.{name}"
        if table is None:
            if can_arise:
                raise RulesetError(
                    path, f"alone.who and alone.defend let {name} happen: give its points"
                )
        elif not can_arise:
            raise RulesetError(
                path, f"alone.who and alone.defend never let {name} happen: leave it out"
            )
        else:
            _check_pairing(path, table, needed, cards)


def _check_pairing(path: str, table: PairingRules, needed: int, cards: int) -> None:
    expected = set(range(needed, cards + 1))
    if set(table.makers) != expected:
        counts = ", ".join(map(str, sorted(expected)))
        got = ", ".join(map(str, sorted(table.makers))) or "none"
        raise RulesetError(
            f"{path}.makers",
            f"expected points for each of these numbers of tricks: {counts}; got {got}",
        )
    fewer = set(range(needed))
    if not isinstance(table.euchred, int) and set(table.euchred) != fewer:
        counts = ", ".join(map(str, sorted(fewer)))
        got = ", ".join(map(str, sorted(table.euchred))) or "none"
        raise RulesetError(
            f"{path}.euchred",
            f"expected one number, or points for each of these numbers of tricks: {counts}; "
            f"got {got}",
        )
    euchred = (table.euchred,) if isinstance(table.euchred, int) else table.euchred.values()
    if min(*table.makers.values(), *euchred, 0) < 0:
        raise RulesetError(path, "expected points of 0 or more")


def _check_words(rules: Ruleset) -> None:
    words = rules.words
    for name, word in vars(words).items():
        if not word.strip():
            raise RulesetError(f"words.{name.rstrip('_')}", "expected a word or more, got none")
    for name in ("order", "assist", "take"):
        if getattr(words, name).strip().lower() == words.pass_.strip().lower():
            raise RulesetError(
                "words.pass", f"expected another word than words.{name}, got {words.pass_} for both"
            )


def _check_game(rules: Ruleset) -> None:
    if rules.game.target < 1:
        raise RulesetError("game.target", f"expected 1 or more points, got {rules.game.target}")
    if rules.game.deals < 0:
        raise RulesetError("game.deals", f"expected 0 or more deals, got {rules.game.deals}")


_CHECKS = (
    _check_table,
    _check_packets,
    _check_last_turn,
    _check_alone,
    _check_lead,
    _check_scoring,
    _check_words,
    _check_game,
)
