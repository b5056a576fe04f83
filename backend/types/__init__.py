"""The frozen values that all layers exchange.

Conventions that hold everywhere:

- pages are counted from 0 (screens add 1); ranks are counted from 1;
- offsets are in Unicode code points of the document's text, half open `[start, end)`;
- boxes are in PDF points, origin at the top left of the page;
- scores compare only within one retriever and one question.
"""

from backend.types.answers import (
    LOCAL_READER,
    NO_USAGE,
    Answer,
    Citation,
    Conversation,
    Draft,
    Event,
    Finished,
    Mark,
    Retrieved,
    Sentence,
    Step,
    Token,
    Usage,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.collection_graph import (
    CollectionGraph,
    GraphFilter,
    GraphMeasure,
    GraphNode,
    GraphNodeDetails,
    GraphNodeKind,
    GraphOverview,
    GraphRanking,
    GraphStatistics,
    LinkLikeness,
)
from backend.types.evidence import Hit, PageImage, Scored, Signal
from backend.types.graph import (
    NO_SUBGRAPH,
    Community,
    Edge,
    EdgeKind,
    Entity,
    NamingEstimate,
    Subgraph,
    Theme,
    ThemeTree,
    Triple,
)
from backend.types.jobs import Job, JobState, JobView
from backend.types.layout import Block, BlockKind, Box, Line, PageSize, Reading, Table, TableRow
from backend.types.library import (
    Change,
    Chunk,
    ChunkKind,
    Collection,
    CollectionCounts,
    CollectionSettings,
    Document,
    Receipt,
    Section,
    UploadCheck,
)
from backend.types.questions import Filters, OptionCard, PipelineCard, Query, Turn
from backend.types.retrievers import RetrieverCard, RetrieverFamily
from backend.types.status import Problem, ServiceStatus, Status
from backend.types.tables import (
    HEADER_JOINT,
    Cell,
    CellKind,
    Column,
    StoredRow,
    StoredTable,
)
from backend.types.tuning import Measure, TuningReport, TuningState
from backend.types.verdicts import Verdict
from backend.types.waiting import Waiting

__all__ = [
    "HEADER_JOINT",
    "LOCAL_READER",
    "NO_SUBGRAPH",
    "NO_USAGE",
    "Answer",
    "Block",
    "BlockKind",
    "Box",
    "Calculation",
    "Cell",
    "CellKind",
    "Change",
    "Chunk",
    "ChunkKind",
    "Citation",
    "Collection",
    "CollectionCounts",
    "CollectionGraph",
    "CollectionSettings",
    "Column",
    "Community",
    "Conversation",
    "Document",
    "Draft",
    "Edge",
    "EdgeKind",
    "Entity",
    "Event",
    "Filters",
    "Finished",
    "GraphFilter",
    "GraphMeasure",
    "GraphNode",
    "GraphNodeDetails",
    "GraphNodeKind",
    "GraphOverview",
    "GraphRanking",
    "GraphStatistics",
    "Hit",
    "Job",
    "JobState",
    "JobView",
    "Line",
    "LinkLikeness",
    "Mark",
    "Measure",
    "NamingEstimate",
    "Operand",
    "Operation",
    "OptionCard",
    "PageImage",
    "PageSize",
    "PipelineCard",
    "Problem",
    "Query",
    "Reading",
    "Receipt",
    "Refusal",
    "Retrieved",
    "RetrieverCard",
    "RetrieverFamily",
    "Scored",
    "Section",
    "Sentence",
    "ServiceStatus",
    "Signal",
    "Status",
    "Step",
    "StoredRow",
    "StoredTable",
    "Subgraph",
    "Table",
    "TableRow",
    "Theme",
    "ThemeTree",
    "Token",
    "Triple",
    "TuningReport",
    "TuningState",
    "Turn",
    "UploadCheck",
    "Usage",
    "Verdict",
    "Waiting",
]
