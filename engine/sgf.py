"""The syntax of SGF, as far as written games need it: the main line of a tree of nodes.

Nothing here knows the game: a node is a list of properties, a property a name with its values.
"""

from dataclasses import dataclass

from engine.errors import RecordError

Node = dict[str, list[str]]
"""From property names to their values."""

_SPACE = frozenset(" \t\r\n\v\f\ufeff")
_NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")


@dataclass
class _Reader:
    """A place in the text; says where it is when something is wrong."""

    text: str
    at: int = 0

    def error(self, expected: str) -> RecordError:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        found = f"found {self.text[self.at]!r}" if self.at < len(self.text) else "the text ends"
        return RecordError(f"line {line}, column {column}: expected {expected}, but {found}")

    def skip_space(self) -> str:
        """The next character that is not space, without taking it; empty at the end."""
        while self.at < len(self.text) and self.text[self.at] in _SPACE:
            self.at += 1
        return self.text[self.at] if self.at < len(self.text) else ""

    def name(self) -> str:
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in _NAME:
            self.at += 1
        if self.at == begin:
            raise self.error("a property name")
        return self.text[begin : self.at]

    def value(self) -> str:
        """A value in brackets; a backslash takes the next character as it is, or joins two lines."""
        self.at += 1
        parts: list[str] = []
        while True:
            end = self.at
            while end < len(self.text) and self.text[end] not in "]\\":
                end += 1
            parts.append(self.text[self.at : end])
            self.at = end
            if end >= len(self.text):
                raise self.error("']' at the end of a value")
            if self.text[end] == "]":
                self.at += 1
                return "".join(parts)
            self.at += 1
            if self.at >= len(self.text):
                raise self.error("a character after a backslash")
            if self.text[self.at] != "\n":
                parts.append(self.text[self.at])
            self.at += 1


def parse_main_line(text: str) -> list[Node]:
    """The nodes of the first tree, following the first variation at each branch.

    Trees may be nested to any depth; what follows the first tree is ignored. RecordError names line and column.
    """
    reader = _Reader(text)
    if reader.skip_space() != "(":
        raise reader.error("'(' at the beginning of a game tree")
    nodes: list[Node] = []
    depth = 0
    left_main_line = False
    while True:
        mark = reader.skip_space()
        if mark == "(":
            depth += 1
            reader.at += 1
        elif mark == ")":
            depth -= 1
            reader.at += 1
            left_main_line = True
            if depth == 0:
                break
        elif mark == ";":
            reader.at += 1
            node = _node(reader)
            if not left_main_line:
                nodes.append(node)
        else:
            raise reader.error("';', '(' or ')'")
    if not nodes:
        raise RecordError("the game tree has no node")
    return nodes


def _node(reader: _Reader) -> Node:
    node: Node = {}
    while reader.skip_space() in _NAME and reader.at < len(reader.text):
        name = reader.name()
        if reader.skip_space() != "[":
            raise reader.error(f"'[' after the property {name[:20]}")
        while reader.skip_space() == "[":
            node.setdefault(name, []).append(reader.value())
    return node


def escaped(text: str) -> str:
    """A text as it is written inside a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
