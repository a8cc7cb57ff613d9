"""Converts files to Parquet, or to records, by Spark.

``python -m varvel.spark IN OUT``, or ``spark-submit …/varvel/spark/__main__.py IN OUT`` with the
name of this file.
"""

from __future__ import annotations

import argparse

from pyspark.sql import SparkSession

from varvel.spark import register
from varvel.spark._writer import ENDINGS


def main(arguments: list[str] | None = None) -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        prog="python -m varvel.spark",
        description="Convert files to Parquet, or to records, by Spark.",
    )
    parser.add_argument("input", nargs="+", help="files, patterns or folders")
    parser.add_argument("output", help="the folder to write; its files are replaced")
    parser.add_argument("--from", dest="format", help="the format of the input, else by its names")
    parser.add_argument("--to", default="parquet", choices=["parquet", *ENDINGS])
    parser.add_argument("--columns", help="paths of columns, with commas between")
    parser.add_argument("--conflicts", choices=["json", "variant", "error"])
    parser.add_argument("--schema", help="a JSON Schema, as text or the name of a file")
    parser.add_argument(
        "--bad-records", help="a folder for bad records, which are errors otherwise"
    )
    parser.add_argument("--split", help="the bytes that a task reads: 128M")
    given = parser.parse_args(arguments)
    spark = SparkSession.builder.appName("varvel").getOrCreate()
    register(spark)
    reader = spark.read.format("varvel")
    options = {
        "recordFormat": given.format,
        "columns": given.columns,
        "conflicts": given.conflicts,
        "jsonSchema": given.schema,
        "badRecordsPath": given.bad_records,
        "splitBytes": given.split,
    }
    for name, value in options.items():
        if value is not None:
            reader = reader.option(name, value)
    rows = reader.load(given.input if len(given.input) > 1 else given.input[0])
    writer = rows.write.mode("overwrite")
    if given.to == "parquet":
        writer.parquet(given.output)
    else:
        writer.format("varvel").option("recordFormat", given.to).save(given.output)
    spark.stop()


if __name__ == "__main__":
    main()
