# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Load on a studio, for tests/studio_bounds.py and, at full size, tests/measure/studio-load.py.
import json
import socket
import time


def peak(pid):
    """The most memory the process had, in bytes."""
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10


class Drips:
    """Connections that begin a request and send a byte of it now and then."""

    def __init__(self, studio, count):
        self.sockets = []
        for _ in range(count):
            s = socket.create_connection(("127.0.0.1", studio.port), timeout=30)
            s.setblocking(False)
            self.sockets.append(s)
            self.send(s, b"POST /api/do HTTP/1.1\r\nHost: ")

    @staticmethod
    def send(s, data):
        try:
            s.send(data)
            return True
        except OSError:
            return False

    def drip(self):
        for s in self.sockets:
            self.send(s, b"1")

    def alive(self):
        """How many the server has not shown out."""
        time.sleep(0.5)
        count = 0
        for s in self.sockets:
            try:
                count += s.recv(100) != b""
            except BlockingIOError:
                count += 1
            except OSError:
                pass
        return count

    def close(self):
        for s in self.sockets:
            s.close()


def look_at_maps(studio, tabs, level, seconds=60):
    """Tabs that all want eight maps of one level, and fetch what they are told of. How many frames and notes came, and how
    long a good request waited at most meanwhile."""
    told = [studio.events(f"tab{i}") for i in range(min(tabs, 15))]
    for i in range(tabs):
        wish = dict(tab=f"tab{i}", seq=1, levels=[33, level], rest_ms=0, maps=[{"name": f"m{k}"} for k in range(8)])
        status = studio.ask("POST", "/api/view", json.dumps(wish))[0]
        if status not in (200, 429):
            raise SystemExit(f"not so: a view is taken or refused, not {status}")
    worst, end, fetched = 0.0, time.monotonic() + seconds, set()
    # Until every tab that listens has its last frame.
    while time.monotonic() < end and not all(any(name == "frame" and data["last"] for name, data in list(events)) for events in told):
        start = time.monotonic()
        if studio.ask("GET", "/api/state")[0] != 200:
            raise SystemExit("not so: a page is served meanwhile")
        worst = max(worst, time.monotonic() - start)
        frames = [data["id"] for events in told for name, data in list(events) if name == "frame"]
        for identity in frames:
            if identity not in fetched:
                fetched.add(identity)
                studio.ask("GET", f"/api/frame/{identity}")
        time.sleep(0.05)
    frames, notes = (sum(name == what for events in told for name, _ in list(events)) for what in ("frame", "note"))
    return frames, notes, worst
