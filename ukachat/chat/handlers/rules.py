"""Which variant is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.decisions import RulesChosen
from ukachat.chat.handlers.finding import here
from ukachat.chat.handlers.settings import choose_usual_rules
from ukachat.chat.house_rules import choose, explained, in_full, menu
from ukachat.chat.messages import BUTTON_BYTES, Button, in_rows
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage
from ukachat.text.words import one_line

if TYPE_CHECKING:
    from ukachat.chat.scene import Scene


def rules(scene: Scene, words: str) -> None:
    """Show the variants, or choose one for the table here."""
    said = words.strip()
    if not said:
        _menu(scene)
    elif said.lower() in {"explain", "show"}:
        _explain(scene)
    else:
        _choose(scene, said)


def _menu(scene: Scene) -> None:
    at = here(scene)
    lines = (
        [] if at is None else [f"Played here: {at.table.rules.title}. /rules explain tells them."]
    )
    variants = menu(scene.folders)
    lines += [f"/rules {name}: {title}. {summary}." for name, title, summary in variants]
    lines.append("Options follow the name: /rules nz target=5 stick")
    scene.say(
        "\n".join(lines),
        in_rows([Button(title, f"/rules {name}") for name, title, _ in variants], 1),
    )


def _explain(scene: Scene) -> None:
    at = here(scene)
    ruleset = choose("nz", folders=scene.folders).ruleset if at is None else at.table.rules
    for text in explained(ruleset):
        scene.say(text)


def _choose(scene: Scene, words: str) -> None:
    chosen = choose(words, folders=scene.folders)
    title = one_line(chosen.ruleset.title)
    at = here(scene)
    if at is None:
        _choose_without_table(scene, words, title)
        return
    seat = scene.seat(at)
    scene.decide(at, RulesChosen(chosen.name, in_full(chosen.ruleset)))
    name = scene.names(at.table)[seat]
    if at.table.stage is Stage.LOBBY:
        at.announce(f"{name} has chosen {title}.")
        at.is_wanted = True
        return
    if at.table.stage is Stage.OVER:
        at.announce(f"{name} has chosen {title} for the rematch.")
        return
    told = f"For the next game {name} has chosen {title}.\nThis one goes on as it began."
    ends = "ends this one now"
    if len(at.table.present) > 1:
        ends = "asks the others whether to end this one now"
    end = Button("End this game", f"t:{at.table.id}:{at.table.version}:/stop")
    scene.say(f"{told} /stop {ends}.", in_rows([end]))
    if scene.is_private:
        at.announce(told, but_for=seat)


def _choose_without_table(scene: Scene, words: str, title: str) -> None:
    """In private, what one's next tables play; in a group that is not for everybody to choose."""
    if scene.is_private:
        choose_usual_rules(scene, words)
        return
    data = f"/play {words}"
    fits = len(data.encode()) <= BUTTON_BYTES
    raise Sorry(
        f"There is no table here yet. /play {words} opens one with {title}. "
        "What new tables of this group play unless somebody says so, its admins choose: "
        "/settings rules.",
        in_rows([Button(f"Play {title}", data)] if fits else []),
    )
