"""The sentences of which a ruleset's explanation is made, each from one or two knobs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

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
from ukachat.text.words import counted, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ukachat.engine.ruleset import PairingRules, Ruleset

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


# --- the table and the deal ---


def players(rules: Ruleset) -> str:
    """Who sits at the table."""
    together = {
        Sides.PARTNERSHIPS: "partners sit opposite each other",
        Sides.INDIVIDUAL: "each plays for themselves",
    }[rules.sides]
    return f"{_number(rules.seats).capitalize()} players; {together}."


def pack(rules: Ruleset) -> str:
    """What cards there are."""
    return f"{len(rules.pack)} cards: {rules.pack[0].rank.word} to ace in each suit."


def first_dealer(rules: Ruleset) -> str:
    """How the first dealer is found."""
    return {
        FirstDealer.RANDOM: "Chance decides who deals first.",
        FirstDealer.HIGH_CUT: "Each side cuts a card, the ace being high. The side with the higher "
        "card chooses which of its players deals first; equal cards cut again.",
        FirstDealer.LOW_CUT: "Each side cuts a card, the ace being low. The side with the lower "
        "card chooses which of its players deals first; equal cards cut again.",
        FirstDealer.HIGH_DRAW: "Each player draws a card, the ace being high. The highest deals "
        "first; equal cards draw again.",
        FirstDealer.LOW_DRAW: "Each player draws a card, the ace being low. The lowest deals "
        "first; equal cards draw again.",
        FirstDealer.FIRST_JACK: "Cards are dealt face up until a jack falls; whoever gets it deals "
        "first.",
        FirstDealer.FIRST_BLACK_JACK: "Cards are dealt face up until a black jack falls; whoever "
        "gets it deals first.",
    }[rules.deal.first_dealer]


def hand(rules: Ruleset) -> str:
    """How many cards a hand has."""
    return f"Each player gets {_cards(rules.deal.cards)}."


def packets(rules: Ruleset) -> str:
    """How the cards are handed round."""
    if not rules.deal.packets:
        return "They are dealt in twos and threes as the dealer likes."
    if set(rules.deal.packets) == {(1,)}:
        return "They are dealt one at a time."
    rounds = [
        f"{_number(packet[0])} each"
        if len(packet) == 1
        else joined([_number(cards) for cards in packet])
        for packet in rules.deal.packets
    ]
    return f"From the dealer's left they are dealt {', then '.join(rounds)}."


def kitty(rules: Ruleset) -> str:
    """What becomes of the rest of the pack."""
    left = rules.kitty_size
    return f"The next card is turned up, which leaves {_cards(left)} face down."


def _cards(number: int) -> str:
    return f"{_number(number)} {'card' if number == 1 else 'cards'}"


# --- the calls ---


def needed_to_order_up(rules: Ruleset) -> str:
    """Who needs a card of the suit of the turn-up."""
    return f"To make its suit trumps, {_needed(rules.round1.must_hold, rules)}."


def needed_to_name(rules: Ruleset) -> str:
    """Who needs a card of the suit that they name."""
    said = f"To name a suit, {_needed(rules.round2.must_hold, rules)}."
    may_take = rules.round2.dealer is DealerLast.TURN_UP_OR_NAME
    if may_take and rules.round2.must_hold is MustHold.ALL:
        said += " The dealer needs none to take the turn-up."
    return said


def _needed(must_hold: MustHold, rules: Ruleset) -> str:
    if must_hold is MustHold.NONE:
        return "nobody needs a card of it"
    who = {
        MustHold.NON_DEALER: "everybody but the dealer",
        MustHold.ALL: "everybody",
    }[must_hold]
    counts = "counts" if rules.round1.left_bower_holds else "does not count"
    return f"{who} needs a card of it; the left bower {counts} as one"


def dealer_partner(rules: Ruleset) -> str:
    """What the dealer's partner may do in the first round."""
    return {
        DealerPartner.NORMAL: "The dealer's partner calls like everybody else.",
        DealerPartner.ALONE_ONLY: "The dealer's partner may call only to play alone.",
        DealerPartner.FORBIDDEN: "The dealer's partner may only pass.",
    }[rules.round1.dealer_partner]


def pick_up(rules: Ruleset) -> str:
    """What the dealer does with the turn-up."""
    return {
        PickUp.FORCED: "Whoever calls, the dealer takes the turn-up and throws a card for it.",
        PickUp.OPTIONAL: "The dealer takes the turn-up and throws a card for it; if somebody else "
        "has called, the dealer may leave it lying.",
    }[rules.round1.pick_up]


def may_discard_turn_up(rules: Ruleset) -> str:
    """Whether the turn-up may be the card thrown."""
    if rules.round1.may_discard_turn_up:
        return "The card thrown may be the turn-up itself."
    return "A dealer who takes the turn-up has to keep it."


def turned_suit(rules: Ruleset) -> str:
    """Whether the suit turned down may be named."""
    may = {TurnedSuit.FORBIDDEN: "may not", TurnedSuit.ALLOWED: "may"}[rules.round2.turned_suit]
    return f"The suit that was turned down {may} be named."


def last_turn(rules: Ruleset) -> str:
    """What the dealer does when all others have passed twice."""
    return {
        DealerLast.MAY_PASS: "The dealer may pass too.",
        DealerLast.MUST_NAME: "When it comes back to the dealer, the dealer has to name a suit "
        "(stick the dealer).",
        DealerLast.TAKES_TURN_UP: "When it comes back to the dealer, the dealer has to take the "
        "turn-up, and its suit is trumps.",
        DealerLast.TURN_UP_OR_NAME: "When it comes back to the dealer, the dealer has to take the "
        "turn-up, which makes its suit trumps, or to name a suit.",
    }[rules.round2.dealer]


def passed_out(rules: Ruleset) -> str:
    """What follows when nobody calls."""
    return {
        AfterPasses.NEXT_DEALER: "If all pass twice, nobody scores and the next player deals.",
        AfterPasses.SAME_DEALER: "If all pass twice, nobody scores and the same player deals "
        "again.",
        AfterPasses.NOT_POSSIBLE: "",
    }[rules.passed_out]


# --- going alone, and the lead ---


def makers_alone(rules: Ruleset) -> str:
    """Who of the makers may go alone, and when they have to say so."""
    if not rules.makers_may_be_alone:
        return "The makers always play together."
    who = "The player who makes trumps"
    if rules.alone.who is WhoAlone.MAKER_SIDE:
        who = "Either of the makers, the one who made trumps being asked first,"
    when = {
        WhenAlone.WITH_CALL: "with the call",
        WhenAlone.BEFORE_FIRST_LEAD: "before the first lead",
    }[rules.alone.when]
    return f"{who} may play alone by saying so {when}; the partner's cards stay face down."


def dealer_out(rules: Ruleset) -> str:
    """What becomes of the turn-up when the dealer's partner is alone at once."""
    if not rules.makers_may_be_alone or rules.alone.when is not WhenAlone.WITH_CALL:
        return ""
    return "But if the dealer's partner does, the dealer is out and the turn-up is not taken."


def forced_dealer(rules: Ruleset) -> str:
    """Whether a dealer who had to make trumps may go alone."""
    if not rules.makers_may_be_alone or not rules.dealer_is_forced:
        return ""
    may = "may" if rules.alone.forced_dealer else "may not"
    return f"A dealer who had to make trumps {may} play alone."


def lone_tricks(rules: Ruleset) -> str:
    """How many tricks a lone maker needs."""
    if not rules.makers_may_be_alone:
        return ""
    needed = rules.alone.tricks
    return f"A lone maker needs {_in_tricks([needed], rules.deal.cards)}."


def defenders_alone(rules: Ruleset) -> str:
    """Whether a defender may go alone, and against whom."""
    return {
        DefendAlone.NONE: "No defender may play alone.",
        DefendAlone.VS_LONE_MAKER: "Against a lone maker, a defender may play alone too; the "
        "defenders are asked in turn from the dealer's left.",
        DefendAlone.ANY_HAND: "A defender may play alone too, against one maker or two; the "
        "defenders are asked in turn from the dealer's left.",
    }[rules.alone.defend]


def first_lead(rules: Ruleset) -> str:
    """Who leads against a lone player."""
    if not _somebody_may_be_alone(rules):
        return ""
    return {
        FirstLead.LEFT_OF_DEALER: "If that player is out, the next one leads.",
        FirstLead.LEFT_OF_LONER: "If one player is alone, the player on the left of the lone "
        "player leads instead.",
    }[rules.play.first_lead]


def both_alone_lead(rules: Ruleset) -> str:
    """Who leads when each side has a lone player."""
    if rules.play.both_alone_lead is None:
        return ""
    who = {
        BothAloneLead.LONE_DEFENDER: "the lone defender",
        BothAloneLead.BY_FIRST_LEAD: "the first of the two from the dealer's left",
    }[rules.play.both_alone_lead]
    return f"If both sides have a lone player, {who} leads."


def _somebody_may_be_alone(rules: Ruleset) -> bool:
    return rules.makers_may_be_alone or rules.alone.defend is not DefendAlone.NONE


# --- the play ---


def ranks(rules: Ruleset) -> str:
    """How the other cards rank."""
    low = rules.pack[0].rank.word
    return f"The other cards rank from the ace down to the {low}, in every suit."


def tricks_needed(rules: Ruleset) -> str:
    """What the makers need together."""
    needed = rules.scoring.pair_vs_pair.needed
    return f"The makers need {_in_tricks([needed], rules.deal.cards)} together."


# --- the points and the end ---


def points(name: str, pairing: PairingRules | None, cards: int) -> str:
    """What one pairing gives; nothing where it cannot arise."""
    if pairing is None:
        return ""
    won = [f"{score} for {tricks}" for tricks, score in _by_score(pairing.makers, cards)]
    lost = (
        [("fewer", _in_points(pairing.euchred))]
        if isinstance(pairing.euchred, int)
        else _by_score(pairing.euchred, cards)
    )
    (tricks, score), *others = reversed(lost)
    less = [f"if they take {tricks}, the defenders score {score}"]
    less += [f"if {t}, {s}" for t, s in others]
    return f"{name}: the makers score {', '.join(won)}; {', '.join(less)}."


def _by_score(table: Mapping[int, int], cards: int) -> list[tuple[str, str]]:
    """Runs of tricks that score the same, and what they score."""
    return [
        (_in_tricks([*run], cards), _in_points(score))
        for score, run in groupby(sorted(table), key=table.__getitem__)
    ]


def _in_tricks(run: Sequence[int], cards: int) -> str:
    """Consecutive numbers of tricks."""
    most = run[-1]
    noun = "trick" if most == 1 else "tricks"
    if run[0] == 0:
        return f"{_number(most)} {noun} or fewer" if most else "no tricks"
    *others, last = ["all " * (1 < number == cards) + _number(number) for number in run]
    return f"{', '.join(others)} or {last} {noun}" if others else f"{last} {noun}"


def _in_points(score: int) -> str:
    return counted(score, "point") if score else "nothing"


def end(rules: Ruleset) -> str:
    """What ends a game, and who wins it."""
    if rules.game.deals:
        deals = counted(rules.game.deals, "scored deal")
        return f"After {deals} the side with more points wins; equal points are a draw."
    return f"The first side with {counted(rules.game.target, 'point')} or more wins."


# --- the words of the calls ---


def word_of_opponents(rules: Ruleset) -> str:
    """What the dealer's opponents say."""
    word = one_line(rules.words.order)
    return f'An opponent of the dealer who makes the suit of the turn-up trumps says "{word}".'


def word_of_partner(rules: Ruleset) -> str:
    """What the dealer's partner says."""
    if rules.round1.dealer_partner is DealerPartner.FORBIDDEN:
        return ""
    return f'The dealer\'s partner, for the same, says "{one_line(rules.words.assist)}".'


def word_of_dealer(rules: Ruleset) -> str:
    """What the dealer says."""
    return f'The dealer, for the same, says "{one_line(rules.words.take)}".'


def word_for_passing(rules: Ruleset) -> str:
    """What a player says who passes."""
    return f'A player who passes says "{one_line(rules.words.pass_)}".'


def word_for_alone(rules: Ruleset) -> str:
    """What a player says who goes alone."""
    if not _somebody_may_be_alone(rules):
        return ""
    return f'A player who goes alone says "{one_line(rules.words.alone)}".'
