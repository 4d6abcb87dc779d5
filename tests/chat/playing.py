"""People in tests who play whole games by talking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.chat.talking import account_of
from ukachat.chat.choices import choice_words
from ukachat.chat.publishing import action_buttons
from ukachat.chat.table import Stage
from ukachat.engine import view
from ukachat.players import get_player

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.chat.talking import Conversation
    from ukachat.chat.messages import Outgoing
    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat


def names_of(conversation: Conversation, table: Table) -> dict[Seat, str]:
    """Who sits where at a table, by the names under which they speak."""
    persons = conversation.store.persons
    return {
        seat: persons[human.person].name
        for seat, human in table.people.items()
        if human.person in persons
    }


def next_move(
    conversation: Conversation, rng: Random, level: str = "club"
) -> tuple[str, str] | None:
    """Who says what next at the newest table, so that the game goes on; None where it is over."""
    table = conversation.table
    if table.stage is not Stage.PLAYING or table.game is None:
        return None
    seat = table.waits_for[0]
    who = names_of(conversation, table)[seat]
    if not table.present:
        return who, "/back"
    if table.turn is None:
        return who, "/deal"
    seen = view(table.game.state, table.turn)
    names = table.names({each.id: each.name for each in conversation.store.persons.values()})
    return who, choice_words(get_player(level).choose(seen, rng), seen, names)


def says(label: str, said: str) -> bool:
    """Whether a label is what somebody says, whatever sign of a card stands before it."""
    card = said.removeprefix("Throw the ")
    sign, _, words = label.partition(" ")
    return label == said or (len(sign) <= len("10♥") and words.lower() == card.lower())


def play_on(
    conversation: Conversation, rng: Random, *, group: bool = False, most: int = 5_000
) -> Iterator[list[Outgoing]]:
    """Everybody says what they do until the game is over; what is sent for each move."""
    for _ in range(most):
        move = next_move(conversation, rng)
        if move is None:
            return
        version = conversation.table.version
        yield conversation.say(*move, group=group)
        assert conversation.table.version > version, f"{move} led to nothing"
    raise AssertionError(f"no end after {most} moves")


def is_private_to(post: Outgoing, who: str) -> bool:
    """Whether a message is for one person's eyes alone."""
    return post.to == account_of(who)


def pressing(table: Table, action: SeatAction) -> str:
    """The data of the button by which the seat whose turn it is takes an action."""
    assert table.turn is not None
    ((button,),) = action_buttons(table, table.turn, [action], table.rules.seating.names)
    return button.data
