#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_search.sh OROGEN
# score and search: numbers against Python's own statistics, maps on which nothing can be measured, conditions, and a search
# that is stopped and goes on.
tests=$(realpath "$(dirname "$0")")
scenes=$tests/cli
# shellcheck source=tests/cli_lib.sh
source "$tests/cli_lib.sh" "$1"

cat >hills.oro.json <<'JSON'
{"orogen": 1, "world": {"extent": 2000, "height": [-2000, 2000], "resolution": 65, "seed": 3},
 "nodes": [{"id": "hills", "op": "noise", "args": {"scale": 900, "amplitude": 300}}, {"id": "soft", "op": "blur", "args": {"radius": 20}}],
 "outputs": [{"file": "height.png"}]}
JSON

# --- one map ----------------------------------------------------------------------------------------------------------------
python3 - <<'PY'
import struct
def write(name, rows):
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (len(rows), len(rows[0]))
    head = head.ljust(117) + "\n"
    values = [v for row in rows for v in row]
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<%df" % len(values), *values))
write("one.npy", [[7]])
write("line.npy", [[1, 2, 4]])
write("column.npy", [[1], [2], [4]])
write("flat.npy", [[250] * 17] * 17)
write("holes.npy", [[1, 2, 3], [4, float("nan"), 6], [7, 8, 9]])
PY
finite="all(j['scores'][k] is not None and math.isfinite(j['scores'][k]) for k in ['minimum', 'relief', 'mean', 'deviation', 'median', 'mean_slope', 'erosion_score', 'erosion', 'unit', 'building', 'suitability'])"
run 0 score one.npy --extent 10 --json; holds "$finite and j['scores']['mean'] == 7 and j['scores']['mean_slope'] == 0 and j['scores']['erosion_score'] == 0"
run 0 score flat.npy --extent 10 --json; holds "$finite and j['scores']['relief'] == 0 and j['scores']['erosion_score'] == 0"
for map in line column; do # slopes 1, 2, 2 over cells of 1 m
    run 0 score $map.npy --extent 2 --json
    holds "$finite and abs(j['scores']['mean_slope'] - 5 / 3) < 1e-6 and abs(j['scores']['erosion_score'] - statistics.pstdev([1, 2, 2]) / (5 / 3)) < 1e-6"
done
refused 3 "holes.npy: 1 of its 9 values are not finite numbers, the first at column 1, row 1" score holes.npy --extent 2
refused 3 "there is no such file" score nothere.npy
refused 2 "--seeds is for scenes" score line.npy --extent 2 --seeds 1..3
run 0 score flat.npy --extent 10; grep -q '^erosion_score  *0 *$' out.txt || fault "the table"

# --- a scene and its seeds ----------------------------------------------------------------------------------------------------
run 0 score hills.oro.json --json; holds "$finite and j['size'] == [65, 65]"; cp out.txt one.json
run 0 build hills.oro.json -o built; run 0 chain "noise --scale 900 --amplitude 300 --size 65 --extent 2000 ! blur --radius 20 ! statistics"
run 0 score hills.oro.json --seed 3 --json; cmp -s out.txt one.json || fault "--seed 3 is the scene's own"
run 0 score hills.oro.json --seeds 1..9 --json; cp out.txt nine.json
holds "[s['seed'] for s in j['by_seed']] == list(range(1, 10))"
holds "j['by_seed'][2]['scores'] == json.load(open('one.json'))['scores']"
# Numbers that are floats are printed with a float's digits, half of 2^-23 off; the bound has both errors.
holds "all(abs(s['mean'] - statistics.mean(v)) <= 6e-8 * max(map(abs, v)) and abs(s['deviation'] - statistics.stdev(v)) <= 1.2e-7 * max(map(abs, v)) and abs(s['bound'] - statistics.mean(v) - statistics.NormalDist().inv_cdf(0.025) * statistics.stdev(v)) <= 3e-7 * max(map(abs, v)) and s['lowest'] == min(v) and s['highest'] == max(v) for n, s in j['scores'].items() for v in [[b['scores'][n] for b in j['by_seed']]] if None not in v)"
run 0 score hills.oro.json --seeds 1..9 --json --threads 1; cmp -s out.txt nine.json || fault "one thread gives other scores"
run 0 score hills.oro.json --seeds 1..9 --json --threads 7; cmp -s out.txt nine.json || fault "seven threads give other scores"
refused 2 "the seeds must be a range, as 1..32" score hills.oro.json --seeds many
refused 2 "the seeds must run from a lower to a higher number, not from 9 to 1" score hills.oro.json --seeds 9..1
refused 2 "seeds can be tried" score hills.oro.json --seeds 0..99999999999
refused 2 "not both" score hills.oro.json --seeds 1..2 --seed 4
refused 3 "unknown-operator.oro.json/nodes/0/op" score "$scenes/unknown-operator.oro.json" --seeds 1..4

# --- beside real land ---------------------------------------------------------------------------------------------------------
run 0 score hills.oro.json; grep -q '^axis  *[0-9.]* %   real land 16 to 18$' out.txt || fault "no range of real land"
run 0 score hills.oro.json --json; holds "j['real_land']['peak'] == [17, 21] and j['real_land']['planar'] == [0, 0.002] and 'relief' not in j['real_land']"
run 0 score hills.oro.json --seeds 1..2 --json; holds "j['scores']['axis']['real_land'] == [16, 18]"
cp out.txt two.json
run 0 search hills.oro.json --seeds 1..2 --where "axis < 100 && spacing == 31.25" --best "0 - peak" -o straightest --json
holds "j['met'] == 2 and j['kept'][0]['seed'] == min(json.load(open('two.json'))['by_seed'], key=lambda s: s['scores']['peak'])['seed']"
run 0 chain "noise --scale 900 --amplitude 300 --size 129 --extent 2000 ! write land.npy"
run 0 statistics land.npy; prints "erosion_score "; grep -q '^axis [0-9.]* % (real land 16 to 18)$' out.txt || fault "statistics does not say how like real land it is"
grep -q '^concavity not measured (real land 0.33 to 0.58)$' out.txt || fault "a map too small for rivers has a concavity"
run 0 statistics land.npy --json; holds "j['values']['axis'] > 0 and j['real_land']['axis'] == [16, 18] and 'maximum' in j['values']"
cp out.txt beside.json
run 0 realism land.npy --json; holds "all(json.load(open('beside.json'))['values'][k] == v for k, v in j['values'].items())"
run 0 score land.npy --sea 50 --json; cp out.txt sea.json
run 0 realism land.npy --lowest 50 --json; holds "all(json.load(open('sea.json'))['scores']['realism.' + k if k == 'spacing' else k] == v for k, v in j['values'].items())"
refused 2 "--sea are for maps" score hills.oro.json --sea 0

# The search of the documentation, with a few of its seeds.
run 0 search "$tests/../examples/scenes/olsen/island.oro.json" --size 257 --seeds 1..12 --where "unit > 0.75 && building > 0.3" --best suitability --keep 1 -o islands --json
holds "2 <= j['met'] <= 11 and all(k['scores']['spacing'] == 64 for k in j['kept'])"

# --- searching ----------------------------------------------------------------------------------------------------------------
run 0 search hills.oro.json --seeds 1..9 --where "relief > 0 && mean_slope < 100" --best "erosion_score" --keep 2 -o best --json
holds "[k['seed'] for k in j['kept']] == [s['seed'] for s in sorted(json.load(open('nine.json'))['by_seed'], key=lambda s: -s['scores']['erosion_score'])[:2]]"
holds "j['complete'] and j['tried'] == 9 and j['met'] == 9 and all(k['file'] == 'best/seed-%d.png' % k['seed'] for k in j['kept'])"
kept=$(python3 -c "import json; print(json.load(open('out.txt'))['kept'][0]['seed'])")
run 0 build hills.oro.json -o again --seed "$kept"
run 0 diff again/height.png "best/seed-$kept.png"
run 0 search hills.oro.json --seeds 1..12 --where "relief > 1e9" --best relief -o best --json; says "9 of 12 seeds are known"
holds "j['met'] == 0 and j['kept'] == [] and j['tried'] == 12"
run 0 search hills.oro.json --seeds 2..3 --where "!(relief > 1e9) || 0" -o best --json; says "2 of 2 seeds are known"
holds "[k['seed'] for k in j['kept']] == [2, 3]"
run 0 search hills.oro.json --seeds 1..12 --best "relief / (relief - relief)" -o best --json; says "12 of 12 seeds are known"
holds "j['met'] == 0"
refused 3 "best/journal.json: this journal belongs to another scene" search hills.oro.json --seeds 1..3 --best relief -o best --size 33
refused 3 "to another scene" search hills.oro.json --seeds 1..3 --best relief -o best --set soft.radius=30
run 0 search hills.oro.json --seeds 1..3 --best relief -o best --size 33 --force --json; holds "j['size'] == [33, 33]"
mkdir mine && echo '{"my": "own"}' >mine/report.json
refused 4 "mine/report.json: the file already exists" search hills.oro.json --seeds 1..3 --best relief -o mine
grep -q own mine/report.json || fault "a report of somebody else was replaced"
echo '{"orogen_search": 1' >mine/journal.json
refused 3 "mine/journal.json:" search hills.oro.json --seeds 1..3 --best relief -o mine
refused 2 '--where:16: there is no score "relif" (did you mean "relief"?)' search hills.oro.json --seeds 1..3 --where "mean > 1 && !( relif<3)" -o x
checks=$((checks + 1))
[ "$(sed -n 2p err.txt)" = "$(printf '    %16s' '^')" ] || fault "the mark is not under the name"
refused 2 "--where:8: comparisons cannot be chained" search hills.oro.json --seeds 1..3 --where "1<mean <3" -o x
refused 2 "--seeds: the seeds to try are missing" search hills.oro.json --best relief -o x
refused 2 "what to look for is missing" search hills.oro.json --seeds 1..3 -o x
refused 2 "--keep" search hills.oro.json --seeds 1..3 --best relief --keep 0 -o x
refused 3 "nothere.oro.json" search nothere.oro.json --seeds 1..3 --best relief -o x
[ ! -e x ] || fault "a folder was left behind"

# --- stopped and going on -----------------------------------------------------------------------------------------------------
look=(search hills.oro.json --seeds 1..400 --where "relief > 0" --best "erosion_score - 0.001 * relief" --keep 3 --size 129)
"$orogen" "${look[@]}" -o stopped --progress=json >out.txt 2>err.txt &
pid=$!
for _ in $(seq 200); do
    grep -q '"[1-9][0-9]* of 400 seeds' err.txt && break
    sleep 0.02
done
kill -INT $pid 2>/dev/null
wait $pid
code=$?
last="orogen search, interrupted"
checks=$((checks + 1))
[ $code -eq 130 ] || fault "$last: exit code $code, expected 130"
says "of 400 seeds are in stopped/journal.json, and the same command continues from there"
cp stopped/report.json out.txt; holds "not j['complete'] and 0 < j['tried'] < 400 and len(j['kept']) <= 3"
run 0 "${look[@]}" -o stopped --json; says "of 400 seeds are known from stopped/journal.json"; sed 's/stopped/DIR/' out.txt >resumed.json
run 0 "${look[@]}" -o straight --json; sed 's/straight/DIR/' out.txt >straight.json
checks=$((checks + 1))
cmp -s resumed.json straight.json || fault "a search that was stopped ends otherwise"
[ -z "$(find . -name '*.tmp*')" ] || fault "left behind: $(find . -name '*.tmp*')"
finish
