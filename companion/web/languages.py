"""The languages of the page: the viewer's choice, else the browser's preference, else English.

The translations are `.po` files, read as they are: nothing has to be compiled in a checkout or a package.
"""

from __future__ import annotations

import io
import threading
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, has_request_context, request
from flask_babel import Babel, Domain, get_locale, pgettext  # type: ignore[import-untyped]

from companion.web.sentences import SENTENCES
from companion.web.texts import texts

LANGUAGES = {"en": "English", "es": "Español", "fr": "Français"}
"""Each in its own words, as the switch shows them."""
COOKIE = "companion-language"
SENTENCE = "sentence"
"""The context of sentences that have no key."""
FOLDER = Path(__file__).parent / "translations"

_reading = threading.Lock()


class PoDomain(Domain):  # type: ignore[misc] # flask_babel has no types
    """Gives the translations of a language straight from its `.po` file."""

    def get_translations(self) -> NullTranslations:
        """The translations for this request; none for English."""
        locale = get_locale()
        language = "en" if locale is None else str(locale.language)
        with _reading:
            return translations(language)


@cache
def translations(language: str) -> NullTranslations:
    """The translations of one language."""
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return NullTranslations()
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def install(app: Flask) -> None:
    """Let the app speak the languages."""
    babel = Babel(app, locale_selector=chosen, configure_jinja=False)
    babel.domain_instance = PoDomain()


def chosen() -> str:
    """The language of this request."""
    wanted = request.cookies.get(COOKIE, "")
    return wanted if wanted in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"


def words() -> dict[str, str]:
    """Every text of the page in the language of this request."""
    return {key: str(pgettext(key, text)) for key, text in texts().items()}


def in_their_words(sentence: str) -> str:
    """A sentence of the API in the language of this request, if it is one that people may meet on the page."""
    if sentence not in SENTENCES or not has_request_context():
        return sentence
    return str(pgettext(SENTENCE, sentence))
