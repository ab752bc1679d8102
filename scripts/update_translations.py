"""Brings the translations in line with the English texts: new ones are added empty, old ones go, order follows."""

import json

from babel.messages.pofile import read_po

from companion.web.languages import FOLDER, LANGUAGES, SENTENCE
from companion.web.sentences import SENTENCES
from companion.web.texts import texts


def main():
    wanted = [*texts().items(), *((SENTENCE, sentence) for sentence in SENTENCES)]
    for language in LANGUAGES:
        path = FOLDER / language / "LC_MESSAGES" / "messages.po"
        if language == "en":
            continue
        with path.open("rb") as file:
            known = {(one.context, one.id): one.string for one in read_po(file, locale=language) if one.id}
        blocks = [path.read_text(encoding="utf-8").split("\n\n")[0]]
        for key, text in wanted:
            told = {"msgctxt": key, "msgid": text, "msgstr": known.get((key, text), "")}
            blocks.append("\n".join(f"{word} {json.dumps(value, ensure_ascii=False)}" for word, value in told.items()))
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
        print(f"{language}: {len(wanted)} texts, {sum((k, t) not in known for k, t in wanted)} to translate")


if __name__ == "__main__":
    main()
