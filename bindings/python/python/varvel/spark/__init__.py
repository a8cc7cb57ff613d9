"""A data source of Spark 4: ``spark.read.format("varvel")``, and ``df.write.format("varvel")``.

Call ``register(spark)`` once in a session. The package must be installed on all machines, and these
must see the files under the same names.
"""

from __future__ import annotations

import os
import sys

from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource
from pyspark.sql.types import StructType

from .._varvel import TableSchema
from ._columns import for_spark, struct_of
from ._options import Options
from ._reader import Reader
from ._writer import Writer

__all__ = ["VarvelDataSource", "register"]


def register(spark: SparkSession) -> None:
    """Makes the format ``"varvel"`` known to a session.

    Reading takes these options:

    ``path``: a file, a pattern, or a folder; ``recordFormat``: ``"ndjson"``, ``"json"``,
    ``"json5"``, ``"yaml"``, ``"msgpack"``, ``"cbor"``, ``"msgpack-stream"``, ``"cbor-seq"`` or
    ``"frozen-stream"``, which otherwise the names of the files tell.

    ``columns``: the paths of columns that are wanted, with commas between; nothing else is parsed.
    A schema that is given by ``spark.read.schema`` does the same, also inside of structures; with
    ``unknown="error"`` a member that it does not have makes a record bad.

    ``jsonSchema``: a JSON Schema, as text or the name of a file. Without any schema all records are
    read once by the driver, or by ``inferSplits`` so many splits of them.

    ``conflicts``: ``"json"``, ``"variant"`` or ``"error"``, for columns whose values have no common
    type. ``unknown``, ``duplicates``, ``sample``, ``maxExpansion``, ``tolerant``, ``asText``:
    the arguments of ``read_records`` with these names. ``badRecordsPath``: a folder for bad
    records, with file, line, column and reason, which are errors otherwise. ``splitBytes``: about
    the bytes of the files that a task reads (128M).

    Writing takes ``path``, ``recordFormat`` (``"ndjson"``, ``"msgpack-stream"``, ``"cbor-seq"``)
    and ``asText`` (``"true"``: values that the format lacks are text), in mode append or overwrite.
    Columns of JSON, whose fields have the member ``varvel.json`` in their metadata, are the values
    that they hold. Columns that Spark computes lose it; ``Column.alias`` takes metadata.
    """
    context = spark.sparkContext
    named = os.environ.get("PYSPARK_PYTHON") or context.getConf().get("spark.pyspark.python")
    if not named and context.master.startswith("local"):
        # The workers of Spark would run another Python, which may not have this package.
        context.pythonExec = sys.executable
    spark.dataSource.register(VarvelDataSource)


class VarvelDataSource(DataSource):
    """Records of files as rows. ``register`` makes it known."""

    # The columns as they are parsed, if no schema was given.
    parsed: TableSchema | None = None

    @classmethod
    def name(cls) -> str:
        return "varvel"

    def schema(self) -> StructType:
        options = Options.of(self.options)
        # Files are looked at only for their types.
        plan = options.sample() if options.json_schema is None else []
        found = options.choices.columns(plan, options.json_schema, options.columns)
        self.parsed = for_spark(found)
        return struct_of(self.parsed)

    def reader(self, schema: StructType) -> Reader:
        return Reader(Options.of(self.options), schema, self.parsed)

    def writer(self, schema: StructType, overwrite: bool) -> Writer:
        return Writer(Options.of(self.options, writing=True), schema, overwrite)
