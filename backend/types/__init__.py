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
from backend.types.status import Problem, ServiceStatus, Status
from backend.types.tuning import Measure, TuningReport, TuningState
from backend.types.verdicts import Verdict

__all__ = [
    "LOCAL_READER",
    "NO_SUBGRAPH",
    "NO_USAGE",
    "Answer",
    "Block",
    "BlockKind",
    "Box",
    "Change",
    "Chunk",
    "ChunkKind",
    "Citation",
    "Collection",
    "CollectionCounts",
    "CollectionGraph",
    "CollectionSettings",
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
    "OptionCard",
    "PageImage",
    "PageSize",
    "PipelineCard",
    "Problem",
    "Query",
    "Reading",
    "Receipt",
    "Retrieved",
    "Scored",
    "Section",
    "Sentence",
    "ServiceStatus",
    "Signal",
    "Status",
    "Step",
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
]
