"""The record store in one SQLite file: nothing to install, several threads and processes."""

from __future__ import annotations

from backend.ports import Records
from backend.records._sqlite.collections import Collections
from backend.records._sqlite.content import Content
from backend.records._sqlite.conversations import Conversations
from backend.records._sqlite.database import Database
from backend.records._sqlite.documents import Documents
from backend.records._sqlite.evaluations import Evaluations
from backend.records._sqlite.graph import Graph
from backend.records._sqlite.jobs import Jobs
from backend.records._sqlite.links import Links
from backend.records._sqlite.maintenance import Maintenance
from backend.records._sqlite.sharing import Sharing
from backend.records._sqlite.tables import Tables
from backend.records._sqlite.transfer import Transfer
from backend.settings import Settings

FILE_NAME = "records.sqlite3"


class SqliteRecords(
    Collections,
    Documents,
    Content,
    Tables,
    Graph,
    Links,
    Jobs,
    Conversations,
    Evaluations,
    Sharing,
    Transfer,
    Maintenance,
):
    """`ports.Records` over one file; each group of verbs is a module of its own."""


def build(settings: Settings) -> Records:
    """Open the records of the library folder, making or migrating them as needed.

    Raises:
        StorageError: if the file cannot be opened, is damaged, or is of a newer version.
    """
    return SqliteRecords(Database(settings.library / FILE_NAME))
