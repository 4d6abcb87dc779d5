"""Which variant is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.decisions import RulesChosen
from ukachat.chat.handlers.finding import here
from ukachat.chat.house_rules import choose, explained, in_full, menu
from ukachat.chat.messages import Button, in_rows
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
        scene.places[scene.place.address] = {**scene.chosen, "rules": words}
        scene.say(f"The next table here plays {title}.", in_rows([Button("Play", "/play")]))
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
