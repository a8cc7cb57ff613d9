"""DuckDB reads our Parquet files, and we read those that it writes."""

import decimal
import json

import duckdb
import pytest

import odd
import rich
from records import check, equal, parse
from test_pyarrow import json_at, table_of


@pytest.fixture(scope="module")
def duck():
    connection = duckdb.connect()
    connection.execute("set threads = 1; set timezone = 'UTC'")
    return connection


def rows_of(duck, query):
    found = duck.execute(query)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row)) for row in found.fetchall()]


def whole(value):
    """Returns a value of VARIANT with integers in the place of decimals without a point."""
    if isinstance(value, dict):
        return {key: whole(part) for key, part in value.items()}
    if isinstance(value, list):
        return list(map(whole, value))
    is_whole = isinstance(value, decimal.Decimal) and value.as_tuple().exponent == 0
    return int(value) if is_whole else value


@pytest.mark.parametrize("name", [*odd.INPUTS, *rich.INPUTS])
def test_reads_every_value(files, duck, name):
    path, records = files.write(name)
    if not records.rows:
        # A table without columns: it reads none.
        with pytest.raises(duckdb.InvalidInputException, match="at least one non-root column"):
            duck.execute(f"from '{path}'")
        return
    rows = rows_of(duck, f"from '{path}'")
    if name == "case":
        # DuckDB takes names in lower and upper case for the same, and numbers them.
        rows = [{"a": row["a"], "A": row["A_1"]} for row in rows]
    check(rows, records, json_at(table_of(path).schema))


def test_reads_points_in_time_and_bytes(files, duck):
    source, path = files.folder / "times.msgpack", files.folder / "duck_times.parquet"
    source.write_bytes(rich.messagepack())
    files.varvel("convert", source, path, "--quiet", "--from", "msgpack-stream")
    rows = duck.execute(f"select epoch_us(t), b, typeof(t) from '{path}'").fetchall()
    wanted = [
        (seconds * 10**6 + nanos // 1000, bytes([0, 255, seconds % 256]), "TIMESTAMP WITH TIME ZONE")
        for seconds, nanos in rich.TIMES
    ]
    assert rows == wanted


@pytest.mark.parametrize("shred", ["yes", "no"])
def test_reads_variant(files, duck, shred):
    path, records = files.write("variant", "parquet", "--conflicts", "variant", "--shred", shred)
    types = dict(duck.execute(f"select column_name, column_type from (describe from '{path}')").fetchall())
    assert types["v"] == "VARIANT"
    rows = duck.execute(f"select v, l, v::json::varchar from '{path}' order by n").fetchall()
    assert len(rows) == len(records.rows)
    for (value, items, text), record in zip(rows, records.rows):
        assert equal(whole(value), record["v"]), (value, record["v"])
        assert equal(whole(items), record["l"]), (items, record["l"])
        assert equal(text and parse(text), record["v"]), (text, record["v"])
    found = duck.execute(f"select v.id::bigint, v.price::decimal(18, 2) from '{path}' where v.id is not null order by n")
    wanted = [(v["id"], v["price"]) for v in (row["v"] for row in records.rows) if isinstance(v, dict) and v]
    assert found.fetchall() == wanted


# It takes structures of members without names for tuples, and names in lower and upper case for the
# same.
KEYS = [
    {"": 1},
    {"": 1, "b": 2},
    {"a": 1, "A": 2},
    {"o": {"": {"k": 1}}},
    {"o": {"k": 1, "K": 2, "n": 3}, "O": 1},
    {"l": [{"": 1}, {"id": 1, "ID": 2}]},
    {"ä": 1, "Ä": 2},
]


@pytest.mark.parametrize("value", KEYS, ids=json.dumps)
def test_reads_variant_with_keys_that_it_takes_for_others(varvel, duck, tmp_path, value):
    source, path = tmp_path / "in.ndjson", tmp_path / "out.parquet"
    source.write_text((json.dumps({"v": value}) + "\n") * 3)
    varvel("convert", source, path, "--quiet", "--variant", "v")
    # In Python, an object in a list whose one key is empty would be the entries of a map.
    rows = duck.execute(f"select v::json::varchar from '{path}'").fetchall()
    assert [json.loads(text) for (text,) in rows] == [value] * 3


def test_reads_variant_with_floats_beyond_its_decimals(varvel, duck, tmp_path):
    source, path = tmp_path / "in.ndjson", tmp_path / "out.parquet"
    values = ["1e300", "-1.5e-45", "6.02e45", "5e-324"]
    source.write_text("".join('{"v":%s}\n' % value for value in [*values, '"x"']))
    varvel("convert", source, path, "--quiet", "--conflicts", "variant")
    rows = duck.execute(f"select v from '{path}'").fetchall()
    assert rows == [*((float(value),) for value in values), ("x",)]


@pytest.mark.parametrize("name", [*rich.INPUTS, "u64", "mixed"])
def test_our_reading_of_its_files(files, duck, name):
    path, records = files.write(name)
    copy = files.folder / f"{name}.duck.parquet"
    duck.execute(f"copy (from '{path}') to '{copy}' (format parquet)")
    lines = files.varvel("convert", copy, "-", "--to", "ndjson").stdout
    check([parse(line) for line in lines.splitlines()], records, json_at(table_of(path).schema))


def test_our_reading_of_its_variant(files, duck):
    path, records = files.write("variant", "parquet", "--conflicts", "variant")
    copy = files.folder / "variant.duck.parquet"
    duck.execute(f"copy (select n, v from '{path}' order by n) to '{copy}' (format parquet)")
    lines = files.varvel("convert", copy, "-", "--to", "ndjson").stdout.splitlines()
    for line, record in zip(lines, records.rows, strict=True):
        assert equal(parse(line)["v"], record["v"]), (line, record)
