#!/usr/bin/env python3
"""The load that `audit960 serve` bears: requests at a fixed rate from clients that play through openings.

    python3 benches/serve.py PROGRAM FOLDER [--games 300000] [--rate 200] [--seconds 60]

FOLDER holds archives in PGN, which are copied with other events until there are so many games. Each client plays from a start
position as the games did, one request a half-move, and begins again where nothing more was played. A request counts from the
moment at which it is due. Prints a line with the rate, percentiles of the time to the whole answer, and the server's memory.
"""

import argparse
import http.client
import json
import random
import subprocess
import tempfile
import threading
import time
from pathlib import Path

CLIENTS = 20
DEPTH = 16


def archives(folder, games, into):
    """Copies of the archives with at least so many games."""
    texts = [path.read_bytes() for path in sorted(Path(folder).glob("*.pgn"))]
    if not texts:
        raise SystemExit(f"{folder}: no file ends in .pgn")
    found = copy = 0
    while found < games:
        for number, text in enumerate(texts):
            text = text.replace(b'[Event "', b'[Event "%d ' % copy)
            (into / f"{copy}-{number}.pgn").write_bytes(text)
            found += text.count(b"[Event ")
        copy += 1
    return found


def client(port, seed, due, period, times, until):
    """Plays through openings until the time is over."""
    chance = random.Random(seed)
    connection = http.client.HTTPConnection("127.0.0.1", port)
    line, start = [], "standard"
    while due < until:
        time.sleep(max(0, due - time.monotonic()))
        connection.request("GET", f"/position?start={start}&play={','.join(line)}")
        response = connection.getresponse()
        answer = json.loads(response.read())
        assert response.status == 200, answer
        times.append(time.monotonic() - due)
        moves = answer["moves"]
        if moves and len(line) < DEPTH:
            line.append(chance.choices(moves, [one["games"] for one in moves])[0]["uci"])
        else:
            line, start = [], chance.choice(["standard", str(chance.randrange(960))])
        due += period


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        inputs, dataset = Path(folder) / "archives", Path(folder) / "dataset"
        inputs.mkdir()
        games = archives(options.folder, options.games, inputs)
        audit = [options.program, "audit", inputs, "--positions", "--exit-zero", "--quiet", "--out", dataset]
        subprocess.run(audit, check=True, stdout=subprocess.DEVNULL)
        began = time.monotonic()
        serve = [options.program, "serve", dataset, "--port", "0"]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
            port = int(server.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
            ready, times = time.monotonic() - began, []
            begin, period = time.monotonic() + 0.5, CLIENTS / options.rate
            until = begin + options.seconds
            threads = [
                threading.Thread(target=client, args=(port, n, begin + n * period / CLIENTS, period, times, until))
                for n in range(CLIENTS)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            status = Path(f"/proc/{server.pid}/status").read_text()
            ticks = Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
            server.terminate()
    times.sort()
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    anonymous = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon"))
    at = lambda share: 1000 * times[int(share * (len(times) - 1))]
    work = (int(ticks[11]) + int(ticks[12])) / 100
    print(
        f"{games} games, ready after {ready:.1f} s; {len(times)} requests, {len(times) / options.seconds:.0f} a second; "
        f"median {at(0.5):.1f} ms, p99 {at(0.99):.1f} ms, longest {at(1):.1f} ms; processor {work:.1f} s; "
        f"memory {peak / 1024:.0f} MB at most, {anonymous / 1024:.0f} MB its own"
    )


if __name__ == "__main__":
    main()
