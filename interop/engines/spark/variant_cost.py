"""The processor time in which Spark makes a VARIANT of each line of NDJSON.

`python variant_cost.py FILE KEY`, with the Python of the environment. Lines are read as text, and
`parse_json` makes a value of each, which the sink `noop` drops: so the same lines without
`parse_json` are taken off. All time counts, of the driver and the JVM. Each way runs ten times, by
turns, and the first three are not counted: then the JVM is warm. The sum of the integers of the
member KEY in the values is compared with that in the lines.
"""

import json
import os
import sys

from cost import COLD, ROUNDS, seconds
from pyspark.sql import SparkSession


def main(path, key):
    builder = SparkSession.builder.master("local[2]").config("spark.driver.memory", "3g")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    lines = spark.read.text(path)
    values = lines.selectExpr("parse_json(value) as value")
    with open(path, "rb") as file:
        ids = [json.loads(line)[key] for line in file]
    found = values.selectExpr("count(*)", f"sum(variant_get(value, '$.{key}', 'decimal(38,0)'))")
    count, total = found.collect()[0]
    assert (count, int(total)) == (len(ids), sum(ids))
    ways = {"VARIANT": values, "text": lines}
    taken = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            before = seconds()
            way.write.format("noop").mode("overwrite").save()
            taken[name].append(seconds() - before)
    least = {name: min(times[COLD:]) for name, times in taken.items()}
    size = os.path.getsize(path) / 1e9
    own = least["VARIANT"] - least["text"]
    print(f"VARIANT: {least['VARIANT']:.2f} s, {size / least['VARIANT']:.3f} GB/s; the lines as text: {least['text']:.2f} s; the difference: {own:.2f} s, {size / own:.3f} GB/s")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
