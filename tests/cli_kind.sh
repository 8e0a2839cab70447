#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_kind.sh OROGEN
# What a stranger types first: words that are nearly right, options in any place, numbers and texts as they are shown.
tests=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli_lib.sh
source "$tests/cli_lib.sh" "$1"

# --- asking ------------------------------------------------------------------------------------------------------------------
run 0 --version; cp out.txt version.txt
run 0 version; same out.txt version.txt
run 0 version --json; holds "j['orogen']"
run 0 --version --json; holds "j['orogen']"
run 0 ops slope --json; holds "j['name'] == 'slope' and any(a['name'] == 'measure' for a in j['args'])"
cp out.txt one.json
run 0 ops --json
checks=$((checks + 1))
python3 -c "import json; one = json.load(open('one.json')); assert one in json.load(open('out.txt'))['operators']" || fault "ops slope --json is not the catalogue's entry"
run 0 noise --size 17 --scale 700 n.npy
run 0 noise --size 9x5 small.npy
run 0 info n.npy small.npy; prints "n.npy"; prints "small.npy"; prints "9 x 5"
run 0 info n.npy small.npy --json; holds "[i['path'] for i in j] == ['n.npy', 'small.npy']"
run 0 info n.npy --json; holds "j['path'] == 'n.npy'"
mkdir folder
refused 3 "folder: this is a folder" info folder
for words in "slope '' x.npy" "slope n.npy ''" "info ''" "build ''" "validate ''" "convert n.npy ''" "render '' -o x.png" "diff n.npy ''"; do
    eval "refused 2 'one of the arguments is empty' $words"
done
for word in build validate; do
    run 3 $word n.npy; grep -qF "this is a map, but a scene is needed" out.txt err.txt || fault "$word of a map is not explained"
done
refused 2 "orogen new my.oro.json --from n.npy" new n.npy; gone n.npy.oro.json
refused 2 'did you mean "version"?' verison
refused 3 "nothere.npy" info n.npy nothere.npy
run 6 diff n.npy small.npy --json; holds "j['sizes'] == [[17, 17], [9, 5]]"

# --- options that work everywhere do so in every place ----------------------------------------------------------------------
"$orogen" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands.txt
[ "$(wc -l <commands.txt)" -ge 15 ] || fault "no commands are listed"
for word in $(cat commands.txt) slope statistics; do
    for threads in 0 65 -1 1.5 nan many '' 1e99; do
        refused 2 "--threads: thread count must be a whole number from 1 to 64, not \"$threads\"" "$word" --threads "$threads"
    done
    refused 2 "--threads: thread count must be" --threads 0 "$word"
    refused 2 "--threads: thread count must be" --threads=0 "$word" --help
    refused 2 '--cpu: the CPU level must be baseline, avx2 or avx512, not "fast"' "$word" --cpu fast
    refused 2 '--cpu: the CPU level must be baseline, avx2 or avx512, not "fast"' --cpu fast "$word"
    refused 2 '--progress: progress must be auto, always, never or json, not "often"' "$word" --progress often
    refused 2 '--json must be on or off, not "maybe"' --json=maybe "$word"
done
OROGEN_THREADS=0 run 2 slope n.npy x.npy; says 'OROGEN_THREADS: thread count must be a whole number from 1 to 64, not "0"'

# --- numbers -----------------------------------------------------------------------------------------------------------------
# What was a float has the digits of one; nothing that people read has more than nine.
digits() { ! grep -qE '[0-9]\.[0-9]{0,20}[1-9][0-9]{9,}' "$1" || fault "$last: too many digits: $(grep -oE '[0-9.]{12,}' "$1" | head -1)"; checks=$((checks + 1)); }
run 0 statistics n.npy; digits out.txt
run 0 statistics n.npy --json; holds "len(repr(j['values']['minimum'])) < 14 and len(repr(j['values']['median'])) < 14"
run 0 score n.npy; digits out.txt
run 0 info n.npy; digits out.txt
run 0 info n.npy --json; holds "all(len(repr(j[k])) < 14 for k in ('min', 'max', 'mean'))"
checks=$((checks + 1))
python3 - <<'PY' || fault "info's numbers do not read back as the map's"
import json, subprocess, struct, sys, os
raw = open("n.npy", "rb").read()
values = struct.unpack("<289f", raw[-289 * 4:])
text = json.load(open("out.txt"))
single = lambda x: struct.unpack("<f", struct.pack("<f", x))[0]
assert single(text["min"]) == min(values) and single(text["max"]) == max(values)
PY
python3 -c "
import json; j = json.load(open('n.npy.terrain.json'))
def walk(x):
    if isinstance(x, float): assert len(repr(x)) < 14, x
    for y in (x.values() if isinstance(x, dict) else x if isinstance(x, list) else []): walk(y)
walk(j)" || fault "the sidecar has numbers with too many digits"

# --- what was not measured ---------------------------------------------------------------------------------------------------
run 0 diffuse --size 17 d.npy; prints "residual not measured"; prints "iterations not measured"
run 0 diffuse --size 17 d.npy --force --json; holds "j['values'] == {'residual': None, 'iterations': None}"
run 0 diffuse --size 17 --mode exact d.npy --force --json; holds "j['values']['iterations'] >= 1"
run 0 diffuse --size 17 --mode exact d.npy --force; lacks "not measured"
echo '{"orogen": 1, "nodes": [{"id": "d", "op": "diffuse"}], "outputs": [{"file": "d.npy"}]}' >d.oro.json
run 0 build d.oro.json -o d --size 17 --json; says "residual           not measured"; holds "j['ledgers']['d'] == {'residual': None, 'iterations': None}"

# --- what contains what ------------------------------------------------------------------------------------------------------
# The load left in the water is in the difference already: difference and exported alone make the balance.
run 0 noise --size 65 --fractal ridged --amplitude 600 ridges.npy
run 0 pipes ridges.npy worn.npy --difference d65.npy --sediment s65.npy --deposit p65.npy --json
checks=$((checks + 1))
python3 - <<'PY' || fault "the parts of what pipes gives do not add up"
import json, struct
def load(name): return struct.unpack("<%df" % (65 * 65), open(name, "rb").read()[-65 * 65 * 4:])
values, area = json.load(open("out.txt"))["values"], (4000 / 64) ** 2
before, after, d, s, p = map(load, ("ridges.npy", "worn.npy", "d65.npy", "s65.npy", "p65.npy"))
assert sum(s) * area > 1e-3 * values["moved"], "there is load at the end"
assert abs(sum(d) * area + values["exported"]) < 1e-5 * values["moved"], "difference and exported make the balance"
assert all(abs(b + x - a) < 1e-3 for b, x, a in zip(before, d, after)) and all(x == max(y, 0) for x, y in zip(p, d))
PY
run 0 pipes --help; for word in '`result`,' 'contain it'; do prints "$word"; done

# --- texts are whole, and broken at words ------------------------------------------------------------------------------------
for op in $(python3 -c "import json,subprocess; print(*[o['name'] for o in json.loads(subprocess.check_output(['$orogen', 'ops', '--json']))['operators']])"); do
    run 0 "$op" --help; mv out.txt "help-$op.txt"
done
for word in $(cat commands.txt); do
    run 0 help "$word"; mv out.txt "help-$word.txt"
done
run 0 examples; mv out.txt examples.txt
"$orogen" ops --json >catalogue.json
checks=$((checks + 1))
python3 - "$orogen" <<'PY' || fault "texts are cut"
import glob, json, re, subprocess, sys
flat = lambda text: " ".join(text.split())
def check(good, *what):
    if not good: print(*what, file=sys.stderr); check.bad += 1
check.bad = 0
def default(arg, page, op):
    if "default" in arg and isinstance(arg["default"], str):
        check(flat("default " + arg["default"]) in page, op, arg["name"], "its default is cut")
    check(flat(arg["doc"]) in page, op, arg["name"], "its meaning is cut")
    for member in arg.get("items", []): default(member, page, op)
for op in json.load(open("catalogue.json"))["operators"]:
    text = open("help-%s.txt" % op["name"]).read()
    page = flat(text)
    check(flat(op["doc"]) in page, op["name"], "its paragraph is cut")
    for arg in op["args"]: default(arg, page, op["name"])
for name in glob.glob("help-*.txt"):
    example = False
    for line in open(name):
        example = line.startswith("Example:") or (example and line.strip())
        wide = len(line.rstrip("\n")) > 121 and not example and not line.startswith("Usage:")
        check(not wide or len(line.split()) <= 2, name, "is wide:", line.rstrip())
listed = flat(open("examples.txt").read())
for name in json.loads(subprocess.check_output([sys.argv[1], "examples", "--json"])):
    about = json.loads(subprocess.check_output([sys.argv[1], "examples", name])).get("about", "").split("\n")[0]
    check(flat(name + " " + about) in listed, name, "is cut in the list")
check(all(len(line) <= 121 for line in open("examples.txt")), "the list of examples is wide")
sys.exit(check.bad > 0)
PY

finish
