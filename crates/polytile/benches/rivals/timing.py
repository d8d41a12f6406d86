"""Times commands as whole processes: for the tables of the README.

Prints the median CPU time (user and system), the median elapsed time and the largest memory of several runs each. What
runs for long is run once, and once more for its memory.
"""
import os
import resource
import statistics
import subprocess
import tempfile
import time


def run(command, given):
    """CPU seconds and elapsed seconds of one run, with the file `given` as standard input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    with open(given) as stdin:
        subprocess.run(command, check=True, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    elapsed = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, elapsed


def memory(command, given):
    """Mebibytes of one run, as GNU time sees them: a child of this process would begin with the memory of Python."""
    with tempfile.NamedTemporaryFile() as report:
        timed = ["/usr/bin/time", "-f", "%M", "-o", report.name, *command]
        run(timed, given)
        return int(report.read()) / 1024


def measure(name, command, times, given=os.devnull):
    """Runs `command` so many times, and prints a line about it."""
    runs = [run(command, given) for _ in range(times)]
    cpu, elapsed = (statistics.median(r[i] for r in runs) for i in (0, 1))
    used = memory(command, given)
    print(f"{name:44} {cpu:9.4f} s CPU {elapsed:9.4f} s elapsed {used:8.1f} MiB", flush=True)
