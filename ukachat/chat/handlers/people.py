"""What a person can choose for themselves, learn, and have forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.computers import CARETAKER
from ukachat.chat.decisions import Closed, ComputerSat, RevealChosen, Rose
from ukachat.chat.handlers.finding import here, table
from ukachat.chat.messages import Button, Say, in_rows
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Reveal, Stage
from ukachat.text import Style

if TYPE_CHECKING:
    from ukachat.chat.scene import Scene

_CARDS: Final = {
    Style.WORDS: "cards in words: jack of hearts",
    Style.SIGNS: "cards with suit signs: J♥",
    Style.LETTERS: "cards with letters: JH",
}
_REVEAL: Final = {
    Reveal.DEAL: "all cards are shown after each deal",
    Reveal.GAME: "all cards are shown after the game",
}


def settings(scene: Scene, words: str) -> None:
    """Show what can be chosen, or choose it."""
    said = words.lower().split()
    match said:
        case []:
            scene.say(*_settings(scene))
        case ["words" | "signs" | "letters" as style] | [
            "cards",
            "words" | "signs" | "letters" as style,
        ]:
            _keep(scene, "cards", style)
            scene.say(f"From now on: {_CARDS[Style(style)]}.")
        case ["last", "play" | "ask" as last]:
            _keep(scene, "last", last)
            says = "goes by itself" if last == "play" else "waits for you"
            scene.say(f"From now on your last card {says}.")
        case ["reveal", "deal" | "game" as when]:
            _reveal(scene, Reveal(when))
        case _:
            text, buttons = _settings(scene)
            raise Sorry(f'I do not know the setting "{words.strip()}".\n{text}', buttons)


def _keep(scene: Scene, key: str, value: str) -> None:
    scene.settings[scene.person.id] = {**scene.person.settings, key: value}


def _reveal(scene: Scene, when: Reveal) -> None:
    at = table(scene)
    scene.seat(at)
    if at.table.stage is Stage.PLAYING:
        raise Sorry("That is settled before a game begins, so that nobody plays for it.")
    scene.decide(at, RevealChosen(when.value))
    at.announce(f"At this table {_REVEAL[when]}.")


def _settings(scene: Scene) -> tuple[str, tuple[tuple[Button, ...], ...]]:
    style = scene.style(scene.person.id)
    goes = scene.person.settings.get("last") == "play"
    lines = [
        f"You see {_CARDS[style]}. /settings words, /settings signs or /settings letters.",
        f"Your last card {'goes by itself' if goes else 'waits for you'}. "
        f"/settings last {'ask' if goes else 'play'} changes that.",
    ]
    buttons = [
        Button(each.value.capitalize(), f"/settings {each.value}")
        for each in Style
        if each is not style
    ]
    at = here(scene)
    if at is not None:
        now = at.table.reveal
        other = Reveal.GAME if now is Reveal.DEAL else Reveal.DEAL
        lines += [
            f"At this table {_REVEAL[now]}. /settings reveal {other.value} changes that.",
            f"Its pace is {at.table.pace.words}. /pace changes that.",
        ]
    return "\n".join(lines), in_rows(buttons)


def help_(scene: Scene, words: str) -> None:
    """Say what can be said, or what one command does."""
    from ukachat.chat.commands import find, help_text

    if words:
        command = find(words.strip().removeprefix("/"))
        scene.say(f"{command.usage}: {command.help}.")
        return
    scene.say(help_text(scene.place.setting))


def forget(scene: Scene, words: str) -> None:
    """Forget who the speaker is."""
    if words.strip().lower() != "me":
        raise Sorry(
            "/forget me makes me forget your name, your account and your settings. "
            "A computer player takes your seats, and in stored games your seat's name stands for "
            "yours. It cannot be undone.",
            in_rows([Button("Forget me", "/forget me")]),
        )
    for each in scene.mine:
        at = scene.tables[each]
        seat = scene.seat(at)
        place = at.table.rules.seating.names[seat]
        if at.table.stage is Stage.PLAYING:
            scene.decide(at, ComputerSat(seat, CARETAKER))
            at.announce(f"{place} has left for good. A computer player takes the seat.")
        else:
            scene.decide(at, Rose(seat))
            at.announce(f"{place} has left for good.")
        if not at.table.people:
            scene.decide(at, Closed())
    scene.forgets = True
    told = "I have forgotten who you are. Whenever you speak to me again, we start afresh."
    scene.posts.append(Say(scene.person.account, told))
