"""A text and a view in, one of four results out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.phrases.hearing import hear, own_phrases
from ukachat.chat.phrases.meaning import meant
from ukachat.chat.phrases.results import NotAllowed, Reading, TwoReadings, Unclear, Understood
from ukachat.engine.actions import Deal, Draw, SeatAction
from ukachat.engine.notation import parse_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.phrases.lexicon import Phrases
    from ukachat.chat.phrases.meaning import Meant
    from ukachat.engine.cards import Card
    from ukachat.engine.seats import Seat
    from ukachat.engine.views import View


def read(
    text: str,
    view: View,
    slots: Sequence[Card | None] = (),
    names: Sequence[str] = (),
) -> Reading:
    """What a text means for the seat whose turn it is.

    Next: do what is `Understood`; for `NotAllowed` let `engine.check` say why; put the other two
    as a `choices.question`, to the seat alone, since it tells what the hand holds.

    Args:
        text: Anything somebody typed.
        view: The view of the seat that speaks; where it has no legal actions, all is `Unclear`.
        slots: By slot, from 1, its card, the same for the whole deal; None where it has been
            played. While the dealer exchanges, the turn-up may be one more slot.
        names: By seat, what its player is called; empty where nobody is known by a name.
    """
    seat, legal = view.seat, view.legal_actions
    if seat is None or not legal:
        return Unclear(())
    noted = _noted(text, seat)
    if noted is not None:
        return Understood(noted) if noted in legal else NotAllowed(noted)
    parts = hear(text, _own(view, seat, names))
    if parts is None:
        return Unclear(legal)
    return _result(text, [each for part in parts for each in meant(part, view, slots)], legal)


def _result(text: str, found: Meant, legal: tuple[SeatAction, ...]) -> Reading:
    allowed = tuple(dict.fromkeys(each for alike in found for each in alike if each in legal))
    if len(allowed) > 1:
        return TwoReadings(text, allowed)
    if len(found) == 1 and allowed:
        return Understood(allowed[0])
    if len(found) == 1 and len(found[0]) == 1:
        return NotAllowed(found[0][0])
    return Unclear(legal)


def _noted(text: str, seat: Seat) -> SeatAction | None:
    """The action of this seat that is written in the notation of records."""
    try:
        action = parse_action(text)
    except ValueError:
        return None
    return None if isinstance(action, Draw | Deal) or action.seat != seat else action


def _own(view: View, seat: Seat, names: Sequence[str]) -> Phrases:
    """What this table calls things: people only where they are chosen, or played with."""
    table, words = view.ruleset.seating, view.ruleset.words
    called = [*zip(table.names, table.seats, strict=True), *zip(names, table.seats, strict=False)]
    if view.deal is None:
        return own_phrases(words, people=tuple(called))
    partners = tuple(name for name, other in called if other in table.partners[seat])
    return own_phrases(words, partners=partners)
