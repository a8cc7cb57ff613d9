"""Memory and safety: leaks, mutated bytes, threads, interpreters in one process."""

from __future__ import annotations

import gc
import os
import pickle
import random
import sys
import threading
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import varvel

ORDER = {"id": 7, "name": "Ü" * 20, "items": [{"price": 1.5, "n": 3}, {"price": 2.5, "n": 4}]}
TEXT = varvel.dumps(ORDER)


def resident() -> int:
    """The memory of the process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@dataclass
class Item:
    price: float
    n: int


@dataclass
class Order:
    id: int
    name: str
    items: list[Item]


SCHEMA = {"properties": {"id": {"type": "integer"}}}


def failing(work: Callable[[], object]) -> Callable[[], None]:
    """The work, which fails each time."""

    def attempt() -> None:
        try:
            work()
        except varvel.Error:
            return
        pytest.fail("no error")

    return attempt


def reading() -> None:
    document = varvel.Document(TEXT)
    assert document["items"][1]["n"] == 4


WORKS = {
    "loads": lambda: varvel.loads(TEXT),
    "dumps": lambda: varvel.dumps(ORDER),
    "msgpack": lambda: varvel.msgpack.loads(varvel.msgpack.dumps(ORDER)),
    "cbor": lambda: varvel.cbor.loads(varvel.cbor.dumps(ORDER)),
    "yaml": lambda: varvel.yaml.loads(varvel.yaml.dumps(ORDER)),
    "hooks": lambda: varvel.loads(TEXT, object_hook=dict, parse_int=str),
    "document": reading,
    "pickle": lambda: pickle.loads(pickle.dumps(varvel.Document(TEXT))),
    "decode": lambda: varvel.decode(TEXT, Order),
    "validate": lambda: varvel.validate(TEXT, format="json", schema=SCHEMA),
    "bad loads": failing(lambda: varvel.loads(b'{"a":[1,}')),
    "bad dumps": failing(lambda: varvel.dumps({"a": [object()]})),
    "bad decode": failing(lambda: varvel.decode(b'{"id":"x","items":[{}]}', Order)),
    "bad validate": failing(lambda: varvel.validate('{"id":""}', format="json", schema=SCHEMA)),
}


@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_no_leaks(work):
    # A million takes a minute with a wheel that is optimised.
    rounds = int(os.environ.get("VARVEL_CALLS", "10000"))
    for _ in range(2_000):
        work()
    gc.collect()
    before = resident() if sys.platform == "linux" else 0
    tracemalloc.start()
    try:
        for _ in range(200):
            work()
        gc.collect()
        first = tracemalloc.get_traced_memory()[0]
        for _ in range(2_000):
            work()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - first < 10_000
    finally:
        tracemalloc.stop()
    for _ in range(rounds):
        work()
    # A leak of 64 bytes in each call would be more, and be there each time. The system may give a
    # process more pages at once than it asked for.
    most = 64 * rounds + (1 << 20)
    for _ in range(4):
        if sys.platform != "linux" or resident() - before < most:
            return
        before = resident()
        for _ in range(rounds):
            work()
    assert resident() - before < most


def test_mutated_bytes():
    draw = random.Random(46)
    deep = {"rows": [[i, i / 3, str(i), {"k": None, "b": True}] for i in range(8)], "n": 2**70}
    whole = [varvel.Document(varvel.dumps(one)).to_bytes() for one in (ORDER, deep, [0.5] * 20)]
    read = 0
    for _ in range(10_000):
        bad = bytearray(draw.choice(whole))
        for _ in range(draw.choice([1, 1, 2, 8])):
            bad[draw.randrange(len(bad))] = draw.randrange(256)
        if draw.random() < 0.1:
            del bad[draw.randrange(len(bad)) :]
        try:
            document = varvel.Document.from_bytes(bad)
        except varvel.Error:
            continue
        try:
            document.to_python()
            str(document)
            hash(document)
        except varvel.Error:
            pass
        read += 1
    assert 0 < read < 10_000


def test_eight_threads_on_one_document():
    document = varvel.Document(TEXT)
    failed = []

    def work() -> None:
        for _ in range(500):
            alike = (
                document.to_python() == ORDER
                and document["items"][0]["price"] == 1.5
                and hash(document["items"]) == hash(document["items"])
                and document.path("items[1].n") == 4
                and varvel.loads(varvel.dumps(document)) == ORDER
            )
            if not alike:
                failed.append(threading.get_ident())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_other_interpreters_are_refused():
    try:
        import _interpreters as interpreters
    except ImportError:
        interpreters = pytest.importorskip("_xxsubinterpreters")
    other = interpreters.create()
    code = f"import sys; sys.path[:] = {sys.path!r}\n" + (
        "try:\n"
        "    import varvel\n"
        "except ImportError as error:\n"
        "    assert 'interpreter' in str(error), error\n"
        "else:\n"
        "    raise AssertionError('it was imported')\n"
    )
    try:
        failed = interpreters.run_string(other, code)
        assert failed is None, failed
    finally:
        interpreters.destroy(other)
