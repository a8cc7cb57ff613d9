"""The processor time of rows of `format("varvel")` beside Spark's own reader of JSON, with the same schema.

`python cost.py FILE [COLUMN]`, with the Python of the environment and a wheel that was built as a release.
All time counts: of the driver, the JVM and the workers. Each way runs ten times, by turns, and the first
three are not counted: then the JVM is warm.
"""

import os
import sys

import varvel.spark
from pyspark.sql import SparkSession

ROUNDS = 10
COLD = 3


def seconds():
    """Returns the processor time of this process and all below it, in seconds."""
    children, used = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            # It has ended, and its parent has its time.
            continue
        children.setdefault(int(fields[1]), []).append(int(pid))
        # Of itself, and of children that have ended.
        used[int(pid)] = sum(map(int, fields[11:15]))
    total, left = 0, [os.getpid()]
    while left:
        pid = left.pop()
        total += used.get(pid, 0)
        left += children.get(pid, [])
    return total / os.sysconf("SC_CLK_TCK")


def main(path, column=None):
    builder = SparkSession.builder.master("local[2]").config("spark.driver.memory", "3g")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    varvel.spark.register(spark)
    ours, own = spark.read.format("varvel").load(path).schema, spark.read.json(path).schema
    readers = {
        "varvel": lambda schema=ours: spark.read.format("varvel").schema(schema).load(path),
        "Spark": lambda schema=own: spark.read.schema(schema).json(path),
    }
    assert len({read().count() for read in readers.values()}) == 1
    ways = {"all columns": lambda read: read().write.format("noop").mode("overwrite").save()}
    if column:
        ways[f"max({column})"] = lambda read: read(f"{column} bigint").agg({column: "max"}).collect()
    for name, way in ways.items():
        taken = {reader: [] for reader in readers}
        for _ in range(ROUNDS):
            for reader, read in readers.items():
                before = seconds()
                way(read)
                taken[reader].append(seconds() - before)
        least = {reader: min(times[COLD:]) for reader, times in taken.items()}
        print(f"{name}: {least['varvel']:.2f} s, Spark {least['Spark']:.2f} s, ratio {least['varvel'] / least['Spark']:.2f}")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
