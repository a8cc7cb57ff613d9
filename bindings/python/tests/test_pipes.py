"""Tables of pipes: their bytes come only once, and may never come."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import threading

import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest
import varvel
from varvel.polars import scan

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")

SCHEMA = pyarrow.schema({"n": pyarrow.int64()})
LINES = "".join(f'{{"n":{n}}}\n' for n in range(50_000))


@pytest.fixture
def pipe(tmp_path):
    """A pipe with a name, into which a thread writes once."""
    path = tmp_path / "a.ndjson"
    os.mkfifo(path)

    def fill():
        with path.open("w") as file:
            file.write(LINES)

    writer = threading.Thread(target=fill)
    writer.start()
    yield path
    writer.join()


# Only a program that hangs takes so many seconds.
HANG = 300


def run(program, **options):
    """Runs a program of Python."""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG, **options
    )


def test_a_pipe_without_a_schema_is_kept(pipe, tmp_path):
    records = varvel.read_ndjson(pipe)
    for _ in range(2):
        assert pyarrow.table(records)["n"].to_pylist() == list(range(50_000))
    assert duckdb.sql("select sum(n) from records").fetchall() == [(49_999 * 25_000,)]
    out = tmp_path / "out.parquet"
    assert records.write_parquet(out) == 50_000
    # Several at once.
    two = [pyarrow.RecordBatchReader.from_stream(records) for _ in range(2)]
    assert [sum(len(batch) for batch in one) for one in two] == [50_000] * 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.ndjson", "out.parquet"]


def test_a_pipe_with_a_schema_is_read_once(pipe, tmp_path):
    records = varvel.read_ndjson(pipe, schema=SCHEMA)
    assert polars.DataFrame(records).height == 50_000
    out = tmp_path / "out.parquet"
    out.write_text("old")
    with pytest.raises(OSError, match=r"a\.ndjson: it is no regular file.* read before"):
        records.write_parquet(out)
    assert out.read_text() == "old"
    with pytest.raises(OSError, match="without `schema`"):
        list(records.batches())
    with pytest.raises(Exception, match="read before"):
        pyarrow.table(records)


def test_standard_input(tmp_path):
    out = tmp_path / "out.parquet"
    program = f"""
import varvel
records = varvel.read_ndjson("/dev/stdin")
print(records.write_parquet({str(out)!r}), records.write_parquet({str(out)!r}))
"""
    assert run(program, input=LINES).stdout == "50000 50000\n"
    assert pyarrow.parquet.read_table(out).num_rows == 50_000
    # A table of its own finds nothing more in it.
    program = f"""
import varvel
schema = varvel.infer_schema("/dev/stdin", format="ndjson")
varvel.read_ndjson("/dev/stdin", schema=schema).write_parquet({str(out)!r})
"""
    ran = run(program, input=LINES)
    assert ran.returncode == 1 and "/dev/stdin: it is no regular file" in ran.stderr
    assert pyarrow.parquet.read_table(out).num_rows == 50_000
    with (tmp_path / "a.ndjson").open("w+") as file:
        file.write(LINES)
        file.seek(0)
        program = "import varvel; r = varvel.read_ndjson('/dev/stdin'); print(len(r.column_names))"
        assert run(program, stdin=file).stdout == "1\n"


def test_compressed_pipes_and_documents(tmp_path):
    program = """
import os, sys, gzip, pyarrow, varvel
reading, writing = os.pipe()
os.write(writing, gzip.compress(b'[{"n":1},{"n":2}]'))
os.close(writing)
records = varvel.read_records(f"/dev/fd/{reading}", format="json")
print(pyarrow.table(records).to_pylist(), pyarrow.table(records).to_pylist())
"""
    assert run(program).stdout == "[{'n': 1}, {'n': 2}] [{'n': 1}, {'n': 2}]\n"
    path = tmp_path / "a.ndjson"
    os.mkfifo(path)
    with pytest.raises(ValueError, match="only files have splits"):
        varvel.splits(path)
    with pytest.raises(ValueError, match="reads it once"):
        scan(path)
    # The format of a pipe is not looked for in its first line.
    other = tmp_path / "a.json"
    os.mkfifo(other)
    writer = threading.Thread(target=other.write_text, args=['[{"n":1}]'])
    writer.start()
    assert pyarrow.table(varvel.read_records(other)).to_pylist() == [{"n": 1}]
    writer.join()


WAITING = {
    "read": "varvel.read_ndjson(path)",
    "infer": "varvel.infer_schema(path)",
    "write": "varvel.read_ndjson(path, schema=schema).write_parquet(path + '.parquet')",
    "batches": "list(varvel.read_ndjson(path, schema=schema).batches())",
    "table": "pyarrow.table(varvel.read_ndjson(path, schema=schema))",
}


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("how", WAITING)
def test_a_signal_ends_waiting(tmp_path, how, begun):
    path = tmp_path / "a.ndjson"
    os.mkfifo(path)
    # A shell lets commands in the background ignore the signal. A library raises an error of its
    # own, and the signal comes once more at any time after that.
    program = f"""
import pyarrow, signal, time, varvel
signal.signal(signal.SIGINT, signal.default_int_handler)
path, schema = {str(path)!r}, pyarrow.schema({{"n": pyarrow.int64()}})
try:
    try:
        print("waits", flush=True)
        {WAITING[how]}
    except pyarrow.ArrowInvalid as error:
        print(error)
        time.sleep({HANG})
except KeyboardInterrupt:
    print("ended")
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout.readline() == "waits\n"
        writer = os.open(path, os.O_WRONLY) if begun else None
        if begun:
            os.write(writer, b'{"n":1}\n')
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.3)
        child.send_signal(signal.SIGINT)
        out, errors = child.communicate(timeout=HANG)
        assert (out.splitlines()[-1], errors) == ("ended", "")
        if begun:
            os.close(writer)
        assert [one.name for one in tmp_path.iterdir()] == ["a.ndjson"]


SAMPLED = """
import os, sys, tempfile, threading
import pyarrow, varvel

# Nothing may be kept in files.
tempfile.tempdir = os.environ["TMPDIR"] = "/nowhere"
path = sys.argv[1]
begun = threading.Event()

def fill():
    with open(path, "wb", buffering=0) as file:
        file.write(HEAD)
        # The rest comes only when the types are known.
        assert begun.wait(60)
        file.write(TAIL)

threading.Thread(target=fill).start()
records = varvel.read_ndjson(path, sample=2)
assert records.column_names == ["n"]
begun.set()
print(pyarrow.table(records)["n"].to_pylist() == list(range(20_000)))
try:
    pyarrow.table(records)
except OSError as error:
    print("without `schema` and `sample`" in str(error))
"""


@pytest.mark.parametrize("packed", [False, True])
def test_a_sample_of_a_pipe_leaves_the_rest_in_it(tmp_path, packed):
    path = tmp_path / "a.ndjson"
    os.mkfifo(path)
    text = "".join(f'{{"n":{n}}}\n' for n in range(20_000)).encode()
    if packed:
        parts = [gzip.compress(text[:100_000]), gzip.compress(text[100_000:])]
    else:
        parts = [text[:100_000], text[100_000:]]
    program = SAMPLED.replace("HEAD", repr(parts[0])).replace("TAIL", repr(parts[1]))
    script = tmp_path / "program.py"
    script.write_text(program)
    done = subprocess.run(
        [sys.executable, str(script), str(path)], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "True\nTrue\n", done.stderr


def test_a_sample_of_a_pipe_needs_lines(tmp_path):
    path = tmp_path / "a.json"
    os.mkfifo(path)
    with pytest.raises(varvel.Error, match="lines of JSON, which `sample` takes"):
        varvel.read_records(path, sample=1)
