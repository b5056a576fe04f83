"""Media types with the encoding that a person chose, as in `text/plain; charset=iso8859-2`."""

from __future__ import annotations

_CHARSET = "; charset="


def media_type_in(media_type: str, charset: str) -> str:
    """A media type that says in which encoding its file is read; itself without one."""
    kind, _ = kind_and_charset(media_type)
    return f"{kind}{_CHARSET}{charset}" if charset else kind


def kind_and_charset(media_type: str) -> tuple[str, str]:
    """The kind of file, and the encoding that was chosen for it, or an empty text."""
    kind, _, charset = media_type.partition(_CHARSET)
    return kind, charset
