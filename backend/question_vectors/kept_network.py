"""A collection's fine-tuned embedder, kept with its records so that every copy of the app has it,
and nothing of it is a file.

It is kept in two: what it is, which goes in the same transaction as the first document that it
learned from, and its weights. Once the first is gone the settings ask for the model before again
(`Embedders.wanted`); the weights serve questions until the passages are embedded by that, and are
then cleared: until then the passages can be found by nothing else.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import asdict, dataclass, replace

from backend.ports import EmbeddingNetwork, Records
from backend.serialisation import from_json

NAME = "tuning/fine-tuned embedder 1"
STORED = f"{NAME}/stored"
PREFIX = "fine-tuned "
"""Begins the identity of such a model; no name of a model has a blank."""
PART = 8_000_000
"""Bytes of the weights that are stored at once."""


@dataclass(frozen=True, slots=True)
class LearnedNetwork:
    """What is known of a fine-tuned model without its weights: its identity, of how many questions
    it learned, the identity of the model that it was made from, and the documents that taught it.
    """

    identity: str
    questions: int
    base: str
    documents: tuple[str, ...]


def identity_of(network: EmbeddingNetwork) -> str:
    """Name of the base and content hash: the first 48 bits of the SHA-256 of all that the vectors
    depend on."""
    return f"{PREFIX}{network.base}@{hashlib.sha256(_packed(network)).hexdigest()[:12]}"


def is_fine_tuned(identity: str) -> bool:
    """Whether a collection's own model made vectors of this identity."""
    return identity.startswith(PREFIX)


def keep_network(
    records: Records,
    collection_id: str,
    network: EmbeddingNetwork,
    learned: LearnedNetwork,
    sequence: int,
) -> bool:
    """Store a fine-tuned model in place of any before; whether it is there now. It is not used
    before `switch_network`.

    Args:
        sequence: the version of the records that it learned from. If a document that taught it has
            gone since, nothing is kept.
    """
    payload = _packed(network)
    known = _stored(records, collection_id)
    _note(records, collection_id, [*known, learned.identity])
    for number, start in enumerate(range(0, len(payload), PART)):
        part = payload[start : start + PART]
        name = _part(learned.identity, number)
        records.save_derived(collection_id, name, part, records.sequence())
    head = json.dumps(asdict(learned)).encode()
    records.save_derived(collection_id, NAME, head, sequence, learned.documents)
    clear_networks(records, collection_id)
    return learned_network(records, collection_id) is not None


def learned_network(records: Records, collection_id: str) -> LearnedNetwork | None:
    """What was learned, on or off; None if nothing was, or if a document went that taught it."""
    found = records.load_derived(collection_id, NAME)
    return from_json(LearnedNetwork, found[0]) if found and found[0] else None


def learned_identity(records: Records, collection_id: str) -> str:
    """The identity of what was learned and is there; empty if nothing is."""
    learned = learned_network(records, collection_id)
    return learned.identity if learned is not None else ""


def kept_network(records: Records, collection_id: str, identity: str) -> EmbeddingNetwork | None:
    """The model of an identity with its weights; None if it is not there, or damaged."""
    first = records.load_derived(collection_id, _part(identity, 0))
    if not first or not first[0]:
        return None
    head, _, body = first[0].partition(b"\n")
    described = json.loads(head)
    parts = [body]
    for number in range(1, -(-(len(head) + 1 + described["bytes"]) // PART)):
        found = records.load_derived(collection_id, _part(identity, number))
        parts.append(found[0] if found else b"")
    payload = b"".join(parts)
    length = described.pop("tokenizer_bytes")
    del described["bytes"]
    network = EmbeddingNetwork(
        tokenizer=payload[:length].decode("utf-8", "surrogatepass"),
        network=payload[length:],
        **described,
    )
    return network if identity_of(network) == identity else None


def switch_network(records: Records, collection_id: str, *, on: bool) -> bool:
    """Ask for what was learned, or for the model before, from now on; whether it is on now. The
    passages follow in the background."""
    identity = learned_identity(records, collection_id) if on else ""
    settings = records.collection(collection_id).settings
    if settings.fine_tuned != identity:
        changed = replace(settings, fine_tuned=identity)
        records.change_collection_settings(collection_id, changed)
    return bool(identity)


def clear_networks(records: Records, collection_id: str) -> None:
    """Take away weights that nothing needs: no passage is embedded by them, and a later training
    has taken their place, or a document has gone that taught them."""
    stored = _stored(records, collection_id)
    if not stored:
        return
    needed = {
        learned_identity(records, collection_id),
        records.collection(collection_id).embedding,
    }
    for identity in stored:
        if identity not in needed:
            _erase(records, collection_id, identity)
    _note(records, collection_id, [each for each in stored if each in needed])


def _erase(records: Records, collection_id: str, identity: str) -> None:
    for number in itertools.count():
        name = _part(identity, number)
        found = records.load_derived(collection_id, name)
        if not found or not found[0]:
            return
        records.save_derived(collection_id, name, b"", records.sequence())


def _stored(records: Records, collection_id: str) -> list[str]:
    """Identities of all models whose weights are there, or were begun to be stored."""
    found = records.load_derived(collection_id, STORED)
    return from_json(list[str], found[0]) if found and found[0] else []


def _note(records: Records, collection_id: str, identities: list[str]) -> None:
    told = json.dumps(list(dict.fromkeys(identities))).encode()
    records.save_derived(collection_id, STORED, told, records.sequence())


def _part(identity: str, number: int) -> str:
    return f"{NAME}/{identity} {number}"


def _packed(network: EmbeddingNetwork) -> bytes:
    """A line that describes it, its tokenizer, its network."""
    tokenizer = network.tokenizer.encode("utf-8", "surrogatepass")
    described = {
        "base": network.base,
        "dimension": network.dimension,
        "max_sequence": network.max_sequence,
        "max_tokens": network.max_tokens,
        "prompt": network.prompt,
        "tokenizer_bytes": len(tokenizer),
        "bytes": len(tokenizer) + len(network.network),
    }
    return json.dumps(described).encode() + b"\n" + tokenizer + network.network
