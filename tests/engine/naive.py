"""The game once more, slowly: one deal, written from the rules alone.

A second opinion for the engine: plain lists and ifs, cards and decisions as text (``1 plays JH``),
no tables, and nothing shared with the engine. `VARIANTS` are the values of the rules' knob matrix.
"""

from __future__ import annotations

from collections.abc import Iterator

# Scoring cells by the makers' tricks from none: "m1" gives the makers 1, "d2" the defenders 2.
_PAIR = "d2 d2 d2 m1 m1 m2"
_LONE = "d2 d2 d2 m1 m1 m4"
_NA = {
    "low": "9",
    "must_hold": "none",
    "dealer_partner": "normal",
    "pick_up": "optional",
    "may_discard_turn_up": "no",
    "last_turn": "may_pass",
    "alone_who": "maker_side",
    "alone_when": "before_first_lead",
    "defend": "any_hand",
    "first_lead": "left_of_loner",
    "pair_vs_pair": _PAIR,
    "lone_vs_pair": _LONE,
    "pair_vs_lone": "d4 d2 d2 m1 m1 m2",
    "lone_vs_lone": "d4 d2 d2 m1 m1 m4",
}
_CALLER_ONLY = {
    "alone_who": "caller",
    "alone_when": "with_call",
    "defend": "none",
    "first_lead": "left_of_dealer",
    "pair_vs_pair": _PAIR,
    "lone_vs_pair": _LONE,
}
_BASE = {"low": "9", "must_hold": "none", "dealer_partner": "normal"}
VARIANTS: dict[str, dict[str, str]] = {
    "nz": {
        **_CALLER_ONLY,
        "low": "7",
        "must_hold": "non_dealer",
        "dealer_partner": "normal",
        "pick_up": "forced",
        "may_discard_turn_up": "no",
        "last_turn": "takes_turn_up",
        "pair_vs_pair": "d2 d2 d2 m1 m1 m3",
        "lone_vs_pair": "d4 d4 d4 d4 d4 m4",
    },
    "na": _NA,
    "na32": {**_NA, "low": "7"},
    "bicycle": {
        **_BASE,
        **_CALLER_ONLY,
        "pick_up": "optional",
        "may_discard_turn_up": "no",
        "last_turn": "may_pass",
    },
    "tournament": {
        **_BASE,
        **_CALLER_ONLY,
        "pick_up": "forced",
        "may_discard_turn_up": "yes",
        "last_turn": "must_name",
    },
    "canadian": {
        **_BASE,
        **_CALLER_ONLY,
        "dealer_partner": "alone_only",
        "pick_up": "forced",
        "may_discard_turn_up": "yes",
        "last_turn": "may_pass",
    },
}

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
OTHER = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKS = "789TJQKA"


def suit_of(card: str, trump: str) -> str:
    """The suit that a card belongs to."""
    if card == "J" + OTHER[trump]:
        return trump
    return card[1]


def best_of(cards: list[str], trump: str) -> int:
    """Which card of a trick wins."""
    order = ["J" + trump, "J" + OTHER[trump]]
    order += [rank + trump for rank in "AKQT987"]
    led = suit_of(cards[0], trump)
    order += [rank + led for rank in "AKQJT987"]
    for card in order:
        if card in cards:
            return cards.index(card)
    raise AssertionError(cards)


class NaiveDeal:
    """One deal between two decisions. `legal` says what may be done, `do` does it."""

    def __init__(
        self, variant: dict[str, str], dealer: int, hands: list[list[str]], turn_up: str
    ) -> None:
        self.variant = variant
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.turn_up = turn_up
        self.stage = "first round"
        self.turn = (dealer + 1) % 4
        self.trump = ""
        self.caller = -1
        self.alone: list[int] = []
        self.to_ask: list[int] = []
        self.trick: list[str] = []
        self.leader = -1
        self.tricks = [0, 0]
        self.points: tuple[int, int] | None = None

    def copy(self) -> NaiveDeal:
        """The same deal, to try a decision on."""
        other = NaiveDeal(self.variant, self.dealer, self.hands, self.turn_up)
        other.stage, other.turn = self.stage, self.turn
        other.trump, other.caller = self.trump, self.caller
        other.alone, other.to_ask = list(self.alone), list(self.to_ask)
        other.trick, other.leader = list(self.trick), self.leader
        other.tricks, other.points = list(self.tricks), self.points
        return other

    # --- what may be done ---

    def legal(self) -> list[str]:
        """What the seat to act may do; empty once the deal is over."""
        if self.stage == "over":
            return []
        says = {
            "first round": self._first_round,
            "second round": self._second_round,
            "alone?": lambda: ["alone", "with partner"],
            "forced": lambda: ["alone", "with partner"],
            "exchange": self._exchange,
            "play": self._play,
        }[self.stage]()
        return [f"{self.turn} {said}" for said in says]

    def _alone_with_call(self) -> bool:
        return self.variant["alone_when"] == "with_call"

    def _must_hold(self, suit: str) -> bool:
        if self.variant["must_hold"] == "non_dealer" and self.turn != self.dealer:
            return not any(card[1] == suit for card in self.hands[self.turn])
        return False

    def _first_round(self) -> list[str]:
        says = ["pass"]
        if self._must_hold(self.turn_up[1]):
            return says
        partner = (self.dealer + 2) % 4
        if self.turn != partner or self.variant["dealer_partner"] == "normal":
            says.append("order up")
        if self._alone_with_call():
            says.append("order up alone")
        return says

    def _second_round(self) -> list[str]:
        says = []
        if not (self.turn == self.dealer and self.variant["last_turn"] == "must_name"):
            says.append("pass")
        for suit, word in SUITS.items():
            if suit == self.turn_up[1] or self._must_hold(suit):
                continue
            says.append(word)
            if self._alone_with_call():
                says.append(word + " alone")
        return says

    def _exchange(self) -> list[str]:
        says = ["discards " + card for card in self.hands[self.dealer]]
        if self.variant["may_discard_turn_up"] == "yes":
            says.append("discards " + self.turn_up)
        if self.variant["pick_up"] == "optional" and self.caller != self.dealer:
            says.append("leaves the turn-up")
        return says

    def _play(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.trick:
            led = suit_of(self.trick[0], self.trump)
            following = [card for card in hand if suit_of(card, self.trump) == led]
            if following:
                hand = following
        return ["plays " + card for card in hand]

    # --- doing it ---

    def do(self, text: str) -> None:
        """Goes on after a decision."""
        said = text.split(" ", 1)[1]
        if self.stage in ("first round", "second round"):
            self._call(said)
        elif self.stage == "exchange":
            if said != "leaves the turn-up":
                self.hands[self.dealer].append(self.turn_up)
                self.hands[self.dealer].remove(said.split()[1])
            self._start_asking()
        elif self.stage == "forced":
            if said == "alone":
                self.alone.append(self.turn)
            self._made(self.turn_up[1])
        elif self.stage == "alone?":
            if said == "alone":
                self.alone.append(self.turn)
                partner = (self.turn + 2) % 4
                if partner in self.to_ask:
                    self.to_ask.remove(partner)
            self._ask()
        else:
            self._play_card(said.split()[1])

    def _call(self, said: str) -> None:
        if said == "pass":
            self._pass()
            return
        if said.endswith(" alone"):
            self.alone.append(self.turn)
        if said.startswith("order up"):
            self._made(self.turn_up[1])
        else:
            self._made(said[0].upper())

    def _pass(self) -> None:
        takes = self.variant["last_turn"] == "takes_turn_up"
        dealer_passed = self.turn == self.dealer
        self.turn = (self.turn + 1) % 4
        if dealer_passed and self.stage == "first round":
            self.stage = "second round"
        elif dealer_passed:
            self.stage = "over"
        elif self.stage == "second round" and self.turn == self.dealer and takes:
            self.stage = "forced"

    def _made(self, trump: str) -> None:
        from_turn_up = self.stage != "second round"
        self.trump = trump
        self.caller = self.turn
        if from_turn_up and self.dealer not in self._out():
            self.stage = "exchange"
            self.turn = self.dealer
        else:
            self._start_asking()

    def _out(self) -> list[int]:
        return [(seat + 2) % 4 for seat in self.alone]

    def _start_asking(self) -> None:
        self.to_ask = []
        if self.variant["alone_when"] == "before_first_lead":
            self.to_ask.append(self.caller)
            if self.variant["alone_who"] == "maker_side":
                self.to_ask.append((self.caller + 2) % 4)
        if self.variant["defend"] == "any_hand":
            for place in (1, 2, 3, 4):
                seat = (self.dealer + place) % 4
                if seat % 2 != self.caller % 2:
                    self.to_ask.append(seat)
        self._ask()

    def _ask(self) -> None:
        if self.to_ask:
            self.stage = "alone?"
            self.turn = self.to_ask.pop(0)
            return
        self.stage = "play"
        before = self.dealer
        defenders = [seat for seat in self.alone if seat % 2 != self.caller % 2]
        if len(self.alone) == 2:
            before = (defenders[0] + 3) % 4  # So that the lone defender leads.
        elif self.alone and self.variant["first_lead"] == "left_of_loner":
            before = self.alone[0]
        self.turn = self._next(before)
        self.leader = self.turn

    def _next(self, seat: int) -> int:
        seat = (seat + 1) % 4
        while seat in self._out():
            seat = (seat + 1) % 4
        return seat

    def _play_card(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) < 4 - len(self.alone):
            self.turn = self._next(self.turn)
            return
        winner = self.leader
        for _ in range(best_of(self.trick, self.trump)):
            winner = self._next(winner)
        self.tricks[winner % 2] += 1
        self.trick = []
        self.leader = self.turn = winner
        if sum(self.tricks) == 5:
            self.stage = "over"
            self._score()

    def _score(self) -> None:
        makers = self.caller % 2
        lone = ["lone" if side in [seat % 2 for seat in self.alone] else "pair" for side in (0, 1)]
        cells = self.variant[f"{lone[makers]}_vs_{lone[1 - makers]}"].split()
        cell = cells[self.tricks[makers]]
        side = makers if cell[0] == "m" else 1 - makers
        points = int(cell[1:])
        self.points = (points, 0) if side == 0 else (0, points)


def naive_perft(deal: NaiveDeal, depth: int) -> int:
    """How many ways a deal can go on for so many decisions."""
    if depth == 0:
        return 1
    return sum(naive_perft(after, depth - 1) for after in _follows(deal))


def _follows(deal: NaiveDeal) -> Iterator[NaiveDeal]:
    for text in deal.legal():
        after = deal.copy()
        after.do(text)
        yield after
