"""Short conversations as golden transcripts, to be read for their tone.

`pytest --renew` writes them anew after a change of wording.
"""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from tests.chat.playing import names_of, next_move, says
from tests.chat.talking import GROUP, Conversation, account_of, buttons
from ukachat.chat.messages import Edit, Reply, Say, Send
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ukachat.chat.messages import Outgoing


class Transcript:
    """A conversation that is written down as it is held."""

    def __init__(self, seed: int, network: str = "chat") -> None:
        self.conversation = Conversation(seed, network=network)
        self.lines: list[str] = []

    def say(self, who: str, text: str, *, group: bool = False) -> list[Outgoing]:
        self.lines.append(f"\n{who}{' in the group' if group else ''}> {text}")
        sent = self.conversation.say(who, text, group=group)
        self._write(sent)
        return sent

    def press(self, who: str, label: str, sent: list[Outgoing], *, group: bool = False) -> None:
        """Press a button of what was sent to somebody, or to the group."""
        address = account_of(who, self.conversation.network)
        offered = buttons(sent, GROUP if group else address)
        button = next(each for each in offered if says(each.label, label))
        where = " in the group" if group else ""
        self.lines.append(f"\n{who}{where} presses [{button.label}]")
        self._write(self.conversation.press(who, button.data, group=group))

    def wait(self, seconds: float) -> None:
        self.lines.append(f"\n({seconds:.0f} seconds pass)")
        self._write(self.conversation.wait(seconds))

    def play(self, until: Callable[[], bool], *, group: bool = False) -> None:
        """Everybody plays well, until something is so."""
        rng = Random(0)
        while not until():
            move = next_move(self.conversation, rng)
            assert move is not None
            self.say(*move, group=group)

    def play_by_presses(self, until: Callable[[], bool]) -> None:
        """As `play`, but everybody presses what they were sent in private."""
        rng = Random(0)
        while not until():
            move = next_move(self.conversation, rng)
            assert move is not None
            who, said = move
            self.press(who, "Deal" if said == "/deal" else said, self.conversation.sent)

    def skip(self, until: Callable[[], bool]) -> None:
        """As `play`, without writing it down."""
        kept = len(self.lines)
        self.play(until)
        del self.lines[kept:]
        self.lines.append("\n(...)")

    def _write(self, sent: list[Outgoing]) -> None:
        network = self.conversation.network
        people = ("Mere", "Ana", "Hemi", "Tama", "Rangi")
        names = {account_of(each, network): each for each in people}
        for post in sent:
            self.lines += self._told(names.get(post.to, "the group"), post)

    def _told(self, reader: str, post: Outgoing) -> Iterator[str]:
        match post:
            case Reply(text=""):
                return
            case Edit():
                yield f"  to {reader}, instead of what was there:"
            case _:
                yield f"  to {reader}:"
        yield from (f"    {line}".rstrip() for line in post.text.splitlines())
        if isinstance(post, Send):
            yield f"    <{post.name}>"
        if isinstance(post, Say | Edit) and post.buttons:
            yield from (
                f"    {' '.join(f'[{button.label}]' for button in row)}" for row in post.buttons
            )

    @property
    def text(self) -> str:
        """The transcript; hashes are cut, so that it can be read."""
        return re.sub(r"([0-9a-f]{8})[0-9a-f]{56}", r"\1...", "\n".join(self.lines).strip()) + "\n"

    def deals(self) -> int:
        game = self.conversation.table.game
        return 0 if game is None else game.deals

    def tricks(self) -> int:
        """How many tricks of the deal in hand are complete."""
        game = self.conversation.table.game
        return 0 if game is None else sum(t.winner is not None for t in game.account.tricks)

    def is_between_deals(self) -> bool:
        return self.conversation.table.dealer_to_deal is not None

    def turn(self) -> str:
        """Whose turn it is."""
        table = self.conversation.table
        assert table.turn is not None
        return names_of(self.conversation, table)[table.turn]


def test_one_person_against_computers(golden: Callable[[str, str], None]) -> None:
    talk = Transcript(11)
    talk.say("Mere", "/start")
    talk.say("Mere", "/play")
    talk.say("Mere", "/ruels")
    talk.say("Mere", "/start")
    talk.say("Mere", "deal")
    talk.say("Mere", "banana")
    talk.play(lambda: talk.tricks() > 0 or talk.is_between_deals())
    for text in ("/hand", "king", "ace of spades", "/last", "/undo", "/score"):
        talk.say("Mere", text)
    talk.play(lambda: talk.tricks() > 1)
    talk.say("Mere", "king of spades")
    talk.play(talk.is_between_deals)
    golden("one-against-computers.chat.txt", talk.text)


def test_two_cousins(golden: Callable[[str, str], None]) -> None:
    talk = Transcript(5)
    talk.say("Mere", "/play nz target=2")
    talk.say("Ana", "/join")
    talk.say("Ana", "/cut three blind mice")
    talk.say("Mere", "/start")
    talk.say("Ana", "/deal")
    talk.say("Mere", "away")
    talk.say("Mere", "/undo")
    talk.say("Ana", "no")
    talk.play(lambda: talk.tricks() > 0)
    who = talk.turn()
    other = "Ana" if who == "Mere" else "Mere"
    talk.say(other, "jack of hearts")
    talk.say(other, "/undo")
    talk.wait(310)
    talk.wait(310)
    talk.say(who, "/back")
    talk.say(other, "/away")
    talk.skip(lambda: talk.conversation.table.stage is Stage.OVER)
    talk.say(who, "/table")
    talk.say(who, "/rematch")
    golden("two-cousins.chat.txt", talk.text)


def test_four_in_a_group(golden: Callable[[str, str], None]) -> None:
    talk = Transcript(8)
    talk.say("Mere", "/uka", group=True)
    for person in ("Ana", "Hemi", "Tama"):
        talk.say(person, "/join", group=True)
    talk.say("Rangi", "/join", group=True)
    sent = talk.say("Tama", "/start", group=True)
    talk.play(lambda: talk.deals() > 0, group=True)
    who = talk.turn()
    talk.say("Rangi", "pass", group=True)
    talk.say(who, "did anybody see the rugby", group=True)
    talk.play(lambda: talk.tricks() > 0, group=True)
    talk.press("Hemi", "I deal", sent)
    talk.press("Rangi", buttons(sent, GROUP)[0].label, sent, group=True)
    talk.say(talk.turn(), "/hand", group=True)
    talk.say("Hemi", "/rules na", group=True)
    talk.say("Hemi", "/stop", group=True)
    for person in ("Mere", "Ana", "Tama"):
        talk.say(person, "/agree", group=True)
    golden("four-in-a-group.chat.txt", talk.text)


def test_one_message(golden: Callable[[str, str], None]) -> None:
    talk = Transcript(5, network="telegram")
    mere, ana = "Mere", "Ana"
    sent = talk.say(mere, "/start")
    talk.press(mere, "Play now against computers", sent)
    talk.play_by_presses(lambda: talk.tricks() > 1)
    talk.say(mere, "/leave now")
    talk.say(mere, "/play nz target=2")
    table = talk.conversation.table
    talk.say(ana, f"/start {table.id}")
    talk.press(ana, "Start", talk.conversation.sent)
    talk.play_by_presses(lambda: talk.tricks() > 0)
    talk.say(ana, "/away")
    talk.say(ana, "/table")
    talk.say(mere, "/away")
    talk.say(ana, "/back")
    talk.wait(310)
    talk.say(mere, "/back")
    talk.play_by_presses(lambda: talk.conversation.table.stage is Stage.OVER)
    talk.press(mere, "Rematch", talk.conversation.sent)
    golden("one-message.chat.txt", talk.text)


def test_one_message_in_a_group(golden: Callable[[str, str], None]) -> None:
    talk = Transcript(8, network="telegram")
    sent = talk.say("Mere", "/uka nz target=2", group=True)
    for person in ("Ana", "Hemi", "Tama"):
        talk.say(person, "/join", group=True)
    talk.press("Tama", "Start", sent, group=True)
    talk.play(talk.is_between_deals, group=True)
    talk.say("Hemi", "/table", group=True)
    talk.play(lambda: talk.conversation.table.turn is not None, group=True)
    talk.press(talk.turn(), "My cards", talk.conversation.sent, group=True)
    talk.wait(310)
    talk.play(lambda: talk.conversation.table.stage is Stage.OVER, group=True)
    golden("one-message-of-a-group.chat.txt", talk.text)
