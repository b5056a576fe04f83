"""The commands and their options. Results go to standard output, progress to standard error."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from backend.command_line import (
    adding,
    ask_command,
    describing,
    evaluating,
    graphing,
    inspecting,
    making,
    migrating,
    naming,
    searching,
    serving,
    sharing,
    tuning,
    working,
)
from backend.errors import WorkbenchError
from backend.services.migration import ENGINES
from backend.settings import load_settings
from backend.types import FIRST_CHOICE, TEMPLATES, DescribedBy, Role
from backend.workbench import Workbench, open_workbench

Command = Callable[[Workbench, argparse.Namespace], int]

FAILED = 1
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the process's exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    os.umask(0o077)  # what the library holds is for its owner alone: folders 700, files 600
    options = build_parser().parse_args(arguments)
    command: Command = options.command
    try:
        workbench = open_workbench(load_settings(library=options.library), start_workers=False)
        try:
            return command(workbench, options)
        finally:
            workbench.close()
    except WorkbenchError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; `options.command` is the function to call."""
    parser = argparse.ArgumentParser(
        prog="python -m backend", description="Ask questions of your own documents."
    )
    parser.add_argument(
        "--library",
        type=Path,
        default=None,
        help="the library's folder (default: the setting, a folder of this user)",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    _taking_in(commands)
    remove = _command(
        commands, "remove", "remove documents, or a whole collection", inspecting.remove
    )
    remove.add_argument(
        "documents", nargs="*", metavar="DOCUMENT", help="a document's name, title, key or id"
    )
    _collection(remove)
    remove.add_argument("--all", action="store_true", help="remove the collection itself")
    remove.add_argument(
        "--redact", action="store_true", help="take their words out of earlier answers as well"
    )

    listing = _command(
        commands, "list", "list collections, or the documents of one", inspecting.list_
    )
    _collection(listing, required=False)
    listing.add_argument("--json", action="store_true", help="as JSON")

    _command(commands, "pipelines", "list the pipelines with their options", inspecting.pipelines)

    ask = _command(commands, "ask", "answer a question", ask_command.ask)
    ask.add_argument("question")
    _collection(ask)
    _pipeline(ask)
    ask.add_argument("--top-k", type=_positive, default=5, help="passages (default: 5)")
    ask.add_argument(
        "--document", action="append", default=[], help="only in this document (may be repeated)"
    )
    ask.add_argument("--json", action="store_true", help="print the whole answer as JSON")

    search = _command(commands, "search", "retrieve for many questions", searching.search)
    search.add_argument("questions", type=Path, metavar="QUESTIONS.jsonl[.gz]")
    _collection(search)
    _pipeline(search)
    search.add_argument("--top-k", type=_positive, default=10, help="documents (default: 10)")
    search.add_argument("--run", type=Path, required=True, metavar="OUT.trec")

    _learning(commands)
    _evaluating(commands)
    _command(commands, "check", "compare records, index and files", inspecting.check)
    _command(commands, "repair", "mend what check finds", inspecting.repair)
    _command(commands, "status", "health of every part", inspecting.status)

    export = _command(commands, "export", "export a collection or an answer", inspecting.export)
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("--collection", help="its documents and passages as JSON lines")
    what.add_argument("--answer", help="an answer's bundle, by the answer's id")
    export.add_argument("--form", choices=("json", "markdown"), default="json")
    export.add_argument("--out", type=Path, help="default: standard output")

    graph = _command(
        commands, "graph", "write the graph of a collection or a document", graphing.graph
    )
    _collection(graph)
    graph.add_argument("--document", help="only this document: its name, title, key or id")
    graph.add_argument(
        "--likenesses",
        action="store_true",
        help="passages alone, joined within each document by meaning, keywords and names",
    )
    graph.add_argument("--out", type=Path, required=True, metavar="FILE.json|.graphml")

    worker = _command(commands, "worker", "read waiting files, without a screen", working.worker)
    worker.add_argument("--until-idle", action="store_true", help="end when none is waiting")

    _programs(commands)
    _sharing(commands)
    _command(commands, "mcp", "serve assistants by the Model Context Protocol", serving.mcp)

    migrate = _command(commands, "migrate", "copy the library to another engine", migrating.migrate)
    migrate.add_argument(
        "--to",
        required=True,
        choices=ENGINES,
        help="neo4j for the records, elasticsearch for the index, embedded for both",
    )
    return parser


def _taking_in(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Commands that bring documents into a collection."""
    add = _command(commands, "add", "add files, or folders of files, to a collection", adding.add)
    add.add_argument("files", nargs="+", type=Path, metavar="FILE")
    _collection(add)
    add.add_argument(
        "--on-duplicate",
        choices=("skip", "replace", "keep_both"),
        default="skip",
        help="what to do with bytes that the collection has already (default: skip)",
    )
    add.add_argument("--password", help="for protected files")

    again = _command(
        commands,
        "reread",
        "read documents' files once more, for instance in another encoding",
        adding.read_again,
    )
    again.add_argument(
        "documents", nargs="*", metavar="DOCUMENT", help="a document's name, title, key or id"
    )
    _collection(again)
    again.add_argument("--all", action="store_true", help="all documents of the collection")
    again.add_argument(
        "--earlier", action="store_true", help="those that an earlier version of Quire has read"
    )
    again.add_argument(
        "--encoding",
        default="",
        metavar="NAME",
        help="of text files, for instance cp1252 (default: the one that fits best)",
    )

    imports = _command(
        commands, "import", "import a corpus of JSON lines {doc_id, title, text}", adding.import_
    )
    imports.add_argument("corpus", type=Path, metavar="CORPUS.jsonl[.gz]")
    _collection(imports)


def _programs(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Commands for other programs that ask the library."""
    tokens = _command(
        commands, "tokens", "make, list and withdraw tokens of programs", serving.tokens
    )
    actions = tokens.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser("add", help="make a token and print it, this once")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--scope", choices=("read", "write"), default="read", help="default: read")
    add.add_argument(
        "--person",
        default="",
        metavar="ID",
        help="with the rights of this person (default: of the whole library)",
    )
    add.add_argument("--days", type=_positive, default=90, help="good for so long (default: 90)")
    actions.add_parser("list", help="list the tokens, without their text")
    withdraw = actions.add_parser("withdraw", help="let a token count no longer")
    withdraw.add_argument("name", metavar="NAME")
    withdraw.add_argument("--person", default="", metavar="ID", help="whose token it is")


def _sharing(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Commands for a library that several people share."""
    people = _command(
        commands, "people", "keep the people who sign in with a password", sharing.people
    )
    actions = people.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser("add", help="make an account, or give it another password")
    add.add_argument("name", metavar="NAME", help="what is typed to sign in")
    add.add_argument("--called", default="", metavar="NAME", help="the name that others read")
    groups = actions.add_parser("groups", help="put somebody into these groups and no others")
    groups.add_argument("name", metavar="NAME")
    for each in (add, groups):
        each.add_argument("--group", action="append", metavar="GROUP")
    actions.add_parser("list", help="list the accounts")
    remove = actions.add_parser("remove", help="forget an account")
    remove.add_argument("name", metavar="NAME")

    share = _command(
        commands, "share", "give a person or a group a role in a collection", sharing.share
    )
    _collection(share)
    who = share.add_mutually_exclusive_group()
    who.add_argument("--person", metavar="ID")
    who.add_argument("--group", metavar="GROUP")
    share.add_argument(
        "--role", choices=[each.word for each in Role], default="reader", help="default: reader"
    )
    share.add_argument("--remove", action="store_true", help="take the role away")

    audit = _command(commands, "audit", "write the audit list as CSV", sharing.audit)
    audit.add_argument("--out", type=Path, metavar="FILE.csv", help="default: standard output")


def _learning(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Commands by which a collection learns."""
    name = _command(commands, "name", "let a language model name things and relations", naming.name)
    _collection(name)
    name.add_argument("--yes", action="store_true", help="do not ask; the price is still printed")
    name.add_argument(
        "--rules", action="store_true", help="go back to the rules, which cost nothing"
    )

    describe = _command(
        commands,
        "describe",
        "describe tables, so that each is found as a whole",
        describing.describe,
    )
    _collection(describe)
    describe.add_argument(
        "--by",
        choices=[each.value for each in DescribedBy],
        default=DescribedBy.LANGUAGE_MODEL.value,
        help="none takes the descriptions away again; default: language_model",
    )
    describe.add_argument(
        "--yes", action="store_true", help="do not ask; the price is still printed"
    )

    tune = _command(
        commands,
        "tune",
        "weigh the retrievers anew by a collection's marks and questions",
        tuning.tune,
    )
    _collection(tune)
    tune.add_argument(
        "--questions", type=Path, metavar="QUESTIONS.jsonl", help="learn from these as well"
    )
    tune.add_argument("--undo", action="store_true", help="back to the weights of Quire")
    tune.add_argument(
        "--embedder",
        nargs="?",
        const="adapter",
        choices=("adapter", "full"),
        help="instead learn where questions are searched from (adapter, the default), or fine-tune "
        "all weights of the embedder (full), which takes minutes; with --undo back to before",
    )
    tune.add_argument(
        "--bounds",
        action="store_true",
        help="instead learn from which probabilities on answers are called direct, and likely; "
        "with --undo back to the bounds of Quire",
    )
    tune.add_argument(
        "--graph",
        metavar="KIND",
        help="instead learn vectors of the collection's graph: transe, rotate or quate; with "
        "--undo they are taken away",
    )


def _evaluating(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Commands that measure pipelines."""
    bring = _command(
        commands,
        "benchmark",
        "import a public question set: its corpus and its questions",
        evaluating.benchmark,
    )
    bring.add_argument("name", metavar="SET", help="a folder of the setting benchmarks")
    _collection(bring, required=False)

    make = _command(
        commands, "questions", "make questions of a collection for a question set", making.questions
    )
    make.add_argument("set", metavar="SET", help="the set's name; it is made if it is new")
    _collection(make)
    make.add_argument("--most", type=_positive, default=40, help="questions (default: 40)")
    make.add_argument(
        "--by",
        choices=(TEMPLATES, "language_model"),
        default=TEMPLATES,
        help="who writes them (default: templates, which cost nothing)",
    )
    make.add_argument("--yes", action="store_true", help="do not ask; the price is still printed")
    make.add_argument(
        "--estimate",
        action="store_true",
        help="say what the language model would cost, and send nothing",
    )
    make.add_argument("--json", action="store_true", help="print what came of it as JSON")

    measure = _command(
        commands, "evaluate", "measure pipelines over a question set", evaluating.evaluate
    )
    measure.add_argument(
        "set", metavar="SET", help="a question set's name, or a file of questions (.jsonl, .csv)"
    )
    _collection(measure)
    measure.add_argument(
        "--pipelines",
        default=FIRST_CHOICE,
        metavar="NAME,NAME",
        help=f"each may have options of its own, as naive:fusion=convex (default: {FIRST_CHOICE})",
    )
    measure.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option that all these pipelines have (may be repeated)",
    )
    measure.add_argument("--top-k", type=_positive, default=10, help="passages (default: 10)")
    measure.add_argument("--no-answers", action="store_true", help="ask for the evidence alone")
    measure.add_argument(
        "--estimate", action="store_true", help="say what it would take, and ask nothing"
    )
    measure.add_argument(
        "--failed-again", action="store_true", help="ask those again that are in error"
    )
    measure.add_argument(
        "--judge",
        action="store_true",
        help="let the language model that is on judge the answers as well",
    )
    measure.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="COLLECTION",
        help="ask the same in this collection too and compare the two (may be repeated)",
    )
    measure.add_argument(
        "--would-cost",
        action="store_true",
        help="count what a language model would cost; nothing is sent",
    )
    measure.add_argument(
        "--causes",
        action="store_true",
        help="look into why evidence was missed, and count the causes",
    )
    measure.add_argument(
        "--votes",
        type=_positive,
        default=1,
        help="how often each answer is judged, 1, 3 or 5; the middle mark counts (default: 1)",
    )
    measure.add_argument(
        "--pairs",
        action="store_true",
        help="let it compare the first pipeline's answers with each other one's as well",
    )
    measure.add_argument(
        "--least",
        action="append",
        default=[],
        metavar="MEASURE=VALUE",
        help="end with code 3 if a pipeline is under it, as Recall@5=0.8 (may be repeated)",
    )
    measure.add_argument("--form", choices=("markdown", "csv", "html"), default="markdown")
    measure.add_argument("--json", action="store_true", help="print the whole report as JSON")


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    help_text: str,
    run: Command,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(command=run)
    parser.add_argument("--library", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser


def _collection(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    parser.add_argument("--collection", required=required, metavar="NAME")


def _pipeline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pipeline", default=FIRST_CHOICE, metavar="NAME", help=f"default: {FIRST_CHOICE}"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the pipeline, for instance fusion=convex (may be repeated); "
        "the command pipelines lists them",
    )


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value
