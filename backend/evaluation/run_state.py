"""What results depend on besides question and options, and what has changed of it, in words."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from backend.fusion.staged.own import NAME as OWN_WEIGHTS
from backend.identity import content_id
from backend.ports import Records

_PROGRAM = Path(__file__).resolve().parents[1]
_WORDS = {
    "documents": "The documents have changed: there were {before}, now there are {now}.",
    "embedder": "The passages were embedded anew, with another model.",
    "glossary": "The glossary of the collection is another one.",
    "weights": "The weights of the fused ranking are other ones.",
    "adapter": "Questions are searched from another place, or were then.",
    "bounds": "How sure an answer must be to be called direct or likely is another bound.",
    "answers": "Answers are written by {now}; then it was {before}.",
    "program": "Quire itself is another version.",
}


def state_of(records: Records, collection_id: str, answering: str) -> dict[str, str]:
    """The state of a collection and of the program, by what it is about.

    Args:
        answering: who writes answers.
    """
    collection = records.collection(collection_id)
    documents = sorted(
        f"{document.id}:{document.chunks}" for document in records.documents(collection_id)
    )
    own = records.load_derived(collection_id, OWN_WEIGHTS)
    adapter = collection.settings.query_adapter
    bounds = collection.settings.reader_bounds
    return {
        **({"adapter": adapter} if adapter else {}),
        **({"bounds": bounds} if bounds else {}),
        "documents": f"{len(documents)} {content_id(*documents)}",
        "embedder": collection.embedding,
        "glossary": collection.settings.glossary,
        "weights": f"{zlib.crc32(own[0]):08x}" if own and own[0] else "",
        "answers": answering,
        "program": _program(),
    }


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """What has changed, as sentences; empty if nothing has."""
    return tuple(
        words.format(before=_shown(name, before), now=_shown(name, now))
        for name, words in _WORDS.items()
        if before.get(name) != now.get(name)
    )


def _shown(name: str, state: Mapping[str, str]) -> str:
    value = state.get(name, "")
    return value.split(" ", 1)[0] if name == "documents" else value


@cache
def _program() -> str:
    """The hash of the sources and weights that results come from."""
    found = hashlib.sha256()
    for path in sorted(_PROGRAM.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(path.relative_to(_PROGRAM).as_posix().encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]
