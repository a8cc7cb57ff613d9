"""Splits read by processes of which some are ended by SIGKILL: no row is lost, and none comes twice.

A process takes splits one after the other, and writes each as a Parquet file, which appears under its
name when it is whole. One that is ended in between leaves its split to another process.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import deque

import varvel


def work():
    """Reads splits from standard input, a line each, writes files, and answers with the rows."""
    for line in sys.stdin:
        task = json.loads(line)
        split = varvel.Split.from_json(task["split"])
        schema = varvel.TableSchema.from_ipc(bytes.fromhex(task["schema"]))
        rows = varvel.read_ndjson(split, schema=schema, threads=1).write_parquet(task["to"])
        print(rows, flush=True)


class Run:
    """The reading of a plan by some processes."""

    def __init__(self, plan, schema, folder, seed):
        self.schema = schema.to_ipc().hex()
        self.folder = folder
        self.left = deque(enumerate(plan))
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        # How often a process was ended while it had a split.
        self.ended = 0
        self.rows = 0

    def keep_working(self, kill):
        """Lets processes work until no split is left. `kill` says for how many tasks of a hundred
        the process is ended."""
        process = None
        while True:
            with self.lock:
                if not self.left:
                    break
                number, split = self.left.popleft()
                is_ended = self.random.random() * 100 < kill
                wait = self.random.random() * 0.02
            if process is None:
                command = [sys.executable, __file__]
                process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            to = os.path.join(self.folder, f"part-{number:05}.parquet")
            task = {"split": split.to_json(), "schema": self.schema, "to": to}
            process.stdin.write(json.dumps(task) + "\n")
            process.stdin.flush()
            if is_ended:
                time.sleep(wait)
                process.send_signal(signal.SIGKILL)
            answer = process.stdout.readline()
            with self.lock:
                if answer.endswith("\n"):
                    self.rows += int(answer)
                else:
                    # It did not answer. Another one reads the split, whether a file appeared or not.
                    self.left.append((number, split))
                    self.ended += 1
            if is_ended:
                process.communicate()
                assert process.returncode == -signal.SIGKILL
                process = None
        if process is not None:
            process.communicate()
            assert process.returncode == 0


def run(plan, schema, folder, workers=2, kill=40, seed=0):
    """Reads a plan with processes that are ended now and then. Returns the run."""
    done = Run(plan, schema, folder, seed)
    threads = [threading.Thread(target=done.keep_working, args=(kill,)) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


if __name__ == "__main__":
    work()
