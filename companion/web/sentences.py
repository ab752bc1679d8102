"""The fixed sentences with which the API refuses what people may try on the page; each is translated."""

from __future__ import annotations

SENTENCES = (
    "That is not the PIN.",
    "Too many wrong PINs; wait a minute.",
    "Camera pictures are switched off.",
    "Camera pictures need the table's PIN.",
    "There is no picture yet.",
    "That picture is not kept (any more).",
    "All places for live viewers are taken; the page asks again by itself.",
    "That reading is not asked about any more.",
    "no piece lies on the board, so there is nothing to undo",
    "only the game on the table can be paused",
    "This needs the table's PIN.",
    "The request does not carry this browser's token; reload the page.",
    "the game is paused: resume it first",
    "no game is on the table: begin or resume one first",
    "Something went wrong here; the log says what.",
    "This page is not served under that name; open it by its address, or allow the name.",
    "The request comes from another page.",
)
