# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# What a hostile neighbour sends to the studio: a table of requests as bytes, and the answers they may get. `rows(studio)`
# returns (name, bytes, statuses, cut); None among the statuses allows no answer, only the end of the connection. After what is
# cut nothing more comes: it may be half a request.
import json
from urllib.parse import quote

REFUSED = {400, 403, 404, 405, 413, 414, 431, 501, 505, None}
BAD, FORBIDDEN, NOT_THERE, OTHER_WAY, LARGE = {400}, {403}, {404}, {405}, {413}


class Rows:
    def __init__(self, studio):
        self.studio, self.rows = studio, []

    def raw(self, name, data, expected, cut=False):
        self.rows.append((name, data, expected, cut))

    def ask(self, name, expected, method="GET", path="/api/state", headers=(), body=None, host=True, token=True, length=True, cut=False, version="HTTP/1.1"):
        lines = [f"{method} {path} {version}".encode("latin-1")]
        if host:
            lines.append(f"Host: {self.studio.host}".encode())
        if token:
            lines.append(f"X-Orogen-Token: {self.studio.token}".encode())
        lines += [h if isinstance(h, bytes) else h.encode("latin-1") for h in headers]
        body = body.encode() if isinstance(body, str) else body
        if body is not None and length:
            lines.append(f"Content-Length: {len(body)}".encode())
        self.raw(name, b"\r\n".join(lines) + b"\r\nConnection: close\r\n\r\n" + (body or b""), expected, cut)

    def post(self, name, expected, path, value):
        self.ask(name, expected, "POST", path, body=value if isinstance(value, (str, bytes)) else json.dumps(value))

    def do(self, expected, *words):
        self.post(f"do {' '.join(map(str, words))[:60]!r}", expected, "/api/do", {"tab": "t", "commands": [list(words)]})


def methods(r):
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get", "Get", "GETX", "POSTGET", "M" * 300]:
        r.ask(f"method {method[:20]}", OTHER_WAY | {400, 501}, method)
    r.ask("CONNECT", REFUSED, "CONNECT", "127.0.0.1:22")
    for path in ["state", "catalogue", "document", "document/text", "commands", "examples", "files", "file/land.oro.json", "frame/1", "thumbnail/node/a", "events"]:
        r.ask(f"POST {path}", OTHER_WAY, "POST", f"/api/{path}", body="{}")
    for path in ["do", "complete", "view", "upload"]:
        r.ask(f"GET {path}", OTHER_WAY, "GET", f"/api/{path}")
    r.ask("HEAD of events", OTHER_WAY, "HEAD", "/api/events?tab=a")
    r.ask("a body with GET", BAD, "GET", body="{}")
    r.ask("a body with HEAD", BAD, "HEAD", body="{}")
    r.ask("chunks with GET", BAD, "GET", headers=["Transfer-Encoding: chunked"], body=b"2\r\n{}\r\n0\r\n\r\n", length=False)
    for path in ["", "/nothing", "/api/", "/api", "/api/nothing", "/api/state/", "/api/State", "/api/state.json", "/api/do/x", "//api/state", "/api//state",
                 "/assets/", "/assets/../index.html", "/assets/nothing.js", "/.git/config", "/index.html/x", "/favicon.svg/x"]:
        r.ask(f"GET {path!r}", REFUSED, path=path)
    for version in ["HTTP/9.9", "HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 x", "SPAM"]:
        r.ask(f"version {version}", REFUSED, version=version)


TRAVERSALS = ["..", "../secret.png", "../../etc/passwd", "/etc/passwd", "//etc/passwd", "a/../../secret.png", "./land.oro.json", "sub/..", "sub/../../x.png",
              "%2e%2e/secret.png", "..%2fsecret.png", "%2e%2e%2fsecret.png", "%2fetc%2fpasswd", "..%5csecret.png", "..\\secret.png", "%252e%252e%252fsecret.png",
              "..;/secret.png", "....//secret.png", ".land.oro.json.autosave", ".hidden.png", "sub/.hidden.png", "out/passwd", "out/new.png", "passwd.png", "loop.png",
              "proc/self/environ", "nothing/x.png", "land.oro.json/", "land.oro.json/x.png", "sub/", "sub//x.png", "%00", "x%00.png", "x%0a.png", "x%0d%0aSet-Cookie:a.png",
              "x%7f.png", "%c0%ae%c0%ae/secret.png", "%e0%80%ae%e0%80%ae/x.png", "%ff.png", "%ed%a0%80.png", "%f4%90%80%80.png", "%zz.png", "%.png", "%2.png", "x%",
              "n" * 600 + ".png", "d/" * 300 + "x.png", "pipe.png", "zero.png", "socket.png", "folder.png", "dangling.png"]


def paths(r):
    for name in TRAVERSALS:
        r.ask(f"file {name[:40]}", {400, 403, 404}, path=f"/api/file/{name}")
        again = name if name.endswith(".png") else name + ".png"
        if "%25" not in name:  # a percent sign is a letter like others
            r.ask(f"upload {again[:40]}", BAD, "POST", f"/api/upload?force=1&name={again}", body=b"x")
        r.ask(f"list {name[:40]}", {200} if name == "folder.png" else BAD, path=f"/api/files?path={name}")
    for path in ["/api/files?path=land.oro.json", "/api/files?path=pipe.png", "/api/files?path=out", "/api/files?path=%2e%2e"]:
        r.ask(f"GET {path}", BAD, path=path)
    for name in ["", "x", "run.sh", "x.oro.json", "x.png.sh", ".png", "png", "a b.sh"]:
        r.ask(f"upload of {name!r}", BAD, "POST", f"/api/upload?name={quote(name)}", body=b"x")
    for query in ["", "name", "name=", "name=x.png&name=y.png", "name=x.png&force=2", "name=x.png&force=true", "name=x.png&force=1&force=0", "&".join(f"k{i}=1" for i in range(40))]:
        r.ask(f"upload?{query[:40]}", BAD, "POST", f"/api/upload?{query}", body=b"x")
    r.ask("an upload over one that is there", {409}, "POST", "/api/upload?name=there.png", body=b"x")
    r.ask("an upload over one that is there, force=0", {409}, "POST", "/api/upload?name=there.png&force=0", body=b"x")


def addresses(r):
    for path in ["/api/state?" + "a" * 2100, "/" + "a" * 2048, "/api/file/" + "a" * 2040]:
        r.ask(f"an address of {len(path)}", {414}, path=path)
    r.ask("an address of 20000", {414, 431, None}, path="/" + "a" * 20000)
    for path in ["http://127.0.0.1/api/state", "http://evil.example/api/state", "*", "api/state", "\\api\\state", "?token=x", "#", "/api/state\x80", "/api/st\xc3\xa4te",
                 "/api/state\x01", "/api/state\x0b", "/api/state\x7f", "/api/state%0d%0aX:y", "/api/state?x=%00", "/api/state?x=%0a", "/api/state?x=%ff", "/api/state?%c3=1",
                 "/api/state?tab=%", "/api/state?tab=%g0"]:
        r.ask(f"address {path!r}", REFUSED, path=path)
    for identity in ["", "x", "-1", "+1", " 1", "1x", "0x1", "1.0", "1e3", "99999999999999999999999", "%31x", "1/2", "../1"]:
        r.ask(f"frame {identity!r}", {400, 404}, path=f"/api/frame/{quote(identity, safe='%/')}")
    for identity in ["0", "999999", "9999999999999999999"]:
        r.ask(f"frame {identity}", {410}, path=f"/api/frame/{identity}")
    for rest in ["", "node", "node/", "node/nothing", "other/x", "example/", "example/../x", "node/" + "n" * 500, "example/%2e%2e"]:
        r.ask(f"thumbnail {rest[:30]}", NOT_THERE, path=f"/api/thumbnail/{rest}")
    for version in ["x", "0" * 65, "%20", "ABCDEFG", "1&v=2", "../x"]:
        r.ask(f"thumbnail v={version[:20]}", BAD, path=f"/api/thumbnail/node/spine?v={version}")


def headers(r):
    s = r.studio
    wrong_hosts = ["", "evil.example", f"evil.example:{s.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{s.port}.evil.example", f"user@127.0.0.1:{s.port}", f"[::1]:{s.port}",
                   f"127.1:{s.port}", f"2130706433:{s.port}", f"0.0.0.0:{s.port}", f"localhost.:{s.port}", f"127.0.0.1:0{s.port}", f"127.0.0.1:{s.port}, evil.example",
                   f"127.0.0.1:{s.port}/"]
    for host in wrong_hosts:
        r.ask(f"Host {host}", FORBIDDEN | BAD, host=False, headers=[f"Host: {host}"])
    r.ask("no Host", FORBIDDEN | BAD, host=False)
    r.ask("no Host, HTTP/1.0", FORBIDDEN | BAD, host=False, version="HTTP/1.0")
    for origin in ["", "null", "http://evil.example", f"https://127.0.0.1:{s.port}", "http://127.0.0.1:1", f"http://127.0.0.1:{s.port}.evil.example", f"http://127.0.0.1:{s.port}/",
                   f"HTTP://127.0.0.1:{s.port}", f"http://evil@127.0.0.1:{s.port}", f"http://{s.host} http://evil.example", "file://", f"//{s.host}", "*"]:
        r.ask(f"Origin {origin}", FORBIDDEN, "POST", "/api/do", headers=[f"Origin: {origin}"], body="{}")
    r.ask("Sec-Fetch-Site", FORBIDDEN, headers=["Sec-Fetch-Site: cross-site"])
    doubled = [f"Host: {s.host}", "Host: evil.example", f"hOsT: {s.host}", f"X-Orogen-Token: {s.token}", "X-Orogen-Token: " + "0" * 32]
    for line in doubled:
        r.ask(f"twice {line[:24]}", BAD | FORBIDDEN, headers=[line])
    own = f"Origin: http://{s.host}"
    for pair in [[own, own], [own, "Origin: http://evil.example"], ["Origin: null", own], ["Sec-Fetch-Site: same-origin"] * 2, ["Sec-Fetch-Site: same-origin", "sec-fetch-site: cross-site"]]:
        r.ask(f"twice {pair}", BAD | FORBIDDEN, "POST", "/api/do", headers=pair, body="{}")
    for lengths in [["2", "2"], ["2", "3"], ["0", "2"], ["2", "0"]]:
        r.ask(f"lengths {lengths}", REFUSED, "POST", "/api/do", headers=[f"Content-Length: {n}" for n in lengths], body="{}", length=False)
    for length in ["-1", "-0", "+2", "0x2", "2e0", "2.0", "2,2", "2 2", "", "two", "2;", "99999999999999999999999", "18446744073709551618", "１"]:
        r.ask(f"length {length!r}", REFUSED, "POST", "/api/do", headers=[f"Content-Length: {length}".encode()], body="{}", length=False)
    for length in [8 * 2 ** 20 + 1, 10 ** 10, 2 ** 31, 2 ** 32 + 2, 10 ** 17]:
        r.ask(f"{length} announced", LARGE, "POST", "/api/do", headers=[f"Content-Length: {length}"])
        r.ask(f"{length} to complete", LARGE, "POST", "/api/complete", headers=[f"Content-Length: {length}"])
    r.ask("2 GiB to upload", LARGE, "POST", "/api/upload?name=large.png", headers=[f"Content-Length: {2 ** 31}"])
    for coding in ["gzip", "identity", "chunked, chunked", "chunked, gzip", "gzip, chunked", "xchunked", "", "cow"]:
        r.ask(f"coding {coding!r}", REFUSED, "POST", "/api/do", headers=[f"Transfer-Encoding: {coding}"], body=b"2\r\n{}\r\n0\r\n\r\n", length=False)
    chunked = "Transfer-Encoding: chunked"
    r.ask("length and chunks", REFUSED, "POST", "/api/do", headers=[chunked], body="{}")
    r.ask("chunks twice", REFUSED, "POST", "/api/do", headers=[chunked, chunked], body=b"2\r\n{}\r\n0\r\n\r\n", length=False)
    for line in [b"X: " + b"y" * 20000, b"X" * 20000 + b": y", b"no colon", b": no name", b"X\0Y: z", b"X: a\0b", b" folded: x", b"X Y: z"]:
        # Headers that decide nothing may be strange; they must not be believed, nor hurt.
        r.ask(f"header {line[:16]!r} of {len(line)}", REFUSED | {200}, headers=[line])
    r.ask("two thousand headers", REFUSED, headers=[f"X-{i}: y" for i in range(2000)])
    r.raw("bare line feeds", f"GET /api/state HTTP/1.1\nHost: evil.example\nX-Orogen-Token: {s.token}\n\n".encode(), REFUSED)
    r.ask("an upgrade", {200}, headers=["Upgrade: websocket", "Sec-WebSocket-Version: 13"])
    r.ask("a range", {200}, path="/api/file/land.oro.json", headers=["Range: bytes=-1"])
    r.ask("what a large body expects", LARGE, "POST", "/api/do", headers=["Expect: 100-continue", "Content-Length: 999999999"])


def tokens(r):
    right = r.studio.token
    flipped = right[:-1] + ("0" if right[-1] != "0" else "1")
    wrong = ["", "0" * 32, "0" * 31, right[:31], right + "0", right.upper() if right.upper() != right else flipped, flipped, right[::-1], f" {right[:31]}", f'"{right}"', f"{right},{right}",
             f"Bearer {right}", "null", "undefined", "*", "%00" * 10, right[:16], "é" * 16]
    for token in dict.fromkeys(wrong):
        r.ask(f"token {token[:12]}… in the header", FORBIDDEN | BAD, token=False, headers=[f"X-Orogen-Token: {token}".encode()])
        r.ask(f"token {token[:12]}… in the query", FORBIDDEN | BAD, token=False, path=f"/api/state?token={quote(token)}")
    r.ask("no token", FORBIDDEN, token=False)
    r.ask("no token, page", FORBIDDEN, token=False, path="/")
    r.ask("no token, index", FORBIDDEN, token=False, path="/index.html")
    r.ask("no token, events", FORBIDDEN, token=False, path="/api/events?tab=a")
    r.ask("no token, upload", FORBIDDEN, "POST", "/api/upload?name=new.png", token=False, body=b"x")
    for line in [f"Cookie: token={right}", f"Authorization: Bearer {right}", f"X-Token: {right}", f"X_Orogen_Token: {right}"]:
        r.ask(f"{line[:20]}…", FORBIDDEN, token=False, headers=[line])
    r.ask("a token in the path", FORBIDDEN, token=False, path=f"/api/state/{right}")
    r.ask("a token in the body", FORBIDDEN, "POST", "/api/do", token=False, body=json.dumps({"token": right}))
    r.ask("a right and a wrong one", FORBIDDEN, path="/api/state?token=" + "0" * 32)
    r.ask("a wrong and a right one", FORBIDDEN, token=False, path=f"/api/state?token={right}", headers=["X-Orogen-Token: " + "0" * 32])
    r.ask("two in the query", BAD | FORBIDDEN, token=False, path=f"/api/state?token={right}&token={right}")
    r.ask("two unlike in the query", BAD | FORBIDDEN, token=False, path=f"/api/state?token=0&token={right}")
    r.ask("token without a value", FORBIDDEN, token=False, path="/api/state?token")
    r.ask("a key that only looks alike", FORBIDDEN, token=False, path=f"/api/state?Token={right}")


def bodies(r):
    junk = [b"", b" ", b"{", b"}", b"[", b"]", b"nul", b"null", b"true", b"7", b'"x"', b"[]", b"[{}]", b"{}{}", b"{},", b"{} x", b"{'tab':'t'}", b"{tab:'t'}", b'{"tab":"t",}',
            b'{"tab":"t"', b'{"tab":}', b'{"tab" "t"}', b'{"a":1,"a":2}', b'{"a":NaN}', b'{"a":Infinity}', b'{"a":-}', b'{"a":01}', b'{"a":.5}', b'{"a":1e999}', b'{"a":1e}', b'{"a":0x1}',
            b"// x\n{}", b"{}/*", b"\xef\xbb\xbf{}", b"\0", b"{}\0", b'{"a":"\0"}', b'{"a":"\\u0000"}', b'{"a":"\\ud800"}', b'{"a":"\\udc00\\ud800"}', b'{"a":"\\x"}', b'{"a":"\n"}',
            b'{"a":"\x01"}', b'{"a":"\xff"}', b'{"a":"\xc3"}', b'{"a":"\xc0\xaf"}', b'{"a":"\xed\xa0\x80"}', b'{"a":"\xf4\x90\x80\x80"}', b"\xff\xfe{\0}\0", b'{"a":' + b"[" * 65 + b"]" * 65 + b"}",
            b"[" * 100000, b'{"a":' * 100000, b"\x1f\x8b\x08\0", b"--x\r\nContent-Disposition: form-data\r\n\r\n", b"tab=t&line=undo", b"<xml/>"]
    for path in ["do", "complete", "view"]:
        for text in junk:
            marked = text.startswith(b"\xef\xbb\xbf") and path == "do"  # a byte order mark is let pass
            r.ask(f"{path} gets {text[:24]!r}", {200} if marked else BAD, "POST", f"/api/{path}", body=text)
        r.ask(f"{path} gets a million values and more", LARGE, "POST", f"/api/{path}", body=b"[" + b"0," * 1500000 + b"0]")
        r.ask(f"{path} gets a long text", BAD, "POST", f"/api/{path}", body=b'{"line":"' + b"a" * (7 << 20) + b'"}')
        r.ask(f"{path} gets a long number", BAD, "POST", f"/api/{path}", body=b'{"seq":' + b"9" * (1 << 20) + b"}")
        r.ask(f"{path} gets many members", BAD, "POST", f"/api/{path}", body=b"{" + b",".join(b'"k%d":0' % i for i in range(100000)) + b',"tab":""}')
    half = f"POST /api/do HTTP/1.1\r\nHost: {r.studio.host}\r\nX-Orogen-Token: {r.studio.token}\r\n"
    for name, text in [("a body cut off", half + "Content-Length: 100\r\n\r\n{"), ("headers cut off", half), ("a line cut off", "POST /api/d"), ("nothing", ""), ("no body", half + "Content-Length: 9\r\n\r\n"),
                       ("an upload cut off", half.replace("/api/do", "/api/upload?name=half.png") + "Content-Length: 99\r\n\r\nx")]:
        r.raw(name, text.encode(), {None, 400}, cut=True)
    chunks = [("no number", b"zz\r\n{}\r\n0\r\n\r\n"), ("below zero", b"-2\r\n{}\r\n0\r\n\r\n"), ("huge", b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"), ("2 to 64", b"10000000000000000\r\n{}\r\n0\r\n\r\n"),
              ("too short", b"9\r\n{}\r\n0\r\n\r\n"), ("too long", b"1\r\n{}\r\n0\r\n\r\n"), ("no end", b"2\r\n{}\r\n"), ("no lines", b"2{}0"), ("blanks", b" 2 \r\n{}\r\n0\r\n\r\n")]
    for name, body in chunks:
        r.ask(f"chunks: {name}", {200, 400, 413, None}, "POST", "/api/do", headers=["Transfer-Encoding: chunked"], body=body, length=False, cut=True)
    for raw in [b"\0" * 1000, b"\r\n" * 1000, b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + b"\0" * 500, b"SSH-2.0-x\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /", b"GET\r\n\r\n", b" GET / HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\n\r\n", b"EHLO x\r\n", b"\x80" * 300]:
        r.raw(f"bytes {raw[:12]!r}", raw, REFUSED, cut=True)


VALUES = {"null": None, "number": 7, "negative": -1, "huge": 1e300, "fraction": 1.5, "text": "x", "empty": "", "truth": True, "list": [], "items": [1, "a"], "object": {}, "deep": [[[[]]]],
          "control": "a\nb", "long": "n" * 5000, "letters": "ä", "path": "../x"}


def fields(r):
    """Every member of every request, with a value of every other type."""
    tab = {"tab": "t"}
    view = {"tab": "t", "seq": 1, "levels": [33], "maps": [{}]}
    a_map = lambda key: lambda value: {**view, "maps": [{key: value}]}
    through = lambda key: lambda value: {**view, "maps": [{"through": {"op": "slope", key: value}}]}
    text, name = {"text", "empty", "control", "letters", "path"}, {"text", "empty", "letters", "path"}
    table = [("do", "tab", lambda v: {"tab": v}, {"null", "text"}), ("do", "commands", lambda v: {**tab, "commands": v}, {"null", "list"}),
             ("do", "line", lambda v: {**tab, "line": v}, {"null", "empty"}), ("do", "gesture", lambda v: {**tab, "gesture": v}, {"null"} | name),
             ("do", "end", lambda v: {**tab, "end": v}, {"null", "truth"}), ("do", "document", lambda v: {**tab, "document": v}, {"null", "truth"}),
             ("do", "command", lambda v: {**tab, "commands": [v]}, set()), ("do", "name", lambda v: {**tab, "commands": [[v]]}, set()),
             ("complete", "line", lambda v: {"line": v}, text | {"long"}), ("complete", "cursor", lambda v: {"line": "set spine.x", "cursor": v}, {"null", "number"}),
             ("view", "tab", lambda v: {**view, "tab": v}, {"text"}), ("view", "seq", lambda v: {**view, "seq": v}, {"null", "number", "fraction"}),
             ("view", "rest_ms", lambda v: {**view, "rest_ms": v}, {"null", "number", "fraction"}), ("view", "levels", lambda v: {**view, "levels": v}, set()),
             ("view", "level", lambda v: {**view, "levels": [v]}, set()), ("view", "maps", lambda v: {**view, "maps": v}, {"list"}), ("view", "map", lambda v: {**view, "maps": [v]}, {"object"}),
             ("view", "map name", a_map("name"), {"null"} | name), ("view", "from", a_map("from"), {"null"} | name), ("view", "minus", a_map("minus"), {"null"} | name),
             ("view", "minus_input", a_map("minus_input"), {"null", "truth"}), ("view", "style", a_map("style"), {"null"} | name), ("view", "through", a_map("through"), {"null"}),
             ("view", "op", through("op"), {"text", "letters", "path"}), ("view", "output", through("output"), {"null"} | name), ("view", "args", through("args"), {"null", "object"})]
    for route, field, make, right in table:
        for kind, value in VALUES.items():
            r.post(f"{route}: {field} is {kind}", {200} if kind in right else BAD, f"/api/{route}", make(value))
    for name in ["a b", "a/b", "a.b", "a\u0000b", "ä", "n" * 41, "*", "a\r\nevent: x"]:
        r.post(f"tab {name!r}", BAD, "/api/do", {"tab": name})
        r.ask(f"events of {name!r}", BAD, path=f"/api/events?tab={quote(name)}")
    for query in ["", "?tab=", "?tab", "?tab=a&tab=b", "?TAB=a"]:
        r.ask(f"events{query}", BAD, path=f"/api/events{query}")
    r.post("gesture of 81 bytes", BAD, "/api/do", {"tab": "t", "gesture": "é" * 40 + "x"})
    r.post("commands and a line", BAD, "/api/do", {"tab": "t", "commands": [["list"]], "line": "list"})
    r.post("513 commands", BAD, "/api/do", {"tab": "t", "commands": [["list"]] * 513})
    for cursor in [5, 7]:
        r.post(f"a cursor inside a letter at {cursor}", BAD, "/api/complete", {"line": "set äö", "cursor": cursor})
    for cursor in [9, 1e9, -1, 1.5]:
        r.post(f"a cursor at {cursor}", BAD, "/api/complete", {"line": "set äö", "cursor": cursor})
    r.post("nine maps", BAD, "/api/view", {**view, "maps": [{}] * 9})
    r.post("seven levels", BAD, "/api/view", {**view, "levels": [33] * 7})
    for level in [32, 4098, 0, -33, 33.5, 1e9]:
        r.post(f"level {level}", BAD, "/api/view", {**view, "levels": [level]})


def commands(r):
    for path in ["", "..", "../x", "/etc/passwd", "/tmp/x", "a/../../x", ".hidden", "x\n", "out/x", "passwd.png", "pipe.png", "pipe.oro.json", "zero.png", "socket.png", "folder.png",
                 "dangling.png", "loop.png", "no-folder/x", "n" * 600, "x\\y", "\u007f"]:
        r.do(BAD, "open", path, "force")
        r.do(BAD, "import", path, "force")
        if path not in ("passwd.png", "pipe.png", "zero.png", "socket.png", "folder.png", "dangling.png", "loop.png"):  # they would be called *.png.oro.json
            r.do(BAD, "save-as", path, "force")
        if path:
            r.do({200} if path == "folder.png" else BAD, "plan", f"out={path}")
    for words in [["build", "out=../x"], ["build", "out=/tmp/x"], ["build", "out=out"], ["build", "size=1"], ["build", "size=99999999"], ["build", "size=x"], ["build", "seed=-1"], ["build", "seed=x"],
                  ["plan", "size=0"], ["plan", "size=1e3"], ["run", "size=0"], ["run", "size=-5"], ["undo", -1], ["undo", "x"], ["undo", 1.5], ["live", "maybe"], ["live"], ["cancel", "all"],
                  ["set"], ["set", "spine"], ["set", "spine.x"], ["set", "nothing.x", 1], ["set", "spine.x", "wire"], ["set", "spine.x", {}], ["set", "world.extent", -1], ["set", "world.seed", -1],
                  ["set", "world.resolution", 1e9], ["set", "world.nothing", 1], ["wire", "spine.x", "spine"], ["add", "nothing"], ["add", "noise", "end", "a b"],
                  ["add", "noise", "end", "n" * 100], ["move", "spine", -1], ["move", "spine", 999], ["rename", "spine", ""], ["rename", "spine", "a.b"], ["duplicate", "nothing"], ["remove", "nothing"],
                  ["preset", "spine", "nothing"], ["item", "add", "spine.x", 0, 1], ["item", "explode", "spine.x", 0], ["output", "remove", 99], ["output", "set", "x"], ["output", "explode", 0],
                  ["replace", ""], ["replace", "{"], ["replace", "[]"], ["replace", "{\"orogen\":1,\"nodes\":7}"], ["replace", "[" * 3000], ["example", "nothing", "force"], ["example", "../x", "force"],
                  ["get", "nothing.x"], ["explode"], [""], ["SET", "spine.x", 1], ["help", "explode"]]:
        r.do(BAD, *words)
    for line in ["set \"", "'", "\\", "set spine.x 'a", "explode " * 1000, "open ../x force", "save-as /etc/x"]:
        r.post(f"line {line[:30]!r}", {400}, "/api/do", {"tab": "t", "line": line})


def rows(studio):
    r = Rows(studio)
    for part in [methods, paths, addresses, headers, tokens, bodies, fields, commands]:
        part(r)
    return r.rows
