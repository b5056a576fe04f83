"""The names and relations of a language model joined with those of the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.identity import entity_id
from backend.passage_view.names import name_key
from backend.ports import Extraction
from backend.tasks.extract.written.replies import Said
from backend.types import Chunk, Document, Entity, Triple

SORT = "name"
"""All that a language model names is a name, so that it meets what the rules call by that name."""


def joined(
    document: Document, chunks: Sequence[Chunk], rules: Extraction, said: Mapping[str, Said]
) -> Extraction:
    """Both extractions as one.

    Entities by kind and name's key, mentions by entity and chunk, triples by their order in the
    document: the result depends on nothing but the document and what was said of it.

    Args:
        said: by chunk id.
    """
    entities = {entity.id: entity for entity in rules.entities}
    mentions = {(entity, chunk): count for entity, chunk, count in rules.mentions}
    triples = dict.fromkeys(rules.triples)
    for chunk in sorted(chunks, key=lambda each: (each.ordinal, each.id)):
        own = said.get(chunk.id)
        if own is None:
            continue
        ids: dict[str, str] = {}
        for name, forms in own.entities:
            identity = entity_id(document.collection_id, SORT, name_key(name))
            ids[name] = identity
            entities[identity] = _with_forms(entities.get(identity), identity, name, forms)
            counted = sum(_times(form, chunk.text) for form in (name, *forms))
            place = (identity, chunk.id)
            mentions[place] = max(mentions.get(place, 0), counted, 1)
        for subject, predicate, thing in own.relations:
            triples[Triple(ids[subject], predicate, ids[thing], chunk.id)] = None
    return Extraction(
        tuple(sorted(entities.values(), key=lambda entity: (entity.kind, name_key(entity.name)))),
        tuple(sorted((entity, chunk, count) for (entity, chunk), count in mentions.items())),
        tuple(triples),
    )


def _with_forms(known: Entity | None, identity: str, name: str, forms: Sequence[str]) -> Entity:
    if known is None:
        known = Entity(identity, name, SORT)
    others = {name_key(form): form for form in reversed((*known.aliases, name, *forms))}
    others.pop(name_key(known.name), None)
    aliases = tuple(others[key] for key in sorted(others))
    return Entity(identity, known.name, known.kind, aliases)


def _times(form: str, text: str) -> int:
    pattern = r"\s+".join(map(re.escape, form.split()))
    return len(re.findall(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE))
