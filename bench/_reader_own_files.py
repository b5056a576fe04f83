"""Questions as people ask them of manuals, guides, policies and everyday papers, with evidence as
Quire finds it.

`bench/own_files` holds the questions, written for this purpose by readers of the documents:
`guides.jsonl` over manuals, guides, policies and licences, of which every second document trains
and the others are only ever measured, and `papers.jsonl` over papers, reports, FAQs, letters and
essays, which all train. `unseen.jsonl` is over documents of other kinds (slides, a standard, a list
of questions and answers, a manual of a library, a paper on software) and never trains or chooses;
it also says on which page of its PDF each answer stands. `round_1.jsonl` to `round_3.jsonl` are
over three small collections that train nothing either and choose from which probability an answer
is likely; three of their documents were written for Quire and stand in `written`.
`everyday.jsonl` is over ten papers as people keep them (a recipe, statutes, a timetable, a leaflet,
letters, notices), which trains how sure the reader may be and shaped rules; `everyday_apart.jsonl`,
over twenty of other kinds, is only ever measured; all thirty were written for Quire.
`everyday_more.jsonl`, over fourteen further papers, and `manuals.jsonl`, over sixteen manuals of
programs, languages and devices, came later, and after them `everyday_further.jsonl`, over 108
papers of many kinds, `manuals_further.jsonl`, over 24 manuals, and `handbooks.jsonl`, over 71
manuals, guides, lists of questions, papers, slides and specifications. Of those manuals, handbooks
and of the 108 papers three in four train the cross-encoder; the others, and the fourteen papers,
choose how much it decides and train how sure the reader is of what it says.
`business.jsonl`, over contracts, policies, minutes, reports and studies written for Quire, and
`references.jsonl`, over manuals, lists of questions, policies, release notes and papers, are asked
in part as people type in a hurry ("Who signed it?", "notice period?"). `business_more.jsonl` and
`references_more.jsonl` ask further questions over every second document of both, mostly in other
words than the documents use, and `conversations.jsonl` holds 120 conversations over the business
documents, each question also as it would be asked by itself. `people.jsonl` and
`people_more.jsonl` are over seventy and 84 papers as firms, clubs, families, laboratories and
public bodies keep them (rules, minutes, chats, forms, price lists, logs, steps), written for Quire,
and `handbooks_further.jsonl` over 32 more manuals and guides. `tempting.jsonl` is over 98 papers
and instructions that say several things of one matter in different lines and leave some unsaid; a
third of its questions have no answer, though sentences about the very thing stand there. Of all of
these, too, three in four documents train the cross-encoder, and the others train how sure the
reader is. `business_apart.jsonl`, over documents of the same kinds, `people_apart.jsonl` and
`tempting_apart.jsonl`, each over fourteen papers of other trades, are only ever measured.
`named.jsonl` and `named_apart.jsonl` ask over sixteen leases, agreements, letters, invoices and
reports of the same few people and firms, written for Quire, and name the document in passing ("the
lease of …", "in her letter of …"): the first, over eight of them, chose how names on first pages
are read, the second, over the other eight, only tests. Both are asked of all sixteen together.
`judged_manuals.jsonl` is over six further manuals of an editor, compilers, a converter, a layout
program and a tool for bibliographies; its answers are judged by hand, and it neither trains nor
chooses. It also says on which page of its PDF each answer stands.
`documents.json` beside them names the documents; the others are parts of packages of Debian and are
not kept here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np

from backend.errors import NotFoundError
from backend.pipelines._fused.read_together import NEVER
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.fused_hybrid import FusedOptions
from backend.settings import load_settings
from backend.types import Chunk, Collection, Filters, Options, Query
from backend.workbench import Workbench
from bench._reader_sets import DEPTH, Case, CaseSplit, as_hits
from bench.libraries import library_of, read_through

FOLDER = Path(__file__).parent / "own_files"
WRITTEN = FOLDER / "written"
GUIDES, PAPERS, UNSEEN = "guides", "papers", "unseen"
ROUNDS = ("round_1", "round_2", "round_3")
"""Answers over the first two were looked at while rules of the reader were written."""
EVERYDAY, EVERYDAY_APART = "everyday", "everyday_apart"
"""Papers of everyday life: the first train and shaped rules, the others are only ever measured."""
EVERYDAY_MORE, MANUALS = "everyday_more", "manuals"
"""Further papers and manuals, whose questions were written after the ranking was trained."""
EVERYDAY_FURTHER, MANUALS_FURTHER = "everyday_further", "manuals_further"
"""Many more of both, in other words than the documents use."""
HANDBOOKS = "handbooks"
"""Still more of manuals, and of guides, papers, slides and specifications, in other words too."""
BUSINESS, BUSINESS_APART, REFERENCES = "business", "business_apart", "references"
"""Contracts, policies, minutes and reports, and further manuals, guides and papers, asked also as
people type in a hurry; those apart are only ever measured."""
BUSINESS_MORE, REFERENCES_MORE = "business_more", "references_more"
"""More questions over every second of them."""
CONVERSATIONS = "conversations"
"""Conversations over business documents, of which each question is asked by itself here; those
over documents that only test are left alone."""
PEOPLE, PEOPLE_MORE, PEOPLE_APART = "people", "people_more", "people_apart"
TEMPTING, TEMPTING_APART = "tempting", "tempting_apart"
"""Papers that say several things of one matter in different lines, and leave some unsaid: a third
of the questions have no answer, though sentences about the very thing stand there."""
HANDBOOKS_FURTHER = "handbooks_further"
"""Papers as firms, clubs, families, laboratories and public bodies keep them, and further manuals;
those apart are only ever measured."""
DOCUMENTS_OF = {
    BUSINESS_MORE: BUSINESS,
    REFERENCES_MORE: REFERENCES,
    CONVERSATIONS: BUSINESS,
}
"""The part whose documents another part asks of."""
TAUGHT_PAIRS = (
    *(MANUALS, EVERYDAY_FURTHER, MANUALS_FURTHER, HANDBOOKS, BUSINESS, REFERENCES),
    *(BUSINESS_MORE, REFERENCES_MORE, CONVERSATIONS, PEOPLE, PEOPLE_MORE, HANDBOOKS_FURTHER),
    TEMPTING,
)
"""Parts whose documents train the cross-encoder, all but those of `left_out_of`."""
LEFT_OUT = 4
"""Every so many documents of these one does not."""
NAMED, NAMED_APART = "named", "named_apart"
"""Questions that name their document in passing: over half of the documents they choose, over the
others they only test."""
JUDGED_MANUALS = "judged_manuals"
"""Over six further manuals, asked of all six together; what is told is judged by hand."""
MIXED = "mixed"
"""The guides beside three filings, whose pages are tables: what people's folders are like."""
FILINGS = (
    "AMCOR_2023Q2_10Q.pdf",
    "JOHNSON_JOHNSON_2022Q4_EARNINGS.pdf",
    "PEPSICO_2023Q1_EARNINGS.pdf",
)
OWN_FILES = "own_files"
"""The set's name among the others."""
BLOCK = 30
"""Numbers that each document has for its questions."""
SEED = 7
FEW = 5
"""Documents of a small collection."""


class Context(StrEnum):
    """Among what a question is asked: its own document alone, that one among `FEW`, all documents
    of its part, or one that has nothing to do with it."""

    ALONE = "alone"
    FEW = "few"
    ALL = "all"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class InContext:
    """A case, the name of the document that its question was written for, and among what it is
    asked. Elsewhere it has no answer."""

    document: str
    context: Context
    case: Case


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its document and the sentences that answer it; none if the document does not.
    `page` is the page of the PDF file where they stand, from 1; 0 where it is not said.
    """

    document: str
    question: str
    quotes: tuple[str, ...]
    answers: tuple[str, ...]
    page: int = 0


def asked_questions(part: str) -> tuple[Asked, ...]:
    """The questions of a part in the order of its file."""
    file = FOLDER / f"{GUIDES if part == MIXED else part}.jsonl"
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    if part == CONVERSATIONS:
        known = {question.document for question in asked_questions(BUSINESS)}
        return tuple(
            Asked(row["document"], turn["alone"], quotes, quotes)
            for row in rows
            if row["document"] in known
            for turn in row["turns"]
            for quotes in [tuple(turn["quotes"])]
        )
    return tuple(
        Asked(
            row["document"],
            row["question"],
            tuple(row["quotes"]),
            tuple(row["answers"]),
            row.get("page", 0),
        )
        for row in rows
    )


def own_file_cases(documents: Path) -> CaseSplit:
    """The cases, over what fused hybrid finds in all the documents of their part together.

    Args:
        documents: the folder with the documents that `documents.json` names.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    guides, papers = (part_cases(documents, part) for part in (GUIDES, PAPERS))
    training = frozenset(sorted({name for name, _ in guides})[::2])
    return CaseSplit(
        (
            *(case for name, case in guides if name in training),
            *(case for _, case in papers),
        ),
        tuple(case for name, case in guides if name not in training),
    )


def everyday_cases(documents: Path) -> CaseSplit:
    """The cases over everyday papers, over what fused hybrid finds in all of their part.

    Args:
        documents: the folder with the documents that `documents.json` names.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    training, test = (
        tuple(replace(case, collection=EVERYDAY) for _, case in part_cases(documents, part))
        for part in (EVERYDAY, EVERYDAY_APART)
    )
    return CaseSplit(training, test)


def part_cases(
    documents: Path, part: str, of: frozenset[str] | None = None, options: Options | None = None
) -> list[tuple[str, Case]]:
    """The cases of a part over what fused hybrid finds in all its documents together, each with the
    name of its document.

    Args:
        of: the documents whose questions are asked; of all where it is None.
        options: how fused hybrid searches; as it ships where it is None.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    asked = asked_questions(part)
    workbench, collection = open_part(documents, part)
    try:
        found = _cases(workbench, collection, asked, of, [Context.ALL], options)
    finally:
        workbench.close()
    return [(case.document, case.case) for case in found]


def cases_in_contexts(
    documents: Path,
    part: str,
    of: frozenset[str] | None = None,
    contexts: Sequence[Context] = tuple(Context),
    every: int = 1,
) -> list[InContext]:
    """The cases of a part in each of some contexts, as fused hybrid finds their evidence there.

    Args:
        of: the documents whose questions are asked; of all where it is None.
        every: only every so many of these questions are asked.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    asked = [
        question for question in asked_questions(part) if of is None or question.document in of
    ]
    workbench, collection = open_part(documents, part)
    try:
        return _cases(workbench, collection, asked[::every], of, contexts)
    finally:
        workbench.close()


def left_out_of(part: str) -> frozenset[str]:
    """The documents of a part that do not train the cross-encoder: of all in the order of their
    names, every `LEFT_OUT`th from the first."""
    asked = asked_questions(DOCUMENTS_OF.get(part, part))
    return frozenset(sorted({question.document for question in asked})[::LEFT_OUT])


def choosing_cases(documents: Path) -> list[tuple[str, Case]]:
    """Cases that teach neither ranking nor cross-encoder, each with the name of its document: over
    them it is chosen how much the cross-encoder decides. They are of every second everyday paper's
    question and of the business documents and people's papers that are left out, over the passages
    of their own document first, since most of them name no subject.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    everyday = part_cases(documents, EVERYDAY_MORE)[::2]
    return [
        *map(_at_home, everyday),
        *(_at_home(case) for part in (BUSINESS, PEOPLE) for case in left_out(documents, part)),
    ]


def choosing_contexts(documents: Path) -> dict[str, list[InContext]]:
    """Cases that teach neither ranking nor cross-encoder, "papers" and "manuals", in each context:
    over them it is learned how sure the reader is, and held to what it promises. Of most parts some
    questions are enough.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """

    def asked(every: Mapping[str, int]) -> list[InContext]:
        return [
            case
            for part, step in every.items()
            for case in cases_in_contexts(documents, part, left_out_of(part), every=step)
        ]

    papers = {PEOPLE: 4, BUSINESS: 2, EVERYDAY_FURTHER: 5, PEOPLE_MORE: 5, TEMPTING: 5}
    manuals = {HANDBOOKS_FURTHER: 3, REFERENCES: 3, MANUALS: 2, MANUALS_FURTHER: 3}
    return {
        "papers": [*cases_in_contexts(documents, EVERYDAY_MORE, every=2), *asked(papers)],
        "manuals": asked(manuals),
    }


def _at_home(named: tuple[str, Case]) -> tuple[str, Case]:
    return named[0], own_document_first(named[1])


def own_document_first(case: Case) -> Case:
    """The case with the passages of its own document before all others, as in a collection of few;
    what answers and was not found stands in third place."""
    if not case.gold_documents:
        return case
    hits = case.evidence
    own = [hit.chunk for hit in hits if hit.chunk.document_id in case.gold_documents]
    seen = {chunk.id for chunk in own}
    missing = [hit.chunk for hit in case.gold_evidence if hit.chunk.id not in seen]
    seen.update(chunk.id for chunk in missing)
    others = [hit.chunk for hit in hits if hit.chunk.id not in seen]
    return replace(case, evidence=as_hits([*own[:2], *missing, *own[2:], *others]))


def taught(documents: Path, part: str) -> list[tuple[str, Case]]:
    """A part's cases whose documents train the cross-encoder, over what is found without it.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    names = frozenset(question.document for question in asked_questions(part))
    untaught = FusedOptions(cross_encoder=NEVER)
    return part_cases(documents, part, names - left_out_of(part), untaught)


def left_out(documents: Path, part: str) -> list[tuple[str, Case]]:
    """A part's cases whose documents do not train the cross-encoder.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    return part_cases(documents, part, left_out_of(part))


def open_part(documents: Path, part: str) -> tuple[Workbench, Collection]:
    """A workbench whose collection holds all documents of a part. Those of both halves of the named
    documents lie together, and with the business documents that only test all others do.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """
    parts = {
        NAMED: (NAMED, NAMED_APART),
        NAMED_APART: (NAMED, NAMED_APART),
        BUSINESS_APART: (BUSINESS_APART, BUSINESS),
        PEOPLE_APART: (PEOPLE_APART, PEOPLE),
        TEMPTING_APART: (TEMPTING_APART, TEMPTING),
    }.get(part, (DOCUMENTS_OF.get(part, part),))
    names = sorted({question.document for one in parts for question in asked_questions(one)})
    return _open(documents, parts[0], names)


def questions_with_passages(
    documents: Path, part: str, *, training: bool
) -> list[tuple[Asked, frozenset[str]]]:
    """The questions of a part's documents that they answer, each with the ids of the passages that
    hold a part of an answering sentence.

    Args:
        training: of the documents that train, or of those that are only ever measured.
    """
    workbench, collection = open_part(documents, part)
    try:
        by_name = {
            document.name: document.id for document in workbench.library.documents(collection.id)
        }
        asked_of = sorted({each.document for each in asked_questions(part)})
        trains = {PAPERS: asked_of, GUIDES: asked_of[::2], MIXED: asked_of[::2]}.get(part, [])
        chosen = [name for name in asked_of if (name in trains) is training]
        texts = {name: workbench.library.document_text(by_name[name]) for name in chosen}
        chunks = {name: workbench.library.document_chunks(by_name[name]) for name in chosen}
    finally:
        workbench.close()
    found: list[tuple[Asked, frozenset[str]]] = []
    for question in asked_questions(part):
        if question.document not in texts:
            continue
        spans = [
            span for quote in question.quotes for span in spans_of(quote, texts[question.document])
        ]
        gold = frozenset(
            chunk.id
            for chunk in chunks[question.document]
            if any(chunk.start < end and start < chunk.end for start, end in spans)
        )
        if gold:
            found.append((question, gold))
    return found


def spans_of(quote: str, text: str) -> list[tuple[int, int]]:
    """Where a quote stands in a text, compared by its letters and digits alone, so that line
    breaks, hyphens at their ends and quotation marks do not matter."""
    letters, places = _letters(text)
    wanted, _ = _letters(quote)
    spans: list[tuple[int, int]] = []
    at = letters.find(wanted) if wanted else -1
    while at >= 0:
        spans.append((places[at], places[at + len(wanted) - 1] + 1))
        at = letters.find(wanted, at + len(wanted))
    return spans


def _letters(text: str) -> tuple[str, list[int]]:
    kept: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for folded in character.casefold():
            if folded.isalnum():
                kept.append(folded)
                places.append(place)
    return "".join(kept), places


def _open(folder: Path, part: str, names: Sequence[str]) -> tuple[Workbench, Collection]:
    hashes = json.loads((FOLDER / "documents.json").read_text("utf-8"))
    for name in names:
        path = _place(folder, name)
        if not path.is_file():
            raise NotFoundError(
                f"{folder} does not hold {name}.",
                f"It is in the package {hashes[name]['package']}.",
            )
        if hashlib.sha256(path.read_bytes()).hexdigest() != hashes[name]["sha256"]:
            raise NotFoundError(
                f"{path} is another version than the questions were written for.",
                f"Take {hashes[name]['package']} {hashes[name]['version']}.",
            )
    paths = {name: _place(folder, name) for name in names}
    if part == MIXED:
        filings = load_settings().benchmarks / "financebench_small" / "pdfs"
        paths |= {name: filings / name for name in FILINGS}
    workbench, collection = library_of(f"own-files-{part}", part, paths)
    read_through(workbench, collection.id)
    return workbench, collection


def _place(folder: Path, name: str) -> Path:
    written = WRITTEN / name
    return written if written.is_file() else folder / name


def _cases(
    workbench: Workbench,
    collection: Collection,
    asked: Sequence[Asked],
    of: frozenset[str] | None,
    contexts: Sequence[Context],
    options: Options | None = None,
) -> list[InContext]:
    """Each case in each context, of these documents or of all."""
    options = options or FusedOptions()
    documents = {
        document.name: document.id for document in workbench.library.documents(collection.id)
    }
    chunks: Mapping[str, Sequence[Chunk]] = {
        name: workbench.library.document_chunks(document) for name, document in documents.items()
    }
    texts = {
        name: workbench.library.document_text(document) for name, document in documents.items()
    }
    made: list[InContext] = []
    names = sorted(documents)
    generator = np.random.default_rng(SEED)
    for at, each in enumerate(asked):
        if of is not None and each.document not in of:
            continue
        # the questions of one document stand in one block, so that folds are made of documents
        number = BLOCK * names.index(each.document) + at % BLOCK
        name = documents[each.document]
        spans = tuple(
            (name, start, end)
            for quote in each.quotes
            for start, end in spans_of(quote, texts[each.document])
        )
        if each.quotes and not spans:
            continue  # a formula that was read otherwise: what counts as right is not known
        gold = [
            chunk
            for chunk in chunks[each.document]
            if any(chunk.start < end and start < chunk.end for _, start, end in spans)
        ]
        whole = Case(
            collection=OWN_FILES,
            number=number,
            question=each.question,
            answers=each.answers,
            gold_documents=frozenset([name] if spans else []),
            gold_spans=spans,
            evidence=(),
            gold_evidence=as_hits(gold),
        )
        others = [one for one in documents.values() if one != name]
        few = [others[one] for one in generator.permutation(len(others))[: FEW - 1]]
        for context in contexts:
            within = _within(context, name, few)
            query = Query(
                each.question, collection.id, top_k=DEPTH, filters=within, options=options
            )
            found = workbench.questions.search(query, FUSED).hits
            case = replace(whole, evidence=as_hits([hit.chunk for hit in found]))
            made.append(
                InContext(
                    each.document,
                    context,
                    _unanswered(case) if context is Context.ELSEWHERE else case,
                )
            )
    return made


def _within(context: Context, own: str, few: Sequence[str]) -> Filters:
    """The documents that may answer: `few` are others than its own one."""
    documents = {
        Context.ALONE: (own,),
        Context.FEW: (own, *few),
        Context.ALL: (),
        Context.ELSEWHERE: tuple(few[:1]),
    }
    return Filters(documents[context])


def _unanswered(case: Case) -> Case:
    """The case of a question that what was searched does not answer."""
    return replace(
        case, answers=(), gold_documents=frozenset(), gold_spans=(), gold_evidence=as_hits([])
    )


def default_documents() -> Path:
    """The folder where the documents are looked for."""
    return load_settings().cache / "bench" / "own_files"
