"""Columns as they are parsed, and as Spark has them.

Spark has no integers without a sign: ``uint64`` is ``decimal(20,0)``, as in Spark's own reader of
Parquet. The parser makes these types itself, so no column is cast. VARIANT has its two members in
another order.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from pyspark.sql.pandas.types import from_arrow_type, to_arrow_schema
from pyspark.sql.types import (
    ArrayType,
    DataType,
    MapType,
    StringType,
    StructField,
    StructType,
    VariantType,
)

from .._varvel import TableSchema

EXTENSION = b"ARROW:extension:name"
VARIANT = b"arrow.parquet.variant"
JSON = b"arrow.json"

WIDER = {
    pa.uint8(): pa.int16(),
    pa.uint16(): pa.int32(),
    pa.uint32(): pa.int64(),
    pa.uint64(): pa.decimal128(20, 0),
}


def plain_schema(schema: Any) -> pa.Schema:
    """Returns a schema without extension types: their names stay in the metadata of fields."""
    return pa.schema([plain(field) for field in pa.schema(schema)])


def plain(field: pa.Field) -> pa.Field:
    """Returns a field whose extension types are metadata."""
    type = field.type
    metadata = dict(field.metadata or {})
    if isinstance(type, pa.BaseExtensionType):
        metadata[EXTENSION] = type.extension_name.encode()
        type = type.storage_type
    return pa.field(field.name, inside(type, plain), field.nullable, metadata)


def inside(type: pa.DataType, change: Any) -> pa.DataType:
    """Returns a type whose inner fields are changed."""
    if pa.types.is_struct(type):
        return pa.struct([change(field) for field in type])
    if pa.types.is_map(type):
        return pa.map_(change(type.key_field), change(type.item_field))
    if pa.types.is_list(type):
        return pa.list_(change(type.value_field))
    return type


def is_variant(field: pa.Field) -> bool:
    return (field.metadata or {}).get(EXTENSION) == VARIANT


def for_spark(schema: TableSchema) -> TableSchema:
    """Returns columns that are parsed right into the types of Spark."""
    return of_arrow(pa.schema([widened(field) for field in plain_schema(schema)]))


def of_arrow(schema: pa.Schema) -> TableSchema:
    return TableSchema.from_ipc(schema.serialize().to_pybytes())


def widened(field: pa.Field) -> pa.Field:
    if is_variant(field):
        return field
    if pa.types.is_null(field.type):
        # Nothing but nulls was seen. Parquet of Spark has no such type.
        return pa.field(field.name, pa.string(), True, {EXTENSION: JSON})
    type = WIDER.get(field.type, field.type)
    # A column of a table may be null, also where documents must have the member.
    return pa.field(field.name, inside(type, widened_inside), True, field.metadata)


def widened_inside(field: pa.Field) -> pa.Field:
    wide = widened(field)
    return wide.with_nullable(field.nullable)


def struct_of(schema: TableSchema) -> StructType:
    """Returns the columns as Spark has them."""
    fields = plain_schema(schema)
    return StructType([StructField(one.name, spark_type(one), one.nullable) for one in fields])


def spark_type(field: pa.Field) -> DataType:
    type = field.type
    if is_variant(field):
        return VariantType()
    if pa.types.is_struct(type):
        return StructType([StructField(one.name, spark_type(one), one.nullable) for one in type])
    if pa.types.is_map(type):
        return MapType(StringType(), spark_type(type.item_field), type.item_field.nullable)
    if pa.types.is_list(type):
        return ArrayType(spark_type(type.value_field), type.value_field.nullable)
    return from_arrow_type(type)


def arrow_of(schema: StructType) -> pa.Schema:
    """Returns the columns as Spark wants batches of them."""
    return to_arrow_schema(schema, timezone="UTC")


def parsed_of(schema: StructType) -> TableSchema:
    """Returns the columns that are parsed for a schema of Spark."""
    return of_arrow(pa.schema([parsed(field) for field in arrow_of(schema)]))


def parsed(field: pa.Field) -> pa.Field:
    type = field.type
    if is_spark_variant(type):
        parts = [pa.field(name, pa.binary(), False) for name in ("metadata", "value")]
        return pa.field(field.name, pa.struct(parts), field.nullable, {EXTENSION: VARIANT})
    return pa.field(field.name, inside(type, parsed), field.nullable)


def is_spark_variant(type: pa.DataType) -> bool:
    if not pa.types.is_struct(type) or {one.name for one in type} != {"value", "metadata"}:
        return False
    return (type.field("metadata").metadata or {}).get(b"variant") == b"true"


def converted(array: pa.Array, type: pa.DataType) -> pa.Array:
    """Returns the same values with members of structures in another order."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    buffers = array.buffers()
    if pa.types.is_struct(type):
        parts = [converted(array.field(one.name), one.type) for one in type]
    elif pa.types.is_map(type):
        entries = pa.struct([type.key_field, type.item_field])
        keys, items = converted(array.keys, type.key_type), converted(array.items, type.item_type)
        parts = [pa.Array.from_buffers(entries, len(keys), [None], children=[keys, items])]
    elif pa.types.is_list(type):
        parts = [converted(array.values, type.value_type)]
    else:
        return array
    own = buffers[: 1 if pa.types.is_struct(type) else 2]
    return pa.Array.from_buffers(type, len(array), own, array.null_count, 0, parts)


def batch_for(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """Returns a batch with the schema that Spark wants. Its arrays begin at their first value."""
    pairs = zip(batch.columns, schema.types, strict=True)
    return pa.RecordBatch.from_arrays([converted(*pair) for pair in pairs], schema=schema)


def tagged(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Returns a batch of Spark with VARIANT as other programs know it."""
    if not any(is_variant_inside(field.type) for field in batch.schema):
        return batch
    schema = pa.schema([parsed(field) for field in batch.schema])
    return batch_for(batch, schema)


def is_variant_inside(type: pa.DataType) -> bool:
    if is_spark_variant(type):
        return True
    return any(is_variant_inside(type.field(at).type) for at in range(type.num_fields))
