"""A whole evening in a group, and what becomes of the buttons of earlier moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.telegram.fake.people import Person
from tests.telegram.play.checks import check_calls
from tests.telegram.play.playing import (
    Manner,
    Player,
    open_table,
    play,
    save_and_check,
    sit_down,
    start,
)
from tests.telegram.play.town import Spot, Town
from ukachat.rulebook import ruleset_names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.telegram.fake.chats import Message

PRESSING, TYPING, PRIVATELY = Manner
OLD_PRESSES = 200
SETTINGS = ("words", "signs", "letters", "last play", "last ask", "", "nonsense")


class Evening:
    """Game after game at one group's table, with people who come and go."""

    def __init__(self, town: Town) -> None:
        self.town = town
        manners = ((PRESSING,), (TYPING,), (PRIVATELY,), (PRESSING, TYPING, PRIVATELY))
        self.all = [
            Player(town, person, town.group, *manner)
            for person, manner in zip(town.people, manners, strict=True)
        ]
        self.seated: list[Player] = []

    async def play(self, games: int) -> None:
        """Plays so many games, the first with all four."""
        await open_table(self.town, self.all[0], "nz target=3")
        self.seated = self.all[:1]
        for number in range(games):
            await self._fill(4 if number == 0 else self.town.rng.randint(1, 4))
            if self._is_lobby():
                await start(self.town, self.seated[0])
            await play(self.town, *self.seated)
            await save_and_check(self.town, self.town.rng.choice(self.seated))
            await self._between()

    def _is_lobby(self) -> bool:
        table = self.all[0].table
        return table is not None and "Start" in table.labels

    async def _fill(self, people: int) -> None:
        """Others sit down, as far as the lobby has seats for them."""
        for player in self.all:
            table = self.all[0].table
            seats = [] if table is None else [each for each in table.labels if "Sit " in each]
            if player not in self.seated and len(self.seated) < people and seats:
                await sit_down(self.town, player)
                self.seated.append(player)

    async def _between(self) -> None:
        """People change this and that, some get up, and there is another game."""
        town, rng = self.town, self.town.rng
        for player in self.seated[1:]:
            if rng.random() < 0.4:
                await town.says(player.person, "/leave", town.group)
                self.seated.remove(player)
        host = self.seated[0].person
        await town.says(host, f"/rules {rng.choice(ruleset_names())} target=2", town.group)
        await town.says(host, f"/pace {rng.choice(['live', 'relaxed', 'slow', 'off'])}", town.group)
        for player in self.all:
            await town.says(player.person, f"/settings {rng.choice(SETTINGS)}", town.group)
        await town.says(host, f"/settings pace {rng.choice(['live', 'slow'])}", town.group)
        await town.passes(60)
        table = self.all[0].table
        assert table is not None
        await town.presses(host, rng.choice(["Rematch", "Change partners"]), table)
        await town.passes(30)


def _evening(folder: Path, games: int, seed: int) -> None:
    town = Town(folder, seed)
    evening = Evening(town)
    town.live(lambda: evening.play(games))
    check_calls(town)
    sent, hours = len(town.world.sent(town.group.chat)), (town.clock.now() - 1.8e9) / 3600
    print(f"{games} games in {hours:.1f} hours, {sent} messages in the group")  # noqa: T201 - -s


def test_two_games_of_an_evening(tmp_path: Path) -> None:
    _evening(tmp_path, 2, 20)


@pytest.mark.long
def test_a_whole_evening(tmp_path: Path) -> None:
    _evening(tmp_path, 20, 21)


def test_old_buttons_in_a_group_change_nothing(tmp_path: Path) -> None:
    town = Town(tmp_path, 22)
    outsider = Person(town.world, "Rangi", started=True)

    async def evening() -> None:
        outsider.joins(town.group.chat)
        players = [Player(town, who, town.group, PRESSING) for who in (town.mere, town.ana)]
        await open_table(town, players[0], "nz target=2")
        await sit_down(town, players[1])
        await start(town, players[0])
        await play(town, *players)
        table = players[0].table
        assert table is not None
        await town.presses(town.mere, "Rematch", table)
        await town.passes(20)
        await start(town, players[0])
        for _ in range(8):
            for player in players:
                await player.acts()
        await town.passes(60)
        await _press_old_buttons(town, town.group, [*town.people, outsider], OLD_PRESSES)
        await town.passes(30)
        await play(town, *players)

    town.live(evening)
    check_calls(town)


def test_old_buttons_in_private_change_nothing(tmp_path: Path) -> None:
    town = Town(tmp_path, 23)

    async def evening() -> None:
        mere = Player(town, town.mere, None, PRESSING)
        await open_table(town, mere, "nz target=2")
        await start(town, mere)
        for _ in range(5):
            assert await mere.acts()
        await _press_old_buttons(town, mere.spot, [town.mere], 20)
        await play(town, mere)

    town.live(evening)
    check_calls(town)


async def _press_old_buttons(town: Town, spot: Spot, people: list[Person], times: int) -> None:
    """People press, all at once, what was under the messages of a chat before."""
    old = [(each, data) for each in spot.shown() for data in _old_buttons(each)]
    assert len(old) > 5
    before, said = town.decisions(), len(spot.shown())
    presses = []
    for _ in range(times):
        message, data = town.rng.choice(old)
        presses.append(town.rng.choice(people).presses(message=message, data=data))
    await town.passes(60)
    assert town.decisions() == before
    for press in presses:
        assert press.answered
        assert press.alert, press
        assert press.text.endswith("."), press
        assert "went wrong" not in press.text
    assert len(spot.shown()) == said


def _old_buttons(message: Message) -> list[str]:
    """What was carried by the buttons of a table that a message has no more."""
    now = [button.get("callback_data") for row in message.buttons for button in row]
    once = [button["callback_data"] for button in message.once if "callback_data" in button]
    return [data for data in once if data not in now and data.startswith("t:")]
