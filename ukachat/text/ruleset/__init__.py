"""A ruleset in plain sentences, and the differences of two.

Every sentence is made from the knobs; none knows a ruleset by its name. A topic is one thing to
say, so that two rulesets can be compared topic by topic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.options import DealerLast, DefendAlone, WhoAlone
from ukachat.text.ruleset import sentences as say
from ukachat.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ukachat.engine.ruleset import Ruleset


class Difference(NamedTuple):
    """What two rulesets say differently.

    Attributes:
        topic: What it is about.
        first: What the first ruleset says; empty where the question cannot come up.
        second: What the second says.
    """

    topic: str
    first: str
    second: str


def explain(ruleset: Ruleset) -> list[tuple[str, list[str]]]:
    """The rules in the order of a game: headings, each with its sentences."""
    return [
        (heading, [said for topic in topics if (said := topic.sentence(ruleset))])
        for heading, topics in _CHAPTERS.items()
    ]


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """What two rulesets say differently, in the order of a game; nothing if they play alike."""
    compared = (
        Difference(topic.name, topic.sentence(first), topic.sentence(second))
        for topic in _topics()
        if topic.name
    )
    return [each for each in compared if each.first != each.second]


def summary(ruleset: Ruleset) -> str:
    """What marks a ruleset, in a line."""
    game = ruleset.game
    marks = (
        f"{len(ruleset.pack)} cards",
        counted(game.deals, "deal") if game.deals else f"to {counted(game.target, 'point')}",
        _LAST_TURN_IN_SHORT[ruleset.round2.dealer],
        _ALONE_IN_SHORT[ruleset.alone.who] + _DEFENDING_IN_SHORT[ruleset.alone.defend],
    )
    return ", ".join(marks)


_LAST_TURN_IN_SHORT = {
    DealerLast.MAY_PASS: "a deal can be passed out",
    DealerLast.MUST_NAME: "stick the dealer",
    DealerLast.TAKES_TURN_UP: "if all pass, the dealer takes the turn-up",
    DealerLast.TURN_UP_OR_NAME: "if all pass, the dealer takes the turn-up or names a suit",
}
_ALONE_IN_SHORT = {
    WhoAlone.NOBODY: "no maker goes alone",
    WhoAlone.CALLER: "the caller may go alone",
    WhoAlone.MAKER_SIDE: "either maker may go alone",
}
_DEFENDING_IN_SHORT = {
    DefendAlone.NONE: "",
    DefendAlone.VS_LONE_MAKER: ", a defender against a lone maker too",
    DefendAlone.ANY_HAND: ", a defender too",
}


class _Topic(NamedTuple):
    """One thing to say about a ruleset.

    Attributes:
        name: What it is about; empty for what follows from other topics or is always so.
        sentence: Says it; the sentence is empty where the question cannot come up.
    """

    name: str
    sentence: Callable[[Ruleset], str]


def _topics() -> Iterator[_Topic]:
    for topics in _CHAPTERS.values():
        yield from topics


def _always(sentence: str) -> _Topic:
    def always(_: Ruleset) -> str:
        return sentence

    return _Topic("", always)


def _points(name: str, pairing: str) -> _Topic:
    def points(rules: Ruleset) -> str:
        return say.points(name, getattr(rules.scoring, pairing), rules.deal.cards)

    return _Topic(f"Points, {name.lower()}", points)


_CHAPTERS: Mapping[str, Sequence[_Topic]] = {
    "Players and cards": (_Topic("Players", say.players), _Topic("Pack", say.pack)),
    "First dealer": (
        _Topic("First dealer", say.first_dealer),
        _always("After every deal the deal passes to the left."),
    ),
    "Deal": (
        _Topic("Hand", say.hand),
        _Topic("Dealing", say.packets),
        _Topic("", say.kitty),
    ),
    "First round of calls": (
        _always(
            "In turn from the dealer's left, each player may make the suit of the turn-up trumps, "
            "or pass."
        ),
        _Topic("Suit needed in the first round", say.needed_to_order_up),
        _Topic("Dealer's partner in the first round", say.dealer_partner),
        _Topic("Taking the turn-up", say.pick_up),
        _Topic("Throwing the turn-up", say.may_discard_turn_up),
    ),
    "Second round of calls": (
        _always("If all pass, each in the same order may name a suit as trumps, or pass."),
        _Topic("Suit turned down", say.turned_suit),
        _Topic("Suit needed in the second round", say.needed_to_name),
        _Topic("Dealer in the second round", say.last_turn),
        _Topic("Passing out", say.passed_out),
    ),
    "Going alone": (
        _Topic("Makers alone", say.makers_alone),
        _Topic("", say.dealer_out),
        _Topic("Forced dealer alone", say.forced_dealer),
        _Topic("Tricks needed alone", say.lone_tricks),
        _Topic("Defenders alone", say.defenders_alone),
    ),
    "First lead": (
        _always("The player on the dealer's left leads to the first trick."),
        _Topic("Lead against a lone player", say.first_lead),
        _Topic("Lead when both sides are alone", say.both_alone_lead),
    ),
    "Play": (
        _always(
            "The jack of trumps, the right bower, is the highest card. Next comes the other jack "
            "of its colour, the left bower, which counts as a trump in every way."
        ),
        _Topic("", say.ranks),
        _always("Follow the suit that was led if you can; otherwise play any card."),
        _always(
            "The highest trump takes the trick, or without trumps the highest card of the suit "
            "led; its player leads to the next."
        ),
        _Topic("", say.tricks_needed),
    ),
    "Points": (
        _points("Nobody alone", "pair_vs_pair"),
        _points("One maker alone", "lone_vs_pair"),
        _points("One defender alone", "pair_vs_lone"),
        _points("One of each side alone", "lone_vs_lone"),
    ),
    "End of the game": (_Topic("End of the game", say.end),),
    "Words of the calls": (
        _Topic("Words of the dealer's opponents", say.word_of_opponents),
        _Topic("Words of the dealer's partner", say.word_of_partner),
        _Topic("Words of the dealer", say.word_of_dealer),
        _Topic("Words for passing", say.word_for_passing),
        _Topic("Words for going alone", say.word_for_alone),
    ),
}
