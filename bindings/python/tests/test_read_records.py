"""``read_records``, ``splits`` and ``infer_schema``: formats, schemas, limits, parts of files."""

from __future__ import annotations

import datetime
import gzip
import json
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import polars
import pyarrow
import pytest
import varvel
import varvel.polars

ROWS = [{"id": number, "name": f"name {number}", "tags": [number]} for number in range(5)]


def rows(source, **options):
    return pyarrow.table(varvel.read_records(source, **options)).to_pylist()


def write(path, rows=ROWS):
    """Writes rows in the format that the name of a file tells."""
    name = path.name
    if name.endswith((".ndjson", ".ndjson.gz")):
        data = b"".join(varvel.dumps(row) + b"\n" for row in rows)
    elif name.endswith((".msgpacks", ".cborseq")):
        format = "msgpack" if name.endswith(".msgpacks") else "cbor"
        data = b"".join(varvel.dumps(row, format=format) for row in rows)
    else:
        ending = name.removesuffix(".gz").rpartition(".")[2]
        data = varvel.dumps(rows, format=ending)
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


NAMES = ["ndjson", "ndjson.gz", "json", "json.gz", "json5", "yaml", "msgpack", "cbor"]


@pytest.mark.parametrize("ending", [*NAMES, "msgpacks", "cborseq"])
def test_every_format_by_its_name(tmp_path, ending):
    path = write(tmp_path / f"a.{ending}")
    assert rows(path) == ROWS
    assert rows(path, columns=["name"]) == [{"name": row["name"]} for row in ROWS]
    assert rows(path, limit=3) == ROWS[:3]
    [split] = varvel.splits(path)
    assert rows(split) == ROWS and (split.file, split.start) == (str(path), 0)
    plain = tmp_path / "plain"
    plain.write_bytes(path.read_bytes())
    assert rows(plain, format=split.format) == ROWS
    with pytest.raises(ValueError, match=r"tells no format.*msgpack-stream"):
        rows(plain)


@pytest.mark.parametrize("ending", ["json", "json5", "yaml", "msgpack", "cbor"])
def test_a_document_that_is_no_array_is_one_record(tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    path.write_bytes(varvel.dumps({"a": {"b": 1}}, format=ending))
    assert rows(path) == [{"a": {"b": 1}}]


def test_a_json_file_of_lines(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('\n{"a":1}\n{"a":2}\n')
    assert rows(path) == [{"a": 1}, {"a": 2}]
    assert [split.format for split in varvel.splits(path)] == ["ndjson"]
    path.write_text('{\n "a": 1\n}\n')
    assert rows(path) == [{"a": 1}]
    path.write_text('{\n "a": 1\n}\n{}')
    with pytest.raises(varvel.Error) as caught:
        rows(path)
    assert (caught.value.kind, caught.value.line, caught.value.file) == (
        "trailing_data",
        4,
        str(path),
    )


def test_documents_of_yaml_keep_their_digits(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("--- {a: 18446744073709551615}\n---\n- a: 1\n- {a: 2}\n")
    assert rows(path) == [{"a": 2**64 - 1}, {"a": 1}, {"a": 2}]
    path.write_text('- {a: 1.10}\n- {a: "x"}\n')
    assert rows(path) == [{"a": "1.10"}, {"a": '"x"'}]
    path.write_text("")
    assert rows(path) == []


def test_a_folder_and_several_formats(tmp_path):
    (tmp_path / "sub").mkdir()
    write(tmp_path / "b.yaml", ROWS[2:4])
    write(tmp_path / "a.ndjson", ROWS[:2])
    write(tmp_path / "sub" / "c.cbor", ROWS[4:])
    (tmp_path / "_SUCCESS").write_text("")
    (tmp_path / ".a.crc").write_text("")
    assert rows(tmp_path) == ROWS
    assert [row for split in varvel.splits(tmp_path) for row in rows(split)] == ROWS
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no file in the folder"):
        rows(tmp_path / "empty")


def many(path, count=20_000):
    path.write_bytes(b"".join(b'{"n":%d,"x":"%s"}\n' % (n, b"x" * (n % 50)) for n in range(count)))
    return path


def test_splits_have_each_row_once(tmp_path):
    path = many(tmp_path / "a.ndjson")
    plan = varvel.splits(path, size="8K")
    assert len(plan) > 64
    schema = varvel.infer_schema(plan)
    assert schema == varvel.infer_schema(path) and schema.names == ["n", "x"]
    found = [row["n"] for split in plan for row in rows(split, schema=schema)]
    assert found == list(range(20_000))
    # Several at once, in any order.
    assert [row["n"] for row in rows(plan[:2], schema=schema)] == found[: len(rows(plan[:2]))]
    assert {split.end for split in plan[:-1]} == {split.start for split in plan[1:]}
    assert plan[-1].end == path.stat().st_size == plan[0].length


def test_splits_of_gzip_members(tmp_path):
    path = tmp_path / "a.ndjson.gz"
    members = [gzip.compress(b'{"n":%d}\n' % n * 100) for n in range(50)]
    path.write_bytes(b"".join(members))
    plan = varvel.splits(path, size=len(members[0]) * 5)
    assert len(plan) > 5 and plan[0].compression == "gzip"
    found = [row["n"] for split in plan for row in rows(split)]
    assert found == [n for n in range(50) for _ in range(100)]


def test_a_split_is_a_value(tmp_path):
    path = many(tmp_path / "a.ndjson", 100)
    one, two = varvel.splits(path, size=2000)[:2]
    assert pickle.loads(pickle.dumps(one)) == one == varvel.Split.from_json(one.to_json())
    assert one != two and len({one, two, one}) == 2
    assert json.loads(one.to_json())["format"] == "ndjson"
    assert repr(one).startswith("<varvel.Split of ")
    with pytest.raises(varvel.Error) as caught:
        varvel.Split.from_json('{"file":"a"}')
    assert caught.value.kind == "missing_field"
    with pytest.raises(ValueError, match="no format"):
        varvel.Split.from_json(one.to_json().replace("ndjson", "ndjsox"))
    with pytest.raises(ValueError, match="not split again"):
        varvel.splits([one])
    with pytest.raises(ValueError, match="ndjson, and yaml was asked for"):
        varvel.read_records(one, format="yaml")


def test_sizes(tmp_path):
    path = many(tmp_path / "a.ndjson", 100)
    assert len(varvel.splits(path)) == 1
    assert varvel.splits(path, size="1k") == varvel.splits(path, size=1024)
    for wrong in ["", "x", "1.5M", 0]:
        with pytest.raises(ValueError, match=r"number of bytes|at least 1"):
            varvel.splits(path, size=wrong)


def test_a_file_that_changed_after_the_plan_is_refused(tmp_path):
    path = many(tmp_path / "a.ndjson", 1000)
    split = varvel.splits(path, size="4K")[1]
    with path.open("ab") as file:
        file.write(b'{"n":1}\n')
    with pytest.raises(varvel.Error, match=r"a\.ndjson.*planned") as caught:
        varvel.read_records(split)
    assert caught.value.kind == "refused"


def test_bad_lines_of_a_split_have_their_place_in_the_file(tmp_path):
    path = tmp_path / "a.ndjson"
    lines = [b'{"n":%d}\n' % n for n in range(10_000)]
    lines[7_000] = b'{"n":}\n'
    path.write_bytes(b"".join(lines))
    plan = varvel.splits(path, size="4K")
    schema = varvel.infer_schema(plan, bad_lines="collect")
    bad = []
    for split in plan:
        records = varvel.read_records(split, schema=schema, bad_lines="collect")
        pyarrow.table(records)
        bad += records.take_bad_lines()
        assert not records.bad_lines
    [error] = bad
    assert (error.line, error.column, error.file) == (7001, 6, str(path))
    assert error.offset == sum(map(len, lines[:7000])) + 5
    assert error.record == b'{"n":}\n'
    assert pickle.loads(pickle.dumps(error)).record == error.record


def test_bad_documents_and_records(tmp_path):
    good, bad = write(tmp_path / "a.yaml"), tmp_path / "b.yaml"
    bad.write_text("- a: 1\n- a: [\n")
    with pytest.raises(varvel.Error) as caught:
        varvel.read_records([good, bad])
    assert (caught.value.file, caught.value.line) == (str(bad), 3)
    records = varvel.read_records([bad, good], bad_lines="collect")
    assert pyarrow.table(records).to_pylist() == ROWS
    assert [error.file for error in records.bad_lines] == [str(bad)]
    schema = pyarrow.schema({"id": pyarrow.int8(), "name": pyarrow.string()})
    records = varvel.read_records(good, schema=schema, columns=["id"], bad_lines="collect")
    assert pyarrow.table(records)["id"].to_pylist() == [0, 1, 2, 3, 4]
    bad.write_text("- {id: 1}\n- {id: 1000}\n- {id: 2}\n")
    records = varvel.read_records(bad, schema=schema, bad_lines="collect")
    assert pyarrow.table(records)["id"].to_pylist() == [1, 2]
    [error] = records.bad_lines
    assert "b.yaml: record 1: " in str(error) and "`id`" in str(error)
    with pytest.raises(Exception, match="record 1: "):
        rows(bad, schema=schema)


JSON_SCHEMA = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 0, "maximum": 255},
        "name": {"type": "string"},
    },
    "required": ["id"],
}


def test_schemas_of_all_kinds(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"id":1}\n{"id":2,"name":"x"}\n')
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(JSON_SCHEMA))
    for schema in [JSON_SCHEMA, json.dumps(JSON_SCHEMA), file, str(file)]:
        table = pyarrow.table(varvel.read_ndjson(path, schema=schema))
        assert table.to_pylist() == [{"id": 1, "name": None}, {"id": 2, "name": "x"}]
        assert not table.schema.field("id").nullable and table.schema.field("name").nullable
    wide = pyarrow.schema(
        {
            "id": pyarrow.decimal128(20, 0),
            "name": pyarrow.large_string(),
            "more": pyarrow.large_list(pyarrow.dictionary(pyarrow.int8(), pyarrow.string_view())),
        }
    )
    table = pyarrow.table(varvel.read_ndjson(path, schema=wide))
    assert table.schema.field("id").type == pyarrow.decimal128(20, 0)
    assert table.schema.field("name").type == pyarrow.string()
    assert table.schema.field("more").type == pyarrow.list_(pyarrow.string())
    of_records = varvel.read_ndjson(path)
    for schema in [of_records, of_records.schema, pyarrow.schema(of_records)]:
        assert pyarrow.schema(varvel.read_ndjson(path, schema=schema)) == pyarrow.schema(of_records)
    kept = pickle.loads(pickle.dumps(of_records.schema))
    assert kept == of_records.schema and "id: Int64" in repr(kept)
    assert kept.select(["name"]).names == ["name"]
    with pytest.raises(varvel.Error, match="there are"):
        kept.select(["nome"])
    with pytest.raises(varvel.Error):
        varvel.read_ndjson(path, schema=pyarrow.schema({"id": pyarrow.duration("s")}))
    with pytest.raises(varvel.Error):
        varvel.read_ndjson(path, schema='{"type": 1}')
    with pytest.raises(FileNotFoundError):
        varvel.read_ndjson(path, schema="none.json")


def test_values_that_json_lacks_are_text_if_asked(tmp_path):
    path = tmp_path / "a.msgpack"
    at = datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)
    rows = [{"v": at}, {"v": "x"}, {"v": float("nan")}, {"v": b"\1"}]
    path.write_bytes(varvel.dumps(rows, format="msgpack"))
    with pytest.raises(Exception, match="`as_text=True` writes it as text"):
        pyarrow.table(varvel.read_records(path))
    table = pyarrow.table(varvel.read_records(path, as_text=True))
    assert table["v"].to_pylist() == ['"2026-01-02T00:00:00Z"', '"x"', '"nan"', '"AQ=="']
    assert varvel.polars.scan(path, as_text=True).collect().height == 4


def test_a_member_without_a_column(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"id":1,"more":2}\n')
    with pytest.raises(Exception, match="more"):
        rows(path, schema=JSON_SCHEMA)
    assert rows(path, schema=JSON_SCHEMA, columns=["id", "name"]) == [{"id": 1, "name": None}]


def test_a_limit_stops_reading(tmp_path):
    path = many(tmp_path / "a.ndjson", 100_000)
    with path.open("ab") as file:
        file.write(b"[\n")
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    for limit in [0, 1, 1000, 70_000]:
        found = rows(path, schema=schema, columns=["n"], limit=limit)
        assert [row["n"] for row in found] == list(range(limit))
    with pytest.raises(Exception, match="line 100001"):
        rows(path, schema=schema, columns=["n"], limit=100_001)
    assert rows([path, path], schema=schema, columns=["n"], limit=5)[4] == {"n": 4}


def names_of_threads():
    """The names of the threads that run. Linux lists one for a moment after others have waited for
    its end."""
    exiting = 4  # PF_EXITING of the kernel
    names = []
    for task in Path("/proc/self/task").iterdir():
        try:
            start, _, rest = (task / "stat").read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if not int(rest.split()[6]) & exiting:
            names.append(start.partition("(")[2])
    return names


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="it looks into /proc")
def test_a_reader_that_stops_leaves_no_thread_and_no_open_file(tmp_path):
    path = many(tmp_path / "a.ndjson", 300_000)
    records = varvel.read_ndjson(path)
    for _ in range(5):
        reader = pyarrow.RecordBatchReader.from_stream(records)
        reader.read_next_batch()
        assert "varvel-rows" in names_of_threads()
        del reader
        assert "varvel-rows" not in names_of_threads()
        open_files = [os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")]
        assert str(path) not in open_files
    # Without any row that comes.
    blank = tmp_path / "blank.ndjson"
    blank.write_bytes(b"\n" * 30_000_000)
    records = varvel.read_ndjson(blank, schema=pyarrow.schema({"a": pyarrow.int64()}))
    reader = pyarrow.RecordBatchReader.from_stream(records)
    del reader
    assert "varvel-rows" not in names_of_threads()


def test_a_process_ends_while_a_stream_is_open(tmp_path):
    path = many(tmp_path / "a.ndjson", 300_000)
    program = f"""
import pyarrow, varvel
reader = pyarrow.RecordBatchReader.from_stream(varvel.read_ndjson({str(path)!r}))
print(reader.read_next_batch().num_rows > 0)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=300)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"True\n", b"")


def test_libraries_stop_early(tmp_path):
    many(tmp_path / "a.ndjson", 300_000)
    records = varvel.read_ndjson(tmp_path / "a.ndjson")
    assert duckdb.sql("select n from records limit 2").fetchall() == [(0,), (1,)]
    assert polars.DataFrame(records).height == 300_000


def test_threads_and_readers_at_once(tmp_path):
    path = many(tmp_path / "a.ndjson", 50_000)
    records = varvel.read_ndjson(path, threads=1)
    sums = []

    def add():
        table = pyarrow.table(records)
        sums.append(sum(table["n"].to_pylist()))

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == [sum(range(50_000))] * 8
    with pytest.raises(ValueError, match="threads"):
        varvel.read_ndjson(path, threads=0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_pipe_is_read_once_and_left_at_any_time(tmp_path):
    path = tmp_path / "a.ndjson"
    os.mkfifo(path)
    schema = pyarrow.schema({"n": pyarrow.int64()})

    def write_rows():
        with path.open("w") as file:
            file.writelines(f'{{"n":{n}}}\n' for n in range(1000))

    writer = threading.Thread(target=write_rows)
    writer.start()
    assert rows(path, schema=schema) == [{"n": n} for n in range(1000)]
    writer.join()
    batches = varvel.read_ndjson(path, schema=schema).batches()
    with path.open("w"):
        batches.close()


def test_bad_lines_wait_in_a_bounded_list(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"id": 1}\n' + "x\n" * 10_001)
    schema = {"properties": {"id": {"type": "integer"}}}
    records = varvel.read_records(path, schema=schema, bad_lines="collect")
    with pytest.raises(Exception, match=r"10000 bad records were set aside.*collect_all"):
        pyarrow.table(records)
    assert len(records.bad_lines) == 10_000
    with pytest.raises(varvel.Error, match="10000 bad records") as raised:
        varvel.read_records(path, bad_lines="collect")
    assert raised.value.line == 10_002
    path.write_text('{"id": 1}\n' + "x\n" * 10_000)
    records = varvel.read_records(path, bad_lines="collect")
    assert pyarrow.table(records).num_rows == 1
    assert len(records.take_bad_lines()) == 10_000


def test_a_column_that_comes_twice_is_refused(tmp_path):
    path = write(tmp_path / "a.ndjson")
    field = pyarrow.field("id", pyarrow.int64())
    for schema in (
        pyarrow.schema([field, field]),
        pyarrow.schema([pyarrow.field("s", pyarrow.struct([field, field]))]),
    ):
        with pytest.raises(varvel.Error, match='each column once, found "id" again'):
            varvel.read_records(path, schema=schema)


def test_all_bad_lines_are_kept_where_they_are_wanted(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"id": 1}\n' + "x\n" * 10_001)
    records = varvel.read_ndjson(path, bad_lines="collect_all")
    assert pyarrow.table(records).to_pylist() == [{"id": 1}]
    assert len(records.bad_lines) == 10_001
    with pytest.raises(ValueError, match='"error", "collect" or "collect_all"'):
        varvel.read_ndjson(path, bad_lines="all")


def test_nothing_behind_the_limit_matters(tmp_path):
    schema = {"properties": {"a": {"type": "integer"}}}
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": 1}\n{"a": 2}\nbad\n{"a": 4}\n')
    items = tmp_path / "a.json"
    items.write_text('[{"a": 1}, {"a": 2}, {"b": 3}]')
    for file in (lines, items):
        for limit in (1, 2):
            rows = varvel.read_records(file, schema=schema, limit=limit)
            assert pyarrow.table(rows)["a"].to_pylist() == [1, 2][:limit]
        with pytest.raises(varvel.Error):
            for _ in varvel.read_records(file, schema=schema, limit=3).batches():
                pass
