"""Files that processes which were killed have left, and that others remove."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import varvel

fcntl = pytest.importorskip("fcntl")

DAY = 24 * 60 * 60

WRITER = """
import sys, varvel
schema = varvel.read_ndjson(sys.argv[2]).schema
varvel.read_ndjson(sys.argv[1], schema=schema).write_parquet(sys.argv[3])
"""


def aged(path: Path) -> Path:
    """Makes a file two days old."""
    path.touch()
    os.utime(path, (time.time() - 2 * DAY,) * 2)
    return path


def left(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.name.startswith(".varvel-"))


def write(lines: Path, folder: Path) -> None:
    varvel.read_ndjson(lines).write_parquet(folder / "out.parquet")


def is_locked(path: Path) -> bool:
    """Returns whether a process holds a lock of the file. To try would take it from that one."""
    inode = str(path.stat().st_ino)
    held = Path("/proc/locks").read_text().splitlines()
    return any(line.split()[-3].split(":")[-1] == inode for line in held)


def is_written(folder: Path) -> bool:
    return any(is_locked(folder / name) for name in left(folder))


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="no list of locks")
def test_a_killed_process_leaves_a_file_that_a_later_one_removes(tmp_path: Path):
    lines, pipe, folder = tmp_path / "a.ndjson", tmp_path / "pipe", tmp_path / "out"
    lines.write_text('{"a":1}\n')
    os.mkfifo(pipe)
    folder.mkdir()
    arguments = [sys.executable, "-c", WRITER, str(pipe), str(lines), str(folder / "out.parquet")]
    with subprocess.Popen(arguments) as child:
        # It waits for the other end of the pipe, and for lines.
        with open(pipe, "wb"):
            # Only a process that hangs takes so long.
            for _ in range(6000):
                if is_written(folder):
                    break
                time.sleep(0.05)
            (name,) = left(folder)
            aged(folder / name)
            # It lives, so that its file is locked.
            write(lines, folder)
            assert left(folder) == [name]
            child.send_signal(signal.SIGKILL)
    assert left(folder) == [name]
    # Another folder first, so that this one is looked at again.
    write(lines, tmp_path)
    write(lines, folder)
    assert left(folder) == []
    assert (folder / "out.parquet").exists()


def test_only_what_nobody_writes_is_removed(tmp_path: Path):
    lines = tmp_path / "a.ndjson"
    lines.write_text('{"a":1}\n')
    folder = tmp_path / "out"
    folder.mkdir()
    aged(folder / ".varvel-7-0.part")
    new = folder / ".varvel-7-1.part"
    new.touch()
    others = [aged(folder / name) for name in (".varvel-x.tmp", "a.7.0.part", "a.part", ".part")]
    held = aged(folder / ".varvel-8-0.part")
    with open(held, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write(lines, folder)
    assert left(folder) == [new.name, held.name, ".varvel-x.tmp"]
    assert all(other.exists() for other in others)
