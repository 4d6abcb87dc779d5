"""Plain talk into actions: a table of phrases, and what holds of any text at all."""

import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.engine.tables import dealt, do
from tests.engine.walks import Turn, walk
from tests.strategies import RULESETS, Start, rulesets, starts
from ukachat.chat.choices import choice_words, question
from ukachat.chat.phrases import NotAllowed, Reading, TwoReadings, Unclear, Understood, read
from ukachat.chat.phrases.lexicon import KNOWN_WORDS, LEXICON, Say
from ukachat.chat.phrases.slips import mended
from ukachat.engine import (
    PACK,
    Card,
    GameState,
    Refusal,
    Seat,
    Suit,
    View,
    check,
    legal_actions,
    start,
    to_act,
    view,
)
from ukachat.engine.actions import ChooseDealer, Name, OrderUp, Pass, Play, SeatAction
from ukachat.engine.events import Named, OrderedUp, Passed
from ukachat.engine.notation import format_action, format_call
from ukachat.engine.options import DealerLast, TurnedSuit
from ukachat.engine.ruleset import WordRules
from ukachat.engine.state import Discarding, Over
from ukachat.text.english.words import Words
from ukachat.text.words import Style, card_short

NAMES = ("Mere", "Ana", "Hemi", "Tama")
TABLE = Path(__file__).parent / "data" / "phrases.txt"


class Situation(NamedTuple):
    """Where a game stands, and the slots of the seat whose turn it is."""

    state: GameState
    slots: tuple[Card | None, ...]

    @property
    def seen(self) -> View:
        return view(self.state, cast("Seat", to_act(self.state)))

    def read(self, text: str) -> Reading:
        return read(text, self.seen, self.slots, NAMES)


class Phrase(NamedTuple):
    """One line of the table."""

    situation: str
    text: str
    expected: str


def set_up(line: str) -> Situation:
    """The situation of a line of the table: ruleset / turn-up / hands / actions."""
    rules, turn_up, *more = (part.strip() for part in line.split(" / "))
    if turn_up.startswith("draw"):
        return Situation(do(start(RULESETS[rules]), turn_up), ())
    hands, *actions = more
    state = dealt(RULESETS[rules], turn_up, *hands.split(" | "))
    deal = getattr(state.phase, "deal")  # noqa: B009 -- the phase is the first round
    state = do(state, *(text for texts in actions for text in texts.split(", ")))
    turn = cast("Seat", to_act(state))
    played = {text.split()[-1] for texts in actions for text in texts.split(", ")}
    slots = tuple(None if str(card) in played else card for card in deal.hands[turn])
    turned = (deal.turn_up,) if isinstance(state.phase, Discarding) else ()
    return Situation(state, slots + turned)


def table() -> tuple[dict[str, Situation], list[Phrase]]:
    """The situations and the phrases of the table."""
    situations: dict[str, Situation] = {}
    phrases: list[Phrase] = []
    name = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            name, _, where = line.removeprefix("@ ").partition(": ")
            situations[name] = set_up(where)
        elif " -> " in line and not line.startswith("#  "):
            text, _, expected = line.partition(" -> ")
            phrases.append(Phrase(name, text, expected))
    return situations, phrases


SITUATIONS, PHRASES = table()


def short(action: SeatAction) -> str:
    """An action in the notation of records, without its seat."""
    return format_action(action).partition(" ")[2]


def told(reading: Reading) -> str:
    """A reading in the words of the table."""
    match reading:
        case Understood(action):
            return short(action)
        case NotAllowed(action):
            return f"not allowed: {short(action)}"
        case TwoReadings(_, choices):
            return f"two: {', '.join(map(short, choices))}"
        case Unclear():
            return "unclear"


@pytest.mark.parametrize(
    "phrase", [pytest.param(each, id=f"{each.situation}: {each.text}") for each in PHRASES]
)
def test_phrase(phrase: Phrase) -> None:
    assert told(SITUATIONS[phrase.situation].read(phrase.text)) == phrase.expected


def test_table_is_large() -> None:
    assert len(PHRASES) >= 320
    assert len({(each.situation, each.text) for each in PHRASES}) == len(PHRASES)


# --- what the bot says itself ---


def turns(game: Start) -> Iterator[Turn]:
    """The turns of a random game at which a seat is asked something, twenty at most."""
    state = start(game.rules, dealer=game.dealer if game.seed % 4 else None)
    asked = (turn for turn in walk(state, Random(game.seed)) if to_act(turn.before) is not PACK)
    for _, turn in zip(range(60), asked, strict=False):
        yield turn


def labels(action: SeatAction, seen: View) -> list[str]:
    """Every text that the program shows for an action."""
    found = [choice_words(action, seen), choice_words(action, seen, NAMES), format_action(action)]
    words = Words(seen.ruleset, NAMES[: seen.ruleset.seats])
    match action:
        case Pass() | OrderUp() | Name():
            assert seen.deal is not None
            found += [format_call(action), words.call_words(_event(action, seen))]
        case Play(card=card):
            found += [short(action).removeprefix("plays "), *(card_short(card, s) for s in Style)]
            assert seen.deal is not None
            assert seen.deal.trumps is not None
            found.append(words.card(card, seen.deal.trumps.suit))
        case _:
            found.append(short(action) if "chooses" not in short(action) else found[0])
    return found


def _event(call: Pass | OrderUp | Name, seen: View) -> Passed | OrderedUp | Named:
    assert seen.deal is not None
    turn_up, dealer = seen.deal.turn_up, seen.deal.dealer
    match call:
        case Pass(seat):
            return Passed(seat, turn_up, turned_down=False)
        case OrderUp(seat, alone):
            return OrderedUp(seat, dealer, turn_up.suit, alone)
        case Name(seat, suit, alone):
            return Named(seat, suit, alone)


@settings(max_examples=20)  # each plays most of a game
@given(starts(rulesets))
def test_every_label_is_understood(game: Start) -> None:
    for before, _, _ in turns(game):
        seen = view(before, cast("Seat", to_act(before)))
        for action in legal_actions(before):
            for label in labels(action, seen):
                slots = () if seen.deal is None else seen.deal.hand
                assert read(label, seen, slots, NAMES) == Understood(action), label


@pytest.mark.parametrize("name", SITUATIONS)
def test_labels_of_choices_differ(name: str) -> None:
    seen = SITUATIONS[name].seen
    shown = [choice_words(action, seen, NAMES) for action in seen.legal_actions]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("first round", ["Away", "Pick it up", "Pick it up, alone"]),
        ("first round, dealer", ["Away", "Pick up", "Pick up, alone"]),
        ("first round, dealer's partner", ["Pass", "Alone"]),
        ("first round, declared later", ["Pass", "I assist"]),
        ("second round, declared later", ["Pass", "Clubs", "Diamonds", "Spades"]),
        ("taking the turn-up", ["With my partner", "I am going alone"]),
        ("going alone", ["With my partner", "Alone"]),
        ("following", ["King of spades", "Nine of spades"]),
        ("choosing the dealer", ["I deal", "Hemi deals"]),
    ],
)
def test_choice_words(name: str, labels: list[str]) -> None:
    seen = SITUATIONS[name].seen
    assert [choice_words(action, seen, NAMES) for action in seen.legal_actions] == labels


def test_choice_words_of_an_exchange() -> None:
    seen = SITUATIONS["discarding, may leave"].seen
    first, *_, last = (choice_words(action, seen) for action in seen.legal_actions)
    assert (first, last) == ("Throw the ace of spades", "Leave the turn-up")


def test_seats_without_names_deal_by_the_names_of_the_seats() -> None:
    seen = SITUATIONS["choosing the dealer"].seen
    assert choice_words(seen.legal_actions[1], seen) == "South deals"
    assert choice_words(seen.legal_actions[1], seen, ("", "", "", "")) == "South deals"


@pytest.mark.parametrize(
    ("name", "text", "asked"),
    [
        ("leading", "king", '"king" can be two cards here: king of spades or king of diamonds?'),
        (
            "second round",
            "alone",
            '"alone" can be three calls here: clubs alone, diamonds alone or spades alone?',
        ),
        (
            "first round",
            "Pass hearts!",
            '"Pass hearts!" can be two calls here: away or pick it up?',
        ),
        (
            "discarding",
            "lowest",
            '"lowest" can be two cards here: seven of spades or seven of clubs?',
        ),
        (
            "taking the turn-up",
            "no alone",
            '"no alone" can be two answers here: with my partner or "I am going alone"?',
        ),
        (
            "discarding, may leave",
            "leave it or 9c",
            '"leave it or 9c" can be two things here: '
            "throw the nine of clubs or leave the turn-up?",
        ),
        ("first round", "hello", "You may say: away, pick it up or pick it up alone."),
        ("first round, void", "hello", "You can only say away."),
        ("first round, declared later", "hello", 'You may say: pass or "I assist".'),
        ("following", "hello", "You may play: king of spades or nine of spades."),
        (
            "discarding, may leave",
            "hello",
            "You may throw: ace of spades, king of diamonds, queen of diamonds, jack of diamonds "
            "or nine of clubs. Or leave the turn-up.",
        ),
        ("choosing the dealer", "hello", 'You may say: "I deal" or Hemi deals.'),
    ],
)
def test_question(name: str, text: str, asked: str) -> None:
    situation = SITUATIONS[name]
    reading = situation.read(text)
    assert isinstance(reading, TwoReadings | Unclear)
    assert question(reading, situation.seen, NAMES) == asked


def test_question_quotes_a_long_text_in_short() -> None:
    situation = SITUATIONS["leading"]
    reading = situation.read('"king"\n' + "please " * 12)
    assert isinstance(reading, TwoReadings)
    assert question(reading, situation.seen).startswith(
        "\"'king' please please please please pleas...\" can be two cards"
    )


def test_nobody_is_asked_anything_out_of_turn() -> None:
    seen = SITUATIONS["leading"].seen
    assert question(Unclear(()), seen) == "There is nothing for you to choose now."


def test_calls_of_an_own_ruleset_are_understood() -> None:
    own = {"order": "Mine!", "assist": "solo", "pass_": "knock knock", "alone": "solo"}
    words = WordRules(**own)
    state = dealt(replace(RULESETS["nz"], words=words), "9H", "AH", "7H", "8H", "TH")
    seen = view(state, Seat(1))
    assert read("mine", seen) == Understood(OrderUp(Seat(1)))
    assert read("Mine, solo please", seen) == Understood(OrderUp(Seat(1), alone=True))
    assert read("Knock-knock", seen) == Understood(Pass(Seat(1)))
    assert read("knock", seen) == Unclear(seen.legal_actions)


def test_dealer_may_take_the_turn_up_or_name_in_the_second_round() -> None:
    nz = RULESETS["nz"]
    for turned, meant in (
        (TurnedSuit.FORBIDDEN, OrderUp(Seat(0), alone=True)),
        (TurnedSuit.ALLOWED, Name(Seat(0), Suit.HEARTS, alone=True)),
    ):
        round2 = replace(nz.round2, dealer=DealerLast.TURN_UP_OR_NAME, turned_suit=turned)
        state = dealt(replace(nz, round2=round2), "9H", "AH", "7H", "8H", "TH")
        state = do(state, *(f"{seat} pass" for seat in (1, 2, 3, 0, 1, 2, 3)))
        seen = view(state, Seat(0))
        assert read("hearts alone", seen) == Understood(meant)
        for text in ("pick up alone", "pick hearts up alone"):
            assert read(text, seen) == Understood(OrderUp(Seat(0), alone=True))


def test_a_long_text_is_no_call() -> None:
    situation = SITUATIONS["first round"]
    assert situation.read("please " * 16 + "pass") == Understood(Pass(Seat(1)))
    assert situation.read("please " * 17 + "pass") == Unclear(situation.seen.legal_actions)


def test_two_of_one_name_are_asked_about() -> None:
    seen = SITUATIONS["choosing the dealer"].seen
    assert read("Sam", seen, (), ("Sam", "Ana", "Sam", "Tama")) == TwoReadings(
        "Sam", seen.legal_actions
    )
    assert read("Jack", seen, (), ("Jack", "", "\N{SPARKLES}", "Pass")) == Understood(
        ChooseDealer(Seat(0), Seat(0))
    )


def test_a_name_says_nothing_where_nobody_is_chosen() -> None:
    situation = SITUATIONS["leading"]
    names = ("King", "Ana", "Seven", "Lowest")
    assert read("lowest", situation.seen, (), names) == situation.read("lowest")
    assert isinstance(read("Ana", situation.seen, (), names), Unclear)


# --- what holds of any text ---

VOCABULARY = [*sorted(KNOWN_WORDS), "7c", "jh", "10h", "♥", "J♠", "3", "or", "?", "Hemi", "xyzzy"]
TALK = st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)
PLACES = st.sampled_from(list(SITUATIONS))


@given(PLACES, st.text() | TALK)
def test_any_text_is_read(name: str, text: str) -> None:
    situation = SITUATIONS[name]
    reading = situation.read(text)
    legal = legal_actions(situation.state)
    match reading:
        case Understood(action):
            assert action in legal
        case TwoReadings(said, choices):
            assert said == text
            assert len(set(choices)) == len(choices) > 1
            assert set(choices) <= set(legal)
        case Unclear(choices):
            assert choices == legal
        case NotAllowed(action):
            assert action not in legal
            with pytest.raises(Refusal):
                check(situation.state, action)
    if isinstance(reading, TwoReadings | Unclear):
        assert question(reading, situation.seen, NAMES).endswith(("?", "."))


@given(PLACES, TALK)
def test_unknown_words_and_negations_are_never_acted_upon(name: str, text: str) -> None:
    for spoilt in (f"{text} banana", f"{text} never", f"{text}?"):
        assert isinstance(SITUATIONS[name].read(spoilt), Unclear), spoilt


@pytest.mark.parametrize("name", SITUATIONS)
def test_who_is_not_asked_is_not_understood(name: str) -> None:
    state = SITUATIONS[name].state
    for seat in (*state.ruleset.seating.seats, None):
        if seat != to_act(state):
            for text in ("pass", "pick it up", "alone", "lowest", "1 pass"):
                assert read(text, view(state, seat), (), NAMES) == Unclear(())


def test_nobody_is_asked_after_the_end() -> None:
    over = GameState(RULESETS["nz"], (10, 0), 5, Over(None))
    assert read("pass", view(over, Seat(0))) == Unclear(())


# --- slips ---


def slips(word: str) -> set[str]:
    """Everything that is one slip from the word."""
    parts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    letters = string.ascii_lowercase
    return {
        *(before + after[1:] for before, after in parts),
        *(before + after[1:2] + after[:1] + after[2:] for before, after in parts),
        *(before + letter + after[1:] for before, after in parts for letter in letters),
        *(before + letter + after for before, after in parts for letter in letters),
    }


# Right and eight are one slip apart; no other two long words are.
CLEAR = [
    each
    for each in PHRASES
    if each.expected != "unclear" and "right" not in each.text and "eight" not in each.text
]


@given(st.sampled_from(CLEAR), st.randoms())
def test_a_slip_never_leads_to_another_action(phrase: Phrase, rng: Random) -> None:
    words = phrase.text.lower().split()
    long = [place for place, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    assume(long)
    place = rng.choice(long)
    slipped = rng.choice(sorted(slips(words[place])))
    text = " ".join((*words[:place], slipped, *words[place + 1 :]))
    got = told(SITUATIONS[phrase.situation].read(text))
    assert got in (phrase.expected, "unclear") or got.startswith("two"), text


LONG_WORDS = sorted(
    word for word, *others in LEXICON if not others and LEXICON[word,] and len(word) > 4
)


def test_long_words_and_their_slips_never_mean_something_else() -> None:
    for word in LONG_WORDS:
        for slipped in slips(word):
            meant = slipped if slipped in KNOWN_WORDS else mended(slipped)
            if meant is not None and {slipped, word} != {"right", "eight"}:
                assert LEXICON.get((meant,)) in (LEXICON[word,], (), (Say.NOT,)), slipped


@pytest.mark.parametrize("word", ["none", "night", "let", "past", "heat", "fine", "xyzzy", "", "a"])
def test_no_slip(word: str) -> None:
    assert mended(word) is None
