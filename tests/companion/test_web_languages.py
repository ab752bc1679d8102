"""The page in three languages: nothing is left untranslated, and the browser's wish is heard."""

import gzip
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import companion.web
from companion.web.languages import FOLDER, LANGUAGES, SENTENCE
from companion.web.sentences import SENTENCES
from companion.web.texts import texts

OTHERS = [language for language in LANGUAGES if language != "en"]
WEB = Path(companion.web.__file__).parent
SAME = {
    "es": {"Blokus", "No", "Duo", "To Go", "Pentobi (.blksgf)", "final", "{colour}: {pieces}"},
    "fr": {"Orange", "Pause", "Menu", "Actions", "Duo", "To Go", "Turquoise", "Score", "Pentobi (.blksgf)"}
    | {"{points} points", "{points} point"},
}
"""What is written alike in both languages."""


def catalogue(language):
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return {(message.context, message.id): message for message in read_po(file, locale=language) if message.id}


def wanted():
    return {*texts().items(), *((SENTENCE, sentence) for sentence in SENTENCES)}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_untranslated(language):
    found = catalogue(language)
    assert set(found) == wanted()
    for (key, english), message in found.items():
        assert message.string.strip(), key
        assert not message.fuzzy, key
        assert set(re.findall(r"\{\w+\}", message.string)) == set(re.findall(r"\{\w+\}", english)), key
        assert message.string != english or english in SAME[language], key


def test_every_fixed_refusal_of_the_page_is_translated():
    """Sentences with words of the request in them answer programs; people meet the fixed ones."""
    sources = [*WEB.glob("*.py"), WEB.parent / "keeper.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    fixed = set(re.findall(r'(?:Refused\(\d+, |GameError\(|nobody else )"([^"{}]+)"', text))
    programs = {one for one in fixed if re.match(r"[a-z_]+: expected|Expected a JSON", one)}
    assert fixed - programs <= set(SENTENCES)


@pytest.mark.parametrize(
    ("header", "cookie", "language"),
    [
        ("es-MX,es;q=0.9", None, "es"),
        ("fr-CA", None, "fr"),
        ("de,fr;q=0.5", None, "fr"),
        ("de", None, "en"),
        ("es", "fr", "fr"),
        ("es", "xx", "es"),
        ("", None, "en"),
    ],
)
def test_the_browser_and_the_switch_choose_the_language(client, header, cookie, language):
    if cookie:
        client.set_cookie("companion-language", cookie)
    html = client.get("/", headers={"Accept-Language": header}).get_data(as_text=True)
    assert f'<html lang="{language}"' in html


def test_refusals_are_said_in_the_language_of_the_browser(client):
    answer = client.post("/api/session", json={"pin": "0000"}, headers={"Accept-Language": "es"})
    assert answer.json["error"] == "Ese no es el PIN."


@pytest.mark.parametrize("path", ["/", "/tv", "/new", "/games", "/games/1", "/puzzles", "/camera"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(client, path, language):
    html = client.get(path, headers={"Accept-Language": language}).get_data(as_text=True)
    assert f'<html lang="{language}" data-theme="auto"' in html
    assert "words[" not in html


def test_the_manifest_and_the_code_to_join(client):
    manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"})
    assert (manifest.mimetype, manifest.json["name"]) == ("application/manifest+json", "Compagnon Blokus")
    for icon in manifest.json["icons"]:
        with client.get(icon["src"]) as picture:
            assert picture.status_code == 200
    code = client.get("/join.svg", headers={"Host": "192.168.1.7:8080"})
    assert code.mimetype == "image/svg+xml"
    assert code.data.startswith(b"<svg")


def test_texts_travel_packed(client):
    with client.get("/static/js/main.js") as answer:
        plain = answer.data
    for _ in range(2):  # packed, then remembered
        with client.get("/static/js/main.js", headers={"Accept-Encoding": "gzip"}) as packed:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.data) == plain
    headers = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    with client.get("/static/js/main.js", headers=headers) as again:
        assert again.status_code == 304
