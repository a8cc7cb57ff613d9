"""JSON, YAML, MessagePack and CBOR as objects, and records as Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence

from . import _files, cbor, edit, json, json5, msgpack, yaml
from ._errors import DecodeErrors, Error
from ._inspect import schema, validate
from ._markers import Ge, Gt, Le, Lt, MaxLen, MinLen, MultipleOf, Name, Pattern
from ._schemas import schema_of
from ._tables import infer_schema, read_ndjson, read_records, splits
from ._values import Extension, Simple, Tagged
from ._varvel import (
    BadLines,
    Decoder,
    Document,
    Records,
    Split,
    TableSchema,
    __version__,
    decode,
    dumps,
    loads,
    loads_all,
)

__all__ = [
    "DecodeErrors",
    "Decoder",
    "Document",
    "Error",
    "Extension",
    "Ge",
    "Gt",
    "Le",
    "Lt",
    "MaxLen",
    "MinLen",
    "MultipleOf",
    "Name",
    "Pattern",
    "Records",
    "Simple",
    "Split",
    "TableSchema",
    "Tagged",
    "__version__",
    "cbor",
    "decode",
    "dump",
    "dumps",
    "edit",
    "encode",
    "infer_schema",
    "json",
    "json5",
    "load",
    "loads",
    "loads_all",
    "msgpack",
    "read_ndjson",
    "read_records",
    "schema",
    "schema_of",
    "splits",
    "validate",
    "yaml",
]

encode = dumps
load = _files.load
dump = _files.dump

for _public in (infer_schema, read_ndjson, read_records, splits):
    _public.__module__ = "varvel"
Sequence.register(BadLines)
