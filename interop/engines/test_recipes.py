"""Engines read records by the package `varvel`: every value is right, or the line is set aside."""

import gzip

import datafusion
import duckdb
import odd
import polars
import pytest
import ray
import recipes
import rich
import varvel
import varvel.polars
import varvel.ray
from records import check, parse


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR", object_store_memory=100 << 20)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.mark.parametrize("name", [*odd.INPUTS, *rich.INPUTS])
@pytest.mark.parametrize("engine", ["duckdb", "polars", "datafusion", "pyarrow"])
def test_reads_every_value(files, engine, name):
    path, records = files.input(name), files.records(name)
    if not records.rows:
        assert varvel.read_ndjson(path, bad_lines="collect").column_names == []
        return
    rows = recipes.ENGINES[engine](path)
    for row in rows:
        for key, value in row.items():
            # Maps are lists of pairs in some engines.
            if name == "maps" and isinstance(value, list):
                row[key] = dict(pair.values() if isinstance(pair, dict) else pair for pair in value)
    check(rows, records, recipes.json_at(path))


def test_ray_reads_every_value(files, cluster):
    # One test for all: they share a cluster, and the names tell enough.
    for name in odd.INPUTS:
        path, records = files.input(name), files.records(name)
        if records.rows:
            check(recipes.with_ray(path), records, recipes.json_at(path))


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("lines") / "lines.ndjson"
    path.write_text("".join('{"n":%d,"s":"%s","o":{"x":%d,"y":null}}\n' % (n, "é" * (n % 9), -n) for n in range(30_000)))
    return path


def test_ray_reads_splits_and_only_the_columns_that_are_used(lines, cluster, tmp_path):
    events = varvel.ray.read(lines, split_size="512K")
    assert events.count() == 30_000
    assert sorted(row["n"] for row in events.select_columns(["n"]).take_all()) == list(range(30_000))
    assert [row["o"]["x"] for row in events.limit(3).take_all()] == [0, -1, -2]
    assert varvel.ray.read(lines, columns=["o.x"]).take(1) == [{"o": {"x": 0}}]
    # What is not used is not parsed: here it would not fit.
    schema = {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "boolean"}}}
    events = varvel.ray.read(lines, schema=schema, unknown="skip")
    assert events.select_columns(["n"]).max("n") == 29_999
    with pytest.raises(ray.exceptions.RayTaskError, match=r"(?s)lines\.ndjson.*line 1"):
        events.count()


def test_ray_takes_the_choices_of_reading_along(cluster, tmp_path):
    doubled = tmp_path / "a.ndjson"
    doubled.write_text('{"a":1,"a":2}\n')
    assert varvel.ray.read(doubled, duplicates="last").take_all() == [{"a": 2}]
    packed = tmp_path / "b.ndjson.gz"
    packed.write_bytes(gzip.compress(b'{"a":1}\n' * 300_000, 9))
    assert varvel.ray.read(packed, max_expansion=5000).count() == 300_000


def test_polars_parses_only_the_columns_that_are_used(lines):
    # `s` would not fit, so that an error tells that it is parsed.
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 10**9}, "s": {"type": "boolean"}}}
    events = varvel.polars.scan(lines, schema=schema, unknown="skip")
    assert events.collect_schema().names() == ["n", "s"]
    assert events.select(polars.col("n").sum()).collect().item() == sum(range(30_000))
    with pytest.raises(varvel.Error, match="line 1"):
        events.collect()


def test_polars_filters_and_limits(lines):
    events = varvel.polars.scan(lines)
    found = events.filter(polars.col("n") % 10_000 == 9_999).select("n").head(2).collect()
    assert found["n"].to_list() == [9_999, 19_999]
    assert events.head(3).collect()["n"].to_list() == [0, 1, 2]
    assert events.select("s", "n").tail(1).collect().rows() == [("é" * (29_999 % 9), 29_999)]
    assert events.select(polars.len()).collect().item() == 30_000
    field = polars.col("o").struct.field("x")
    assert events.select(field.min()).collect(engine="streaming").item() == -29_999
    # A limit ends the reading: the bad line behind it is not seen.
    bad = lines.with_name("bad.ndjson")
    bad.write_bytes(lines.read_bytes() * 20 + b"[\n")
    schema = varvel.infer_schema(lines)
    assert varvel.polars.scan(bad, schema=schema).head(5).collect().height == 5
    with pytest.raises(Exception, match="line 600001"):
        varvel.polars.scan(bad, schema=schema).collect()


def test_duckdb_reads_variant_of_the_reader(files):
    path = files.input("variant")
    events = varvel.read_ndjson(path)  # noqa: F841
    rows = duckdb.sql("select v->>'id' from events where v is not null").fetchall()
    wanted = [row["v"] for row in files.records("variant").rows if row["v"] is not None]
    assert [row[0] for row in rows] == [
        str(value["id"]) if isinstance(value, dict) and "id" in value else None for value in wanted
    ]


def test_datafusion_reads_a_stream(lines):
    context = datafusion.SessionContext()
    context.from_arrow(varvel.read_ndjson(lines, columns=["n", "o.x"]), "events")
    found = context.sql("select sum(n) as n, min(o['x']) as x from events").to_pylist()
    assert found == [{"n": sum(range(30_000)), "x": -29_999}]


def test_json_text_comes_back(files):
    path = files.input("mixed")
    rows = recipes.with_pyarrow(path)
    assert [parse(row["a"]) for row in rows] == [1, "x", {"b": [1]}]
