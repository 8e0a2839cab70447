#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli.sh OROGEN
# The command line as a person meets it: what works, and for everything wrong the sentence, the place and the exit code.
set -u
orogen=$(realpath "$1")
scenes=$(realpath "$(dirname "$0")/cli")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
unset OROGEN_THREADS OROGEN_CPU NO_COLOR
checks=0
faults=0

fault() {
    faults=$((faults + 1))
    echo "FAULT: $*" >&2
    sed 's/^/    stdout: /' out.txt | head -n 12 >&2
    sed 's/^/    stderr: /' err.txt | head -n 12 >&2
}

# run CODE WORDS…: runs the program and expects that exit code.
run() {
    local code=$1 got
    shift
    checks=$((checks + 1))
    last="orogen $*"
    "$orogen" "$@" >out.txt 2>err.txt </dev/null
    got=$?
    [ "$got" -eq "$code" ] || fault "$last: exit code $got, expected $code"
}
says() { grep -qF -- "$1" err.txt || fault "$last: stderr lacks: $1"; }
prints() { grep -qF -- "$1" out.txt || fault "$last: stdout lacks: $1"; }
lacks() { ! grep -qF -- "$1" err.txt out.txt || fault "$last: should not say: $1"; }
silent() { [ ! -s err.txt ] || fault "$last: stderr should be empty"; }
there() { for f in "$@"; do [ -e "$f" ] || fault "$last: $f is missing"; done; }
gone() { for f in "$@"; do [ ! -e "$f" ] || fault "$last: $f should not be there"; done; }
holds() { # holds EXPRESSION: a Python expression about the JSON on stdout, called j
    checks=$((checks + 1))
    python3 -c "import json, sys; j = json.load(open('out.txt')); sys.exit(not ($1))" 2>>err.txt || fault "$last: not so: $1"
}
# refused CODE SENTENCE WORDS…
refused() {
    local code=$1 sentence=$2
    shift 2
    run "$code" "$@"
    says "$sentence"
}

# --- help, versions, lists ---------------------------------------------------------------------------------------------
run 0 --version; prints "orogen "
run 2; says "Usage: orogen"
run 0 --help; prints "Commands:"; silent
run 0 help build; prints "Example:"
run 0 build --help; prints "--keep-partial"
run 0 slope --help; prints "--measure"; prints "Example:"; prints "--extent"; lacks "--size"
run 0 clamp --help; prints "--range"
run 0 ops; prints "slope"
run 0 ops slope; prints "--measure"
run 0 ops --json; holds "any(o['name'] == 'slope' for o in j['operators'])"
run 0 ops --schema; holds "'\$schema' in j"
run 0 ops slope --markdown; prints "# slope"
run 0 completion bash; bash -n out.txt || fault "the completion is no bash"
for command in build render new examples validate info convert diff pipe ops completion help; do
    run 0 help "$command"; prints "Example:"
done
refused 2 'did you mean "slope"?' slop in.png out.png
refused 2 'did you mean "build"?' biuld a.oro.json
refused 2 'there is no command or operator "xyzzy"' help xyzzy
refused 2 "no completion for" completion csh

# --- flags ----------------------------------------------------------------------------------------------------------------
run 0 constant --height -20 --size 33 below.npy; there below.npy below.npy.terrain.json; says "wrote below.npy"
run 0 info below.npy --json; holds "j['min'] == -20 and j['size'] == [33, 33] and j['extent'] == [4000, 4000]"
run 0 constant --height=-20 --size=33x17 --extent=320 --origin -5,7 --quiet wide.npy; silent
run 0 info wide.npy --json; holds "j['size'] == [33, 17] and j['cell'] == 10 and j['origin'] == [-5, 7]"
refused 2 "did you mean --height?" constant --heigth 3 a.png
refused 2 "--height: height cannot be \"1000000\"" constant --height 1e6 a.png
refused 2 "--height: height cannot be \"tall\"" constant --height tall a.png
refused 2 "--height needs a value" constant --height
refused 2 "a side has 2 to 65536 samples" constant --size 0x0 a.png
refused 2 "a side has 2 to 65536 samples" constant --size 100000x100000 a.png
refused 2 "--size: size cannot be \"big\"" constant --size big a.png
refused 2 "--threads" constant --threads 0 a.png
refused 2 "--cpu" constant --cpu fast a.png
refused 2 "--progress" constant --progress sometimes a.png
refused 2 "the ending does not name a raster format" constant a.tif
refused 2 "the file to write is missing" constant
refused 2 "one file too many" constant a.png b.png
OROGEN_THREADS=many run 2 constant a.png; says "OROGEN_THREADS"
OROGEN_THREADS=2 OROGEN_CPU=baseline run 0 constant --size 9 env.png
run 0 shape --size 65 cone.npy
run 0 mask --invert cone.npy on.npy
run 0 mask --invert=on cone.npy on2.npy
run 0 mask --invert --no-invert cone.npy off.npy
run 0 mask --invert=off cone.npy off2.npy
run 0 diff on.npy on2.npy; prints "the maps are the same"
run 0 diff off.npy off2.npy
run 6 diff on.npy off.npy; prints "first at column"
refused 2 "it takes on or off" mask --invert=perhaps cone.npy x.npy
run 0 --json constant --size 9 js.png; holds "j['op'] == 'constant' and j['outputs'][0]['path'] == 'js.png'"
run 2 --json constant --height tall a.png; holds "j['error']['where'] == '--height' and j['error']['status'] == 'bad argument'"

# --- operators on files -----------------------------------------------------------------------------------------------------
run 0 slope cone.npy steep.npy
run 0 statistics cone.npy; prints "maximum "; prints " m"
run 0 statistics cone.npy --json; holds "j['values']['maximum'] > j['values']['mean']"
refused 3 "below.npy: b is 33 x 33 samples" blend cone.npy below.npy x.npy
run 0 blend cone.npy steep.npy --amount on.npy mixed.npy
refused 3 "the map that drives amount is 33 x 33" blend cone.npy steep.npy --amount below.npy x.npy
refused 2 "it takes a number" blend cone.npy steep.npy --amount plenty x.npy
run 0 warp cone.npy --guide steep.npy warped.npy
run 0 clamp --limits 0..50 cone.npy clamped.png --range 0..100
run 0 info clamped.png --json; holds "j['range'] == [0, 100] and j['max'] <= 50.01"
run 0 info cone.npy; prints "65 x 65 samples"
refused 3 "nothere.png" slope nothere.png x.npy
refused 4 "the file is there already; --force replaces it" slope cone.npy steep.npy
run 0 slope cone.npy steep.npy --force
refused 4 "cone.npy/x.npy" slope cone.npy cone.npy/x.npy
refused 4 "no/such/x.npy" slope cone.npy no/such/x.npy
gone x.npy a.png b.png

# --- broken maps ------------------------------------------------------------------------------------------------------------
run 0 shape --size 65 whole.png
head -c 700 whole.png >cut.png
refused 3 "cut.png" slope cut.png x.npy
: >empty.png
refused 3 "empty.png" info empty.png
cp cone.npy nan.npy
# Two values that are no numbers, at columns 3 and 4 of row 1; the values are the file's last 65 x 65 x 4 bytes.
at=$(($(stat -c %s nan.npy) - 4 * 65 * 65 + 4 * 68))
printf '\0\0\300\177\0\0\200\177' | dd of=nan.npy bs=1 seek=$at conv=notrunc status=none
refused 3 "nan.npy: 2 of its 4225 values are not finite numbers, the first at column 3, row 1" slope nan.npy x.npy
refused 3 "step 1 (read): nan.npy: 2 of its" pipe "read nan.npy ! slope ! write x.npy"
run 0 info nan.npy --json; holds "j['not_finite'] == 2"
printf "hello" >hello.txt
refused 3 "neither that of a scene" info hello.txt
refused 3 "there is no such file" info nothere.npy
printf 'P2 1 1 255 0' >map.png
refused 3 "map.png" slope map.png x.npy
gone x.npy

run 3 info --json "$(printf 'odd\377"name.npy')"; holds "'odd?' in j['error']['where']"

# --- convert ----------------------------------------------------------------------------------------------------------------
run 0 convert cone.npy cone.r16
run 0 convert cone.r16 back.png
run 0 convert cone.npy cone.r32
run 0 diff cone.npy cone.r32
run 0 diff cone.npy cone.r16 --tolerance 0.02
run 6 diff cone.npy cone.r16 --json; holds "j['different'] and j['max'] < 0.02"
refused 2 "the range begins at 5" convert cone.npy x.png --range 5..1
mkdir bare && cp back.png bare/
run 0 convert bare/back.png plain.npy; says "--range"; says "--extent"
run 0 convert bare/back.png known.npy --range 10..20 --extent 640; lacks "note"
run 0 info known.npy --json; holds "j['min'] == 10 and j['max'] == 20 and j['cell'] == 10"

# --- pipes ------------------------------------------------------------------------------------------------------------------
run 0 pipe "shape --size 65 ! slope ! write piped.npy"
run 0 diff piped.npy steep.npy
run 0 pipe shape --size 65 ! slope ! write apart.npy --force
run 0 diff apart.npy steep.npy
run 0 pipe "read cone.npy ! terrace --step 20 ! write kept.npy ! statistics"; prints "mean "; there kept.npy
run 0 pipe --json "read cone.npy ! statistics"; holds "'mean' in j['steps'][0]['values']"
refused 2 'step 2 (slop): there is no command or operator "slop" (did you mean "slope"?)' pipe "shape ! slop ! write x.npy"
refused 2 "step 2 (slope): --measure: measure cannot be \"foo\"" pipe "shape --size 65 ! slope --measure foo ! write x.npy"
refused 2 "step 2 (constant): constant makes a map from nothing" pipe "shape ! constant ! write x.npy"
refused 2 "end it with ! write FILE" pipe "shape ! slope"
refused 2 "step 2 of the pipe is empty" pipe "shape ! ! write x.npy"
refused 2 "step 1 (write): there is nothing to write yet" pipe "write x.npy"
refused 2 "read can only be the first step" pipe "shape ! read cone.npy ! write x.npy"
refused 2 "never closed" pipe "shape --kind 'cone ! write x.npy"
refused 4 "step 2 (write): cone.npy: the file is there already" pipe "shape ! write cone.npy"
gone x.npy

# --- builds -----------------------------------------------------------------------------------------------------------------
run 0 build "$scenes/good.oro.json"; says "wrote good/height.png"
there good/height.png good/height.png.terrain.json good/height.npy good/relief.png good/masks/steep.r16
gone good/relief.png.terrain.json
refused 4 "good/height.png: the file is there already" build "$scenes/good.oro.json"
run 0 build "$scenes/good.oro.json" -o one --json --threads 1 --cpu baseline; cp out.txt one.json
holds "list(j) == ['scene','size','seed','seconds','peak_bytes','nodes','outputs','ledgers']"
holds "j['size'] == [129, 65] and j['seed'] == 3 and [n['id'] for n in j['nodes']] == ['cone','steps','steep']"
holds "list(j['nodes'][0]) == ['id','op','seconds','cached','hash'] and list(j['outputs'][0]) == ['path','node','format','hash']"
holds "[o['format'] for o in j['outputs']] == ['png','npy','relief','r16'] and j['peak_bytes'] > 0"
run 0 build "$scenes/good.oro.json" -o two --json --threads 2 --quiet; silent
holds "[o['hash'] for o in j['outputs']] == [o['hash'] for o in json.load(open('one.json'))['outputs']]"
run 0 diff one/height.npy two/height.npy
run 0 info one/height.npy --json; holds "j['hash'] == json.load(open('one.json'))['outputs'][1]['hash']"
run 0 info one/height.png --json; holds "j['range'] == [-100, 900] and j['extent'] == [4000, 2000]"
run 0 build "$scenes/good.oro.json" -o small --size 65x33 --seed 9 --set cone.height=100 --set steps.amount=0 --json
holds "j['size'] == [65, 33] and j['seed'] == 9"
run 0 info small/height.npy --json; holds "90 < j['max'] <= 100"
run 0 build "$scenes/good.oro.json" -o dry --dry-run --size 2k; prints "dry/height.png"; prints "2048 x 1025"; gone dry
run 0 build "$scenes/good.oro.json" -o dry --dry-run --json; holds "len(j['outputs']) == 4 and j['memory_bytes'] > 0"; gone dry
refused 2 "65x33 does" build "$scenes/good.oro.json" -o x --size 65x65
refused 2 "a side has 2 to 65536 samples" build "$scenes/good.oro.json" -o x --size 100000x100000
refused 2 "--set cone.heigt" build "$scenes/good.oro.json" -o x --set cone.heigt=4
refused 2 "--set steps.amount: amount cannot be \"7\"" build "$scenes/good.oro.json" -o x --set steps.amount=7
refused 2 "not of the form node.argument=value" build "$scenes/good.oro.json" -o x --set cone
refused 2 "--seed" build "$scenes/good.oro.json" -o x --seed -4
refused 4 "a file of that name is there" build "$scenes/good.oro.json" -o cone.npy
refused 4 "cone.npy: the folder cannot be made" build "$scenes/good.oro.json" -o cone.npy/x
refused 3 "nothere.oro.json" build nothere.oro.json -o x
refused 3 "outputs/0: \"../outside.png\" leaves the output folder" build "$scenes/escape.oro.json" -o x
refused 3 "in a circle" build "$scenes/cycle.oro.json" -o x
refused 3 "unknown-operator.oro.json/nodes/0/op" build "$scenes/unknown-operator.oro.json" -o x; says 'did you mean "terrace"?'
refused 3 "unknown-key.oro.json/nodes/0/args/heigth" build "$scenes/unknown-key.oro.json" -o x; says 'did you mean "height"?'
refused 3 "out-of-range.oro.json/nodes/1/args/amount: amount cannot be \"7\"" build "$scenes/out-of-range.oro.json" -o x
refused 3 "wrong-type.oro.json/nodes/0/args/height" build "$scenes/wrong-type.oro.json" -o x
refused 3 "duplicate-id.oro.json/nodes/1/id" build "$scenes/duplicate-id.oro.json" -o x
refused 3 "needs a map as its height" build "$scenes/no-input.oro.json" -o x
printf '[%.0s' {1..5000} >deep.oro.json
refused 3 "deep.oro.json:1:" build deep.oro.json -o x
printf '{"orogen": 1, "nodes": [' >cut.oro.json
refused 3 "cut.oro.json:1:" build cut.oro.json -o x
gone x ../outside.png outside.png

# --- interrupted ------------------------------------------------------------------------------------------------------------
interrupted() { # interrupted SIGNAL [again]
    "$orogen" build "$scenes/slow.oro.json" -o stopped --progress=json >out.txt 2>err.txt &
    local pid=$! code from
    for _ in $(seq 200); do
        grep -q progress err.txt && break
        sleep 0.02
    done
    from=$(date +%s%N)
    kill "-$1" "$pid"
    [ $# -eq 1 ] || kill "-$1" "$pid" 2>/dev/null
    wait "$pid"
    code=$?
    last="orogen build interrupted by $1"
    checks=$((checks + 1))
    [ "$code" -eq 130 ] || fault "$last: exit code $code, expected 130"
    [ $((($(date +%s%N) - from) / 1000000)) -lt 1500 ] || fault "$last: took too long to stop"
    [ $# -gt 1 ] || says "interrupted"
    gone stopped
}
interrupted INT
interrupted TERM
interrupted INT again

# --- validate, diff, new, examples, render ----------------------------------------------------------------------------------
run 0 validate "$scenes/good.oro.json"; says "nothing to complain about"
run 6 validate "$scenes/useless.oro.json"; prints "useless.oro.json/nodes/1: finding:"
run 3 validate "$scenes/good.oro.json" "$scenes/cycle.oro.json" "$scenes/out-of-range.oro.json"
prints "cycle.oro.json/nodes/"; prints "out-of-range.oro.json/nodes/1/args/amount: error:"; says "2 errors"
run 3 validate "$scenes/no-input.oro.json" --json; holds "not j['valid'] and '/nodes/0/args/height' in j['findings'][0]['where']"
run 0 diff "$scenes/good.oro.json" "$scenes/good.oro.json"
sed 's/"height": 500/"height": 501/' "$scenes/good.oro.json" >other.oro.json
run 6 diff "$scenes/good.oro.json" other.oro.json; prints "nodes/0/args/height: 500 and 501"
run 0 diff "$scenes/good.oro.json" other.oro.json --tolerance 1
refused 2 "cannot be compared" diff other.oro.json cone.npy
run 0 info "$scenes/good.oro.json" --json; holds "j['kind'] == 'scene' and len(j['nodes']) == 3"
run 0 examples; prints "starter"
run 0 examples starter; holds "j['orogen'] == 1"
run 0 examples starter -o copy.oro.json; there copy.oro.json
run 0 examples --json
python3 -c "import json; print('\n'.join(json.load(open('out.txt'))))" >names.txt
while read -r name; do
    run 0 examples "$name" -o "example.oro.json" --force
    run 0 validate example.oro.json
done <names.txt
refused 2 'did you mean "starter"?' new x --from startr
run 0 new valley; there valley.oro.json; says "next: orogen build valley.oro.json"
refused 4 "valley.oro.json" new valley.oro.json
run 0 new valley.oro.json --force
run 0 build valley.oro.json --size 65; there valley
run 0 render valley.oro.json -o shot.png --size 65 --sea 10; there shot.png
run 0 render cone.npy -o shot2.png --width 200; there shot2.png
refused 2 "there is no style" render cone.npy -o x.png --style oil
refused 2 "pictures are written as PNG" render cone.npy -o x.npy
refused 4 "shot.png" render cone.npy -o shot.png
refused 2 "the picture's name is missing" render cone.npy
refused 3 "nothere.oro.json" render nothere.oro.json -o x.png
gone x.png
if [ -e /dev/full ]; then
    checks=$((checks + 1))
    "$orogen" ops --json >/dev/full 2>err.txt
    [ $? -eq 4 ] || fault "a full standard output is not noticed"
fi

leftovers=$(find . -name '*.tmp*' -o -name '.*.png*' | head)
[ -z "$leftovers" ] || fault "left behind: $leftovers"
echo "$checks checks, $faults faults"
[ "$faults" -eq 0 ]
