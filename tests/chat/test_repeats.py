"""What comes twice, late or out of order is answered kindly and changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from tests.chat.crashing import (
    PEOPLE,
    Chance,
    Recorded,
    any_seed,
    begin,
    check_kept,
    meet_all,
    next_press,
    sent_now,
    spent,
    take,
)
from tests.chat.memory import MemoryStore
from tests.chat.talking import GROUP, account_of, buttons, run, texts
from ukachat.chat.messages import Button, Edit, Press, Say
from ukachat.chat.service import Service
from ukachat.rulebook import ruleset_names

# These look and change nothing, so they are always answered.
AT_ANY_TIME = {"/hand", "/save", "/verify"}


def old_buttons(chat: Recorded, moved: int) -> list[tuple[str, str]]:
    """The buttons that were shown before the newest table got so far: to whom, and their data."""
    return [
        (post.to, button.data)
        for post in chat.sent
        if isinstance(post, Say | Edit)
        for row in post.buttons
        for button in row
        if button.data.startswith("t:") and int(button.data.split(":")[2]) < moved
    ]


def check_old_button(chat: Recorded, who: str, data: str, *, group: bool) -> None:
    """An old button is answered kindly, and changes nothing."""
    before = chat.table
    sent = chat.press(who, data, group=group)
    assert chat.table == before, (who, data)
    told = [text for text in texts(sent, who) if text]
    assert told, (who, data)
    if data.rpartition(":")[2] not in AT_ANY_TIME:
        assert "older moment" in told[0] or "closed" in told[0], told


def play_with_noise(seed: int, rules: str, people: int, *, group: bool) -> int:
    """Play a game by buttons, in which every kind of repetition happens; how much of it there was.

    What is decided has to be what is decided in the same game without any of it.
    """
    rng, noise = Random(seed), 0
    plain, noisy = Recorded(seed), Recorded(seed)
    for chat in (plain, noisy):
        begin(chat, rules, people, group=group)
    while (move := next_press(plain, rng)) is not None:
        who, data = move
        name = f"move {plain.table.version}"
        plain.do(who, Press(data), group=group, id_=name)
        noisy.do(who, Press(data), group=group, id_=name)
        decided = noisy.store.entries[noisy.table.id]
        for again in rng.choices(["same id", "same button", "old", "old of another", ""], k=2):
            match again:
                case "same id":
                    assert noisy.do(who, Press(data), group=group, id_=name) == []
                case "same button":
                    check_old_button(noisy, who, data, group=group)
                case "old" | "old of another":
                    old = old_buttons(noisy, noisy.table.moved)
                    if not old:
                        continue
                    shown, old_data = rng.choice(old)
                    owners = [each for each in PEOPLE if account_of(each) == shown]
                    presser = rng.choice(owners if owners and again == "old" else PEOPLE[:people])
                    check_old_button(noisy, presser, old_data, group=shown == GROUP)
                case _:
                    continue
            noise += 1
        assert [each.text for each in decided] == [
            each.text for each in plain.store.entries[plain.table.id]
        ]
    return noise


@pytest.mark.parametrize("group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("rules", ruleset_names())
def test_repeated_and_late_presses_change_nothing(rules: str, group: bool) -> None:
    seed = any_seed()
    assert play_with_noise(seed, f"{rules} target=2", 1 + seed % 4, group=group) > 5


@pytest.mark.long
@pytest.mark.parametrize("number", range(60))
def test_repeated_and_late_presses_change_nothing_in_many_games(number: int) -> None:
    names = ruleset_names()
    rules, people, is_group = names[number % len(names)], 1 + number % 4, number % 3 == 0
    assert play_with_noise(any_seed(), rules, people, group=is_group) > 20


def test_an_old_message_that_overtakes_nothing_is_taken_once() -> None:
    """A transport may repeat everything since some time, in order."""
    evening = spent(any_seed(), "nz target=2", 2)
    store, chance = MemoryStore(), Chance(evening.seed)
    run(meet_all(store))
    service, rng = Service(store, chance), Random(evening.seed)
    for number, step in enumerate(evening.steps):
        run(take(step, service, chance))
        assert run(sent_now(store, step.now)) == step.sent
        for again in evening.steps[rng.randint(0, number) : number + 1]:
            if again.incoming is not None:
                run(service.handle(again.incoming, step.now))
        assert run(sent_now(store, step.now)) == ()
        run(check_kept(evening, step, store))


def answers(offered: list[Button]) -> tuple[str, str]:
    """The data of the buttons that agree and decline."""
    data = {each.label: each.data for each in offered}
    return data["Agree"], data["Decline"]


def test_an_answer_to_an_earlier_question_is_none_to_a_later_one() -> None:
    chat = Recorded(any_seed())
    begin(chat, "nz", 3)
    agree, decline = answers(buttons(chat.say("Mere", "/stop"), "Ana"))
    chat.press("Ana", decline)
    later, _ = answers(buttons(chat.say("Hemi", "/stop"), "Ana"))
    for old in (agree, decline):
        check_old_button(chat, "Ana", old, group=False)
    assert chat.table.asking is not None
    chat.press("Ana", later)
    assert chat.table.seat_of(run(chat.store.meet(account_of("Ana"), "Ana")).id) in (
        chat.table.asking.agreed
    )
