"""A cluster of Spark on one machine, whose executors are ended by SIGKILL now and then: the same rows.

`python cluster.py`, with the Python of the environment, takes two minutes. No test runs it.
"""

import json
import os
import pathlib
import random
import signal
import sys
import tempfile
import threading

import varvel.spark
from pyspark.sql import SparkSession

ROWS = 640_000
SPLITS = 64
KILLS = 6


def executors():
    """Returns the processes that run tasks."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = pathlib.Path("/proc", pid, "cmdline").read_text()
        except OSError:
            # It has ended.
            continue
        if "CoarseGrainedExecutorBackend" in command and "local-cluster" not in command:
            found.append(int(pid))
    return found


def kill(stopped, killed):
    """Ends an executor every one to three seconds."""
    chance = random.Random(1)
    while len(killed) < KILLS and not stopped.wait(1 + chance.random() * 2):
        found = executors()
        if found:
            killed.append(chance.choice(found))
            os.kill(killed[-1], signal.SIGKILL)


def main(folder):
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.task.maxFailures": "20",
        "spark.executor.maxNumFailures": "1000",
        "spark.ui.showConsoleProgress": "false",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    varvel.spark.register(spark)
    path, out = folder / "a.ndjson", folder / "out"
    with path.open("w") as file:
        for n in range(ROWS):
            file.write('{"n":%d,"s":"%s"}\n' % (n, "x" * (n % 100)))
    reader = spark.read.format("varvel").option("splitBytes", str(path.stat().st_size // SPLITS + 1))
    frame = reader.schema("n int, s string").load(str(path))
    assert frame.rdd.getNumPartitions() == SPLITS
    stopped, killed = threading.Event(), []
    killer = threading.Thread(target=kill, args=(stopped, killed))
    killer.start()
    frame.write.format("varvel").mode("overwrite").save(str(out))
    stopped.set()
    killer.join()
    parts = sorted(out.glob("part-*"))
    rows = [json.loads(line)["n"] for part in parts for line in part.read_text().splitlines()]
    assert len(parts) == SPLITS and rows == list(range(ROWS))
    print(f"{len(killed)} executors were ended: {len(parts)} files have all {len(rows)} rows, each once")
    spark.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(pathlib.Path(folder))
