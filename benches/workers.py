#!/usr/bin/env python3
"""How fast an audit is with more workers than this machine has processors, from the parts that were measured with one.

    python3 benches/workers.py CUT READ COUNT DELIVER

Parts of the work on a chunk in percent: cutting it, which one worker does at a time; reading its text, which all do at once;
counting its bytes, and putting its rows in order, each by one worker at a time in the order of the chunks. The rest is done by
all at once between the last two.
Prints how many times as fast 2 to 64 workers are as one.
"""
import sys

CHUNKS = 20_000


def run(workers: int, cut: float, read: float, count: float, deliver: float) -> float:
    """The time in which workers do all chunks; one chunk takes one worker 100."""
    replay = 100 - cut - read - count - deliver
    # When each worker is free, and each stage that one worker at a time goes through.
    free = [0.0] * workers
    cutting = counting = delivering = 0.0
    for _ in range(CHUNKS):
        worker = min(range(workers), key=free.__getitem__)
        cutting = max(cutting, free[worker]) + cut
        counting = max(counting, cutting + read) + count
        delivering = max(delivering, counting + replay) + deliver
        free[worker] = delivering
    return max(free)


def main() -> None:
    parts = [float(part) for part in sys.argv[1:]]
    alone = run(1, *parts)
    for workers in (2, 4, 8, 16, 32, 64):
        print(f"{workers:3} workers: {alone / run(workers, *parts):5.2f} times as fast")


if __name__ == "__main__":
    main()
