"""JSON, YAML, MessagePack and CBOR as objects, and records as Arrow tables."""

from __future__ import annotations

from . import _files, cbor, json, json5, msgpack, yaml
from ._errors import Error
from ._tables import infer_schema, read_ndjson, read_records, splits
from ._values import Extension, Simple, Tagged
from ._varvel import Document, Records, Split, TableSchema, __version__, dumps, loads

__all__ = [
    "Document",
    "Error",
    "Extension",
    "Records",
    "Simple",
    "Split",
    "TableSchema",
    "Tagged",
    "__version__",
    "cbor",
    "dump",
    "dumps",
    "infer_schema",
    "json",
    "json5",
    "load",
    "loads",
    "msgpack",
    "read_ndjson",
    "read_records",
    "splits",
    "yaml",
]

load = _files.load
dump = _files.dump

for _public in (infer_schema, read_ndjson, read_records, splits):
    _public.__module__ = "varvel"
