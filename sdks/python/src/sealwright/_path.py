from __future__ import annotations

import urllib.parse


def part(value: str) -> str:
    """One part of a path. An empty one would call another operation."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError("An id is empty.")
    return urllib.parse.quote(text, safe="")
