"""Disks that are full and files that cannot be written: errors of the system, with their number."""

from __future__ import annotations

import errno
import os
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow
import pytest
import varvel

resource = pytest.importorskip("resource")


@pytest.fixture
def limited() -> Iterator[Callable[[int], None]]:
    """Limits how large files become. Python ignores the signal that says so."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def lines(folder: Path) -> Path:
    """Returns a file of numbers that no compression makes small."""
    drawn = random.Random(7)
    file = folder / "a.ndjson"
    file.write_text("".join(f'{{"n":{drawn.random()}}}\n' for _ in range(40_000)))
    return file


def writers(records: varvel.Records) -> list[Callable[[Path], int]]:
    return [records.write_parquet, records.write_arrow]


@pytest.mark.parametrize("most", [0, 3, 1000, 100_000, 310_000])
def test_a_file_that_becomes_too_large(
    tmp_path: Path, limited: Callable[[int], None], most: int
) -> None:
    records = varvel.read_ndjson(lines(tmp_path))
    out = tmp_path / "out"
    out.write_text("old")
    for write in writers(records):
        limited(most)
        with pytest.raises(OSError, match="File too large") as caught:
            write(out)
        limited(1 << 30)
        assert caught.value.errno == errno.EFBIG
        assert caught.value.filename == str(out)
        assert out.read_text() == "old"
        assert sorted(one.name for one in tmp_path.iterdir()) == ["a.ndjson", "out"]
        assert write(tmp_path / "whole") == 40_000
        (tmp_path / "whole").unlink()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    for write in writers(varvel.read_ndjson(lines(tmp_path))):
        with pytest.raises(OSError, match="No space left on device") as caught:
            write(Path("/dev/full"))
        assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, "/dev/full")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    records = varvel.read_ndjson(lines(tmp_path))
    folder = tmp_path / "out"
    folder.mkdir(mode=0o500)
    # Whoever may write everywhere may not write where there are no files.
    for out in (folder / "a",) if os.geteuid() else (Path("/proc/a"),):
        for write in writers(records):
            with pytest.raises(OSError) as caught:  # noqa: PT011 - its number differs
                write(out)
            assert caught.value.errno in (errno.EACCES, errno.EPERM, errno.ENOENT)
            assert caught.value.filename == str(out)


def test_a_pipe_that_cannot_be_kept(
    tmp_path: Path, limited: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    pipe, text = tmp_path / "pipe", lines(tmp_path).read_bytes()
    os.mkfifo(pipe)

    def fill() -> None:
        try:
            pipe.write_bytes(text)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=fill)
    writer.start()
    limited(100_000)
    with pytest.raises(OSError, match="File too large") as caught:
        varvel.read_ndjson(pipe)
    limited(1 << 30)
    writer.join()
    assert (caught.value.errno, caught.value.filename) == (errno.EFBIG, str(tmp_path))


def test_rows_of_a_file_that_is_gone(tmp_path: Path) -> None:
    file = lines(tmp_path)
    records = varvel.read_ndjson(file)
    file.unlink()
    with pytest.raises(FileNotFoundError):
        records.write_parquet(tmp_path / "out")
    with pytest.raises(OSError, match=r"a\.ndjson: No such file"):
        pyarrow.table(records)
