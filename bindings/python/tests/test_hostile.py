"""Callers that do odd things: no crash, and an error that says what is wrong."""

import errno
import os
import pathlib
import pickle
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow
import pytest
import varvel


def _loads(again: Callable[[], Any]) -> Any:
    return varvel.loads(b"[1]", parse_int=lambda _: again())


def _yaml(again: Callable[[], Any]) -> Any:
    return varvel.yaml.loads(b"a: {b: 1}", object_hook=lambda _: again())


def _dumps(again: Callable[[], Any]) -> Any:
    return varvel.dumps({"a": [object()]}, default=lambda _: again())


def _decode(again: Callable[[], Any]) -> Any:
    @dataclass
    class Made:
        def __post_init__(self) -> None:
            again()

    return varvel.decode("{}", Made)


@pytest.mark.parametrize("call", [_loads, _yaml, _dumps, _decode])
@pytest.mark.parametrize("in_thread", [False, True])
def test_calls_inside_of_each_other_end(call: Any, in_thread: bool) -> None:
    found: list[BaseException] = []

    def run() -> None:
        def again() -> Any:
            return call(again)

        try:
            again()
        except RecursionError as error:
            found.append(error)

    if in_thread:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    else:
        run()
    assert len(found) == 1
    # All of them have ended.
    assert varvel.loads("[1]", parse_int=str) == ["1"]


def test_some_calls_inside_of_each_other_are_right() -> None:
    def nested(count: int) -> Any:
        if count == 0:
            return 7
        return varvel.loads(b"[1]", parse_int=lambda _: nested(count - 1))

    value = nested(20)
    for _ in range(20):
        (value,) = value
    assert value == 7


def test_deep_documents_are_pickled() -> None:
    text = "[" * 300 + "]" * 300
    document = varvel.Document(text, max_depth=400)
    assert pickle.loads(pickle.dumps(document)) == document
    assert pickle.loads(pickle.dumps(document[0])) == document[0]
    with pytest.raises(varvel.Error, match="nested too deeply"):
        varvel.Document.from_bytes(document.to_bytes())
    assert varvel.Document.from_bytes(document.to_bytes(), max_depth=300) == document


def test_errors_of_the_system_are_those_of_python(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": 1}\n')
    missing = tmp_path / "missing"
    calls: list[Callable[[], Any]] = [
        lambda: varvel.read_ndjson(missing),
        lambda: varvel.splits(missing, format="ndjson"),
        lambda: varvel.validate(missing, format="ndjson"),
        lambda: varvel.Document.open(missing),
        lambda: varvel.edit.Document("a: 1", format="yaml").save(missing / "b"),
        lambda: varvel.read_ndjson(lines).write_parquet(missing / "b"),
    ]
    for call in calls:
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.errno == errno.ENOENT
        assert os.fspath(caught.value.filename).startswith(str(missing))
        assert ".part" not in str(caught.value)


def test_the_files_that_are_read_are_not_overwritten(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": 1}\n')
    link = tmp_path / "link"
    link.symlink_to(lines)
    events = varvel.read_ndjson(lines)
    for path in (lines, link):
        for write in (events.write_parquet, events.write_arrow):
            with pytest.raises(ValueError, match="files that are read"):
                write(path)
    assert lines.read_text() == '{"a": 1}\n'


def test_arguments_without_meaning(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": 1, "id": 2}\n')
    columns: Any = "id"
    for read in (varvel.read_ndjson, varvel.infer_schema):
        with pytest.raises(TypeError, match=r"such as \['id'\]"):
            read(lines, columns=columns)
    with pytest.raises(ValueError, match="limit is at least 0"):
        varvel.read_ndjson(lines, limit=-1)
    with pytest.raises(ValueError, match="threads is at least 1"):
        varvel.read_ndjson(lines, threads=0)
    sizes: list[Any] = [0, -1, "0K", "1.5M", "", "٣"]
    for size in sizes:
        with pytest.raises(ValueError, match=r"at least 1|no number of bytes"):
            varvel.splits(lines, size=size)
    half: Any = 1.5
    with pytest.raises(TypeError):
        varvel.splits(lines, size=half)
    assert len(varvel.splits(lines, size=10**30)) == 1


def test_errors_name_the_file(tmp_path: pathlib.Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("port: [1\n")
    for call in (varvel.edit.open, varvel.validate, varvel.schema):
        with pytest.raises(varvel.Error) as caught:
            call(config)
        assert caught.value.file == str(config)
        assert str(caught.value).startswith(f"{config}: ")
    config.write_text("port: a\nhost: 1\n")
    for check in (
        lambda: varvel.validate(config, dict[str, bool]),
        lambda: varvel.edit.open(config).decode(dict[str, bool]),
    ):
        with pytest.raises(varvel.DecodeErrors) as several:
            check()
        assert [one.file for one in several.value.errors] == [str(config)] * 2
        assert several.value.file == str(config)
        assert str(several.value).count(f"{config}: ") == 2
        again = pickle.loads(pickle.dumps(several.value))
        assert (str(again), again.file) == (str(several.value), str(config))
    with pytest.raises(varvel.Error) as caught:
        varvel.validate(config, schema="{")
    assert caught.value.file is None


def _interrupt(work: Callable[[], Any], lines: pathlib.Path) -> None:
    """Ends the work by Ctrl-C. Where the machine is so fast that the work was done before, the
    lines are doubled; where it is so slow that the work had not begun, the signal comes later."""
    # A shell lets commands in the background ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    after = 0.1
    for _ in range(10):
        begun = done = False
        timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            begun = True
            work()
            done = True
            time.sleep(600)
        except KeyboardInterrupt:
            pass
        timer.join()
        if begun and not done:
            return
        if done:
            whole = lines.read_bytes()
            with lines.open("ab") as file:
                file.write(whole)
        else:
            after *= 2
    pytest.fail("it is not interrupted")


@pytest.mark.skipif(os.name != "posix", reason="the signal goes to all of a console")
def test_long_readings_are_interrupted(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    line = b'{"id": 1, "name": "ada", "more": [1, 2.5, {"a": null}]}\n'
    lines.write_bytes(line * 500_000)
    out = tmp_path / "a.parquet"
    schema = varvel.infer_schema(varvel.splits(lines, size="1M")[0])
    works: list[Callable[[], Any]] = [
        lambda: varvel.infer_schema(lines),
        lambda: varvel.read_ndjson(lines, schema=schema).write_parquet(out),
        lambda: varvel.validate(lines),
        lambda: varvel.schema(lines),
    ]
    works[1]()
    for work in works:
        _interrupt(work, lines)
    assert sorted(os.listdir(tmp_path)) == ["a.ndjson", "a.parquet"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_rows_of_another_process_are_an_error(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": 1, "b": "some text that makes it longer"}\n' * 200_000)
    events = varvel.read_ndjson(lines)
    batches = events.batches()
    next(batches)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            next(batches)
        except varvel.Error as error:
            code = 2 if "forked" in str(error) else 3
        del batches
        # What begins there can be read there.
        os._exit(code if sum(map(len, events.batches())) == 200_000 else 4)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2


def test_schemas_that_refer_to_themselves(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"v": 1, "left": {"v": 2, "left": {"v": 3}}}\n')
    tree = {"properties": {"v": {"type": "integer"}, "left": {"$ref": "#"}, "right": {"$ref": "#"}}}
    table = pyarrow.table(varvel.read_ndjson(lines, schema=tree))
    assert table.to_pylist() == [{"v": 1, "left": '{"v":2,"left":{"v":3}}', "right": None}]
    # Each level has the next one twice.
    levels = {
        f"l{at}": {"properties": {name: {"$ref": f"#/$defs/l{at + 1}"} for name in "ab"}}
        for at in range(60)
    }
    wide = {"$ref": "#/$defs/l0", "$defs": {**levels, "l60": {"type": "integer"}}}
    with pytest.raises(varvel.Error, match="too many different members"):
        varvel.read_ndjson(lines, schema=wide)


def test_a_column_that_no_object_has(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": {"b": 3}, "l": [{"x": 1}, null], "c": 1, "e": {}}\n{"c": {"d": 1}}\n')
    for path in ("nope", "a.nope", "a.b.nope", "l.nope", "e.nope"):
        for columns in ([path], [path, "c"]):
            with pytest.raises(varvel.Error, match=f"a column `{path}`"):
                varvel.read_ndjson(lines, columns=columns)
    # A column that has values of any kind is JSON as a whole.
    rows = pyarrow.table(varvel.read_ndjson(lines, columns=["c.d", "l.x", "a.b"])).to_pylist()
    assert rows[1]["c"] == '{"d":1}'
    assert rows[0] == {"a": {"b": 3}, "l": [{"x": 1}, None], "c": "1"}


def test_schemas_of_other_types(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a": 1}\n')
    schemas: list[Any] = [[], 3, True, b"{}", object(), int]
    for schema in schemas:
        with pytest.raises(TypeError, match="schema is a JSON Schema"):
            varvel.read_ndjson(lines, schema=schema)


@pytest.mark.skipif(os.name != "posix", reason="the signal goes to all of a console")
def test_an_interrupt_comes_before_faults(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "lines.ndjson"
    lines.write_bytes(b'{"a": "x"}\n' + b'{"a": 1, "text": "and so on"}\n' * 1_000_000)
    schema = {"properties": {"a": {"type": "integer"}}}
    works: list[Callable[[], Any]] = [
        lambda: varvel.validate(lines, schema=schema),
        lambda: varvel.validate(lines, dict[str, int | str]),
    ]
    for work in works:
        _interrupt(work, lines)


def test_files_are_written_by_threads_with_small_stacks(tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "lines.ndjson"
    lists, objects = "[" * 124 + "1" + "]" * 124, '{"a":' * 124 + "1" + "}" * 124
    lines.write_text(f'{{"a":{lists}}}\n{{"b":{objects}}}\n')
    written: list[int] = []

    def work() -> None:
        events = varvel.read_ndjson(lines)
        written.append(events.write_parquet(tmp_path / "lines.parquet"))
        written.append(events.write_arrow(tmp_path / "lines.arrow"))

    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert written == [2, 2]
