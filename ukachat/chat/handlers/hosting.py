"""What those who run the bot can say, in private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.messages import Button, Say, Tone, in_rows
from ukachat.chat.scene import HOST, Sorry
from ukachat.text.words import counted, one_line

if TYPE_CHECKING:
    from ukachat.chat.scene import Scene
    from ukachat.chat.store import TableRow

_LONGEST: Final = 300


def announce(scene: Scene, words: str) -> None:
    """Tell every open table one line: a group in the group, and the people of private tables."""
    said = one_line(words)
    if not said:
        raise Sorry('Say the words with it: "/announce We stop at nine, for ten minutes."')
    if len(said) > _LONGEST:
        raise Sorry(f"That is too long for one line: at most {_LONGEST} characters.")
    hearing = {address for row in scene.everywhere for address in _addresses(scene, row)}
    line = f"From the host of this bot: {said}"
    scene.posts += [Say(address, line, Tone.NEWS) for address in sorted(hearing)]
    if scene.everywhere:
        scene.say(f"Told at {counted(len(scene.everywhere), 'table')}.")
    else:
        scene.say("No table is open, so nobody was told.")


def _addresses(scene: Scene, row: TableRow) -> list[str]:
    if row.home == row.circle:
        return [row.home]
    return [scene.people[each].account for each in row.people if each in scene.people]


def drain(scene: Scene, words: str) -> None:
    """Let no new tables be opened, or let them again; tell how many games are on."""
    said = words.strip().lower()
    host = scene.chosen.get(HOST, {})
    if said not in {"", "on", "off"}:
        raise Sorry(
            f'I do not know "/drain {one_line(words)[:40]}". '
            "/drain on stops new tables, /drain off lets them be opened again."
        )
    if said:
        scene.places[HOST] = {**host, "drain": said}
    is_on = (said or host.get("drain")) == "on"
    state = "No new table can be opened." if is_on else "New tables can be opened."
    open_tables = counted(len(scene.everywhere), "open table")
    on = f"{counted(scene.playing, 'game')} {'is' if scene.playing == 1 else 'are'} on"
    other = "off" if is_on else "on"
    scene.say(
        f"{state} /drain {other} changes that.\n{on}, at {open_tables}.",
        in_rows([Button(f"Drain {other}", f"/drain {other}"), Button("Look again", "/drain")]),
    )
