"""The suite `python`: objects of Python by Varvel and by others, in one process.

Standard input is a JSON object: `json`, a folder of documents; `yaml`, a file; `abi3`, a folder
with the wheel for all versions, or null; `rounds`, and `only`, the parts of names of the cases to
measure. Each line of standard output is a row as JSON: the case, the subject with its version, the
bytes, and nanoseconds of the processor, one for each round. The subjects take turns, and the
collector of cycles is off. Results are compared before, and are dropped outside of the time."""

import dataclasses
import gc
import importlib.util
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import cbor2
import msgspec
import ormsgpack
import orjson
import varvel
import yaml

NAMES = ("twitter", "citm_catalog", "canada")
LIBRARIES = {"orjson": "orjson", "ormsgpack": "ormsgpack", "cbor2": "cbor2", "msgspec": "msgspec", "PyYAML": "PyYAML"}


def library(subject):
    """The version of a subject."""
    return version(LIBRARIES.get(subject, "varvel"))


def abi3(folder):
    """The module in Rust of the wheel for all versions."""
    (path,) = Path(folder, "varvel").glob("_varvel.abi3.*")
    spec = importlib.util.spec_from_file_location("_varvel", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases(task):
    """The cases: a name, bytes, functions by the subjects, a check of what they return, and how
    much of the rounds they get."""
    same = lambda results: all(result == results[0] for result in results)
    written = lambda results: same([orjson.loads(result) for result in results])
    ours = {"varvel": varvel}
    if task["abi3"]:
        ours["varvel abi3"] = abi3(task["abi3"])
    folder = Path(task["json"])
    texts = {path.stem: path.read_bytes() for path in sorted(folder.glob("*.json"))}
    for name in NAMES:
        text = texts[name]
        subjects = {subject: lambda of=of, text=text: of.loads(text) for subject, of in ours.items()}
        yield f"loads/{name}", len(text), subjects | {"orjson": lambda text=text: orjson.loads(text)}, same, 1
        value = orjson.loads(text)
        subjects = {subject: lambda of=of, value=value: of.dumps(value) for subject, of in ours.items()}
        subjects["orjson"] = lambda value=value: orjson.dumps(value)
        yield f"dumps/{name}", len(orjson.dumps(value)), subjects, written, 1

    many = list(texts.values())
    read = lambda results: same([[to_python(part) for part in result] for result in results])
    yield "document/many", sum(map(len, many)), {
        "varvel": lambda: [varvel.Document(text) for text in many],
        "orjson": lambda: [orjson.loads(text) for text in many],
    }, read, 1
    one = texts["twitter"]
    read = lambda results: same([to_python(result) for result in results])
    yield "document/again", len(one), {
        "varvel": lambda: varvel.Document(one),
        "orjson": lambda: orjson.loads(one),
    }, read, 1

    value = orjson.loads(one)
    packed = ormsgpack.packb(value)
    yield "msgpack/twitter", len(packed), {
        "varvel": lambda: varvel.msgpack.loads(packed),
        "ormsgpack": lambda: ormsgpack.unpackb(packed),
    }, same, 1
    coded = cbor2.dumps(value)
    yield "cbor/twitter", len(coded), {
        "varvel": lambda: varvel.cbor.loads(coded),
        "cbor2": lambda: cbor2.loads(coded),
    }, same, 1
    if hasattr(varvel, "decode"):
        ours, theirs = twitter(dataclasses.make_dataclass), twitter(msgspec.defstruct)
        yield "typed/twitter", len(one), {
            "varvel": lambda: varvel.decode(one, type=ours),
            "msgspec": lambda: msgspec.json.decode(one, type=theirs),
        }, lambda results: same([msgspec.to_builtins(result) for result in results]), 1
    config = Path(task["yaml"]).read_bytes()
    yield "yaml/config", len(config), {
        "varvel": lambda: varvel.yaml.loads(config),
        "PyYAML": lambda: yaml.load(config, yaml.CSafeLoader),
    }, same, 0.2


def twitter(define):
    """The types of the document `twitter`, as a library defines types."""
    user = define("User", [("id", int), ("name", str), ("screen_name", str), ("description", str), ("followers_count", int), ("verified", bool)])
    status = define("Status", [("id", int), ("text", str), ("user", user), ("retweet_count", int), ("favorited", bool), ("in_reply_to_status_id", int | None)])
    return define("Twitter", [("statuses", list[status])])


def to_python(result):
    return result.to_python() if isinstance(result, varvel.Document) else result


def measure(task):
    for case, size, subjects, is_right, share in cases(task):
        if task["only"] and not any(part in case for part in task["only"]):
            continue
        if not is_right([run() for run in subjects.values()]):
            sys.exit(f"{case}: the results differ")
        times = {subject: [] for subject in subjects}
        order = list(subjects.items())
        for _ in range(max(3, round(task["rounds"] * share))):
            # Nobody is always the first, who finds the caches as the last one left them.
            order.append(order.pop(0))
            for subject, run in order:
                start = time.thread_time_ns()
                result = run()
                times[subject].append(time.thread_time_ns() - start)
                del result
        for subject, spent in times.items():
            row = {"case": case, "subject": subject, "version": library(subject), "bytes": size, "times": spent}
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    gc.disable()
    measure(json.load(sys.stdin))
