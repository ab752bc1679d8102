#!/usr/bin/env python3
"""Puts what it is fed into a page of the docs, as the last result, and passes it on.

usage: companion bench | keep_result.py docs/bench.md "Last run"

The text block after that heading is replaced; nothing else of the page changes.
"""

import re
import sys
from pathlib import Path

BLOCK = r"```text\n.*?```\n"


def kept(page, heading, result):
    """The page with the result in the block after a heading; None if there is no such block."""
    text = "".join(f"{line.rstrip()}\n" for line in result.strip().splitlines())
    pattern = rf"(^## {re.escape(heading)}\n(?:(?!^## ).)*?)" + BLOCK
    changed, found = re.subn(
        pattern, lambda match: f"{match[1]}```text\n{text}```\n", page, count=1, flags=re.DOTALL | re.MULTILINE
    )
    return changed if found else None


def main():
    path, heading = Path(sys.argv[1]), sys.argv[2]
    result = ""
    for line in sys.stdin:
        print(line, end="", flush=True)
        result += line
    changed = kept(path.read_text(encoding="utf-8"), heading, result)
    if changed is None:
        sys.exit(f"keep_result.py: {path} has no text block under {heading!r}")
    if not result.strip():
        sys.exit("keep_result.py: there was no result to keep")
    path.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    main()
