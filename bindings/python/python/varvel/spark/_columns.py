"""Columns as they are parsed, and as Spark has them.

Spark has no integers without a sign: ``uint64`` is ``decimal(20,0)``, as in Spark's own reader of
Parquet. The parser makes these types itself, so no column is cast. VARIANT has its two members in
another order. Text that is JSON is a string whose field has a mark in its metadata.
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

# The member of a field's metadata in Spark which says that the field has text that is JSON. Items
# of arrays and values of maps have no metadata there: the field around them has the mark.
MARK = "varvel.json"

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
    return StructType([spark_field(one) for one in plain_schema(schema)])


def spark_field(field: pa.Field) -> StructField:
    metadata = {MARK: True} if has_json(field) else None
    return StructField(field.name, spark_type(field), field.nullable, metadata)


def has_json(field: pa.Field) -> bool:
    """Returns whether a field has text that is JSON, or lists or maps of it."""
    type = field.type
    if pa.types.is_map(type):
        return has_json(type.item_field)
    if pa.types.is_list(type):
        return has_json(type.value_field)
    return (field.metadata or {}).get(EXTENSION) == JSON


def spark_type(field: pa.Field) -> DataType:
    type = field.type
    if is_variant(field):
        return VariantType()
    if pa.types.is_struct(type):
        return StructType([spark_field(one) for one in type])
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
    return of_arrow(tagged_schema(arrow_of(schema), schema))


def tagged_schema(arrow: pa.Schema, schema: StructType) -> pa.Schema:
    """Returns columns of Arrow with the extension types that the fields of Spark mean."""
    pairs = zip(arrow, schema.fields, strict=True)
    return pa.schema([tagged_field(*pair) for pair in pairs])


def tagged_field(field: pa.Field, spark: StructField) -> pa.Field:
    return tagged_value(field, spark.dataType, spark.metadata.get(MARK) is True)


def tagged_value(field: pa.Field, spark: DataType, is_json: bool) -> pa.Field:
    type = field.type
    metadata = None
    if isinstance(spark, VariantType):
        parts = [pa.field(name, pa.binary(), False) for name in ("metadata", "value")]
        type = pa.struct(parts)
        metadata = {EXTENSION: VARIANT}
    elif isinstance(spark, StructType):
        pairs = zip(type, spark.fields, strict=True)
        type = pa.struct([tagged_field(*pair) for pair in pairs])
    elif isinstance(spark, MapType):
        item = tagged_value(type.item_field, spark.valueType, is_json)
        type = pa.map_(type.key_field, item)
    elif isinstance(spark, ArrayType):
        type = pa.list_(tagged_value(type.value_field, spark.elementType, is_json))
    elif is_json and isinstance(spark, StringType):
        metadata = {EXTENSION: JSON}
    return pa.field(field.name, type, field.nullable, metadata)


def converted(array: pa.Array, type: pa.DataType) -> pa.Array:
    """Returns the same values with members of structures in another order."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    buffers = array.buffers()
    if pa.types.is_struct(type):
        names = [one.name for one in array.type]
        # Only VARIANT has another order, and other structures may have a name twice.
        is_same = names == [one.name for one in type]
        order = range(len(names)) if is_same else [names.index(one.name) for one in type]
        parts = [converted(array.field(at), one.type) for at, one in zip(order, type, strict=True)]
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


def tagged(batch: pa.RecordBatch, schema: StructType) -> pa.RecordBatch:
    """Returns a batch of Spark with VARIANT and JSON as other programs know them."""
    arrow = tagged_schema(batch.schema, schema)
    return batch_for(batch, arrow) if any(map(is_tagged, arrow)) else batch


def is_tagged(field: pa.Field) -> bool:
    """Returns whether a field has an extension type, also inside of it."""
    if EXTENSION in (field.metadata or {}):
        return True
    return any(is_tagged(field.type.field(at)) for at in range(field.type.num_fields))
