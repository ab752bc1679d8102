"""The score sheet of a photo where a colour has placed everything: what a photo cannot tell is said."""

import numpy as np

from companion.commands.score import _entry, _line, score_answer
from engine.colours import Colour
from engine.pieces import PIECES
from vision.reading.pieces import ColourPieces, FoundPiece, Problem


class Photo:
    """Stands for a photo that was read."""

    def answer(self):
        return {"board": "duo", "grid": []}


def everything(colour):
    found = tuple(FoundPiece(piece, piece.orientations[0]) for piece in PIECES)
    return ColourPieces(colour, found, (), ())


def test_all_pieces_placed_is_15_or_20():
    answer = score_answer(Photo(), [everything(Colour.BLUE)], [])
    assert answer["scores"] == {"basic": {"blue": 0}, "advanced": {"blue": 15}}
    (unknown,) = answer["unknown"]
    assert unknown["colour"] == "blue"
    assert unknown["advanced"] == [15, 20]
    assert "+15, or +20" in _line(everything(Colour.BLUE))


def test_pieces_left_count_against_a_colour():
    # The manual's example: one of three, three of four and one of five squares left are -20.
    left = {"I3", "I4", "L4", "O", "X"}
    found = tuple(FoundPiece(piece, piece.orientations[0]) for piece in PIECES if piece.name not in left)
    entry = _entry(ColourPieces(Colour.RED, found, (), ()))
    assert (entry["basic"], entry["advanced"]) == (20, -20)
    assert set(entry["pieces_left"]) == left


def test_problems_are_listed_with_their_cells():
    problem = Problem("edge_contact", ((1, 2), (1, 3)), Colour.GREEN)
    answer = score_answer(Photo(), [ColourPieces(Colour.GREEN, (), (), (problem,))], [problem])
    assert answer["problems"] == [{"kind": "edge_contact", "colour": "green", "piece": None, "cells": [[1, 2], [1, 3]]}]
    assert np.isfinite(answer["scores"]["basic"]["green"])
