"""Operations on collections, documents, files on their way in, and pages."""

from __future__ import annotations

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from backend.errors import NotFoundError
from backend.interfaces.http_api.bodies import NewCollection, limited
from backend.interfaces.http_api.operations import ApiOperation, Call, Parameter
from backend.interfaces.http_api.problem_details import RefusedError
from backend.interfaces.marked_page import marked_page
from backend.interfaces.presentation import collection_summary, document_summary
from backend.interfaces.values import CollectionSummary, DocumentSummary
from backend.serialisation import to_plain
from backend.types import Collection, JobView
from backend.workbench import OnDuplicate

MOST_UPLOAD_BYTES = 200 << 20
"""As the screens take."""
MOST_SCALE = 4.0
ON_DUPLICATE = ("skip", "replace", "keep_both")
BYTES = "application/octet-stream"


@dataclass(frozen=True)
class FileJob:
    """A file on its way in: `state` is queued, running, done, failed or cancelled; `fraction` is
    between 0 and 1. `reason` and `remedy` say why it failed and what to do."""

    id: str
    name: str
    state: str
    label: str
    fraction: float
    size: int
    document_id: str
    code: str
    reason: str
    remedy: str


@dataclass(frozen=True)
class Accepted:
    """What became of an upload: its job, or null where the same bytes are there already."""

    job: FileJob | None


@dataclass(frozen=True)
class Deleted:
    """What a deletion removed."""

    titles: tuple[str, ...]
    documents: int
    passages: int


@dataclass(frozen=True)
class MarkedBox:
    """A box in pixels of the image, from its top left."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class DrawnPage:
    """A page as PNG in base64, without frames, with the boxes of the passage."""

    width: int
    height: int
    boxes: tuple[MarkedBox, ...]
    png: str


def _collection(call: Call) -> Collection:
    """The collection of the path, by id or name.

    Raises:
        NotFoundError: if there is none.
    """
    wanted = call.path("collection")
    for each in call.workbench.library.collections():
        if each.id == wanted:
            return each
    return call.workbench.library.collection_named(wanted)


def collection_id(call: Call) -> str:
    """The id of the collection of the path."""
    return _collection(call).id


def list_collections(call: Call) -> tuple[CollectionSummary, ...]:
    """All collections."""
    return tuple(
        collection_summary(call.workbench, each) for each in call.workbench.library.collections()
    )


def create_collection(call: Call) -> CollectionSummary:
    """Make an empty one."""
    body: NewCollection = call.body
    return collection_summary(call.workbench, call.workbench.library.create_collection(body.name))


def show_collection(call: Call) -> CollectionSummary:
    """One collection."""
    return collection_summary(call.workbench, _collection(call))


def list_documents(call: Call) -> tuple[DocumentSummary, ...]:
    """The documents of a collection."""
    return tuple(
        document_summary(document)
        for document in call.workbench.library.documents(collection_id(call))
    )


def list_jobs(call: Call) -> tuple[FileJob, ...]:
    """Files on their way in."""
    return tuple(_file_job(each) for each in call.workbench.queue.jobs(collection_id(call)))


def show_document(call: Call) -> DocumentSummary:
    """One document."""
    return document_summary(call.workbench.library.document(call.path("document")))


def delete_document(call: Call) -> Deleted:
    """Delete a document with all that was made of it."""
    receipt = call.workbench.library.delete_documents([call.path("document")])
    return Deleted(receipt.titles, receipt.documents, receipt.chunks)


def on_duplicate(call: Call) -> OnDuplicate:
    """What is to happen to bytes that are there already.

    Raises:
        RefusedError: 422 for another word than those that there are.
    """
    given = call.query("on_duplicate", "skip")
    if given not in ON_DUPLICATE:
        raise RefusedError(
            422, "on_duplicate is not known.", f"Give one of {', '.join(ON_DUPLICATE)}."
        )
    return cast(OnDuplicate, given)


async def upload(call: Call) -> Response:
    """Take a file in whole, then queue it: one that ends half way leaves nothing behind."""
    duplicate = on_duplicate(call)
    name = call.path("name")
    collection = await call.work(lambda: collection_id(call))
    with tempfile.TemporaryDirectory(prefix="quire-upload-") as folder:
        path = Path(folder) / "file"
        try:
            with path.open("wb") as out:
                async for piece in limited(call.request, MOST_UPLOAD_BYTES):
                    out.write(piece)
        except ClientDisconnect as error:
            raise RefusedError(
                400, "The upload ended before its end.", "Nothing was kept; send it again."
            ) from error

        def add() -> Accepted:
            job = call.workbench.library.add_file(collection, name, path, on_duplicate=duplicate)
            if job is None:
                return Accepted(None)
            return Accepted(job_of(call, job.id))

        accepted = await call.work(add)
    return JSONResponse(to_plain(accepted), 202)


def job_of(call: Call, job_id: str) -> FileJob | None:
    """A file's job; None if it is not listed any more."""
    try:
        return _file_job(call.workbench.queue.job(job_id))
    except NotFoundError:
        return None


async def page_image(call: Call) -> Response:
    """A page as a picture, the passage framed; or with its boxes apart as JSON."""
    try:
        page, scale = int(call.path("page")), float(call.query("scale", "1.5"))
    except ValueError as error:
        raise RefusedError(422, "page or scale is not a number.", "Pages count from 1.") from error
    if not 0.1 <= scale <= MOST_SCALE:
        raise RefusedError(422, "This scale cannot be drawn.", f"Give 0.1 to {MOST_SCALE:g}.")
    image = await call.work(
        lambda: call.workbench.evidence.page_image(
            call.path("document"), page - 1, chunk_id=call.query("passage_id"), scale=scale
        )
    )
    if call.query("form", "png") == "png":
        return Response(await call.work(lambda: marked_page(image)), media_type="image/png")
    boxes = tuple(MarkedBox(box.left, box.top, box.right, box.bottom) for box in image.boxes)
    png = base64.b64encode(image.png).decode("ascii")
    return JSONResponse(to_plain(DrawnPage(image.width, image.height, boxes, png)))


def _file_job(view: JobView) -> FileJob:
    job = view.job
    return FileJob(
        id=job.id,
        name=job.name,
        state=job.state.value,
        label=view.label,
        fraction=view.fraction,
        size=job.size,
        document_id=job.document_id,
        code=job.code,
        reason=job.reason,
        remedy=job.remedy,
    )


OPERATIONS = (
    ApiOperation(
        *("GET", "/collections", "listCollections", "List the collections", "read"),
        result=tuple[CollectionSummary, ...],
        run=list_collections,
    ),
    ApiOperation(
        *("POST", "/collections", "createCollection", "Make an empty collection", "write"),
        result=CollectionSummary,
        body=NewCollection,
        status=201,
        problems=(409,),
        run=create_collection,
    ),
    ApiOperation(
        *("GET", "/collections/{collection}", "showCollection", "One collection", "read"),
        result=CollectionSummary,
        problems=(404,),
        run=show_collection,
    ),
    ApiOperation(
        *("GET", "/collections/{collection}/documents", "listDocuments", "Its documents", "read"),
        result=tuple[DocumentSummary, ...],
        problems=(404,),
        run=list_documents,
    ),
    ApiOperation(
        *("GET", "/collections/{collection}/jobs", "listJobs", "Files on their way in", "read"),
        result=tuple[FileJob, ...],
        problems=(404,),
        run=list_jobs,
    ),
    ApiOperation(
        *("PUT", "/collections/{collection}/files/{name}", "uploadFile"),
        "Add a file; its bytes are the body, at most 200 MiB. It is read in the background",
        "write",
        result=Accepted,
        raw_body=(BYTES,),
        status=202,
        parameters=(
            Parameter("on_duplicate", "What to do with bytes that are there", ON_DUPLICATE),
        ),
        problems=(400, 404, 413, 422),
        respond=upload,
    ),
    ApiOperation(
        *("GET", "/documents/{document}", "showDocument", "One document", "read"),
        result=DocumentSummary,
        problems=(404,),
        run=show_document,
    ),
    ApiOperation(
        *("DELETE", "/documents/{document}", "deleteDocument", "Delete a document", "write"),
        result=Deleted,
        problems=(404,),
        run=delete_document,
    ),
    ApiOperation(
        *("GET", "/documents/{document}/pages/{page}", "showPage"),
        "A page of a PDF as an image, counted from 1, with a passage framed",
        "read",
        result=DrawnPage,
        others=("image/png",),
        parameters=(
            Parameter("passage_id", "The passage to frame"),
            Parameter("scale", "Pixels per point, 0.1 to 4; 1.5 if left out"),
            Parameter(
                "form", "An image with frames, or JSON with image and boxes", ("png", "json")
            ),
        ),
        problems=(404, 422),
        respond=page_image,
    ),
)
