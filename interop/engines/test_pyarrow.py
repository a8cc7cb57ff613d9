"""pyarrow reads our files, with full validation."""

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

import odd
import rich
from records import check, parse

JSON = b"arrow.json"


def table_of(path):
    """Reads a file, and validates all of it."""
    if path.suffix == ".parquet":
        table = pyarrow.parquet.read_table(path)
    else:
        table = pyarrow.ipc.open_file(path).read_all()
    table.validate(full=True)
    return table


def json_at(schema):
    """Returns the paths of the columns that have JSON as text."""
    found = set()

    def visit(field, path):
        metadata = field.metadata or {}
        is_json = metadata.get(b"ARROW:extension:name") == JSON
        if is_json or isinstance(field.type, getattr(pa, "JsonType", ())):
            found.add(path)
        elif pa.types.is_list(field.type):
            visit(field.type.value_field, (*path, "[]"))
        elif pa.types.is_struct(field.type):
            for part in field.type:
                visit(part, (*path, part.name))

    for field in schema:
        visit(field, (field.name,))
    return found


def rows_of(table):
    """Returns the rows as dictionaries; maps are dictionaries, too."""
    maps = [field.name for field in table.schema if pa.types.is_map(field.type)]
    rows = table.to_pylist()
    for row in rows:
        row.update({name: dict(row[name]) for name in maps if row[name] is not None})
    return rows


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
@pytest.mark.parametrize("name", [*odd.INPUTS, *rich.INPUTS])
def test_reads_every_value(files, name, kind):
    path, records = files.write(name, kind)
    table = table_of(path)
    assert table.column_names == records.names()
    check(rows_of(table), records, json_at(table.schema))


def test_reads_points_in_time_and_bytes(files):
    source = files.folder / "times.msgpack"
    source.write_bytes(rich.messagepack())
    for kind in ["parquet", "arrow"]:
        path = files.folder / f"times.{kind}"
        files.varvel("convert", source, path, "--quiet", "--from", "msgpack-stream")
        table = table_of(path)
        assert table.schema.field("t").type == pa.timestamp("us", "UTC")
        micros = table["t"].cast(pa.int64()).to_pylist()
        assert micros == [seconds * 10**6 + nanos // 1000 for seconds, nanos in rich.TIMES]
        assert table["b"].to_pylist() == [bytes([0, 255, seconds % 256]) for seconds, _ in rich.TIMES]


def test_text_that_is_json_has_its_type(files):
    path, _ = files.write("mixed", "arrow")
    assert json_at(table_of(path).schema) == {("a",)}


@pytest.mark.parametrize("shred", ["yes", "no"])
def test_variant_is_a_structure_of_bytes(files, shred):
    path, records = files.write("variant", "parquet", "--conflicts", "variant", "--shred", shred)
    table = table_of(path)
    assert table["n"].to_pylist() == [row["n"] for row in records.rows]
    members = [field.name for field in table.schema.field("v").type]
    assert members == ["metadata", "value", "typed_value"][: 3 if shred == "yes" else 2]


def test_our_reading_of_its_files(files):
    for name in [*rich.INPUTS, "late_float1", "u64"]:
        path, records = files.write(name)
        copy = files.folder / f"{name}.copy.parquet"
        pyarrow.parquet.write_table(pyarrow.parquet.read_table(path), copy, compression="snappy")
        lines = files.varvel("convert", copy, "-", "--to", "ndjson").stdout
        rows = [parse(line) for line in lines.splitlines()]
        # pyarrow keeps the type of text that is JSON, and so the values come back.
        check(rows, records)
