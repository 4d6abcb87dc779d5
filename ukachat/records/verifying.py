"""Checking the shuffles of a recorded game by the secrets that were promised and later told.

docs/fair-deals.md says what such a check proves and what it cannot prove. As in `findings`, deals
are counted from 1, and 0 stands for the draw for the first dealer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ukachat.engine.cards import Card
from ukachat.engine.notation import format_cards
from ukachat.fair import commitment, deal, draws
from ukachat.records.course import plays, trumps_of
from ukachat.text.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ukachat.engine.actions import Deal
    from ukachat.engine.cards import Hand
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat
    from ukachat.fair import Promise
    from ukachat.records.findings import Names
    from ukachat.records.model import FirstDealerFound, KeyPath, RecordedDeal, SavedGame

DRAW: Final = 0

UNPROVABLE: Final = (
    "No check can prove that the host did not look at the secret or the cards, or show them to "
    "somebody, nor that the hash was shown before the words were added, unless you noted it then."
)


class Proved(NamedTuple):
    """The secret has the promised hash, and with the words it gives the recorded cards."""

    deal: int


class NotRevealed(NamedTuple):
    """The hash is recorded, and the secret is not told yet."""

    deal: int


class NotPromised(NamedTuple):
    """Nothing was promised that a check could begin with."""

    deal: int


class Misfit(NamedTuple):
    """Something in the record is not what it was.

    Attributes:
        deal: The deal.
        what: What does not fit, as a sentence without the deal.
        path: Where it stands in the file.
    """

    deal: int
    what: str
    path: KeyPath

    def sentence(self) -> str:
        """What people read."""
        return f"{'The draw' if self.deal == DRAW else f'Deal {self.deal}'}: {self.what}"


Verdict: TypeAlias = Proved | NotRevealed | NotPromised | Misfit


class Verification(NamedTuple):
    """What a check of a game found.

    Attributes:
        verdicts: One of the draw, if it is recorded, and of each deal; of a shuffle that does not
            fit, a `Misfit` for everything about it that does not.
    """

    verdicts: tuple[Verdict, ...]

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """Everything that does not fit; empty if the check found no fault."""
        return tuple(each for each in self.verdicts if isinstance(each, Misfit))

    def sentences(self) -> tuple[str, ...]:
        """What people read of a check, the misfits apart, whose own sentences go first."""
        proved = [each.deal for each in self.verdicts if isinstance(each, Proved)]
        sealed = [each.deal for each in self.verdicts if isinstance(each, NotRevealed)]
        bare = [each.deal for each in self.verdicts if isinstance(each, NotPromised)]
        return tuple(self._sentences(proved, sealed, bare))

    def _sentences(self, proved: list[int], sealed: list[int], bare: list[int]) -> Iterator[str]:
        if proved:
            yield (
                f"Proved for {_listed(proved)}: the secret is the one whose hash was promised, and "
                "with the words of the seats it gives exactly the cards of the record."
            )
        if sealed:
            yield (
                f"Not to be checked yet: {_listed(sealed)}. The hash is recorded, and the secret "
                "is not told yet."
            )
        if bare:
            yield f"Not to be checked: {_listed(bare)}. No hash was recorded."
        if not self.verdicts:
            yield "There is nothing to check: the game has no deal yet."
        if proved:
            yield UNPROVABLE


def verify(game: SavedGame) -> Verification:
    """Does every shuffle of a record again whose secret is told, and compares the cards.

    Compared is what the record holds: hands, turn-up and kitty as far as they are written, and
    every card that a seat played or threw.
    """
    rules, names = game.ruleset, game.names
    verdicts: list[Verdict] = []
    if game.first_dealer is not None:
        verdicts += _judged(DRAW, game.first_dealer.fair, _draw_misfits(rules, game.first_dealer))
    for number, recorded in enumerate(game.deals, 1):
        verdicts += _judged(number, recorded.fair, _deal_misfits(rules, number, recorded, names))
    return Verification(tuple(verdicts))


def _judged(number: int, promise: Promise | None, misfits: Iterable[Misfit]) -> list[Verdict]:
    """What is to be said of a shuffle; `misfits` is not asked where nothing can be compared."""
    if promise is None:
        return [NotPromised(number)]
    if promise.secret is None:
        return [NotRevealed(number)]
    found: list[Verdict] = []
    if commitment(promise.secret) != promise.hash:
        what = "the secret does not have the hash that was promised; one of the two was altered."
        found.append(Misfit(number, what, _path(number, "fair", "secret")))
    found += misfits
    return found or [Proved(number)]


def _draw_misfits(rules: Ruleset, found: FirstDealerFound) -> Iterator[Misfit]:
    promise = found.fair
    assert promise is not None
    assert promise.secret is not None
    derived = tuple(each.cards for each in draws(promise.secret, promise.words, rules))
    # A draw that is not over yet may be recorded as far as it went.
    expected = derived if found.dealer is not None else derived[: len(found.draws)]
    if found.draws != expected:
        path = _path(DRAW, "draws")
        yield Misfit(DRAW, _differ("draws", _all(derived), _all(found.draws)), path)


def _deal_misfits(
    rules: Ruleset, number: int, recorded: RecordedDeal, names: Names
) -> Iterator[Misfit]:
    promise = recorded.fair
    assert promise is not None
    assert promise.secret is not None
    derived = deal(promise.secret, promise.words, rules, recorded.dealer)
    for what, dealt, written, path in _parts(recorded, derived, names):
        if not _are_among(written, dealt):
            differ = _differ(what, format_cards(dealt), format_cards(written))
            yield Misfit(number, differ, _path(number, *path))
            return  # Where one hand is another, all are, which needs no saying.
    for seat, card in _shown(rules, recorded):
        own = {*derived.hands[seat], *([derived.turn_up] if seat == recorded.dealer else [])}
        if card not in own:
            what = f"{names[seat]} played or threw {card}, which was not dealt to that seat."
            yield Misfit(number, what, _path(number, "tricks"))
            return


def _parts(
    recorded: RecordedDeal, derived: Deal, names: Names
) -> Iterator[tuple[str, Hand, Hand, tuple[str | int, ...]]]:
    """What is compared: what it is called, as derived, as recorded, and where it stands."""
    for seat, (dealt, written) in enumerate(zip(derived.hands, recorded.hands, strict=True)):
        yield f"{names[seat]} the cards", dealt, written, ("hands", seat)
    yield "the turn-up", (derived.turn_up,), (recorded.turn_up,), ("turn_up",)
    yield "the kitty", derived.kitty, recorded.kitty, ("kitty",)


def _are_among(written: Hand, dealt: Hand) -> bool:
    """Whether these are the cards, or some of them, each once and in whatever order."""
    return len(set(written)) == len(written) and set(written) <= set(dealt)


def _shown(rules: Ruleset, recorded: RecordedDeal) -> Iterator[tuple[Seat, Card]]:
    """Every card that the record shows a seat to have had."""
    if isinstance(recorded.exchange, Card):
        yield recorded.dealer, recorded.exchange
    trumps = trumps_of(rules, recorded)
    if trumps is not None:
        yield from ((each.seat, each.card) for each in plays(rules, recorded, trumps))


def _differ(what: str, derived: str, written: str) -> str:
    return f"secret and words give {what} {derived}, but the record has {written}."


def _all(drawn: Sequence[Hand]) -> str:
    return ", then ".join(map(format_cards, drawn)) or "none"


def _path(number: int, *keys: str | int) -> KeyPath:
    return ("first_dealer", *keys) if number == DRAW else ("deals", number - 1, *keys)


def _listed(numbers: list[int]) -> str:
    """Shuffles in words: "the draw for the first dealer, deals 1 to 3 and deal 5"."""
    parts = ["the draw for the first dealer"] if DRAW in numbers else []
    runs: list[list[int]] = []
    for number in numbers:
        if number == DRAW:
            continue
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts += [f"deal {run[0]}" if len(run) == 1 else f"deals {run[0]} to {run[-1]}" for run in runs]
    return joined(parts)
