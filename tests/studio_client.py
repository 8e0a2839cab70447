# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# A studio that runs in a folder, and a client that talks to it: for the tests whose first argument is the program.
import atexit
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

OROGEN = os.path.abspath(sys.argv[1])
SLOW = 20 if "asan" in OROGEN or "tsan" in OROGEN else 1
checks = []  # what was found to be so


def check(condition, what):
    checks.append(what)
    if not condition:
        raise SystemExit(f"not so: {what}")


class Told(list):
    """Events as they come, and the connection they come by."""


class Studio:
    def __init__(self, folder, scene=None, limit=None, more=()):
        words = [OROGEN, "studio", "--no-open", "--quiet", *more] + ([scene] if scene else [])
        if limit:
            words = ["bash", "-c", f"ulimit -f {limit}; exec \"$@\"", "-"] + words
        self.process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True,
                                        env=dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state")))
        atexit.register(self.process.kill)  # also where a check fails: whoever waits for our output waits for it too
        address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", address)
        check(found, f"the first line is the address, not {address!r}")
        self.port, self.token = int(found[1]), found[2]
        self.host = f"127.0.0.1:{self.port}"

    def ask(self, method, path, body=None, headers=None, token=True, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host or self.host)
        if token:
            connection.putheader("X-Orogen-Token", self.token)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        if body is not None:
            body = body if isinstance(body, bytes) else body.encode()
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data

    def do(self, *commands, tab="t", **more):
        status, data = self.ask("POST", "/api/do", json.dumps(dict(tab=tab, commands=commands, **more)))
        return status, json.loads(data)

    def text(self):
        return self.ask("GET", "/api/document/text")[1]

    def events(self, tab):
        """A connection that listens, and a list that fills."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"/api/events?tab={tab}&token={self.token}")
        answer, told = connection.getresponse(), Told()
        told.connection = connection
        check(answer.status == 200, "events are told")

        def listen():
            name = None
            try:
                for line in answer:
                    line = line.decode().strip()
                    if line.startswith("event: "):
                        name = line[7:]
                    elif line.startswith("data: "):
                        told.append((name, json.loads(line[6:])))
            except (OSError, ValueError, http.client.HTTPException, AttributeError):
                pass
            told.append(("end", None))

        threading.Thread(target=listen, daemon=True).start()
        return told

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(timeout=60 * SLOW)
        self.process.stdout.close()
        if how != signal.SIGKILL:
            check(code == 0, f"the server ends cleanly, not with {code}")


def wait_for(told, name, which=lambda data: True, seconds=60):
    end = time.monotonic() + seconds * SLOW
    while time.monotonic() < end:
        for index, (event, data) in enumerate(list(told)):
            if event == name and (data is None or which(data)):
                return data
        time.sleep(0.01)
    raise SystemExit(f"not so: the event {name} comes; there were {[event for event, _ in told]}")
