"""Shuffles from a secret and words: against the doc's examples, and a second implementation.

The second implementation was written from docs/fair-deals.md alone, in another style: whole numbers
and text instead of objects, and nothing of `ukachat.fair`.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import RULESETS
from ukachat import fair
from ukachat.engine import Ruleset, Seat, apply, start
from ukachat.engine.notation import format_cards
from ukachat.engine.options import FirstDealer
from ukachat.engine.state import AwaitingDeal, ChoosingDealer
from ukachat.fair import NotFair, Promise, commitment, deal, draws, normalised, shuffled

DOC = Path(__file__).parent.parent / "docs" / "fair-deals.md"
SECRET = bytes(range(32))
NOTHING = ("", "", "", "")

# --- the second implementation ---

RANKS = "789TJQKA"


class Shuffler:
    """The stream of docs/fair-deals.md as one that remembers how far it was read."""

    def __init__(self, secret: str, words: list[str], purpose: str) -> None:
        told = bytearray()
        for part in (b"ukachat fair 1", purpose.encode("ascii"), bytes.fromhex(secret)):
            told.extend((0, 0, 0, len(part)))
            told.extend(part)
        for word in words:
            encoded = word.encode("utf-8")
            told.extend((0, 0, *divmod(len(encoded), 256)))
            told.extend(encoded)
        self.seed = sha256(bytes(told)).hexdigest()
        self.read = 0

    def byte(self) -> int:
        block, place = divmod(self.read, 32)
        self.read += 1
        told = f"{self.seed}{block:016x}"
        return int(sha256(bytes.fromhex(told)).hexdigest()[2 * place : 2 * place + 2], 16)

    def below(self, bound: int) -> int:
        digits = len(format(bound - 1, "b"))
        while True:
            number = int(format(self.byte(), "08b")[-digits:], 2)
            if number < bound:
                return number

    def pack(self, low: int) -> list[str]:
        cards = [rank + suit for suit in "CDHS" for rank in RANKS[low - 7 :]]
        i = len(cards)
        while (i := i - 1) > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def second_deal(secret: str, words: list[str], low: int, dealer: int, hand: int) -> list[str]:
    """Hands by seat, turn-up and kitty, each as a text."""
    pack = Shuffler(secret, words, "deal").pack(low)
    seats = len(words)
    hands = {}
    for turn in range(1, seats + 1):
        hands[(dealer + turn) % seats] = " ".join(pack[:hand])
        pack = pack[hand:]
    return [*(hands[seat] for seat in range(seats)), pack[0], " ".join(pack[1:])]


def second_draws(secret: str, words: list[str], low: int, method: str) -> list[str]:
    """Each draw as a text. Methods are called as in a ruleset."""
    shuffler = Shuffler(secret, words, "draw")
    pack = shuffler.pack(low)
    if method.endswith("jack"):
        jacks = "CS" if method == "first_black_jack" else "CDHS"
        until = next(n for n, text in enumerate(pack) if text[0] == "J" and text[1] in jacks)
        return [" ".join(pack[: until + 1])]
    order = ("A" + RANKS[:-1])[::-1] if method.startswith("low") else RANKS
    drawing = 2 if method.endswith("cut") else len(words)
    told = []
    while drawing > 1:
        if len(pack) < drawing:
            pack = shuffler.pack(low)
        cards, pack = pack[:drawing], pack[drawing:]
        told.append(" ".join(cards))
        strengths = [order.index(text[0]) for text in cards]
        if method == "random":
            strengths = [8 * n + "CDHS".index(text[1]) for n, text in zip(strengths, cards)]  # noqa: B905
        drawing = strengths.count(max(strengths))
    return told


# --- the examples of the page ---


def _examples() -> list[dict[str, str]]:
    blocks = re.findall(r"(?ms)^```text\n(secret: .*?)^```$", DOC.read_text("utf-8"))
    return [dict(re.findall(r"(?m)^([\w-]+): +(.*)$", block)) for block in blocks]


EXAMPLES = _examples()


def test_the_page_has_three_examples() -> None:
    assert len(EXAMPLES) == 3
    assert {each["purpose"] for each in EXAMPLES} == {"deal", "draw"}


def _words(example: dict[str, str]) -> tuple[str, ...]:
    return tuple("" if each == "-" else each for each in example["words"].split(" | "))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each["hash"][:8])
def test_an_example_of_the_page(example: dict[str, str]) -> None:
    secret, words = bytes.fromhex(example["secret"]), _words(example)
    rules = RULESETS[example["ruleset"]]
    assert commitment(secret) == example["hash"]
    purpose: fair.Purpose = "draw" if "draws" in example else "deal"
    assert example["purpose"] == purpose
    assert format_cards(shuffled(secret, words, purpose, rules.pack)) == example["pack"]
    if purpose == "draw":
        drawn = [format_cards(each.cards) for each in draws(secret, words, rules)]
        assert " | ".join(drawn) == example["draws"]
        return
    dealt = deal(secret, words, rules, Seat(rules.seating.names.index(example["dealer"])))
    assert " | ".join(map(format_cards, dealt.hands)) == example["hands"]
    assert str(dealt.turn_up) == example["turn-up"]
    assert format_cards(dealt.kitty) == example["kitty"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each["hash"][:8])
def test_an_example_of_the_page_by_the_second_implementation(example: dict[str, str]) -> None:
    words = list(_words(example))
    rules = RULESETS[example["ruleset"]]
    shuffler = Shuffler(example["secret"], words, example["purpose"])
    assert sha256(bytes.fromhex(example["secret"])).hexdigest() == example["hash"]
    assert shuffler.seed == example["seed"]
    begins = [f"{shuffler.byte():02x}" for _ in range(16)]
    assert " ".join([*begins, "..."]) == example["stream"]
    fresh = Shuffler(example["secret"], words, example["purpose"])
    assert " ".join(fresh.pack(rules.deck.low)) == example["pack"]
    if example["purpose"] == "draw":
        drawn = second_draws(example["secret"], words, rules.deck.low, "high_cut")
        assert " | ".join(drawn) == example["draws"]
        assert len(drawn) == 2, "the example is there to show a tie"
        return
    dealer = ["North", "East", "South", "West"].index(example["dealer"])
    *hands, turn_up, kitty = second_deal(example["secret"], words, rules.deck.low, dealer, 5)
    assert " | ".join(hands) == example["hands"]
    assert (turn_up, kitty) == (example["turn-up"], example["kitty"])


# --- both implementations ---

LETTERS = "abc KIORA ā é 10 ♥ 한 🂡 : , ' \" # { -"


def _random_words(rng: random.Random) -> tuple[str, ...]:
    def some() -> str:
        length = rng.choice((0, 0, 1, 5, 40, 100))
        return normalised("".join(rng.choice(LETTERS) for _ in range(length)))

    return tuple(some() for _ in range(4))


DEALS = 1000


def test_both_implementations_agree_on_a_thousand_deals() -> None:
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")  # noqa: T201 - so that a failure can be repeated
    rng = random.Random(seed)
    all_rules = list(RULESETS.values())
    for number in range(DEALS):
        rules = all_rules[number % len(all_rules)]
        secret, words = rng.randbytes(32), _random_words(rng)
        dealer = rng.choice(rules.seating.seats)
        dealt = deal(secret, words, rules, dealer)
        ours = [*map(format_cards, dealt.hands), str(dealt.turn_up), format_cards(dealt.kitty)]
        low, hand = rules.deck.low, rules.deal.cards
        assert ours == second_deal(secret.hex(), list(words), low, int(dealer), hand)


@pytest.mark.parametrize("method", FirstDealer, ids=lambda each: each.value)
def test_both_implementations_agree_on_draws(method: FirstDealer) -> None:
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")  # noqa: T201 - so that a failure can be repeated
    rng = random.Random(seed)
    ties = 0
    for name in ("nz", "na"):
        rules = RULESETS[name]
        rules = replace(rules, deal=replace(rules.deal, first_dealer=method))
        for _ in range(60):
            secret, words = rng.randbytes(32), _random_words(rng)
            ours = [format_cards(each.cards) for each in draws(secret, words, rules)]
            theirs = second_draws(secret.hex(), list(words), rules.deck.low, method.value)
            assert ours == theirs
            ties += len(ours) > 1
    assert bool(ties) == (not method.jacks and method is not FirstDealer.RANDOM)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_the_draws_find_a_dealer(rules: Ruleset) -> None:
    state = start(rules)
    for drawn in draws(SECRET, NOTHING, rules):
        state, _ = apply(state, drawn)
    assert isinstance(state.phase, AwaitingDeal | ChoosingDealer)


def test_a_pack_that_runs_out_is_shuffled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RULESETS["nz"]
    ranks = sorted(rules.pack, key=lambda card: card.rank)  # every cut of two is a tie
    packs = iter([tuple(ranks), rules.pack])
    monkeypatch.setattr(fair, "_shuffles", lambda *_: packs)
    drawn = [format_cards(each.cards) for each in draws(SECRET, NOTHING, rules)]
    assert len(drawn) == 17
    assert drawn[15:] == ["AH AS", "7C 8C"]


def test_the_next_pack_comes_from_the_stream_as_it_goes_on() -> None:
    cards = RULESETS["nz"].pack
    packs = fair._shuffles(SECRET, NOTHING, "draw", cards)
    shuffler = Shuffler(SECRET.hex(), list(NOTHING), "draw")
    for _ in range(3):
        assert format_cards(next(packs)) == " ".join(shuffler.pack(7))


# --- what decides the order ---

CHANGES: dict[str, Callable[[], object]] = {
    "a bit of the secret": lambda: _order(secret=bytes([1, *SECRET[1:]])),
    "a word": lambda: _order(words=("a", "", "", "")),
    "the seat of a word": lambda: _order(words=("", "a", "", "")),
    "where a word ends": lambda: _order(words=("a", "b", "", "")),
    "where another ends": lambda: _order(words=("ab", "", "", "")),
    "how many seats": lambda: _order(words=("", "", "")),
    "purpose": lambda: shuffled(SECRET, NOTHING, "draw", RULESETS["nz"].pack),
}


def _order(secret: bytes = SECRET, words: tuple[str, ...] = NOTHING) -> object:
    return shuffled(secret, words, "deal", RULESETS["nz"].pack)


def test_everything_decides_the_order() -> None:
    orders = {_order(), *(change() for change in CHANGES.values())}
    assert len(orders) == len(CHANGES) + 1


def test_every_card_is_equally_likely_everywhere() -> None:
    """A chi-square over 3,000 packs; its 99.9 % quantile at 961 degrees of freedom is 1102.2."""
    cards, packs = RULESETS["nz"].pack, 3000
    counts = [[0] * 32 for _ in cards]
    for number in range(packs):
        secret = sha256(b"%d" % number).digest()
        for place, card in enumerate(shuffled(secret, NOTHING, "deal", cards)):
            counts[place][card.index] += 1
    expected = packs / 32
    off = sum((count - expected) ** 2 / expected for row in counts for count in row)
    assert off * 31 / 32 < 1102.2


def test_a_number_below_a_bound_is_drawn_by_rejection() -> None:
    """Every byte once: each number below 24 comes up equally often, and 24 to 31 are forgotten."""
    stream = iter(range(256))
    drawn = [fair._below(24, stream) for _ in range(24 * 8)]
    assert drawn == [*range(24)] * 8
    assert list(stream) == [*range(248, 256)]


# --- words ---

NORMAL = {
    "blanks": ("  seven   times\t", "seven times"),
    "lines": ("one\ntwo\r\nthree", "one two three"),
    "an accent of its own": ("Ka\u0304ti", "Kāti"),
    "unseen": ("a\u200bb\u202ec\u0000d", "a b c d"),
    "half a character": ("a\ud83cb", "a b"),
    "nothing but blanks": (" \u3000\n", ""),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("case", NORMAL)
def test_words_are_normalised(case: str) -> None:
    typed, counts = NORMAL[case]
    assert normalised(typed) == counts


@given(st.text(st.characters(exclude_categories=[]), max_size=80))
def test_normalised_words_stay_as_they_are(typed: str) -> None:
    try:
        words = normalised(typed)
    except NotFair:
        assert len(unicodedata.normalize("NFC", typed)) > 100
        return
    assert normalised(words) == words
    assert Promise(commitment(SECRET), (words,)).words == (words,)


def test_words_may_have_a_hundred_characters() -> None:
    assert normalised("ā" * 100) == "ā" * 100
    with pytest.raises(NotFair, match=r"^expected at most 100 characters .*, got 101$"):
        normalised("ā" * 101)


# --- promises ---


def test_a_promise_is_sealed_and_keeps_its_secret_out_of_texts() -> None:
    promise = Promise.of(SECRET, NOTHING)
    assert promise == Promise(sha256(SECRET).hexdigest(), NOTHING, SECRET)
    assert promise.sealed == Promise(promise.hash, NOTHING)
    assert promise.sealed.secret is None
    assert SECRET.hex() not in repr(promise)
    assert repr(SECRET) not in repr(promise)


HASH = commitment(SECRET)
BAD: dict[str, tuple[Callable[[], object], str]] = {
    "a short secret": (
        lambda: commitment(SECRET[1:]),
        "expected a secret of 32 bytes, got 31 bytes",
    ),
    "a secret in text": (
        lambda: commitment(SECRET.hex()),  # type: ignore[arg-type]
        "expected a secret of 32 bytes, got str",
    ),
    "a secret of a promise": (
        lambda: Promise(HASH, NOTHING, b""),
        "expected a secret of 32 bytes, got 0 bytes",
    ),
    "a hash in capitals": (
        lambda: Promise(HASH.upper(), NOTHING),
        "expected a hash of 64 digits 0-9 and a-f, got '630DCD",
    ),
    "a hash and more": (lambda: Promise(HASH + "\n", NOTHING), "expected a hash of 64 digits"),
    "words in a list": (
        lambda: Promise(HASH, ["", ""]),  # type: ignore[arg-type]
        "expected a tuple of words, one text a seat",
    ),
    "two blanks": (lambda: Promise(HASH, ("a  b",)), "expected words on one line"),
    "long words": (lambda: Promise(HASH, ("a" * 101,)), "expected at most 100 characters"),
    "no order": (
        lambda: shuffled(SECRET, ("e\u0301",), "deal", RULESETS["nz"].pack),
        "expected words on one line, in Unicode's form NFC",
    ),
    "a short deal": (
        lambda: deal(SECRET, ("",), RULESETS["nz"], Seat(0)),
        "expected the words of 4 seats, got 1",
    ),
    "a short draw": (
        lambda: list(draws(SECRET, ("",), RULESETS["nz"])),
        "expected the words of 4 seats, got 1",
    ),
    "a pack too large": (
        lambda: shuffled(SECRET, NOTHING, "deal", RULESETS["nz"].pack * 9),
        "expected a pack of at most 256 cards, got 288",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_fair_deal_is_refused_in_a_sentence(case: str) -> None:
    make, message = BAD[case]
    with pytest.raises(NotFair, match=f"^{re.escape(message)}"):
        make()
