#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: studio_hostile.py OROGEN
# The table of studio_requests.py, sent one by one in a folder full of traps: each request gets the answer it should get, a
# good request in between is answered at once, the server's memory stays small, nothing outside of the folder is touched, the
# document stays what it was, and SIGTERM ends it.
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

from studio_client import OROGEN, SLOW, Studio, check, checks
from studio_requests import rows

MOST_RSS = 600 << 20
MOST_WAIT = 2.0 * SLOW


def lay_traps(folder):
    project = os.path.join(folder, "project")
    os.makedirs(os.path.join(project, "sub"))
    open(os.path.join(folder, "secret.png"), "w").write("secret")
    open(os.path.join(project, "there.png"), "w").write("x")
    os.symlink("/etc", os.path.join(project, "out"))
    os.symlink("/proc", os.path.join(project, "proc"))
    os.symlink("/etc/passwd", os.path.join(project, "passwd.png"))
    os.symlink("/dev/zero", os.path.join(project, "zero.png"))
    os.symlink("loop.png", os.path.join(project, "loop.png"))
    os.symlink("../nothing.png", os.path.join(project, "dangling.png"))
    os.mkfifo(os.path.join(project, "pipe.png"))
    os.mkfifo(os.path.join(project, "pipe.oro.json"))
    os.mkfifo(os.path.join(project, "pipe"))
    os.mkdir(os.path.join(project, "folder.png"))
    trap = socket.socket(socket.AF_UNIX)
    trap.bind(os.path.join(project, "socket.png"))
    subprocess.run([OROGEN, "examples", "crags", "-o", "land.oro.json", "--quiet"], cwd=project, check=True)
    return project


def send(studio, data, cut):
    """The status and body of the answer; None: there was none."""
    with socket.create_connection(("127.0.0.1", studio.port), timeout=30 * SLOW) as s:
        got = b""
        try:
            s.sendall(data)
            if cut:  # nothing more comes; whether the server answers, closes or waits for a while is its own affair
                s.shutdown(socket.SHUT_WR)
                s.settimeout(0.2)
        except OSError:
            pass  # refused before all of it was sent
        try:
            while part := s.recv(65536):
                got += part
        except (ConnectionError, TimeoutError) as error:
            if isinstance(error, TimeoutError) and not cut:
                raise
    head, _, body = got.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    return (int(words[1]), body) if len(words) > 1 and words[0].startswith(b"HTTP/1.") else (None, b"")


def rss(studio):
    for line in open(f"/proc/{studio.process.pid}/status"):
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10


def tree(folder):
    return sorted(os.path.join(where, name) for where, folders, files in os.walk(folder) for name in folders + files if "/state" not in os.path.join(where, name))


def judge(name, status, body, expected):
    """What is wrong with an answer; "": nothing."""
    if status not in expected and not (status is None and None in expected):
        return f"{name}: answered {status}, not {expected}: {body[:160]!r}"
    if b"root:" in body or b"secret" in body.replace(b"secret.png", b""):
        return f"{name}: the answer holds what it must not"
    if status and status >= 400 and body[:1] == b"{":
        error = json.loads(body)
        if error["ok"] is not False or not error["error"]["sentence"]:
            return f"{name}: a refusal has a sentence"
    return ""


def main():
    with tempfile.TemporaryDirectory() as folder:
        project = lay_traps(folder)
        studio = Studio(project, "land.oro.json")
        text, before = studio.text(), tree(folder)
        table, faults, slowest, slowest_good = rows(studio), [], (0.0, ""), 0.0
        check(len({data for _, data, _, _ in table}) >= 260, f"at least 260 different requests, {len(table)}")
        for index, (name, data, expected, cut) in enumerate(table):
            start = time.monotonic()
            status, body = send(studio, data, cut)
            slowest = max(slowest, (time.monotonic() - start, name))
            checks.append(name)
            if fault := judge(name, status, body, expected):
                faults.append(fault)
            if index % 10 == 0:
                start = time.monotonic()
                check(studio.ask("GET", "/api/document")[0] == 200, f"a good request after {name}")
                slowest_good = max(slowest_good, time.monotonic() - start)
        for fault in faults:
            print(fault)
        check(not faults, f"{len(faults)} of {len(table)} requests got another answer")
        print(f"{len(table)} requests; a good one in between waits {slowest_good:.3f} s at most; the slowest, {slowest[1]!r}, took {slowest[0]:.2f} s; {rss(studio) >> 20} MiB")
        check(slowest_good < MOST_WAIT, f"a good request never waits long: {slowest_good:.2f} s")
        check(SLOW > 1 or rss(studio) < MOST_RSS, f"the server's memory stays small: {rss(studio) >> 20} MiB")
        studio.do(["undo", 999])
        check(studio.text() == text, "the document is what it was")
        left = lambda: [n for n in tree(folder) if n not in before and not n.endswith(".autosave")]
        end = time.monotonic() + 15 * SLOW  # half an upload stays until its connection is given up
        while left() and time.monotonic() < end:
            time.sleep(0.1)
        check(not left(), f"nothing was written: {left()}")
        check(studio.do(["set", "spine.x", 4321])[0] == 200 and studio.do(["undo"])[0] == 200, "it still works")
        start = time.monotonic()
        studio.stop()
        check(time.monotonic() - start < 5 * SLOW, "and ends when asked to")
    print(f"{len(checks)} checks hold")


if __name__ == "__main__":
    sys.exit(main())
