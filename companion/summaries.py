"""The list of past games with their scores: a game is folded once, and again only when it has gone on."""

from __future__ import annotations

import threading
from typing import Any

from companion.journal.journal import Journal
from companion.journal.rows import Kept
from companion.records import record_of
from companion.view import kept_game, scores


class Summaries:
    """The lines of the list of games, remembered by the number of events they were made from."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._made: dict[int, tuple[int, dict[str, Any]]] = {}

    def all(self) -> list[dict[str, Any]]:
        """Every kept game, newest first, with its score."""
        with self._lock:
            kept = self._journal.games()
            known = {one.id for one in kept}
            self._made = {number: made for number, made in self._made.items() if number in known}
            return [{**kept_game(one), **self._folded(one)} for one in reversed(kept)]

    def _folded(self, kept: Kept) -> dict[str, Any]:
        rows = self._journal.rows(kept.id)
        known = self._made.get(kept.id)
        if known is not None and known[0] == len(rows):
            return known[1]
        game = record_of(kept, rows).play()
        made = {"scores": scores(game), "pieces": len(game.state.position.lying), "over": game.state.over}
        self._made[kept.id] = (len(rows), made)
        return made
