"""What can be chosen for oneself, for the table here, and for every table of this chat.

In a group its admins choose for all of it: what is played and how fast at new tables, whether
computer players may sit, who may stop a table. `Scene.house` tells the others what was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.decisions import RevealChosen, Rose
from ukachat.chat.handlers.finding import here, table
from ukachat.chat.house_rules import choose, menu
from ukachat.chat.messages import Button, in_rows
from ukachat.chat.pace import Pace
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Reveal, Stage
from ukachat.text import Style
from ukachat.text.words import one_line

if TYPE_CHECKING:
    from ukachat.chat.messages import Rows
    from ukachat.chat.scene import Scene

DEFAULT_RULES: Final = "nz"
"""What is played where nobody has chosen."""

_CARDS: Final = {
    Style.WORDS: "cards in words: jack of hearts",
    Style.SIGNS: "cards with suit signs: J♥",
    Style.LETTERS: "cards with letters: JH",
}
_REVEAL: Final = {
    Reveal.DEAL: "all cards are shown after each deal",
    Reveal.GAME: "all cards are shown after the game",
}
_COMPUTERS: Final = {
    "on": "Computer players may sit at the tables of this group",
    "off": "Computer players may not sit at the tables of this group",
}
_STOP: Final = {
    "players": "The players of this group end a game when all of them agree",
    "admins": "Only the admins of this group stop a table",
}


def settings(scene: Scene, words: str) -> None:
    """Show what can be chosen, or choose it."""
    match words.lower().split():
        case []:
            scene.say(*_shown(scene))
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
        case ["rules", *_]:
            choose_usual_rules(scene, words.strip()[len("rules") :].strip())
        case ["pace", *which]:
            _choose_usual_pace(scene, " ".join(which))
        case ["computers", "on" | "off" as may]:
            _choose_computers(scene, may)
        case ["stop", "players" | "admins" as who]:
            _keep_here(scene, "stop", who)
            scene.say(f"From now on: {_lower(_STOP[who])}.")
        case _:
            text, buttons = _shown(scene)
            raise Sorry(f'I do not know the setting "{one_line(words)[:40]}".\n{text}', buttons)


# --- for oneself and the table ---


def _keep(scene: Scene, key: str, value: str) -> None:
    scene.settings[scene.person.id] = {**scene.person.settings, key: value}


def _reveal(scene: Scene, when: Reveal) -> None:
    at = table(scene)
    scene.seat(at)
    if at.table.stage is Stage.PLAYING:
        raise Sorry("That is settled before a game begins, so that nobody plays for it.")
    scene.decide(at, RevealChosen(when.value))
    at.announce(f"At this table {_REVEAL[when]}.")


# --- for every table of this chat ---


def _keep_here(scene: Scene, key: str, value: str) -> None:
    """Keep a setting of this chat.

    Raises:
        Sorry: It is for the admins of the group to choose, or makes sense in a group only.
    """
    _refuse_but_for_admins(scene)
    if scene.is_private and key in {"computers", "stop"}:
        raise Sorry("That is chosen in a group, by its admins. At your own tables you decide.")
    scene.places[scene.place.address] = {**scene.usual, key: value}


def _refuse_but_for_admins(scene: Scene) -> None:
    if not scene.is_private and not scene.administers(scene.place.address):
        raise Sorry("That is for the admins of this group to choose. /settings shows what is so.")


def choose_usual_rules(scene: Scene, words: str) -> None:
    """Choose what new tables here play.

    Raises:
        Sorry: There are no such rules, or it is not for the speaker to choose.
    """
    _refuse_but_for_admins(scene)
    if not words:
        buttons = [
            Button(title, f"/settings rules {name}") for name, title, _ in menu(scene.folders)
        ]
        raise Sorry("What shall new tables here play?", in_rows(buttons, 1))
    title = one_line(choose(words, folders=scene.folders).ruleset.title)
    _keep_here(scene, "rules", one_line(words))
    scene.say(f"New tables here play {title} from now on.", in_rows([Button("Play", "/play")]))


def _choose_usual_pace(scene: Scene, words: str) -> None:
    _refuse_but_for_admins(scene)
    try:
        chosen = Pace(words)
    except ValueError:
        unknown = [f'I know no pace "{one_line(words)[:40]}".'] if words else []
        asks = "How long shall new tables here wait for a player?"
        lines = [f"/settings pace {pace.words}." for pace in Pace]
        raise Sorry("\n".join([*unknown, asks, *lines]), in_rows(_pace_buttons())) from None
    _keep_here(scene, "pace", chosen.value)
    scene.say(
        f"The pace of new tables here is {chosen.words}. "
        "/pace changes that of a table that is open."
    )


def _pace_buttons() -> list[Button]:
    return [Button(pace.value.capitalize(), f"/settings pace {pace.value}") for pace in Pace]


def _choose_computers(scene: Scene, may: str) -> None:
    """Let computer players sit or not; from a table where no game has begun they get up."""
    _keep_here(scene, "computers", may)
    scene.say(f"{_COMPUTERS[may]} from now on.")
    at = here(scene)
    if at is not None and may == "off" and at.table.stage is Stage.LOBBY and at.table.computers:
        scene.decide(at, *(Rose(seat) for seat in at.table.computers))
        at.announce("The computer players have got up.")


# --- what is so ---


def _shown(scene: Scene) -> tuple[str, Rows]:
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
    more_lines, more_buttons = _usual(scene)
    return "\n".join([*lines, *more_lines]), in_rows([*buttons, *more_buttons])


def _usual(scene: Scene) -> tuple[list[str], list[Button]]:
    """What is so at every table of this chat, and the buttons that change it."""
    rules = scene.usual.get("rules", DEFAULT_RULES)
    pace = Pace(scene.usual.get("pace", Pace.RELAXED.value))
    lines = [
        f"New tables here play by the rules {rules}. /settings rules changes that.",
        f"Their pace is {pace.words}. /settings pace changes that.",
    ]
    buttons = [
        Button("Rules of new tables", "/settings rules"),
        Button("Pace of new tables", "/settings pace"),
    ]
    if scene.is_private:
        return lines, buttons
    may, who = scene.usual.get("computers", "on"), scene.usual.get("stop", "players")
    other = "off" if may == "on" else "on"
    others = "admins" if who == "players" else "players"
    lines = [
        "For the whole group, by its admins:",
        *lines,
        f"{_COMPUTERS[may]}. /settings computers {other} changes that.",
        f"{_STOP[who]}. /settings stop {others} changes that.",
    ]
    buttons += [
        Button(f"Computer players {other}", f"/settings computers {other}"),
        Button(f"Stopping: {others}", f"/settings stop {others}"),
    ]
    return lines, buttons


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
