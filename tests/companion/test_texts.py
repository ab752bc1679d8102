"""The texts of the page are in one place, all of them are used, and none is missing."""

import re
from pathlib import Path

import companion.web
from companion.web.texts import texts
from engine.colours import Colour
from engine.rules import Rule, Scoring

WEB = Path(companion.web.__file__).parent
SOURCES = {path: path.read_text(encoding="utf-8") for path in [*WEB.rglob("*.js"), *WEB.rglob("*.html")]}
CALLED = re.compile(
    r"""\bt\(\s*["'`]([^"'`]+)["'`]|words\[["']([^"']+)["']\]|["'`]((?:[a-z_]+\.)+(?:[a-z_]+|\$\{[^}]*\}))["'`]"""
)


def called():
    """Every key that the page asks for; a part that is filled in stands as *."""
    found = set()
    for text in SOURCES.values():
        for match in CALLED.finditer(text):
            key = next(part for part in match.groups() if part)
            found.add(re.sub(r"\$\{(?:[^{}]|\{[^}]*\})*\}", "*", key))
        for put_together in re.findall(r"words\[([^\]]*~[^\]]*)\]", text):
            parts = [part.strip() for part in put_together.split("~")]
            found.add("".join(part.strip("\"'") if part[0] in "\"'" else "*" for part in parts))
    return found


def fits(pattern, key):
    """`KEY.one` is used where `KEY` is."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", r"[\w-]+") + r"(\.one)?", key)


def test_every_text_is_used():
    patterns = called()
    unused = [key for key in texts() if not any(fits(pattern, key) for pattern in patterns)]
    assert unused == []


def test_no_text_is_missing():
    wanted = {
        key
        for key in called()
        if "*" not in key and "/" not in key and not key.endswith((".js", ".css", ".svg", ".manifest"))
    }
    prefixes = {key.split(".")[0] for key in texts()}
    missing = [key for key in wanted if key.split(".")[0] in prefixes and key not in texts()]
    assert missing == []
    for rule in Rule:
        assert f"rule.{rule}" in texts()
    for colour in Colour:
        assert f"colour.{colour}" in texts()
    for scoring in Scoring:
        assert f"score.{scoring}" in texts()


def test_no_sentence_is_written_in_the_scripts():
    """A word with a space after it inside quotes is a text that no translator would find."""
    for path, text in SOURCES.items():
        if path.suffix == ".js":
            code = re.sub(r"//.*", "", text)
            found = re.findall(r"""["'`]([A-Z][a-z]+ [a-z]+[^"'`]*)["'`]""", code)
            assert not found, path.name


def test_no_key_is_longer_than_its_place():
    assert all(text == text.strip() and text for text in texts().values())
