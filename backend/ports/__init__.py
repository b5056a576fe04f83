"""What the parts of Quire promise each other. Protocols only; adapters live in the folders beside.

Each protocol has a contract suite under tests/contracts that every adapter inherits.
"""

from backend.ports.answering import (
    Answerer,
    AnswererWithFacts,
    Pipeline,
    Retrieval,
    Rewriter,
    with_facts,
)
from backend.ports.bundles import DocumentBundle, LinkState
from backend.ports.calculating import Calculator, Figured
from backend.ports.chunking import ChunkDraft, Chunker
from backend.ports.describing import TableDescriber
from backend.ports.embedding import (
    ContextualEmbedder,
    Embedder,
    Embedders,
    EmbeddingNetwork,
    PairEmbedder,
    StartingEmbedder,
    TokenCounter,
    TokenStates,
    Triplet,
    Vectors,
)
from backend.ports.evaluation_records import EvaluationRecords
from backend.ports.extraction import Extraction, Extractor
from backend.ports.graph_records import DerivedRecords, GraphRecords
from backend.ports.judging import AnswerJudgement, Judge
from backend.ports.language_model import Completion, Ending, LanguageModel, Message, ReplyStore
from backend.ports.library_records import LibraryRecords
from backend.ports.parts import Parts, ReadingPatience, Shared
from backend.ports.paths import ChosenSections, PathChooser
from backend.ports.querying import (
    CELLS,
    ColumnFile,
    ColumnFiles,
    LargeSource,
    QueryFailedError,
    TableQueries,
)
from backend.ports.queue_records import QueueRecords
from backend.ports.rating import Rater, Ratings
from backend.ports.reading import EncodedReader, LargeTableReader, Reader
from backend.ports.records import ConversationRecords, MaintenanceRecords, Records
from backend.ports.retrieval import (
    Aspects,
    Fused,
    Fusion,
    OccasionalRetriever,
    Ranking,
    Retriever,
    RetrieverOverIndex,
    RetrieverWithAspects,
)
from backend.ports.running import Progress, StopSignal
from backend.ports.search import (
    Index,
    IndexEntry,
    OnServer,
    Search,
    Searched,
    TextSearch,
    VectorSearch,
    one_score,
    one_search,
)
from backend.ports.sharing_records import SharingRecords
from backend.ports.steering import Found, NotedFact, Plan, Scratchpad, Steerer, Steering, Subquery
from backend.ports.summaries import Summariser, Summary
