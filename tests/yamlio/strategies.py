"""Trees to write and texts to read."""

import string

from hypothesis import strategies as st

from ukachat.yamlio import Flow, Tree

# Text as people write it, and text made of what YAML gives a meaning to.
texts = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12).filter(
        lambda text: not {"\ufffe", "\uffff"} & set(text)
    ),
    st.text(
        " \t\n\r-?:,[]{}#&*!|>'\"%@`.~<=\\/\x85\xa0\u2028\ufeff0123exyn♥\U0001f0a1", max_size=6
    ),
    st.sampled_from(
        [
            *("yes", "No", "on", "true", "NULL", "~", "null", "y", "<<", "=", "---", "..."),
            *("007", "12:30", "1_000", "1e3", "0x1F", "0o7", "-.5", ".inf", ".nan", "2026-07-15"),
            *("7C", "10S", "JH", "- a", "a: b", "a #b", "a:", ":a", "?a", "-a", "--", "-", " a"),
        ]
    ),
    st.text(string.ascii_letters + " ", min_size=80, max_size=120),
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), texts)


def _containers(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    numbers = st.integers(-3, 12)
    plain: st.SearchStrategy[Tree] = st.one_of(
        st.lists(trees, max_size=4),
        st.dictionaries(texts, trees, max_size=4),
        st.dictionaries(numbers, trees, max_size=3),
    )
    return plain | st.builds(Flow, plain)


trees: st.SearchStrategy[Tree] = st.recursive(scalars, _containers, max_leaves=20)

GOOD_DOCUMENTS = (
    """\
# A game as a person writes it.
title: 'Uka at the club: Thursday'
date: 2026-07-15
seats: {North: Mere, East: Hemi, South: Ana, West: Tama}   # in order
score: [0, 0]
note: >
  Played after
  tea.
deals:
  - dealer: North
    turn-up: 9H
    bids: [away, away, "pick it up"]
    tricks:
      - JH 9D AS KD
      -   TC QC AC KC
    empty:
    none: null
  - {dealer: East, alone: no, remark: "a \\"quoted\\" \\u2665 word"}
""",
    """\
{
\t"fileType": "Euchre Game Notation",\t"version": "1.0.0",
\t"metadata": {"title": "\\ud83c\\udca1 and \\/", "initialScore": [2, 1]},
\t"deals": [{"upCard": "Qs", "player_cards": [[], []], "isAlone": false, "x": null}]
}
""",
    "--- a\n--- |\n  b\n  c\n...\n---\n- - 1\n  - 2\n",
)


@st.composite
def mutilated(draw: st.DrawFn) -> bytes:
    """A good document after a few accidents: bytes changed, lost, doubled, moved or added."""
    data = bytearray(draw(st.sampled_from(GOOD_DOCUMENTS)).encode())
    signs = [bytes([sign]) for sign in b"\t\n\r -?:,[]{}#&*!|>'\"%@`\\\x00\x7f\x85\xc3\xe2\xff"]
    words = [
        b"<<: ",
        b"&a ",
        b"*a",
        b"!!str ",
        b"\\ud83d",
        b"\xef\xbb\xbf",
        b"%YAML 1.1\n",
        b"---\n",
    ]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 8)))
        piece = draw(st.sampled_from(signs + words) | st.binary(max_size=3))
        match draw(st.sampled_from(["replace", "lose", "double", "cut", "move"])):
            case "replace":
                data[start:end] = piece
            case "lose":
                del data[start:end]
            case "double":
                data[start:start] = data[start:end]
            case "cut":
                del data[end:]
            case _:
                moved = data[start:end]
                del data[start:end]
                data[: draw(st.integers(0, len(data)))] += moved
    return bytes(data)
