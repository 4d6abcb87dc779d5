"""The one strict YAML reader and writer.

YAML guesses what a value is: plain `no` is False, `12:30` is 750, `010` is 8. Here nothing is
guessed. Every scalar keeps the text it was written with, and the field it lands in decides:
`whole_number`, `yes_no` and `text` ask a node for what the field holds. Empty, `null` and `~`
are None. Every node knows its line and column, so that an error can point at its cause.

Files come from strangers. Duplicate keys, anchors, aliases, tags, merge keys, control characters
and whatever is too large or too deep are refused, and no input raises anything but `YamlError`.
JSON is YAML written in brackets and is read by the same functions.

What is written is stable: block style, keys in the given order, no folded line, quotes where
some YAML tool would read something other than the text.
"""

from ukachat.yamlio.faults import MAX_DEPTH
from ukachat.yamlio.fields import (
    did_you_mean,
    mapping,
    nearest,
    sequence,
    text,
    whole_number,
    yes_no,
)
from ukachat.yamlio.nodes import Node, Placed, Text, YamlError, YamlList, YamlMap, locate
from ukachat.yamlio.reading import MAX_BYTES, read_document, read_documents
from ukachat.yamlio.writing import Flow, Tree, write_document, write_documents

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "Flow",
    "Node",
    "Placed",
    "Text",
    "Tree",
    "YamlError",
    "YamlList",
    "YamlMap",
    "did_you_mean",
    "locate",
    "mapping",
    "nearest",
    "read_document",
    "read_documents",
    "sequence",
    "text",
    "whole_number",
    "write_document",
    "write_documents",
    "yes_no",
]
