#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: faults.sh OROGEN SHIM FIGURES [all]
# Every verb of the command line without memory, on a full disk and in a folder it may not write to. The n-th allocation
# fails, for every n ("all") or for some twenty spread over them; the n-th call that writes fails; files may not grow beyond a
# few sizes. Whatever fails, the program says so in a sentence, nothing crashes, no temporary file stays, and every file is
# either as it was or as a run without faults leaves it. How many faults were tried goes into FIGURES.
set -u
orogen=$(realpath "$1")
shim=$(realpath "$2")
figures=$(realpath -m "$3")
most=20
[ "${4:-}" != all ] || most=1000000
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
export OROGEN_THREADS=1
faults=0
allocations=0
calls=0
sizes=0

fault() {
    faults=$((faults + 1))
    echo "FAULT: $*" >&2
    sed 's/^/    /' err.txt | head -n 5 >&2
}

# What there is before: a scene, a map, and files that --force may replace.
mkdir before
cat >before/scene.oro.json <<'TEXT'
{"orogen": 1, "world": {"resolution": 33, "height": [-400, 400]}, "nodes": [
  {"id": "base", "op": "noise"}, {"id": "soft", "op": "blur", "args": {"radius": 200}}],
 "outputs": [{"file": "height.png"}, {"file": "relief.png", "style": "relief"}]}
TEXT
(cd before && "$orogen" noise --size 33 --range -400..400 map.png --quiet && mkdir out && echo old >out/height.png && echo old >old.npy)

# after NAME: is everything whole after a run in work/?
after() {
    local path name=$1
    (cd work && find . -type f) >files.txt
    while read -r path; do
        case $path in
        */.orogen-*) fault "$name leaves $path" ;;
        *) cmp -s "work/$path" "before/$path" || cmp -s "work/$path" "whole/$path" || fault "$name leaves half of $path" ;;
        esac
    done <files.txt
}

# try NAME WORDS…: the command, with every fault.
try() {
    local name=$1 n total step code
    shift
    rm -rf whole && cp -r before whole
    (cd whole && LD_PRELOAD=$shim OROGEN_FAULT_LOG=$here/log.txt "$orogen" "$@" >/dev/null 2>"$here/err.txt")
    code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 6 ] || fault "$name fails by itself with $code"
    read -r total total_calls <log.txt
    step=$(((total + most - 1) / most))
    for ((n = 1; n <= total; n += step)); do one "$name, allocation $n" OROGEN_FAULT_ALLOC=$n "$@" && allocations=$((allocations + 1)); done
    for ((n = 1; n <= total_calls; n++)); do one "$name, call $n" OROGEN_FAULT_CALL=$n "$@" && calls=$((calls + 1)); done
    [ "$total_calls" -gt 0 ] || return 0
    for n in 1 2 4; do
        fresh
        (trap '' XFSZ && ulimit -f "$n" && cd work && "$orogen" "$@" >/dev/null 2>"$here/err.txt")
        judge "$name, files of $n KiB" $?
        sizes=$((sizes + 1))
    done
}
fresh() {
    rm -rf work
    cp -r before work
}
one() {
    local name=$1 what=$2
    shift 2
    fresh
    (cd work && env "$what" LD_PRELOAD="$shim" "$orogen" "$@" >/dev/null 2>"$here/err.txt")
    judge "$name" $?
}
judge() {
    local name=$1 code=$2
    case $code in
    0 | 6) ;; # some things can be done without
    1 | 2 | 3 | 4 | 5) grep -q '^orogen: ' err.txt || fault "$name ends with $code and says nothing" ;;
    *) fault "$name ends with $code" ;;
    esac
    after "$name"
}

try help help
try "help of an operator" blur --help
try ops ops --json
try schema ops --schema
try completion completion bash
try new new fresh.oro.json
try examples examples
try validate validate scene.oro.json
try info info map.png
try "info of a scene" info scene.oro.json
try diff diff map.png map.png
try convert convert map.png other.npy
try "convert over a file" convert map.png old.npy --force
try "an operator" noise --size 33 made.png
try "an operator on a file" blur --radius 100 map.png soft.npy
try pipe pipe "read map.png ! blur ! write piped.r32"
try build build scene.oro.json -o out --force
try "build with JSON" build scene.oro.json -o other --json
try render render scene.oro.json --style relief -o shot.png

mkdir -p "$(dirname "$figures")"
printf 'allocations failed over every verb %d\ncalls that write failed over every verb %d\nfull disks tried over every verb %d\n' \
    "$allocations" "$calls" "$sizes" >"$figures"
echo "$allocations allocations, $calls calls and $sizes sizes failed, $faults faults"
[ "$faults" -eq 0 ]
