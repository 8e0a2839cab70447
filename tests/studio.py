#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: studio.py OROGEN
# The studio's server as a hostile neighbour meets it: wrong hosts, origins and tokens, paths that climb, bodies that never
# end, broken JSON, a thousand connections, two tabs at once, a full disk, kill -9. Every try is refused or handled, and the
# document stays what it was.
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from studio_client import OROGEN, SLOW, Studio, check, checks, wait_for


def strangers(studio):
    for path in ["/", "/api/state", "/api/document", "/api/events?tab=x", "/api/frame/1", "/api/file/land.oro.json"]:
        check(studio.ask("GET", path, token=False)[0] == 403, f"{path} wants the token")
        check(studio.ask("GET", path, token=False, headers={"X-Orogen-Token": "0" * 32})[0] == 403, f"{path} wants the right token")
        check(studio.ask("GET", path, host="evil.example")[0] == 403, f"{path} wants its host")
        check(studio.ask("GET", path, host=f"evil.example:{studio.port}")[0] == 403, f"{path} wants its host, port or not")
        check(studio.ask("GET", path, headers={"Origin": "http://evil.example"})[0] == 403, f"{path} wants its origin")
        check(studio.ask("GET", path, headers={"Origin": "null"})[0] == 403, f"{path} wants its origin, not null")
    for origin in [f"http://127.0.0.1:{studio.port}.evil.example", f"https://127.0.0.1:{studio.port}", "http://127.0.0.1:1"]:
        check(studio.ask("POST", "/api/do", "{}", headers={"Origin": origin})[0] == 403, f"{origin} is refused")
    check(studio.ask("POST", "/api/do", "{}", headers={"Origin": f"http://{studio.host}"})[0] == 200, "our own origin may ask")
    check(studio.ask("POST", "/api/do", "{}", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403, "other sites may not")
    check(studio.ask("GET", f"/api/state?token={studio.token}", token=False)[0] == 200, "the query may carry the token")
    check(studio.ask("OPTIONS", "/api/do")[0] == 405, "nobody may ask what is allowed")
    status, page = studio.ask("GET", f"/?token={studio.token}", token=False)
    check(status == 200 and b"<!doctype html>" in page[:200].lower(), "the page comes")
    # Nobody but this machine.
    others = [line.split()[1] for line in open("/proc/net/tcp") if f":{studio.port:04X} " in line and " 0A " in line]
    check(others == [f"0100007F:{studio.port:04X}"], f"it listens on loopback alone: {others}")


def paths(studio, folder):
    os.symlink("/etc", os.path.join(folder, "out"))
    os.symlink("/etc/passwd", os.path.join(folder, "passwd.png"))
    for path in ["..", "../secret", "%2e%2e/secret", "..%2fsecret", "/etc/passwd", "%2fetc%2fpasswd", "out/passwd", "passwd.png",
                 "a/../../secret", ".land.oro.json.autosave", "%00", "x%0a", "land.oro.json/", "\\..\\x"]:
        status, data = studio.ask("GET", f"/api/file/{path}")
        check(status in (400, 403, 404) and b"root:" not in data, f"{path} is refused, not {status}")
        status, data = studio.ask("POST", f"/api/upload?force=1&name={path}" + ("" if path.endswith(".png") else ".png"), b"x")
        check(status in (400, 403), f"{path} is not written, {status}")
    for path in ["..", "../secret", "/etc/secret", "out/secret", "a/../../secret", ".hidden", "x\n", "no-folder/x", ""]:
        check(studio.do(["save-as", path, "force"])[0] == 400, f"{path} is not saved")
        check(studio.do(["open", path, "force"])[0] == 400, f"{path} is not opened")
        check(studio.do(["import", path, "force"])[0] == 400, f"{path} is not imported")
        check(path == "" or studio.do(["plan", f"out={path}"])[0] == 400, f"nothing is built in {path}")
    check(studio.ask("GET", "/api/files?path=..")[0] == 400, "folders outside are not listed")
    check(studio.ask("GET", "/api/files?path=out")[0] == 400, "links are not followed out")
    check(open("/etc/passwd").read().startswith("root:"), "the world is whole")


def bodies(studio):
    # 10 GB are announced: the answer comes before a byte of them.
    for path in ["/api/do", "/api/upload?name=a.png"]:
        with socket.create_connection(("127.0.0.1", studio.port), timeout=30) as s:
            s.sendall(f"POST {path} HTTP/1.1\r\nHost: {studio.host}\r\nX-Orogen-Token: {studio.token}\r\n"
                      f"Content-Length: 10000000000\r\n\r\n".encode())
            check(s.recv(100).startswith(b"HTTP/1.1 413"), "10 GB are refused by their length")
    # A body without an announced length that never ends.
    with socket.create_connection(("127.0.0.1", studio.port), timeout=30) as s:
        s.sendall(f"POST /api/do HTTP/1.1\r\nHost: {studio.host}\r\nX-Orogen-Token: {studio.token}\r\n"
                  f"Transfer-Encoding: chunked\r\n\r\n".encode())
        part = b"100000\r\n" + b"[" * 0x100000 + b"\r\n"
        try:
            for _ in range(40):
                s.sendall(part)
            ended = s.recv(100) == b""
        except OSError:
            ended = True
        check(ended, "a body without end is cut off")
    junk = ["", "{", "[]", "null", "{\"commands\":[[\"set\"]]}", "{\"commands\":[[[]]]}", "{\"commands\":" + "[" * 100000, "\0\0\0",
            "{\"line\":\"" + "a " * 100000 + "\"}", "{\"commands\":" + json.dumps([["list"]] * 600) + "}", "{\"commands\":[[\"set\",\"spine.x\",NaN]]}",
            "{\"tab\":7,\"gesture\":{},\"commands\":[[\"set\",\"spine.x\",1e999]]}"]
    for text in junk:
        for path in ["/api/do", "/api/view", "/api/complete"]:
            status, data = studio.ask("POST", path, text)
            check(status in (200, 400) and (status == 200 or json.loads(data)["error"]["sentence"]), f"{text[:40]!r} gets a sentence, not {status}")
    for text in [b"\xff\xfe\x00", os.urandom(5000), b"{\"line\":\"\xc3\x28\"}", struct.pack("<4sI", b"ORO1", 2 ** 31) * 100]:
        check(studio.ask("POST", "/api/do", text)[0] == 400, "bytes that are no JSON are refused")
    # Framing that is broken, and headers that never end.
    for raw in [b"\0" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"POST /api/do HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"GET /" + b"a" * 60000 + b" HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20000 + b"\r\n", b"POST /api/do HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"]:
        with socket.create_connection(("127.0.0.1", studio.port), timeout=30) as s:
            try:
                s.sendall(raw)
                s.shutdown(socket.SHUT_WR)
                answer = s.recv(200)
            except OSError:
                answer = b""
            check(answer == b"" or b" 200 " not in answer.split(b"\r\n")[0], f"{raw[:30]} gets nothing")


def crowd(studio):
    """A thousand connections that say nothing, or begin to and stop."""
    crowd = []
    for i in range(1000):
        try:
            s = socket.create_connection(("127.0.0.1", studio.port), timeout=5)
            if i % 2:
                s.sendall(b"POST /api/do HTTP/1.1\r\nHost: ")
            crowd.append(s)
        except OSError:
            break
    start = time.monotonic()
    check(studio.ask("GET", "/api/state")[0] == 200, "a page is served beside a thousand connections")
    print(f"{len(crowd)} idle connections; a page beside them waits {time.monotonic() - start:.2f} s")
    for s in crowd:
        s.close()


def two_tabs(studio):
    """Both edit at once; both see one document, and every step goes back."""
    before, told = studio.text(), {tab: studio.events(tab) for tab in "ab"}
    for tab in "ab":
        check(studio.ask("POST", "/api/view", json.dumps(dict(tab=tab, seq=1, levels=[65, 129], maps=[{}])))[0] == 200, "a view is taken")

    def edit(tab, argument):
        for i in range(100):
            status, answer = studio.do(["set", f"spine.{argument}", 3000 + i], tab=tab, gesture=f"{tab}{i // 10}")
            check(status == 200, f"{tab} may edit: {answer}")

    threads = [threading.Thread(target=edit, args=pair) for pair in [("a", "x"), ("b", "y")]]
    [t.start() for t in threads]
    [t.join() for t in threads]
    document = json.loads(studio.ask("GET", "/api/document")[1])
    args = next(node for node in document["nodes"] if node["id"] == "spine")["args"]
    check((args["x"], args["y"]) == (3099, 3099), f"both edits are there: {args['x']}, {args['y']}")
    for tab in "ab":
        wait_for(told[tab], "document", lambda d: d["revision"] == document["revision"])
        frame = wait_for(told[tab], "frame", lambda d: d["revision"] == document["revision"] and d["last"])
        status, data = studio.ask("GET", f"/api/frame/{frame['id']}")
        length, = struct.unpack_from("<I", data, 4)
        header = json.loads(data[8:8 + length])
        place = header["maps"][0]
        check(data[:4] == b"ORO1" and header["tab"] == tab and place["width"] == 129, "the frame is whole")
        values = struct.unpack_from(f"<{129 * 129}f", data, place["offset"])
        check(abs(max(values) - place["max"]) < 1e-3, "its values are what the header says")
    check(studio.do(["undo", 999])[0] == 200 and studio.text() == before, "all steps of both go back to the same bytes")
    check(studio.do(["redo", 999])[0] == 200 and studio.do(["undo", 999])[0] == 200 and studio.text() == before, "and forth, and back")


def builds(studio, folder):
    told = studio.events("builder")
    status, answer = studio.do(["plan", "out=made", "size=129"])
    check(status == 200 and len(answer["results"][0]["value"]["files"]) == 2, f"a build is planned: {answer}")
    check(answer["results"][0]["value"]["command"] == "orogen build land.oro.json -o made --size 129", "its command line is shown")
    check(not os.path.exists(os.path.join(folder, "made")), "planning writes nothing")
    check(studio.do(["build", "out=made", "size=129"])[0] == 200, "a build begins")
    done = wait_for(told, "build", lambda d: d["state"] in ("done", "failed"))
    check(done["state"] == "done" and all(os.path.getsize(os.path.join(folder, f["path"])) == f["bytes"] for f in done["files"]),
          f"its files are there: {done}")
    check(studio.ask("GET", "/api/file/made/height.png")[1][:4] == b"\x89PNG", "and can be fetched")
    told.clear()
    check(studio.do(["build", "out=made", "size=129"])[0] == 200, "again")
    failed = wait_for(told, "build", lambda d: d["state"] == "failed")
    check("already exists" in failed["error"]["sentence"], f"nothing is replaced unasked: {failed}")
    told.clear()
    check(studio.do(["build", "out=large", "size=8193"])[0] == 200, "a large build begins")
    wait_for(told, "build", lambda d: d.get("fraction", 0) > 0)
    check(studio.do(["build"])[0] == 400, "one at a time")
    check(studio.do(["cancel", "build"])[0] == 200, "it is cancelled")
    wait_for(told, "build", lambda d: d["state"] == "cancelled")
    check(not os.path.exists(os.path.join(folder, "large")), "and leaves nothing")
    check(not [n for n in os.listdir(folder) if n.endswith(".build.oro.json")], "nor does its copy of the document stay")


def imports(studio, folder):
    raster = struct.pack("<256f", *range(256))
    check(studio.ask("POST", "/api/upload?name=peak.r32", raster)[0] == 200, "a raster is uploaded")
    check(open(os.path.join(folder, "peak.r32"), "rb").read() == raster, "as it is")
    check(studio.ask("POST", "/api/upload?name=peak.r32", b"x")[0] == 409, "and not replaced unasked")
    check(studio.ask("POST", "/api/upload?name=run.sh", b"x")[0] == 400, "what is no raster is not written")
    with socket.create_connection(("127.0.0.1", studio.port), timeout=30) as s: # goes away in the middle
        s.sendall(f"POST /api/upload?name=half.r32 HTTP/1.1\r\nHost: {studio.host}\r\nX-Orogen-Token: {studio.token}\r\n"
                  f"Content-Length: 100000\r\n\r\nhalf".encode())
    told = studio.events("importer")
    check(studio.do(["import", "peak.r32", "force"])[0] == 200, "a scene is made from it")
    studio.ask("POST", "/api/view", json.dumps(dict(tab="importer", seq=1, levels=[33], maps=[{}])))
    frame = wait_for(told, "frame")
    check("error" not in frame["maps"][0], f"and shown: {frame}")
    check(studio.do(["undo"])[0] == 200, "and taken back")
    check(not [n for n in os.listdir(folder) if n.startswith("half")], "half a file is no file")


def broken_rasters(studio, folder):
    """Files that are not what their names say, uploaded and imported: a sentence each, and the server goes on."""
    before = studio.text()
    for end in ["png", "tif", "exr", "npy", "npz", "asc", "r16", "raw", "hgt"]:
        head = {"png": b"\x89PNG\r\n\x1a\n", "tif": b"II*\0", "exr": b"v/1\x01", "npy": b"\x93NUMPY\x01\0", "npz": b"PK\3\4"}.get(end, b"")
        for i, body in enumerate([b"", head + os.urandom(3001), head + b"\xff" * 5000]):
            name = f"broken{i}.{end}"
            check(studio.ask("POST", f"/api/upload?force=1&name={name}", body)[0] in (200, 400), f"{name} is taken or refused")
            if not os.path.exists(os.path.join(folder, name)):
                continue
            status, answer = studio.do(["import", name, "force"])
            check(status in (200, 400) and (status == 200 or answer["error"]["sentence"]), f"{name} gets a sentence, not {status}")
            if status == 200:
                tab = f"broken-{i}-{end}"
                told = studio.events(tab)
                studio.ask("POST", "/api/view", json.dumps(dict(tab=tab, seq=1, levels=[33], maps=[{}])))
                deadline = time.monotonic() + 30 * SLOW
                while not any(event in ("frame", "failed") for event, _ in list(told)) and time.monotonic() < deadline:
                    time.sleep(0.01)
                check(any(event in ("frame", "failed") for event, _ in told), f"{name} is answered")
                studio.ask("POST", "/api/view", json.dumps(dict(tab=tab, seq=2, levels=[33], maps=[])))
                told.connection.close()
                check(studio.do(["undo"])[0] == 200, "and taken back")
            os.unlink(os.path.join(folder, name))
    check(studio.text() == before, "the document is as it was after broken files")


def many_streams(studio):
    """More listeners than there is room for: some are refused or let go, and who comes after them is heard and hears."""
    kept, refused = [], 0
    for i in range(60):
        connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)
        connection.request("GET", f"/api/events?tab=many{i}&token={studio.token}")
        answer = connection.getresponse()
        refused += answer.status == 429
        kept.append((connection, answer))
        check(answer.status in (200, 429), f"a stream is opened or refused, not {answer.status}")
    check(refused > 0, "sixty event streams at once are too many")
    check(studio.do(["set", "spine.x", 3210])[0] == 200, "an edit beside them")
    for connection, answer in kept:
        answer.close()
        connection.close()
    check(studio.do(["undo"])[0] == 200, "and back")
    for _ in range(100): # the places of those who went become free
        time.sleep(0.05)
        connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)
        connection.request("GET", f"/api/events?tab=late&token={studio.token}")
        status = connection.getresponse().status
        connection.close()
        if status == 200:
            break
    check(status == 200, "a page that comes later is let in")


def killed(folder):
    """kill -9 while editing: the work is there at the next start, and the file as it was."""
    path = os.path.join(folder, "land.oro.json")
    before = open(path, "rb").read()
    studio = Studio(folder, "land.oro.json")
    told = studio.events("t")
    check(studio.do(["set", "spine.x", 4242], gesture="g", end=True)[0] == 200, "an edit")
    wait_for(told, "autosave", lambda d: d["ok"])
    text = studio.text()
    studio.stop(signal.SIGKILL)
    check(open(path, "rb").read() == before, "the file is as it was")
    studio = Studio(folder, "land.oro.json")
    state = json.loads(studio.ask("GET", "/api/state")[1])
    check(state["recovery"] and state["recovery"]["newer"], "the next start says what it found")
    check(studio.text() == text, "and has it")
    check(studio.do(["undo"])[0] == 200 and studio.text() == before, "undo gives the saved document")
    check(studio.do(["redo"])[0] == 200 and studio.do(["save"])[0] == 200, "it can be saved")
    check(open(path, "rb").read() == text, "in one piece")
    studio.stop(signal.SIGINT)
    studio = Studio(folder, "land.oro.json")
    check(json.loads(studio.ask("GET", "/api/state")[1])["recovery"] is None, "nothing is left to recover")
    studio.stop()


def full_disk(folder):
    """No file may grow past a kilobyte, which is less than the document."""
    path = os.path.join(folder, "land.oro.json")
    before = open(path, "rb").read()
    studio = Studio(folder, "land.oro.json", limit=1)
    told = studio.events("t")
    check(studio.do(["set", "spine.x", 1111])[0] == 200, "an edit is made all the same")
    failed = wait_for(told, "autosave", lambda d: not d["ok"])
    check(failed["error"]["sentence"], "the full disk is told")
    check(studio.do(["save"])[0] == 507, "saving says so")
    check(open(path, "rb").read() == before, "and the file is as it was")
    document = json.loads(studio.ask("GET", "/api/document")[1])
    check(document["dirty"] and document["undo"]["count"] == 1, "the document is in hand")
    check(not [n for n in os.listdir(folder) if n.startswith(".") and n != ".land.oro.json.autosave"], "no half file stays")
    studio.stop()


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([OROGEN, "examples", "crags", "-o", "land.oro.json", "--quiet"], cwd=folder, check=True)
    check(subprocess.run([OROGEN, "studio", "nothing.oro.json", "--no-open"], cwd=folder, capture_output=True).returncode == 3, "a missing scene")
    studio = Studio(folder, "land.oro.json")
    before = studio.text()
    for part in [lambda: strangers(studio), lambda: paths(studio, folder), lambda: bodies(studio)]:
        part()
        if studio.text() != before:
            studio.do(["undo", 999])
        check(studio.text() == before, "the document is as it was")
    crowd(studio)
    two_tabs(studio)
    builds(studio, folder)
    imports(studio, folder)
    broken_rasters(studio, folder)
    many_streams(studio)
    check(studio.text() == before, "the document is as it was after all")
    told = studio.events("last")
    studio.stop()
    wait_for(told, "end")
    check("bye" in [event for event, _ in told], "the server says good-bye")
    killed(folder)
    full_disk(folder)
print(f"{len(checks)} checks hold")
