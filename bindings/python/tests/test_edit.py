"""``varvel.edit``: edits of texts, which leave the rest alone, and files that are saved."""

from __future__ import annotations

import datetime
import doctest
import os
import signal
import stat
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import pytest
import varvel
import varvel.edit

YAML = """\
# who listens
server:
  port: 80    # not 8080
  hosts: ['a', 'b']

# nobody else
people:
  - ada # root
  - bob
"""


@dataclass
class Server:
    port: Annotated[int, varvel.Ge(1), varvel.Le(65535)]
    hosts: list[str] = field(default_factory=list)


@dataclass
class Config:
    server: Server
    people: list[str]


def test_edits_leave_the_rest_alone() -> None:
    document = varvel.edit.Document(YAML, format="yaml")
    document["server.port"] = 443
    document.set("/server/hosts/-", "c")
    document.insert("people[1]", "eve")
    assert document.remove("people[0]") == "ada"
    document.rename("people", "users")
    document["tls.key"] = "k.pem"
    assert document.text == str(document)
    assert document.text == (
        "# who listens\nserver:\n  port: 443    # not 8080\n  hosts: ['a', 'b', 'c']\n\n"
        "# nobody else\nusers:\n  - eve\n  - bob\ntls:\n  key: k.pem\n"
    )
    assert document.comments == ["# who listens", "# not 8080", "# nobody else"]


@pytest.mark.parametrize(
    ("format", "text", "edited"),
    [
        ("json", '{"a": [1,  2]}', '{"a": [1,  3]}'),
        ("jsonc", '{"a": [1,  2], /* b */}', '{"a": [1,  3], /* b */}'),
        ("json5", "{a: [1,  2], // b\n}", "{a: [1,  3], // b\n}"),
        ("yaml", "a: [1,  2] # b\r\n", "a: [1,  3] # b\r\n"),
    ],
)
def test_formats(format: Any, text: str, edited: str) -> None:
    document = varvel.edit.Document(text, format=format)
    assert not document.changed
    document["a[1]"] = 3
    assert document.changed
    assert document.text == edited
    assert document.get() == {"a": [1, 3]}
    assert document.decode(dict[str, list[int]]) == {"a": [1, 3]}


def test_reading() -> None:
    document = varvel.edit.Document(YAML, format="yaml")
    assert document["server.hosts[1]"] == document["/server/hosts/1"] == "b"
    assert document.get("server.hosts") == ["a", "b"]
    assert document.get("server.tls") is None and document.get("server.port.x", 3) == 3
    assert "server.port" in document and "server.ports" not in document
    with pytest.raises(KeyError, match=r"server\.ports"):
        document["server.ports"]
    with pytest.raises(KeyError):
        del document["server.ports"]
    del document["server.hosts"]
    assert document["server"] == {"port": 80}
    with pytest.raises(varvel.Error, match="path"):
        document.get("a[")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (2**70, "1180591620717411303424"),
        (1.5, "1.5"),
        (Decimal("1.10"), "1.10"),
        ("1.5", '"1.5"'),
        ("yes", '"yes"'),
        (datetime.date(2026, 1, 31), '"2026-01-31"'),
        ([1, "a"], "[1, a]"),
        (Server(80, ["a"]), None),
    ],
)
def test_values(value: Any, text: str | None) -> None:
    document = varvel.edit.Document("{a: 0}\n", format="yaml")
    document["a"] = value
    read = (
        document.decode(dict[str, type(value)]) if not isinstance(value, list) else document.get()
    )
    assert read == {"a": value}
    if text is not None:
        assert document.text == f"{{a: {text}}}\n"


def test_errors_change_nothing() -> None:
    document = varvel.edit.Document("a: &x {b: 1}\nc: *x\n", format="yaml")
    for edit in (
        lambda: document.set("c.b", 2),
        lambda: document.remove("a"),
        lambda: document.remove("d"),
        lambda: document.insert("a", 2),
        lambda: document.rename("a", "c"),
        lambda: document.set("a[", 1),
        lambda: document.set("d", object()),
    ):
        with pytest.raises(varvel.Error):
            edit()
        assert not document.changed
    document = varvel.edit.Document('{"a": 1}', format="json")
    with pytest.raises(varvel.Error, match="bytes"):
        document["a"] = b"\1"
    with pytest.raises(varvel.Error) as raised:
        varvel.edit.Document("a: 1\nb: [", format="yaml")
    assert raised.value.line == 2
    with pytest.raises(varvel.Error, match="UTF-8"):
        varvel.edit.Document(b"a: \xff", format="yaml")
    with pytest.raises(ValueError, match="no format"):
        varvel.edit.Document("", format="toml")  # type: ignore[arg-type]


def test_hints_name_what_an_edit_has() -> None:
    document = varvel.edit.Document('{"a": 1}', format="json")
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    texts = []
    for value in (b"\1", object(), {1: 2}, float("nan"), deep, "\ud800"):
        with pytest.raises(varvel.Error) as raised:
            document["a"] = value
        texts.append(str(raised.value))
    for text in ('{"a": 1, "a": 2}', "[" * 200 + "]" * 200):
        with pytest.raises(varvel.Error) as raised:
            varvel.edit.Document(text, format="json")
        texts.append(str(raised.value))
    with pytest.raises(varvel.Error) as raised:
        varvel.edit.Document("a: &a [1]\nb: &b [*a]\na: 1", format="yaml")
    texts.append(str(raised.value))
    for text in texts:
        for option in ("as_text", "default", "duplicates=", "max_depth", "max_replay", "parse_"):
            assert option not in text, text
    assert "an edit needs different keys" in texts[6]


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(YAML)
    file.chmod(0o640)
    link = tmp_path / "link.yml"
    link.symlink_to(file)
    with varvel.edit.open(link) as document:
        assert document.decode(Config) == Config(Server(80, ["a", "b"]), ["ada", "bob"])
        document["server.port"] = 443
        assert file.read_text() == YAML
    assert file.read_text() == YAML.replace("80 ", "443 ")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink() and sorted(os.listdir(tmp_path)) == ["config.yaml", "link.yml"]
    assert not document.changed

    before = file.stat().st_ino
    document.save()
    assert file.stat().st_ino == before
    other = tmp_path / "other.yaml"
    document.save(other)
    assert other.read_text() == file.read_text()

    with pytest.raises(ZeroDivisionError), varvel.edit.open(file) as document:
        document["server.port"] = 1 // 0
    assert "443" in file.read_text()


def test_a_file_that_somebody_else_changed_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"a": 1}')
    document = varvel.edit.open(file)
    file.write_text('{"a": 2}')
    document.save()
    document["a"] = 3
    with pytest.raises(varvel.Error, match="changed since"):
        document.save()
    assert file.read_text() == '{"a": 2}'
    document.save(overwrite=True)
    assert file.read_text() == '{"a": 3}'


ADDING = """
import sys
import varvel

for at in range(50):
    while True:
        try:
            with varvel.edit.open(sys.argv[1]) as document:
                document[sys.argv[2] + str(at)] = at
            break
        except varvel.Error:
            pass
"""


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such locks")
def test_no_edit_of_two_processes_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("{}")
    command = [sys.executable, "-c", ADDING, str(file)]
    both = [subprocess.Popen([*command, letter]) for letter in "ab"]
    assert [process.wait() for process in both] == [0, 0]
    wanted = {letter + str(at): at for letter in "ab" for at in range(50)}
    assert varvel.load(file) == wanted


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such locks")
def test_a_save_waits_for_the_lock_of_the_command(tmp_path: Path) -> None:
    import fcntl

    file = tmp_path / "a.json"
    file.write_text('{"a": 1}')
    document = varvel.edit.open(file)
    document["a"] = 3
    raised: list[BaseException] = []

    def save() -> None:
        try:
            document.save()
        except varvel.Error as error:
            raised.append(error)

    # The command locks the file, reads it, and puts another one into its place.
    with file.open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        saving = threading.Thread(target=save)
        saving.start()
        saving.join(0.1)
        assert saving.is_alive() and file.read_text() == '{"a": 1}'
        (tmp_path / "new").write_text('{"a": 2}')
        (tmp_path / "new").rename(file)
    saving.join()
    assert "changed since" in str(raised[0])
    assert file.read_text() == '{"a": 2}'


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such locks")
def test_a_signal_ends_the_waiting_for_a_lock(tmp_path: Path) -> None:
    import fcntl

    file = tmp_path / "a.json"
    file.write_text('{"a": 1}')
    document = varvel.edit.open(file)
    document["a"] = 3
    seen: list[int] = []

    def handle(*_: Any) -> None:
        seen.append(1)
        if len(seen) == 3:
            raise InterruptedError("enough")

    before = signal.signal(signal.SIGALRM, handle)
    with file.open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        try:
            with pytest.raises(InterruptedError, match="enough"):
                document.save()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    assert file.read_text() == '{"a": 1}'
    document.save()
    assert file.read_text() == '{"a": 3}'


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        varvel.edit.open(tmp_path / "none.yaml")
    with pytest.raises(ValueError, match="format does"):
        varvel.edit.open(tmp_path / "none.toml")
    document = varvel.edit.Document("a: 1", format="yaml")
    with pytest.raises(ValueError, match="needs a path"):
        document.save()
    with pytest.raises(FileNotFoundError) as raised:
        document.save(tmp_path / "none" / "a.yaml")
    assert "none" in str(raised.value)


def test_a_byte_order_mark_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes("\ufeffa: 1\r\n".encode())
    with varvel.edit.open(file) as document:
        document["a"] = 2
        document["b"] = 3
    assert file.read_bytes() == "\ufeffa: 2\r\nb: 3\r\n".encode()


def test_what_aliases_refer_to_changes_in_all_places(tmp_path: Path) -> None:
    text = "base: &base {port: 80}\ntest: *base\n"
    document = varvel.edit.Document(text, format="yaml")
    with pytest.raises(varvel.Error) as raised:
        document["base.port"] = 81
    assert "$.test.port" in str(raised.value)
    assert "`through_aliases`" in str(raised.value.hint)
    assert document.text == text
    file = tmp_path / "a.yaml"
    file.write_text(text)
    with varvel.edit.open(file, through_aliases=True) as document:
        document["test.port"] = 81
        assert document["base.port"] == 81
    assert file.read_text() == text.replace("80", "81")


def test_examples() -> None:
    assert doctest.testmod(varvel.edit).failed == 0


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_pipes_and_owners(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    document = varvel.edit.Document("a: 1\n", format="yaml")
    document.save(pipe)
    reader.join()
    assert read == [b"a: 1\n"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(IsADirectoryError):
        document.save(tmp_path)
    if os.geteuid() == 0:
        file = tmp_path / "a.yaml"
        file.write_text("a: 1\n")
        os.chown(file, 1234, 4321)
        file.chmod(0o640)
        with varvel.edit.open(file) as config:
            config["a"] = 2
        now = file.stat()
        assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (1234, 4321, 0o640)
