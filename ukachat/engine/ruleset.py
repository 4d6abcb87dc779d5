"""A variant of the game, as data.

A `Ruleset` and its parts are the one model of a variant: a YAML file of ``rulesets/`` is read into
these classes, and what they refuse, the file may not say. A part's field is a knob of the game; its
default is what most variants agree on. Nothing in the engine asks for a ruleset's name.

The sources of the knobs: the Uka text for all that `nz` sets, the Euchre text for `na`, the Bicycle
rule book for `bicycle`, tournament sheets and Alberta 55+ for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar

from ukachat.engine.cards import Card, Rank, card, pack
from ukachat.engine.errors import RulesetError
from ukachat.engine.seats import Seat, Seating, seating


def _file_key(field_name: str) -> str:
    """The key of a field in a file: ``pass_`` is written ``pass``."""
    return field_name.rstrip("_")


# How pydantic, which reads ruleset files, is to treat these classes; the engine needs no pydantic.
_AS_IN_FILES: dict[str, Any] = {"extra": "forbid", "alias_generator": _file_key}


class Sides(Enum):
    """Who plays with whom."""

    PARTNERSHIPS = "partnerships"
    INDIVIDUAL = "individual"


class FirstDealer(Enum):
    """How the first dealer of a game is found.

    A cut is one card a side, drawn by its lowest seat, who chooses the dealer of its side if it
    wins (Uka text); a draw is one card a seat. High counts the ace high, low counts it low, and
    equal cards draw again (Bicycle). For a jack, cards are dealt face up from seat 0 until one
    falls. Random is one card a seat too, the highest deals, and the order of suits clubs, diamonds,
    hearts, spades decides between equals, so that every seat has the same chance at once.
    """

    RANDOM = "random"
    HIGH_CUT = "high_cut"
    LOW_CUT = "low_cut"
    HIGH_DRAW = "high_draw"
    LOW_DRAW = "low_draw"
    FIRST_JACK = "first_jack"
    FIRST_BLACK_JACK = "first_black_jack"

    @property
    def is_cut(self) -> bool:
        """Whether each side draws, and not each seat."""
        return self in (FirstDealer.HIGH_CUT, FirstDealer.LOW_CUT)

    @property
    def is_low(self) -> bool:
        """Whether the lowest card wins, the ace being low."""
        return self in (FirstDealer.LOW_CUT, FirstDealer.LOW_DRAW)

    @property
    def jacks(self) -> tuple[Card, ...]:
        """The jacks of which the first to fall makes the dealer; empty for a cut or a draw."""
        black = (card("JC"), card("JS"))
        return {
            FirstDealer.FIRST_JACK: (*black, card("JD"), card("JH")),
            FirstDealer.FIRST_BLACK_JACK: black,
        }.get(self, ())

    def first_to_draw(self, table: Seating) -> tuple[Seat, ...]:
        """The seats that draw first: the lowest of each side for a cut, else all."""
        if self.is_cut:
            return tuple(table.members(side)[0] for side in table.sides)
        return table.seats


class MustHold(Enum):
    """Who needs a card of the suit that they make trumps."""

    NONE = "none"
    NON_DEALER = "non_dealer"
    ALL = "all"


class DealerPartner(Enum):
    """What the dealer's partner may do in the first round."""

    NORMAL = "normal"
    ALONE_ONLY = "alone_only"
    FORBIDDEN = "forbidden"


class PickUp(Enum):
    """The dealer's duty when another player orders the turn-up up."""

    FORCED = "forced"
    OPTIONAL = "optional"


class TurnedSuit(Enum):
    """Whether the suit turned down in the first round may be named in the second."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


class DealerLast(Enum):
    """What the dealer does when the second round comes back to them."""

    MAY_PASS = "may_pass"
    MUST_NAME = "must_name"
    TAKES_TURN_UP = "takes_turn_up"
    TURN_UP_OR_NAME = "turn_up_or_name"


class AfterPasses(Enum):
    """Who deals after two rounds of passes."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"
    NOT_POSSIBLE = "not_possible"


class WhoAlone(Enum):
    """Who of the makers may go alone."""

    NOBODY = "nobody"
    CALLER = "caller"
    MAKER_SIDE = "maker_side"


class WhenAlone(Enum):
    """Until when one of the makers may say that they go alone."""

    WITH_CALL = "with_call"
    BEFORE_FIRST_LEAD = "before_first_lead"


class DefendAlone(Enum):
    """Whether a defender may go alone, and against whom."""

    NONE = "none"
    VS_LONE_MAKER = "vs_lone_maker"
    ANY_HAND = "any_hand"


class FirstLead(Enum):
    """Who leads to the first trick; a seat that sits out is skipped."""

    LEFT_OF_DEALER = "left_of_dealer"
    LEFT_OF_LONER = "left_of_loner"


class BothAloneLead(Enum):
    """Who leads to the first trick when both sides have a lone player."""

    LONE_DEFENDER = "lone_defender"
    BY_FIRST_LEAD = "by_first_lead"


@dataclass(frozen=True)
class DeckRules:
    """The pack.

    Attributes:
        low: The lowest rank kept: 7, 8 or 9 for 32, 28 or 24 cards.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    low: int = 9

    def __post_init__(self) -> None:
        if self.low not in (7, 8, 9):
            raise RulesetError("deck.low", f"expected 7, 8 or 9 as lowest rank, got {self.low}")


@dataclass(frozen=True)
class DealRules:
    """The deal.

    Attributes:
        cards: Cards in a hand, and so tricks in a deal.
        packets: How the cards are handed round: one list for each time round, of one number for
            everybody or one for each seat from the dealer's left. Empty: in twos and threes as the
            dealer likes. For the eye only: with a shuffled pack every way is the same.
        first_dealer: How the first dealer is found.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    cards: int = 5
    packets: tuple[tuple[int, ...], ...] = ()
    first_dealer: FirstDealer = FirstDealer.RANDOM


@dataclass(frozen=True)
class WordRules:
    """The words of the calls, as players of the variant say them.

    Attributes:
        order: An opponent of the dealer calls in the first round.
        assist: The dealer's partner does.
        take: The dealer does.
        pass_: Declines; ``pass`` in a file.
        alone: Says that they play without their partner.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    order: str = "pick it up"
    assist: str = "pick it up"
    take: str = "pick up"
    pass_: str = "pass"
    alone: str = "alone"


@dataclass(frozen=True)
class FirstRoundRules:
    """The first round of calls, about the suit of the turn-up.

    Attributes:
        must_hold: Who needs a natural card of the suit to order it up.
        left_bower_holds: Whether the left bower counts as such a card, in both rounds.
        dealer_partner: What the dealer's partner may do.
        pick_up: The dealer's duty when another player orders up.
        may_discard_turn_up: Whether the dealer may throw the turn-up just taken.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    must_hold: MustHold = MustHold.NONE
    left_bower_holds: bool = False
    dealer_partner: DealerPartner = DealerPartner.NORMAL
    pick_up: PickUp = PickUp.FORCED
    may_discard_turn_up: bool = False


@dataclass(frozen=True)
class SecondRoundRules:
    """The second round of calls, in which a suit is named.

    Attributes:
        turned_suit: Whether the suit turned down may be named.
        must_hold: Who needs a natural card of the suit they name.
        dealer: What the dealer does when it comes back to them.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    turned_suit: TurnedSuit = TurnedSuit.FORBIDDEN
    must_hold: MustHold = MustHold.NONE
    dealer: DealerLast = DealerLast.MAY_PASS


@dataclass(frozen=True)
class AloneRules:
    """Playing without the partner, whose cards stay face down.

    Attributes:
        who: Who of the makers may.
        when: Until when they may say so. Defenders are always asked after the dealer's exchange.
        forced_dealer: Whether a dealer who had to make trumps may.
        tricks: The tricks that a lone maker needs; all of them means all or nothing.
        defend: Whether a defender may.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    who: WhoAlone = WhoAlone.CALLER
    when: WhenAlone = WhenAlone.WITH_CALL
    forced_dealer: bool = True
    tricks: int = 3
    defend: DefendAlone = DefendAlone.NONE


@dataclass(frozen=True)
class PlayRules:
    """The first lead.

    Attributes:
        first_lead: Who leads against a lone hand; without one it is the dealer's left.
        both_alone_lead: Who leads when both sides have a lone player; empty where they cannot.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    first_lead: FirstLead = FirstLead.LEFT_OF_DEALER
    both_alone_lead: BothAloneLead | None = None


@dataclass(frozen=True)
class PairingRules:
    """The points of one pairing, such as two makers against a lone defender.

    Attributes:
        makers: By the makers' tricks, from the fewest that they need to all of them, what the
            makers score. 0: nobody scores.
        euchred: What the other side scores when the makers take fewer: one number, or by the
            makers' tricks.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    makers: Mapping[int, int] = field(hash=False)
    euchred: int | Mapping[int, int] = field(hash=False)

    @cached_property
    def needed(self) -> int:
        """The fewest tricks with which the makers are not euchred."""
        return min(self.makers)

    def points(self, tricks: int) -> tuple[int, int]:
        """What makers and defenders score when the makers take so many tricks."""
        if tricks in self.makers:
            return self.makers[tricks], 0
        return 0, self.euchred if isinstance(self.euchred, int) else self.euchred[tricks]


_PAIR = PairingRules(makers={3: 1, 4: 1, 5: 2}, euchred=2)
_LONE = PairingRules(makers={3: 1, 4: 1, 5: 4}, euchred=2)


@dataclass(frozen=True)
class ScoringRules:
    """The points of a deal by pairing: the makers' side first.

    Attributes:
        pair_vs_pair: Nobody is alone.
        lone_vs_pair: A lone maker against two defenders.
        pair_vs_lone: Two makers against a lone defender.
        lone_vs_lone: A lone maker against a lone defender.

    A pairing that cannot arise under the ruleset is empty.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    pair_vs_pair: PairingRules = _PAIR
    lone_vs_pair: PairingRules | None = _LONE
    pair_vs_lone: PairingRules | None = None
    lone_vs_lone: PairingRules | None = None

    def pairing(self, *, lone_maker: bool, lone_defender: bool) -> PairingRules:
        """The table of a pairing that the ruleset lets arise."""
        if lone_maker:
            table = self.lone_vs_lone if lone_defender else self.lone_vs_pair
        else:
            table = self.pair_vs_lone if lone_defender else self.pair_vs_pair
        assert table is not None  # Ruleset refuses to be without one that can arise.
        return table


@dataclass(frozen=True)
class GameRules:
    """The end of a game.

    Attributes:
        target: The points that win.
        deals: A fixed number of scored deals instead of a target; 0 for a game to the target.
            Passed-out deals do not count, and equal scores at the end are a draw.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    target: int = 10
    deals: int = 0


@dataclass(frozen=True)
class Ruleset:
    """A variant, complete and free of contradictions.

    Attributes:
        title: What players call it.
        origin: Where the rules come from, in a sentence.
        seats: Players at the table.
        sides: Who plays with whom.
        passed_out: Who deals after two rounds of passes.

    Raises:
        RulesetError: Two knobs contradict one another, or one has no possible value.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _AS_IN_FILES

    title: str
    origin: str = ""
    seats: int = 4
    sides: Sides = Sides.PARTNERSHIPS
    deck: DeckRules = DeckRules()
    deal: DealRules = DealRules()
    words: WordRules = WordRules()
    round1: FirstRoundRules = FirstRoundRules()
    round2: SecondRoundRules = SecondRoundRules()
    passed_out: AfterPasses = AfterPasses.NEXT_DEALER
    alone: AloneRules = AloneRules()
    play: PlayRules = PlayRules()
    scoring: ScoringRules = ScoringRules()
    game: GameRules = GameRules()

    def __post_init__(self) -> None:
        for check in _CHECKS:
            check(self)

    @cached_property
    def seating(self) -> Seating:
        """The language of this table's seats."""
        return seating(self.seats, partnerships=self.sides is Sides.PARTNERSHIPS)

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """Every card of the pack, by index."""
        return pack(Rank(self.deck.low))

    @cached_property
    def pack_as_set(self) -> frozenset[Card]:
        """Every card of the pack, without order."""
        return frozenset(self.pack)

    # The questions that the play asks most often, answered once.

    @cached_property
    def dealer_is_forced(self) -> bool:
        """Whether a dealer to whom the second round comes back has to make trumps."""
        return self.round2.dealer is not DealerLast.MAY_PASS

    @cached_property
    def dealer_may_leave_turn_up(self) -> bool:
        """Whether a dealer who is ordered up may leave the turn-up lying."""
        return self.round1.pick_up is PickUp.OPTIONAL

    @cached_property
    def makers_may_be_alone(self) -> bool:
        """Whether a maker can play a lone hand at all."""
        return self.alone.who is not WhoAlone.NOBODY

    @cached_property
    def alone_is_said_with_call(self) -> bool:
        """Whether "alone" is part of a call."""
        return self.makers_may_be_alone and self.alone.when is WhenAlone.WITH_CALL

    @cached_property
    def makers_are_asked(self) -> bool:
        """Whether makers are asked before the first lead if they go alone."""
        return self.makers_may_be_alone and self.alone.when is WhenAlone.BEFORE_FIRST_LEAD

    @cached_property
    def defenders_are_asked(self) -> tuple[bool, bool]:
        """Whether defenders are asked so too: against a pair, and against a lone maker."""
        defend = self.alone.defend
        return defend is DefendAlone.ANY_HAND, defend is not DefendAlone.NONE


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
    _check_game,
)
