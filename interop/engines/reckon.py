"""How long 1,000 cores take for 100 TB of NDJSON: reckoned from what one core was measured to do, with
workers that are lost simulated. The guide has what this prints."""

import heapq
import random

BYTES = 100e12
CORES = 1000
SPLIT = 1 << 30

# Measured: bytes a second of one core into Parquet with the schema given, docs/benchmarks/arrow.md.
SPEEDS = {"nested events": 0.32e9, "flat events": 0.39e9}

# Assumed: how long it takes until a lost task begins again, and a task to begin, in seconds.
NOTICED = 10.0
BEGIN = 0.5


def seconds(speed, lost, seed=1):
    """Simulates the run. Of each task `lost` of 1 is lost at a time that is drawn, and begins again.
    Cores differ by up to a fifth in their speed. Returns the seconds, and how many tasks were lost."""
    chance = random.Random(seed)
    cores = [(0.0, core) for core in range(CORES)]
    slow = [1 + chance.random() / 5 for _ in cores]
    heapq.heapify(cores)
    left = int(-(-BYTES // SPLIT))
    again = []
    end = failed = 0
    while left or again:
        now, core = heapq.heappop(cores)
        if again and (again[0] <= now or not left):
            now = max(now, heapq.heappop(again))
        else:
            left -= 1
        work = BEGIN + SPLIT / speed * slow[core]
        if chance.random() < lost:
            failed += 1
            now += work * chance.random()
            heapq.heappush(again, now + NOTICED)
        else:
            now += work
            end = max(end, now)
        heapq.heappush(cores, (now, core))
    return end, failed


def table():
    """Returns the table of the guide."""
    lines = ["| 100 TB of | a core | no task lost | 1 % of tasks lost | 10 % lost |", "|---|--:|--:|--:|--:|"]
    for name, speed in SPEEDS.items():
        cells = [f"{seconds(speed, lost)[0] / 60:.1f} min" for lost in (0, 0.01, 0.1)]
        lines.append(f"| {name} | {speed / 1e9:.2f} GB/s | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
