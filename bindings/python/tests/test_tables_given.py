"""The arguments of ``read_records``: sources, schemas, duplicates, samples; bad lines."""

from __future__ import annotations

import gzip
import io
import json
import pathlib
from collections.abc import Sequence

import duckdb
import polars
import pyarrow
import pytest
import varvel

R = varvel.read_ndjson


@pytest.fixture
def lines(tmp_path):
    """Makes a file of lines."""

    def make(*some, name="a.ndjson"):
        path = tmp_path / name
        path.write_text("".join(line + "\n" for line in some))
        return path

    return make


@pytest.mark.parametrize("source", [b"{}", [b"{}"], bytearray(b"{}"), memoryview(b"{}")])
def test_content_is_no_source(source):
    with pytest.raises(TypeError, match="not content"):
        R(source)


@pytest.mark.parametrize("source", [None, 5, {"a": 1}, [None], [5]])
def test_other_objects_are_no_source(source):
    with pytest.raises(TypeError, match="source is a path, a split, or several of them, not"):
        R(source)


def test_open_files_are_no_source(lines):
    with lines('{"a":1}').open() as file:
        for source in (file, [file], io.BytesIO(b"{}")):
            with pytest.raises(TypeError, match="pass its name"):
                R(source)


def test_an_empty_name_is_no_folder(monkeypatch, tmp_path, lines):
    lines('{"a":1}')
    monkeypatch.chdir(tmp_path)
    for source in ("", ["a.ndjson", ""]):
        with pytest.raises(ValueError, match="empty"):
            R(source)
    assert R(".").column_names == ["a"]


def test_urls(monkeypatch, tmp_path):
    for source in ("s3://b/x", "https://a.org/*.ndjson", pathlib.Path("s3://b/x")):
        with pytest.raises(ValueError, match=r"file of this system, not a URL: '(s3|https)"):
            R(source)
    # A folder may have such a name.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s3:").mkdir()
    (tmp_path / "s3:" / "a.ndjson").write_text('{"a":1}')
    assert R("s3://a.ndjson").column_names == ["a"]


def test_records_that_are_no_objects(lines):
    path = lines('{"a":2}', "5", "[1]", "null", '{"a":3}')
    with pytest.raises(varvel.Error, match="expected an object, found an integer") as caught:
        R(path)
    assert (caught.value.line, caught.value.column, caught.value.record) == (2, 1, b"5\n")
    records = R(path, bad_lines="collect")
    found = [(one.line, one.found) for one in records.bad_lines]
    assert found == [(2, "an integer"), (3, "an array"), (4, "null")]
    assert pyarrow.table(records).to_pylist() == [{"a": 2}, {"a": 3}]
    assert [(one.line, one.found) for one in records.bad_lines] == found
    for name, text in (("a.json", '[{"a":2},\n 5]'), ("a.yaml", '- {"a": 2}\n- 5\n')):
        other = lines(text, name=name)
        with pytest.raises(varvel.Error, match="expected an object, found an integer"):
            varvel.read_records(other)
        records = varvel.read_records(other, bad_lines="collect")
        assert len(records.bad_lines) == 1
        assert pyarrow.table(records).to_pylist() == [{"a": 2}]
        assert len(records.bad_lines) == 1
    with pytest.raises(varvel.Error, match="line 2, column 1"):
        R(path, columns=["a"])


def test_bad_lines_are_made_when_they_are_asked_for(lines):
    path = lines('{"a":1}', *("[" * (n + 1) for n in range(20)))
    bad = R(path, bad_lines="collect").bad_lines
    assert isinstance(bad, Sequence) and len(bad) == 20 and bad
    assert [one.line for one in bad] == list(range(2, 22))
    assert (bad[0].line, bad[19].line, bad[-1].line, bad[-20].line) == (2, 21, 21, 2)
    assert [one.line for one in bad[1:6:2]] == [3, 5, 7]
    assert [one.line for one in bad[::-1]][:2] == [21, 20]
    assert bad[30:] == [] and isinstance(bad[3], varvel.Error)
    for index in (20, -21):
        with pytest.raises(IndexError):
            bad[index]
    with pytest.raises(TypeError):
        bad["a"]
    assert repr(bad).startswith("<20 bad lines") and repr(bad).endswith("and 10 more>")
    assert not R(lines('{"a":1}'), bad_lines="collect").bad_lines


def test_schemas_without_columns(lines):
    path = lines('{"code":1}')
    wrong = [{"code": "int64"}, {}, {"type": "array"}, {"type": "object"}, "{}"]
    for schema in [*wrong, {"additionalProperties": {"type": "integer"}, "type": "object"}]:
        with pytest.raises(varvel.Error, match=r"with `properties`.*\nhint: such as"):
            R(path, schema=schema)
    with pytest.raises(TypeError, match=r"pyarrow\.schema or polars\.Schema"):
        R(path, schema={"code": polars.Int64})
    with pytest.raises(TypeError, match="not int"):
        R(path, schema=5)
    assert R(lines("{}"), schema={"properties": {}}).column_names == []
    assert R(lines(), schema=R(lines()).schema).column_names == []


def test_more_members_than_columns(lines):
    keys = [f"k{n}" for n in range(4097)]
    path = lines(json.dumps(dict.fromkeys(keys, 1)))
    with pytest.raises(varvel.Error, match=r"(?s)more than 4096, or .*\nhint: .*columns.*schema"):
        R(path)
    assert R(path, columns=["k7"]).column_names == ["k7"]
    schema = {"properties": {key: {"type": "integer"} for key in keys}}
    assert pyarrow.table(R(path, schema=schema)).num_columns == 4097


def test_layouts_of_strings_are_made_by_pyarrow(lines):
    schema = pyarrow.schema(
        {"a": pyarrow.dictionary(pyarrow.int8(), pyarrow.string()), "b": pyarrow.large_string()}
    )
    table = pyarrow.table(R(lines('{"a":"x","b":"y"}'), schema=schema))
    assert table.schema.types == [pyarrow.string()] * 2
    assert table.cast(schema).to_pylist() == [{"a": "x", "b": "y"}]


def test_columns_of_json_are_text(lines):
    records = R(lines('{"a":1}', '{"a":"x"}'))
    assert pyarrow.table(records)["a"].cast(pyarrow.string()).to_pylist() == ["1", '"x"']
    frame = polars.DataFrame(records)
    assert frame["a"].ext.storage().str.contains("x").to_list() == [False, True]
    found = duckdb.sql("select typeof(a), a->>'$' from records").fetchall()
    assert found == [("JSON", "1"), ("JSON", "x")]


def test_a_schema_of_polars(lines):
    schema = polars.Schema({"id": polars.Int32, "tags": polars.List(polars.String)})
    records = R(lines('{"id":1,"tags":["a"]}'), schema=schema)
    assert polars.DataFrame(records).schema == schema
    assert polars.DataFrame(records).rows() == [(1, ["a"])]


def test_duplicates(lines):
    path = lines('{"a":1,"a":2}', '{"a":3}')
    with pytest.raises(varvel.Error, match=r"duplicates=.*keeps one of them"):
        R(path)
    for duplicates, want in (("first", [1, 3]), ("last", [2, 3])):
        assert pyarrow.table(R(path, duplicates=duplicates))["a"].to_pylist() == want
        schema = varvel.infer_schema(path, duplicates=duplicates)
        assert pyarrow.table(R(path, schema=schema, duplicates=duplicates)).num_rows == 2
    with pytest.raises(ValueError, match="duplicates is"):
        R(path, duplicates="none")


def test_a_sample(lines, tmp_path):
    path = lines('{"a":1}', '{"a":2}', '{"a":"x"}', "5")
    assert R(path, sample=2).schema == varvel.infer_schema(path, sample=2)
    assert str(pyarrow.schema(R(path, sample=2)).field("a").type) == "int64"
    records = R(path, sample=2, bad_lines="collect")
    assert pyarrow.table(records)["a"].to_pylist() == [1, 2]
    assert [one.line for one in records.bad_lines] == [3, 4]
    with pytest.raises(Exception, match="line 3, column 6"):
        pyarrow.table(R(path, sample=2))
    packed = tmp_path / "a.ndjson.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert R(packed, sample=1).column_names == ["a"]
    array = lines('[{"a":1}]', name="a.json")
    for other in (array, lines("a: 1", name="a.yaml")):
        with pytest.raises(varvel.Error, match="lines of JSON, which `sample` takes"):
            varvel.read_records(other, sample=1)
    with pytest.raises(ValueError, match="sample is at least 1"):
        R(path, sample=0)


def test_the_most_expansion(tmp_path):
    path = tmp_path / "a.ndjson.gz"
    path.write_bytes(gzip.compress(json.dumps({"a": "x" * 3_000_000}).encode()))
    with pytest.raises(varvel.Error, match=r"200 times its size\nhint: `max_expansion`") as caught:
        R(path)
    assert caught.value.hint.startswith("`max_expansion`")
    records = R(path, max_expansion=5000)
    assert len(pyarrow.table(records)["a"][0].as_py()) == 3_000_000
    [split] = varvel.splits(path)
    assert varvel.infer_schema(split, max_expansion=5000) == records.schema
    with pytest.raises(ValueError, match="max_expansion is at least 1"):
        R(path, max_expansion=0)


def test_conflicts_are_named_as_by_the_command(lines):
    path = lines('{"a":1}', '{"a":"x"}')
    assert R(path, conflicts="text").schema == R(path, conflicts="json").schema
