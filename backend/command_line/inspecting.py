"""`list`, `pipelines`, `remove`, `check`, `repair`, `status` and `export`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from backend.errors import SettingsError
from backend.serialisation import to_plain
from backend.types import JobState, JobView, OptionCard, Options, Problem, Receipt
from backend.workbench import Workbench


def list_(workbench: Workbench, options: argparse.Namespace) -> int:
    """Collections with their sizes, or one collection's documents."""
    rows: list[dict[str, Any]] = []
    if options.collection:
        for document in workbench.library.documents(
            workbench.library.collection_named(options.collection).id
        ):
            plain = to_plain(document)
            plain.pop("page_sizes")
            rows.append(plain)
            if not options.json:
                print(
                    f"{document.name}\t{document.title}\t{document.pages} pages\t"
                    f"{document.chunks} passages\tversion {document.version}\t{document.id}"
                )
    else:
        for collection in workbench.library.collections():
            counts = workbench.library.counts(collection.id)
            rows.append({**to_plain(collection), **to_plain(counts)})
            if not options.json:
                print(
                    f"{collection.name}\t{counts.documents} documents\t{counts.pages} pages\t"
                    f"{counts.chunks} passages"
                )
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        wanted = (
            workbench.library.collection_named(options.collection).id
            if options.collection
            else None
        )
        _print_not_read(workbench.queue.jobs(wanted))
    return 0


def pipelines(workbench: Workbench, options: argparse.Namespace) -> int:
    """The pipelines with their options: name and default, what can be given, what it does."""
    for card in workbench.questions.pipelines():
        print(f"{card.name}\t{card.hint}")
        _print_options(card.options)
    print("Every pipeline also takes:")
    _print_options(Options.cards(hidden=True))
    return 0


def _print_options(cards: Iterable[OptionCard]) -> None:
    for card in cards:
        name = f"{card.name}={card.default}" if card.default else card.name
        print(f"  {name}\t{card.expected}\t{card.label}. {card.help}")


def _print_not_read(jobs: tuple[JobView, ...]) -> None:
    """Files that wait or were given up: they are in no list of documents."""
    waiting = sum(view.job.state in (JobState.QUEUED, JobState.RUNNING) for view in jobs)
    if waiting:
        print(f"waiting or being read: {waiting}", file=sys.stderr)
    for view in jobs:
        if view.job.state is JobState.FAILED:
            words = f"{view.job.name}: {view.job.reason} {view.job.remedy}".rstrip()
            print(f"not read: {words}", file=sys.stderr)


def remove(workbench: Workbench, options: argparse.Namespace) -> int:
    """Remove documents or a collection and print the receipt."""
    collection = workbench.library.collection_named(options.collection)
    if options.all == bool(options.documents):
        raise SettingsError(
            "Nothing was removed.", "Name the documents to remove, or give --all for all of them."
        )
    if options.all:
        _print_receipt(workbench.library.delete_collection(collection.id))
        return 0
    gone = workbench.library.documents_called(collection.id, options.documents)
    _print_receipt(workbench.library.delete_documents(gone))
    if options.redact:
        print(f"earlier answers redacted: {workbench.redaction.redact_answers(gone)}")
    else:
        print(
            f"earlier answers that hold words of them: {workbench.redaction.answers_holding(gone)}"
        )
    return 0


def _print_receipt(receipt: Receipt) -> None:
    print(
        f"removed {receipt.documents} documents, {receipt.sections} sections, "
        f"{receipt.chunks} passages, {receipt.vectors} vectors, {receipt.entities} entities, "
        f"{receipt.triples} relations, {receipt.communities} groups of passages, "
        f"{receipt.tables} tables, {receipt.edges} links"
    )


def check(workbench: Workbench, options: argparse.Namespace) -> int:
    """Print what is wrong; non-zero if anything is."""
    problems = workbench.maintenance.check()
    _print_problems(problems)
    if not problems:
        print("All is well.")
    return 1 if problems else 0


def repair(workbench: Workbench, options: argparse.Namespace) -> int:
    """Mend what can be mended; non-zero if something is left."""
    mended = workbench.maintenance.repair()
    for problem in mended:
        print(f"mended: {problem.where}: {problem.what}")
    left = workbench.maintenance.check()
    _print_problems(left)
    if not left:
        print("All is well.")
    return 1 if left else 0


def _print_problems(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        mend = "repair mends it" if problem.repairable else "repair cannot mend it"
        print(f"{problem.where}: {problem.what} ({mend})")


def status(workbench: Workbench, options: argparse.Namespace) -> int:
    """Health of every part; non-zero if one has failed."""
    now = workbench.status()
    for service in now.services:
        print(f"{service.name}: {service.state}, {service.summary} {service.remedy}".rstrip())
        for name, value in service.detail.items():
            print(f"  {name}: {value}")
    for name, size in now.disk.items():
        print(f"{name}: {size / 1e6:.1f} MB")
    _print_not_read(now.jobs)
    return 1 if any(service.state == "failed" for service in now.services) else 0


def export(workbench: Workbench, options: argparse.Namespace) -> int:
    """Write a collection's documents and passages, or an answer's bundle."""
    if options.out is None:
        _export(workbench, options, sys.stdout)
        return 0
    with options.out.open("w", encoding="utf-8") as out:
        _export(workbench, options, out)
    return 0


def _export(workbench: Workbench, options: argparse.Namespace, out: TextIO) -> None:
    if options.answer:
        out.write(workbench.evidence.bundle(options.answer, options.form) + "\n")
        return
    collection = workbench.library.collection_named(options.collection)
    out.write(_line("collection", to_plain(collection)))
    for document in workbench.library.documents(collection.id):
        out.write(_line("document", to_plain(document)))
        for chunk in workbench.library.document_chunks(document.id):
            out.write(_line("passage", to_plain(chunk)))


def _line(record: str, value: dict[str, Any]) -> str:
    return json.dumps({"record": record, **value}, ensure_ascii=False) + "\n"
