"""People of the fake who play whole games, knowing only what they are shown."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from tests.telegram.play.town import Spot
from ukachat.records import parse_games, replay, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.telegram.fake.chats import Message
    from tests.telegram.fake.people import Person
    from tests.telegram.play.town import Town

OF_A_TABLE = {"My cards", "Deal", "Agree", "Rematch", "Start"}
NO_CHOICE = {"My cards", "Private hand", "Agree", "Decline"}
SLOT = re.compile(r"(\d) ([^,.]+)[,.]")
MAY_PLAY = re.compile(r"you may play ([\d, or]+)\.")
LETTERS = str.maketrans("♣♦♥♠", "cdhs")
ASKED = re.compile(r"^\w+ asks [^.]*\. (.*): /agree or /decline\?", re.MULTILINE)
PATIENCE = 60
"""So often nobody may know what to do, a few seconds each time."""
MOST_ACTS = 600


class Manner(Enum):
    """How somebody plays."""

    PRESSING = "pressing"
    """By the buttons under the table; in a group by "My cards" and the numbers of the slots."""
    TYPING = "typing"
    """By typing below the table, having looked at the cards by "My cards"."""
    PRIVATELY = "privately"
    """By the buttons of the private chat, wherever the table is."""


class Player:
    """Somebody who plays at one table.

    Attributes:
        spot: Where the table is; for a private table the player's own chat.
        manners: How they play, each time one of these.
        title: What their table's title begins with; empty where no other is shown there.
        refusals: What they were told when something could not be done.
    """

    def __init__(self, town: Town, person: Person, spot: Spot | None, *manners: Manner) -> None:
        self.person = person
        self.spot = spot or Spot(person.private)
        self.manners = manners or (Manner.PRESSING,)
        self.title = ""
        self.refusals: list[str] = []
        self._town = town
        self._tried: set[str] = set()
        self._tried_at = ""

    @property
    def table(self) -> Message | None:
        """The message that shows them the table where it has buttons for them."""
        shown = [each for each in self.spot.shown() if OF_A_TABLE & set(each.labels)]
        own = [each for each in shown if self.title in (each.text or "")]
        return own[-1] if own else None

    @property
    def is_over(self) -> bool:
        """Whether they see that the game is over."""
        return self.table is not None and "Rematch" in self.table.labels

    async def acts(self) -> bool:
        """Does what they are asked to do; whether they were asked anything."""
        table = self.table
        if table is not None and "Agree" in table.labels:
            return await self._consents(table)
        if table is not None and "Deal" in table.labels:
            return await self._deals(table)
        manner = self._town.rng.choice(self.manners)
        if manner is Manner.PRIVATELY or self.spot.chat is self.person.private:
            return await self._chooses_privately(manner)
        is_next = f"\n{self.person.first_name} is next."
        if table is None or is_next not in (table.text or ""):
            return False
        return await self._chooses_in_group(table, manner)

    async def _consents(self, table: Message) -> bool:
        asked = ASKED.search(table.text or "")
        if asked is None or self.person.first_name not in re.findall(r"\w+", asked[1]):
            return False
        return await self._presses(self._town.rng.choice(["Agree", "Decline"]), table)

    async def _deals(self, table: Message) -> bool:
        dealer = re.search(r"^(.+) deals\. Until then", table.text or "", re.MULTILINE)
        if dealer is not None and dealer[1] != self.person.first_name:
            is_person = dealer[1] in {each.first_name for each in self._town.people}
            if is_person:
                return False
        return await self._presses("Deal", table)

    async def _chooses_privately(self, manner: Manner) -> bool:
        asks = f"Your turn, {self.person.first_name}."
        asking = [
            message
            for message in self.person.private.said_by_bot()
            if asks in (message.text or "") and set(message.labels) - NO_CHOICE
        ]
        if not asking:
            return False
        labels = [label for label in asking[-1].labels if label not in NO_CHOICE]
        label = self._town.rng.choice(labels)
        if manner is Manner.TYPING:
            await self._town.says(self.person, label)
            return True
        return await self._presses(label, asking[-1])

    async def _chooses_in_group(self, table: Message, manner: Manner) -> bool:
        calls = [each for each in table.labels if each not in NO_CHOICE and not each.isdecimal()]
        cards = await self._looks_at_cards(table) if "1" in table.labels else {}
        options = [each for each in (*calls, *cards) if each not in self._tried_with(table)]
        if not options:
            return False
        chosen = self._town.rng.choice(options)
        self._tried.add(chosen)
        if manner is Manner.PRESSING:
            return await self._presses(chosen, table)
        await self._types(cards.get(chosen, chosen), table)
        return True

    def _tried_with(self, table: Message) -> set[str]:
        """What they have tried since the table looks as it does."""
        if self._tried_at != table.text:
            self._tried_at, self._tried = str(table.text), set()
        return self._tried

    async def _looks_at_cards(self, table: Message) -> dict[str, str]:
        """The cards that may be chosen as far as they are told, by the number of their slot."""
        told = (await self._town.presses(self.person, "My cards", table)).text
        slots = dict(SLOT.findall(told.replace("\ufe0f", "")))
        # The table may not show yet that there are no cards any more.
        assert len(slots) >= 5 or not slots, told
        playable = MAY_PLAY.search(told)
        may = set(re.findall(r"\d", playable[1])) if playable else set(slots)
        return {
            number: card.translate(LETTERS).lower()
            for number, card in slots.items()
            if card != "played" and number in may
        }

    async def _presses(self, label: str, message: Message) -> bool:
        press = await self._town.presses(self.person, label, message)
        if press.text:
            assert press.alert
            self.refusals.append(press.text)
        return True

    async def _types(self, words: str, table: Message) -> None:
        name = self._town.world.me.username
        match self._town.rng.randrange(4):
            case 0:
                await self._town.says(self.person, f"/play {words}", self.spot)
            case 1:
                await self._town.says(self.person, f"/play@{name} {words}", self.spot)
            case 2:
                await self._town.says(self.person, f"@{name} {words}", self.spot)
            case _:
                await self._town.says(self.person, words, self.spot, reply_to=table)


async def play(town: Town, *players: Player) -> None:
    """Everybody plays until all their games are over."""
    idle = 0
    for _ in range(MOST_ACTS):
        if all(player.is_over for player in players):
            _check_one_message(players)
            return
        for player in town.rng.sample(players, len(players)):
            if not player.is_over and await player.acts():
                idle = 0
                break
        else:
            idle += 1
            assert idle < PATIENCE, f"nobody knows what to do: {_seen_by(players)}"
            await town.passes(5)
    raise AssertionError(f"no end after {MOST_ACTS} acts: {_seen_by(players)}")


def _check_one_message(players: Sequence[Player]) -> None:
    """A table is shown in one message: of those before it nothing is left."""
    for player in players:
        shown = [str(message.text) for message in player.person.private.said_by_bot()]
        assert not [text for text in shown if "Your turn" in text], shown


def _seen_by(players: Sequence[Player]) -> list[str]:
    """What players see who do not get on."""
    tables = [table for player in players if (table := player.table) is not None]
    told = [told for player in players for told in player.refusals[-2:]]
    return [f"{table.text}\n{table.labels}" for table in tables] + told


async def save_and_check(town: Town, player: Player) -> None:
    """Saves a game that is over, which then replays to the end that everybody was told."""
    table = player.table
    assert table is not None
    ended = re.findall(r"wins the game: \S+ (\d+), \S+ (\d+)\.", table.text or "")
    assert ended, table.text
    await town.presses(player.person, "Save", table)
    await town.passes(10)
    documents = [each.document for each in player.spot.shown() if each.document is not None]
    content = town.world.files[documents[-1]["file_id"]].content.decode()
    (game,) = parse_games(content, source="saved")
    assert replay(game).deals[-1].score == tuple(map(int, ended[-1]))
    assert not verify(game).misfits


# --- before a game ---


async def open_table(town: Town, player: Player, rules: str) -> None:
    """Opens a table by typing."""
    await town.says(player.person, f"/play {rules}", player.spot)
    await town.passes(10)


async def sit_down(town: Town, player: Player) -> None:
    """Takes one of the seats that the lobby of a group offers."""
    table = player.table
    assert table is not None
    seats = [label for label in table.labels if label.startswith("Sit ")]
    press = await town.presses(player.person, town.rng.choice(seats), table)
    assert not press.text
    await town.passes(10)


async def start(town: Town, player: Player) -> None:
    """Begins the game; computers take the empty seats."""
    table = player.table
    assert table is not None
    press = await town.presses(player.person, "Start", table)
    assert not press.text
    await town.passes(10)
