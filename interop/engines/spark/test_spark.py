"""Spark reads our Parquet files, and we read those that it writes."""

import json

import pytest

# pytest finds these beside `conftest.py`.
import guide
import odd
import rich
import verdicts
from records import check, equal, parse, without_zeros
from test_guide import run_step
from test_pyarrow import json_at, table_of


def rows_of(frame):
    return [row.asDict(recursive=True) for row in frame.collect()]


def test_reads_every_value(files, spark):
    # One test for all: another one would cost the same session, and the names tell enough.
    for name in [*odd.INPUTS, *rich.INPUTS]:
        path, records = files.write(name)
        if not records.names():
            continue
        rows = rows_of(spark.read.parquet(str(path)))
        check(rows, records, json_at(table_of(path).schema))


def test_reads_points_in_time_and_bytes(files, spark):
    source, path = files.folder / "times.msgpack", files.folder / "spark_times.parquet"
    source.write_bytes(rich.messagepack())
    files.varvel("convert", source, path, "--quiet", "--from", "msgpack-stream")
    frame = spark.read.parquet(str(path))
    assert frame.schema["t"].dataType.simpleString() == "timestamp"
    rows = frame.selectExpr("unix_micros(t)", "b").collect()
    wanted = [
        (seconds * 10**6 + nanos // 1000, bytearray([0, 255, seconds % 256])) for seconds, nanos in rich.TIMES
    ]
    assert [tuple(row) for row in rows] == wanted


@pytest.mark.parametrize("shred", ["yes", "no"])
def test_reads_variant(files, spark, shred):
    path, records = files.write("variant", "parquet", "--conflicts", "variant", "--shred", shred)
    frame = spark.read.parquet(str(path))
    assert frame.schema["v"].dataType.simpleString() == "variant"
    rows = frame.selectExpr("n", "to_json(v)", "to_json(l)").orderBy("n").collect()
    assert len(rows) == len(records.rows)
    for row, record in zip(rows, records.rows):
        for found, wanted in zip(row[1:], (record["v"], record["l"])):
            # Spark leaves out zeros at the end of decimals.
            wanted = without_zeros(wanted)
            assert equal(found and without_zeros(parse(found)), wanted), (found, wanted)
    rows = frame.selectExpr(
        "n", "try_variant_get(v, '$.id', 'bigint') id", "try_variant_get(v, '$.price', 'decimal(18,2)') price"
    )
    rows = rows.where("id is not null").orderBy("n").collect()
    wanted = [(row["n"], row["v"]["id"], row["v"]["price"]) for row in records.rows if row["v"] and isinstance(row["v"], dict)]
    assert [tuple(row) for row in rows] == wanted


def test_our_reading_of_its_files(files, spark):
    for name in [*rich.INPUTS, "u64", "mixed"]:
        path, records = files.write(name)
        folder = files.folder / f"{name}.spark"
        spark.read.parquet(str(path)).coalesce(1).write.parquet(str(folder))
        [copy] = folder.glob("*.parquet")
        lines = files.varvel("convert", copy, "-", "--to", "ndjson").stdout
        check([parse(line) for line in lines.splitlines()], records, json_at(table_of(path).schema))


def test_our_reading_of_its_variant(files, spark):
    path, records = files.write("variant", "parquet", "--conflicts", "variant")
    folder = files.folder / "variant.spark"
    frame = spark.read.parquet(str(path)).select("n", "v")
    frame.coalesce(1).orderBy("n").write.parquet(str(folder), mode="overwrite")
    [copy] = folder.glob("*.parquet")
    lines = files.varvel("convert", copy, "-", "--to", "ndjson").stdout.splitlines()
    for line, record in zip(lines, records.rows, strict=True):
        assert equal(parse(line)["v"], record["v"]), (line, record)


def test_the_commands_print_what_the_page_says(varvel, spark, spark_folder, capsys, monkeypatch):
    ran = 0
    monkeypatch.chdir(spark_folder)
    for language, text, printed in guide.steps():
        if language == "python" and guide.is_of_spark(text):
            # In this process, so that there is one session. Another one takes long to begin.
            capsys.readouterr()
            exec(compile(text, "page", "exec"), {})
            assert capsys.readouterr().out == printed
            ran += 1
        elif language == "sh":
            run_step(language, text, printed, varvel, spark_folder)
    assert ran == 3
    for folder, ending in [("copy", "ndjson"), ("out", "parquet"), ("lines", "ndjson")]:
        assert list((spark_folder / folder).glob(f"part-*.{ending}")), folder


def test_the_record_is_true(spark, tmp_path):
    recorded = json.loads(verdicts.RECORD.read_text())["spark"]
    assert recorded["name"] == verdicts.title("spark")
    assert {name: verdicts.ask("spark", name, tmp_path) for name in verdicts.TITLES} == recorded["verdicts"]
