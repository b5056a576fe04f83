"""Writes a copy of a PDF that needs no password. A child process of `backend.readers.pdf`."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from backend.guarded_process import Channel, serve
from backend.readers.engines.pdfium import open_document
from backend.readers.engines.protocol import FileRefusal


def unlock(channel: Channel) -> None:
    """Answer one request with the bytes of the copy."""
    message = channel.receive()
    if message is None:
        return
    request, _ = message
    try:
        document = open_document(Path(request["path"]), request["password"])
        copy = _without_security(document)
    except FileRefusal as refusal:
        channel.send({"refused": refusal.code})
    else:
        channel.send({"result": True}, copy)


def _without_security(document: Any) -> bytes:
    copy = bytearray()

    def write(_: Any, content: Any, size: int) -> int:
        copy.extend(ctypes.string_at(content, size))
        return 1

    writer = pdfium.FPDF_FILEWRITE(version=1)
    callback = type(writer.WriteBlock)(write)
    writer.WriteBlock = callback
    if not pdfium.FPDF_SaveAsCopy(document, writer, pdfium.FPDF_REMOVE_SECURITY):
        raise FileRefusal("broken")
    return bytes(copy)


if __name__ == "__main__":
    serve(unlock)
