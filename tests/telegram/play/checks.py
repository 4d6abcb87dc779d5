"""What holds for every call that the bot makes, whatever goes on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.chat.leaks import cards_named, cards_seen
from tests.telegram.fake.limits import is_counted
from tests.telegram.play.town import Spot
from ukachat.chat.decisions import Dealt
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.telegram.fake.chats import Message
    from tests.telegram.fake.world import Call
    from tests.telegram.play.town import Moment, Town
    from ukachat.chat.table import Table
    from ukachat.engine.cards import Card

WAITS = {True: 60.0, False: 5.0}
"""For how long a message may wait until it is sent: to a group, and to a person."""
# A refusal may name the card that its reader has just named.
REFUSED = re.compile(r"You do not hold [^.]*\.")
SIGNS = re.compile("[♣♦♥♠]")


def check_calls(town: Town, *, never_started: int = 0) -> None:
    """Nothing was refused, sent too fast or shown to the wrong person.

    Args:
        town: Where the bot has been.
        never_started: How many refusals there are because somebody never started the bot.
    """
    refused = town.world.refused()
    closed = [call for call in refused if call.refusal is not None and call.refusal.code == 403]
    assert len(closed) == never_started, closed
    others = [call for call in refused if call not in closed]
    assert not others, others
    assert not [press for press in town.world.presses.values() if not press.answered]
    _check_pace(town)
    _check_cards(town)
    log = town.log.getvalue()
    assert "sendMessage" in log  # or else nothing was logged
    assert town.world.token.partition(":")[2] not in log
    assert "Traceback" not in log
    assert "[error" not in log


def _check_pace(town: Town) -> None:
    """At most 20 sends and edits to a group in any minute."""
    sent: dict[int, list[float]] = {}
    for call in town.world.calls:
        if is_counted(call.method) and call.chat is not None and call.chat < 0:
            sent.setdefault(call.chat, []).append(call.time)
    for chat, times in sent.items():
        for first, last in zip(times, times[20:], strict=False):
            assert last - first >= 60, f"more than 20 to {chat} within {last - first} s"


# --- cards ---


def _check_cards(town: Town) -> None:
    for call in town.world.calls:
        shown = _shown(call)
        data = " ".join(button.get("callback_data", "") for button in _buttons(call))
        assert not SIGNS.search(data), call
        is_group = call.chat is not None and call.chat < 0
        assert not (is_group and cards_named(data)), call
        told = cards_named(REFUSED.sub("", shown))
        if told and not any(told <= known for known in _known(town, call)):
            raise AssertionError(f"somebody is shown {told}: {call}")


def _buttons(call: Call) -> list[dict[str, str]]:
    markup = call.params.get("reply_markup") or {}
    return [button for row in markup.get("inline_keyboard", ()) for button in row]


def _shown(call: Call) -> str:
    """Everything of a call that a person or their program could read."""
    texts = [str(call.params.get(name, "")) for name in ("text", "caption")]
    document = call.params.get("document")
    if document is not None:
        texts.append(document.content.decode())
    texts += [value for button in _buttons(call) for value in button.values()]
    return "\n".join(texts)


def _known(town: Town, call: Call) -> Iterator[frozenset[Card]]:
    """What the readers of a call may know of one deal, at each moment that it may be about."""
    home, reader, waits = _readers(town, call)
    for moments in town.past:
        end = bisect_right(moments, call.time, key=lambda each: each.at)
        start = bisect_right(moments, call.time - waits, key=lambda each: each.at) - 1
        for _, _, table in moments[max(start, 0) : end]:
            sits = reader is not None and table.seat_of(reader) is not None
            if sits or table.home == home:
                yield _seen(table, reader, whole=call.method == "sendDocument")


def _readers(town: Town, call: Call) -> tuple[str, str | None, float]:
    """Where a call is read; by whom, if it is for one person; and how long it may have waited."""
    if call.method == "answerCallbackQuery":
        press = town.world.presses[call.params["callback_query_id"]]
        spot = _spot(press.message)
        return spot.address, town.accounts.get(f"telegram:{press.user.id}"), 0.0
    assert call.chat is not None, call
    chat = town.world.chats[call.chat]
    if chat.user is not None:
        reader = town.accounts.get(f"telegram:{chat.id}")
        return reader or "", reader, WAITS[False]
    spot = Spot(chat, call.params.get("message_thread_id"))
    if "message_id" in call.params:
        spot = _spot(chat.messages[call.params["message_id"]])
    return spot.address, None, WAITS[True]


def _spot(message: Message) -> Spot:
    is_in_topic = message.thread in message.chat.topics
    return Spot(message.chat, message.thread if is_in_topic else None)


def _seen(table: Table, person: str | None, *, whole: bool) -> frozenset[Card]:
    """What somebody may know of the deal in hand, or of the whole game."""
    game = table.game
    if whole or game is None or game.deals == 0:
        return frozenset(cards_seen(table, person))
    undone = tuple(each for each in game.undone if each.deal == game.deals - 1)
    deal = replace(game, taken=game.taken[game.deal_from - 1 :], undone=undone)
    return frozenset(cards_seen(replace(table, game=deal), person))


# --- how many messages ---


def per_deal(town: Town, spot: Spot) -> list[int]:
    """How many sends and edits a group got from one deal of a game to the next."""
    counts: list[int] = []
    for moments in town.past:
        if moments[0].table.home != spot.address:
            continue
        deals = [moment.at for moment in moments if isinstance(moment.decision, Dealt)]
        ends = [*deals[1:], _end(moments)]
        times = Counter[int]()
        for call in town.world.sent(spot.chat):
            for number, (start, end) in enumerate(zip(deals, ends, strict=True)):
                times[number] += start <= call.time < end
        counts += [times[number] for number in range(len(deals))]
    return counts


def _end(moments: list[Moment]) -> float:
    """A minute after a game has ended."""
    over = (each.at for each in moments if each.table.stage in {Stage.OVER, Stage.CLOSED})
    return next(over, moments[-1].at) + 60
