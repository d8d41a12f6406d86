#!/usr/bin/env python3
"""Two processes against two threads: seconds and memory, for the table in docs/scale.md.

    cargo build --release
    python3 crates/polytile-cluster/benches/overhead.py target/release/polytile [PUZZLE ...]

Every puzzle is explored by one process with two threads and by two processes with one thread each, in turn, ROUNDS times;
the medians of elapsed and of processor seconds (of all processes together) are printed, with the largest memory of a process
(resident, as the system counts it).
"""
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5


def started(command):
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def ended(process):
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{process.args} ended with status {process.returncode}")
    return said, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def run(program, puzzle, processes):
    explore = [program, "slide", "explore", puzzle, "--json", "--quiet", "--memory", "4GiB", "--engine", "sorted"]
    begun = time.monotonic()
    if processes == 1:
        children = [started([*explore, "--threads", "2"])]
    else:
        with tempfile.NamedTemporaryFile("w", suffix=".hosts") as hosts:
            sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(processes)]
            for each in sockets:
                hosts.write("127.0.0.1:%d\n" % each.getsockname()[1])
                each.close()
            hosts.flush()
            share = ["--threads", "1", "--hosts", hosts.name, "--process"]
            children = [started([*explore, *share, str(k)]) for k in range(processes)]
            answers = [ended(child) for child in children]
            return time.monotonic() - begun, answers
    answers = [ended(child) for child in children]
    return time.monotonic() - begun, answers


def main():
    program, *puzzles = sys.argv[1:]
    print("| puzzle | states | levels | two threads | two processes | more | CPU | CPU | more | MiB | MiB of each | of one |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for puzzle in puzzles or ["euler-766", os.path.join(os.path.dirname(__file__), "six-kinds.toml")]:
        times, cpu, memory, found = {1: [], 2: []}, {1: [], 2: []}, {1: [], 2: []}, set()
        for _ in range(ROUNDS):
            for processes in (1, 2):
                seconds, answers = run(program, puzzle, processes)
                times[processes].append(seconds)
                memory[processes].append(max(each[1] for each in answers))
                cpu[processes].append(sum(each[2] for each in answers))
                answer = json.loads(answers[0][0])
                answer.pop("seconds")
                found.add(json.dumps(answer))
        if len(found) != 1:
            sys.exit(f"{puzzle}: the answers differ")
        (one, two), (used, all_used), (alone, each) = (
            [statistics.median(what[n]) for n in (1, 2)] for what in (times, cpu, memory)
        )
        more = [f"{100 * (b / a - 1):.0f} %" for a, b in ((one, two), (used, all_used))]
        states, levels, share = answer["states"], len(answer["depth_histogram"]), f"{100 * each / alone:.0f} %"
        print(
            f"| {puzzle} | {states} | {levels} | {one:.2f} s | {two:.2f} s | {more[0]} | {used:.2f} s | {all_used:.2f} s"
            f" | {more[1]} | {alone:.0f} | {each:.0f} | {share} |"
        )


if __name__ == "__main__":
    main()
