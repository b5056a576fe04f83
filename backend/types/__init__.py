"""The frozen values that all layers exchange.

Conventions that hold everywhere:

- pages are counted from 0 (screens add 1); ranks are counted from 1;
- offsets are in Unicode code points of the document's text, half open `[start, end)`;
- boxes are in PDF points, origin at the top left of the page;
- scores compare only within one retriever and one question.
"""

from backend.types.answers import (
    LOCAL_READER,
    NARROWED,
    NO_MODEL_USED,
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
    TextDelta,
    Usage,
)
from backend.types.briefings import (
    BriefDocument,
    Briefing,
    BriefName,
    BriefTheme,
    CheckedQuestion,
    QuestionKind,
    Quotation,
)
from backend.types.calculations import (
    GROUP_JOINT,
    LABELS,
    ONE_FIGURE,
    PER_GROUP,
    TO_TWO_PLACES,
    Calculation,
    Conversion,
    Operand,
    Operation,
    Refusal,
    Rounded,
    difference_in,
    enumeration,
    measured,
    number_told,
    period_words,
)
from backend.types.choices import Choice, Interpretation, Place, as_meant, is_meant, meant_in
from backend.types.claims import ClaimCheck, ClaimFinding
from backend.types.collection_graph import (
    NAMED_KINDS,
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
from backend.types.definitions import Definition, DefinitionForm
from backend.types.evaluations import (
    UNANSWERABLE,
    Contender,
    ContenderResult,
    Difference,
    EvaluationReport,
    EvaluationRun,
    KindResult,
    MeasuredPassage,
    MeasuredRow,
    Outcome,
    QuestionOutcome,
    QuestionSetCard,
    Reference,
    ReliabilityBin,
    RetrieverReading,
    RowError,
    RunEstimate,
    RunProgress,
    SetQuestion,
    WhyNot,
)
from backend.types.evidence import Hit, LabelledHit, OwnedHit, PageImage, Scored, Signal
from backend.types.facts import CellFact, Fact, StatedFact, StatedFacts
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
from backend.types.graph_map import GraphMap, MapPoint
from backend.types.jobs import REFUSED, Job, JobState, JobView
from backend.types.judgings import (
    Agreement,
    JudgeChoice,
    Judging,
    JudgingEstimate,
    JudgingReport,
    PairResult,
)
from backend.types.large_tables import (
    ROWS_IN_COLUMNS,
    LargeColumn,
    LargeTable,
    SqlValue,
    TypedCell,
)
from backend.types.layout import Block, BlockKind, Box, Line, PageSize, Reading, Table, TableRow
from backend.types.library import (
    NO_GLOSSARY,
    RECORD_MEDIA_TYPE,
    Change,
    Chunk,
    ChunkKind,
    Collection,
    CollectionCounts,
    CollectionSettings,
    Document,
    PartialUpload,
    Receipt,
    Section,
    UploadCheck,
)
from backend.types.makings import TEMPLATES, MakingEstimate, MakingReport
from backend.types.option_fields import (
    OFF,
    ON,
    DeclaredOption,
    DeclaredSwitches,
    Kind,
    OptionCard,
    declared_fields,
    option,
    switches,
)
from backend.types.options import Options
from backend.types.pathways import (
    CausesReport,
    ContenderCauses,
    MissedOfQuestion,
    MissedPiece,
    Pathway,
    PathwayStep,
    StepKind,
)
from backend.types.questions import (
    AUTOMATIC,
    CHOSEN_BY,
    FIRST_CHOICE,
    WAY,
    Filters,
    PipelineCard,
    Query,
    Turn,
)
from backend.types.quoted_tables import QuotedRow, QuotedTable
from backend.types.retrievers import RetrieverCard, RetrieverFamily
from backend.types.sharing import Action, Grant, GranteeKind, Person, Principal, Role, SignIn
from backend.types.status import Problem, ServiceStatus, Status
from backend.types.subjects import PassageSubject, SubjectSource
from backend.types.table_descriptions import (
    DescribedBy,
    DescribingEstimate,
    DescribingState,
    TableDescription,
)
from backend.types.tables import (
    HEADER_JOINT,
    Cell,
    CellKind,
    Column,
    StoredRow,
    StoredTable,
)
from backend.types.tuning import (
    AdapterState,
    BoundChange,
    BoundsReport,
    BoundsState,
    FineTuningState,
    MeasuredMean,
    ReaderBounds,
    TuningReport,
    TuningState,
    VerdictCount,
    bound_words,
)
from backend.types.verdicts import PROMISED, Verdict
from backend.types.waiting import Waiting
from backend.types.would_costs import (
    IndexingCost,
    PerRight,
    PromptCount,
    WouldCost,
    WouldCostReport,
)
