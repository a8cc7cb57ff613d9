"""The data source `format("varvel")`: formats, columns, bad records, writing, tasks that are ended."""

import json
import os
import pickle
import random
import signal
import threading

import odd
import pyarrow
import pytest
import rich
import varvel
from pyspark.errors import AnalysisException, PySparkException
from records import check, equal, parse, without_zeros
from recipes import json_at

ROWS = [{"id": n, "name": f"name {n}", "at": {"x": n / 2, "y": None if n % 3 else [n]}} for n in range(6)]


def source(spark, **options):
    reader = spark.read.format("varvel")
    for name, value in options.items():
        reader = reader.option(name, value)
    return reader


def rows_of(frame):
    return [row.asDict(recursive=True) for row in frame.collect()]


def bad_of(folder):
    """Returns the bad records that are in a folder."""
    lines = [path.read_text().splitlines() for path in sorted(folder.glob("*.ndjson"))]
    return [json.loads(line) for line in sum(lines, [])]


def test_reads_every_value(files, spark, tmp_path):
    # One test for all: they share a session, and the names tell enough.
    for name in odd.INPUTS:
        path, records = files.input(name), files.records(name)
        if not records.rows:
            continue
        bad = tmp_path / name
        rows = rows_of(source(spark, badRecordsPath=str(bad)).load(str(path)))
        check(rows, records, json_at(path))
        wanted = {number + 1 for number in odd.BAD.get(name, ())}
        assert {record["line"] for record in bad_of(bad)} == wanted, name


def test_reads_points_in_time_bytes_and_variant(files, spark):
    path = files.folder / "source.msgpacks"
    path.write_bytes(rich.messagepack())
    frame = source(spark).load(str(path))
    assert frame.schema["t"].dataType.simpleString() == "timestamp"
    wanted = [(seconds * 10**6 + nanos // 1000, bytearray([0, 255, seconds % 256])) for seconds, nanos in rich.TIMES]
    assert [tuple(row) for row in frame.selectExpr("unix_micros(t)", "b").collect()] == wanted

    path, records = files.input("variant"), files.records("variant")
    frame = source(spark, conflicts="variant").load(str(path))
    assert frame.schema["v"].dataType.simpleString() == "variant"
    for row, record in zip(frame.selectExpr("to_json(v)", "to_json(l)").collect(), records.rows, strict=True):
        for found, wanted in zip(row, (record["v"], record["l"])):
            wanted = without_zeros(wanted)
            assert equal(found and without_zeros(parse(found)), wanted), (found, wanted)


def test_every_format_of_a_folder(spark, tmp_path):
    files = {
        "1.ndjson": b"".join(varvel.dumps(row) + b"\n" for row in ROWS[:1]),
        "2.json": varvel.dumps(ROWS[1:2]),
        "3.yaml": varvel.dumps(ROWS[2:3], format="yaml"),
        "4.msgpack": varvel.dumps(ROWS[3:4], format="msgpack"),
        "5.cborseq": varvel.dumps(ROWS[4], format="cbor"),
        "_SUCCESS": b"",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "6.json5").write_bytes(varvel.dumps(ROWS[5], format="json5"))
    frame = source(spark).load(str(tmp_path))
    # Small files share a task.
    assert frame.rdd.getNumPartitions() == 1
    assert sorted(rows_of(frame), key=lambda row: row["id"]) == ROWS
    two = source(spark).load([str(tmp_path / "1.ndjson"), f"file:{tmp_path}/2.json"])
    assert rows_of(two) == ROWS[:2]


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("lines") / "lines.ndjson"
    with path.open("w") as file:
        for n in range(64_000):
            file.write('{"n":%d,"o":{"x":%d,"y":"%s"},"odd":%s}\n' % (n, -n, "é" * (n % 9), '"x"' if n == 63_999 else n))
    return path


def test_columns_that_are_not_wanted_are_not_parsed(spark, lines):
    # `odd` would not fit an int.
    frame = source(spark).schema("n int, o struct<x: bigint>").load(str(lines))
    assert frame.selectExpr("sum(n)", "min(o.x)").collect() == [(sum(range(64_000)), -63_999)]
    frame = source(spark, columns="o.x, n").load(str(lines))
    assert frame.schema.simpleString() == "struct<n:bigint,o:struct<x:bigint>>"
    assert frame.tail(1)[0].asDict(recursive=True) == {"n": 63_999, "o": {"x": -63_999}}


def test_unknown_holds_beside_a_schema(spark, tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"a":1}\n{"a":2,"zz":1}\n')
    frame = source(spark).schema("a long").load(str(path))
    assert frame.count() == 2 and [row.a for row in frame.select("a").collect()] == [1, 2]
    bad = tmp_path / "bad"
    frame = source(spark, unknown="error", badRecordsPath=str(bad)).schema("a long, b long").load(str(path))
    assert frame.count() == 1 and [row.a for row in frame.select("a").collect()] == [1]
    assert {record["line"] for record in bad_of(bad)} == {2}
    with pytest.raises(AnalysisException, match="columns leaves out"):
        source(spark, unknown="error", columns="a").load(str(path))


def test_the_error_of_a_task_has_its_place(lines):
    # As a worker calls it. Spark would run the task some times before it gives up.
    from pyspark.sql.types import IntegerType, StructField, StructType
    from varvel.spark import VarvelDataSource

    schema = StructType([StructField("odd", IntegerType())])
    reader = VarvelDataSource({"path": str(lines), "splitBytes": "200K"}).reader(schema)
    tasks = pickle.loads(pickle.dumps(reader.partitions()))
    assert len(tasks) > 5
    with pytest.raises(varvel.Error) as caught:
        [batch for task in tasks for batch in pickle.loads(pickle.dumps(reader)).read(task)]
    assert (caught.value.file, caught.value.line, caught.value.path) == (str(lines), 64_000, "$.odd")


def test_schemas(spark, lines, tmp_path):
    schema = tmp_path / "schema.json"
    schema.write_text('{"type":"object","properties":{"n":{"type":"integer","minimum":0,"maximum":18446744073709551615}}}')
    frame = source(spark, jsonSchema=str(schema), badRecordsPath=str(tmp_path / "bad"), splitBytes="8M").load(str(lines))
    assert frame.schema.simpleString() == "struct<n:decimal(20,0)>"
    # All other members are no part of the schema, so no record fits.
    assert frame.count() == 0 and len(bad_of(tmp_path / "bad")) == 64_000
    few = source(spark, inferSplits="1", splitBytes="100K", badRecordsPath=str(tmp_path / "few")).load(str(lines))
    assert dict(few.dtypes)["odd"] == "bigint" and few.count() == 63_999
    [bad] = bad_of(tmp_path / "few")
    assert (bad["line"], bad["path"], bad["record"][:10]) == (64_000, str(lines), '{"n":63999')


def test_wrong_options(spark, lines):
    for options, words in [
        ({"colums": "n"}, "no option 'colums'"),
        ({"conflicts": "x"}, "conflicts is"),
        ({"recordFormat": "csv"}, "there is no format"),
        ({"columns": "m"}, "expected a column `m`"),
        ({"splitBytes": "x"}, "no number of bytes"),
    ]:
        with pytest.raises(AnalysisException, match=words):
            source(spark, **options).load(str(lines))
    with pytest.raises(AnalysisException, match="not s3:"):
        source(spark).load("s3://bucket/a.ndjson")
    with pytest.raises(AnalysisException, match="path is missing"):
        source(spark).load()


def test_writes_records(spark, files, tmp_path):
    path, records = files.input("nested"), files.records("nested")
    frame = source(spark).load(str(path))
    for format in ["ndjson", "msgpack-stream", "cbor-seq"]:
        folder = tmp_path / format
        for _ in range(2):
            frame.write.format("varvel").option("recordFormat", format).mode("overwrite").save(str(folder))
        names = sorted(path.name for path in folder.iterdir())
        assert len(names) == 2 and names[0] == "_SUCCESS"
        check(pyarrow.table(varvel.read_records(folder)).to_pylist(), records, json_at(path))
    frame.write.format("varvel").mode("append").save(str(tmp_path / "ndjson"))
    assert source(spark).load(str(tmp_path / "ndjson")).count() == 2 * len(records.rows)
    with pytest.raises(PySparkException, match="recordFormat is one of"):
        frame.write.format("varvel").option("recordFormat", "yaml").mode("append").save(str(tmp_path / "x"))


def test_variant_is_written_as_what_it_holds(spark, files, tmp_path):
    path, records = files.input("variant"), files.records("variant")
    frame = source(spark, conflicts="variant").load(str(path))
    frame.write.format("varvel").mode("overwrite").save(str(tmp_path / "out"))
    [written] = (tmp_path / "out").glob("part-*")
    for line, record in zip(written.read_bytes().splitlines(), records.rows, strict=True):
        assert equal(parse(line)["v"], record["v"]), (line, record)


MIXED = [
    {"id": 2**53 + 1, "v": {"a": 1}, "l": [1, "a", None], "o": {"x": 1, "t": "1"}, "m": {"k": [1]}, "n": None},
    {"id": "x", "v": "1", "l": [[2]], "o": {"x": "1", "t": "2"}, "m": {"k": "1"}, "n": None},
]


def written(frame, folder):
    """Returns the records that Spark writes of a table."""
    frame.write.format("varvel").mode("overwrite").save(str(folder))
    lines = [path.read_text().splitlines() for path in sorted(folder.glob("part-*"))]
    return [json.loads(line) for line in sum(lines, [])]


@pytest.fixture
def mixed(tmp_path):
    """Returns a file whose columns have text that is JSON: alone, in a list, a structure, and a map."""
    path = tmp_path / "mixed.ndjson"
    path.write_bytes(b"".join(varvel.dumps(row) + b"\n" for row in MIXED))
    values = {"type": ["string", "array"]}
    properties = dict.fromkeys(["id", "v", "n"], {}) | {
        "l": {"type": "array", "items": {}},
        "o": {"type": "object", "properties": {"x": {}, "t": {"type": "string"}}},
        "m": {"type": "object", "additionalProperties": values},
    }
    return str(path), json.dumps({"type": "object", "properties": properties})


def test_json_is_written_as_what_it_holds(spark, tmp_path, mixed):
    path, schema = mixed
    frame = source(spark, jsonSchema=schema).load(path)
    assert frame.schema["m"].dataType.simpleString() == "map<string,string>"
    assert written(frame, tmp_path / "a") == MIXED
    # The schema of a table reads the same columns.
    assert written(spark.read.format("varvel").schema(frame.schema).load(path), tmp_path / "b") == MIXED
    # Columns that were inferred, and those that Spark kept.
    frame = source(spark).load(path)
    assert written(frame, tmp_path / "c") == MIXED
    frame.write.parquet(str(tmp_path / "kept"))
    assert written(spark.read.parquet(str(tmp_path / "kept")), tmp_path / "d") == MIXED


def test_spark_keeps_the_mark_of_json_in_columns_that_it_does_not_compute(spark, tmp_path, mixed):
    from pyspark.sql import functions

    path, _ = mixed
    frame = source(spark).load(path)
    found = frame.withColumn("w", frame.v).where("id is not null").selectExpr("w", "o.x", "v as y", "concat(v, '') c")
    assert written(found, tmp_path / "a") == [
        {"w": {"a": 1}, "x": 1, "y": {"a": 1}, "c": '{"a":1}'},
        {"w": "1", "x": "1", "y": "1", "c": '"1"'},
    ]
    items = frame.select(functions.explode("l").alias("e"))
    marked = items.select(functions.col("e").alias("e", metadata={"varvel.json": True}))
    assert written(marked, tmp_path / "b") == [{"e": item} for row in MIXED for item in row["l"]]
    text = spark.createDataFrame([("no JSON",)], "v string")
    with pytest.raises(PySparkException, match="found `no`"):
        written(frame.select("v").union(text), tmp_path / "c")


def workers():
    """Returns the processes of Python that work for Spark here: those that its daemon forked."""
    parents, daemons = {}, set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat, open(f"/proc/{pid}/cmdline") as command:
                parents[int(pid)] = int(stat.read().rpartition(")")[2].split()[1])
                if "pyspark.daemon" in command.read():
                    daemons.add(int(pid))
        except OSError:
            # It has ended.
            pass
    mine = {os.getpid()}
    while len(mine) < len(mine := mine | {pid for pid, parent in parents.items() if parent in mine}):
        pass
    return [pid for pid in mine & daemons if parents[pid] in daemons]


class Killer:
    """Ends workers by SIGKILL, one now and then, as long as many tasks are left: a worker that plans
    or commits for the driver is none of a task."""

    def __init__(self, spark, most, until):
        self.tracker = spark.sparkContext.statusTracker()
        self.most, self.until, self.killed = most, until, 0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()

    def run(self):
        chance = random.Random(1)
        # Two tasks are completed between two kills, so that no task is ended too often for Spark.
        next_at = 0
        while self.killed < self.most and not self.stopped.wait(0.02 + chance.random() / 20):
            stages = [self.tracker.getStageInfo(stage) for stage in self.tracker.getActiveStageIds()]
            busy = [stage for stage in stages if stage and stage.numActiveTasks]
            if busy and all(next_at <= stage.numCompletedTasks < self.until for stage in busy):
                found = workers()
                if found:
                    os.kill(chance.choice(found), signal.SIGKILL)
                    self.killed += 1
                    next_at = max(stage.numCompletedTasks for stage in busy) + 2


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="it finds processes in /proc")
def test_tasks_that_are_ended_lose_no_row(spark, tmp_path):
    path, folder, bad = tmp_path / "a.ndjson", tmp_path / "out", tmp_path / "bad"
    with path.open("w") as file:
        for n in range(64_000):
            file.write("[\n" if n % 6_000 == 5 else '{"n":%d,"s":"%s"}\n' % (n, "x" * (n % 100)))
    wanted = [n for n in range(64_000) if n % 6_000 != 5]
    size = path.stat().st_size // 64 + 1
    frame = source(spark, splitBytes=str(size), badRecordsPath=str(bad)).schema("n int, s string").load(str(path))
    assert frame.rdd.getNumPartitions() == 64
    with Killer(spark, most=24, until=56) as killer:
        frame.write.format("varvel").mode("overwrite").save(str(folder))
    assert killer.killed >= 5, killer.killed
    parts = [path.name for path in sorted(folder.iterdir()) if path.name != "_SUCCESS"]
    assert len(parts) == 64 and all(name.startswith(f"part-{n:05}-") for n, name in enumerate(parts))
    written = [json.loads(line) for part in parts for line in (folder / part).read_text().splitlines()]
    assert [row["n"] for row in written] == wanted
    assert all(len(row["s"]) == row["n"] % 100 for row in written)
    lines = [record["line"] for record in bad_of(bad)]
    assert sorted(lines) == [n + 1 for n in range(64_000) if n % 6_000 == 5]


def test_the_module_converts_a_folder(spark, tmp_path, monkeypatch):
    # Within the session that there is: another one would take long to begin.
    from varvel.spark import __main__ as module

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ndjson").write_text('{"id":1,"v":1}\n{"id":2,"v":"x"}\n{"id":\n')
    monkeypatch.setattr(type(spark), "stop", lambda session: None)
    options = ["--bad-records", str(tmp_path / "bad"), "--conflicts", "variant"]
    module.main([str(tmp_path / "in"), str(tmp_path / "out"), *options])
    monkeypatch.undo()
    frame = spark.read.parquet(str(tmp_path / "out"))
    assert frame.selectExpr("id", "to_json(v)").orderBy("id").collect() == [(1, "1"), (2, '"x"')]
    assert [record["line"] for record in bad_of(tmp_path / "bad")] == [3]
