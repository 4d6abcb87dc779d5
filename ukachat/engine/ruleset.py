"""A variant of the game, as data.

A `Ruleset` and its parts are the one model of a variant: a YAML file of ``rulesets/`` is read into
these classes, and what they refuse, the file may not say. A part's field is a knob of the game; its
default is what most variants agree on. Nothing in the engine asks for a ruleset's name.

What a knob may be, if it is no number, is one of `options`; what knobs may not be together is in
`contradictions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from ukachat.engine.cards import Card, Rank, pack
from ukachat.engine.contradictions import refuse_contradictions
from ukachat.engine.errors import RulesetError
from ukachat.engine.options import (
    AfterPasses,
    BothAloneLead,
    DealerLast,
    DealerPartner,
    DefendAlone,
    FirstDealer,
    FirstLead,
    MustHold,
    PickUp,
    Sides,
    TurnedSuit,
    WhenAlone,
    WhoAlone,
)
from ukachat.engine.seats import Seating, seating


def _file_key(field_name: str) -> str:
    """The key of a field in a file: ``pass_`` is written ``pass``."""
    return field_name.rstrip("_")


# How pydantic, which reads ruleset files, is to treat these classes; the engine needs no pydantic.
_AS_IN_FILES: dict[str, Any] = {"extra": "forbid", "alias_generator": _file_key}


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

    def __post_init__(self) -> None:
        # Own copies that nobody can change, and one form for one table.
        euchred = self.euchred
        if not isinstance(euchred, int):
            fewer = set(range(min(self.makers, default=0)))
            same = set(euchred) == fewer and len(set(euchred.values())) == 1
            euchred = next(iter(euchred.values())) if same else MappingProxyType(dict(euchred))
        object.__setattr__(self, "makers", MappingProxyType(dict(self.makers)))
        object.__setattr__(self, "euchred", euchred)

    def __reduce__(self) -> tuple[object, ...]:
        euchred = self.euchred if isinstance(self.euchred, int) else dict(self.euchred)
        return PairingRules, (dict(self.makers), euchred)

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
        refuse_contradictions(self)

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

    @property
    def kitty_size(self) -> int:
        """The cards left face down under the turn-up."""
        return len(self.pack) - self.seats * self.deal.cards - 1

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
