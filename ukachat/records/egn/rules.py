"""The rulesets that Euchre Game Notation (EGN) can say, as its knobs and as ours.

The notation has one game, Euchre for four, and switches. What it has no switch for is always the
same, and is set here: from its base rules, its alternate rules and the recorded games.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from ukachat.engine.options import AfterPasses, DealerLast, DealerPartner, FirstLead, PickUp
from ukachat.engine.ruleset import (
    AloneRules,
    DeckRules,
    FirstRoundRules,
    GameRules,
    PairingRules,
    PlayRules,
    Ruleset,
    ScoringRules,
    SecondRoundRules,
)
from ukachat.engine.seats import seating
from ukachat.rulebook import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLE = seating(4, partnerships=True)
"""The only table that has been asked for so far."""

LEADS = {
    "LEFT_OF_DEALER": FirstLead.LEFT_OF_DEALER,
    "LEFT_OF_LONER": FirstLead.LEFT_OF_LONER,
}

_FOR_THE_EYE = frozenset({"title", "origin", "words", "deal.packets", "deal.first_dealer"})
"""Knobs that change no decision of a recorded deal; the notation need not say them."""


@dataclass(frozen=True, slots=True)
class EgnRules:
    """The switches of the notation under their own names; each default is the notation's.

    Attributes:
        std: The dealer must name a suit in the second round.
        canadian: The dealer's partner may order up only alone.
        loner_lead: Who leads against a lone hand, a key of `LEADS`.
        loner_march_score: The points of a lone maker who takes all tricks.
        loner_euchred_score: The points for euchring a lone maker.
        min_rank: The lowest rank of the pack: 7, 8 or 9.
        winning_score: The target.
        num_deals: A number of deals instead of a target; 0 for a game to the target.
    """

    std: bool = True
    canadian: bool = False
    loner_lead: str = "LEFT_OF_DEALER"
    loner_march_score: int = 4
    loner_euchred_score: int = 2
    min_rank: int = 9
    winning_score: int = 10
    num_deals: int = 0

    @property
    def base(self) -> str:
        """The bundled ruleset to which this game is nearest."""
        return "tournament" if self.std else "bicycle"

    def ruleset(self) -> Ruleset:
        """The ruleset in full.

        Title and words come from the bundled one, and everything that matters to the play from
        here: a host may edit the bundled file, and that must not change what an EGN file says.
        """
        base = load_ruleset(self.base)
        after_passes = AfterPasses.NOT_POSSIBLE if self.std else AfterPasses.NEXT_DEALER
        partner = DealerPartner.ALONE_ONLY if self.canadian else DealerPartner.NORMAL
        euchred = self.loner_euchred_score
        return replace(
            base,
            deck=DeckRules(low=self.min_rank),
            deal=replace(base.deal, cards=5),
            # Who is ordered up takes the card, with or without `std`: the base rules know no other
            # dealer, and nothing in a file could say that the turn-up was left lying. That it may
            # be thrown again is seen in recorded games: dealers play five cards without it.
            round1=FirstRoundRules(
                dealer_partner=partner, pick_up=PickUp.FORCED, may_discard_turn_up=True
            ),
            round2=SecondRoundRules(
                dealer=DealerLast.MUST_NAME if self.std else DealerLast.MAY_PASS
            ),
            passed_out=after_passes,
            alone=AloneRules(),
            play=PlayRules(first_lead=LEADS[self.loner_lead]),
            scoring=ScoringRules(
                lone_vs_pair=PairingRules({3: 1, 4: 1, 5: self.loner_march_score}, euchred)
            ),
            game=GameRules(target=self.winning_score, deals=self.num_deals),
        )

    @classmethod
    def nearest(cls, ruleset: Ruleset) -> EgnRules:
        """The switches that come nearest to a ruleset; `differences` says what is left over."""
        lone = ruleset.scoring.lone_vs_pair
        all_tricks = ruleset.deal.cards
        return cls(
            std=ruleset.dealer_is_forced,
            canadian=ruleset.round1.dealer_partner is DealerPartner.ALONE_ONLY,
            loner_lead=ruleset.play.first_lead.name,
            loner_march_score=4 if lone is None else lone.points(all_tricks)[0],
            loner_euchred_score=2 if lone is None else lone.points(0)[1],
            min_rank=ruleset.deck.low,
            winning_score=ruleset.game.target,
            num_deals=ruleset.game.deals,
        )


USUAL = EgnRules()
"""What a file without a ruleset says."""


def differences(ruleset: Ruleset) -> list[str]:
    """What the notation cannot say of a ruleset, as "KNOB is VALUE (nearest in EGN: VALUE)"."""
    said = dict(_knobs(EgnRules.nearest(ruleset).ruleset()))
    return [
        f"{knob} is {value} (nearest in EGN: {said[knob]})"
        for knob, value in _knobs(ruleset)
        if value != said[knob]
    ]


def _knobs(part: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every knob of a ruleset that matters to the play, by its key path, with its value as text."""
    assert is_dataclass(part)
    for each in fields(part):
        knob = path + each.name
        value = getattr(part, each.name)
        if knob in _FOR_THE_EYE:
            continue
        if is_dataclass(value) and not isinstance(value, PairingRules):
            yield from _knobs(value, f"{knob}.")
        else:
            yield knob, _in_words(value)


def _in_words(value: object) -> str:
    match value:
        case None:
            return "left out"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case PairingRules():
            points = [f"{tricks}: {score}" for tricks, score in sorted(value.makers.items())]
            euchred = sorted({value.points(tricks)[1] for tricks in range(value.needed)})
            return f"{', '.join(points)}, euchred: {' or '.join(map(str, euchred))}"
        case _:
            return str(value)
