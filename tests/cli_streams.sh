#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_streams.sh OROGEN
# "-" as a file: standard input and output of every command that reads or writes one. And two outputs that are one file.
tests=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli_lib.sh
source "$tests/cli_lib.sh" "$1"
export TMPDIR=$here/tmp
mkdir tmp
# shell CODE TEXT: a line for the shell, in which orogen is the program.
orogen() { "$orogen" "$@"; }
shell() {
    local code=$1 got
    checks=$((checks + 1))
    last=$2
    (set -o pipefail; eval "$2") >out.txt 2>err.txt </dev/null
    got=$?
    [ "$got" -eq "$code" ] || fault "$last: exit code $got, expected $code"
}
refuse() { shell "$1" "$3"; says "$2"; }

run 0 noise --size 65 --extent 640 --scale 300 cone.npy
run 0 slope cone.npy steep.npy

# --- maps ------------------------------------------------------------------------------------------------------------------
# The default keeps metres and the distance of samples without a file beside it.
shell 0 'orogen noise --size 65 --extent 640 --scale 300 - | orogen slope - piped.npy'; same steep.npy piped.npy
lacks "does not say how wide"
shell 0 'orogen slope - - --extent 640 --out-format npy < cone.npy > raw.npy'; run 0 diff raw.npy steep.npy; prints "the maps are the same"
shell 0 'orogen chain "read - ! slope ! write -" < cone.npy | orogen info - --json'; holds "j['path'] == 'standard input' and j['format'] == 'npy' or j['format'] == 'tif'"
for format in png tif exr npy asc r16 r32 hgt; do
    size=65; [ $format != hgt ] || size=1201
    shell 0 "orogen shape --size $size - --out-format $format > out.$format"
    [ -s "out.$format" ] || fault "nothing was written as $format"
done
for format in png tif exr npy asc; do
    shell 0 "cat out.$format | orogen info - --json"; holds "j['format'] == '$format' and j['size'] == [65, 65]"
done
shell 0 'cat out.r16 | orogen info - --json --in-format r16'; holds "j['size'] == [65, 65]"
refuse 3 "as --in-format r16" 'cat out.r16 | orogen info -'
shell 0 'orogen convert - - --out-format r32 < cone.npy > cone.r32'; run 0 convert cone.npy ref.r32; same cone.r32 ref.r32
shell 0 'orogen convert - land.glb < cone.npy'; there land.glb
shell 0 'orogen render - -o - --style slope --width 64 --extent 640 < cone.npy > shot.png'; run 0 render cone.npy -o ref.png --style slope --width 64
cmp -s shot.png ref.png || fault "a picture on standard output is another one"
shell 0 'orogen render steep.npy -o change.png --width 64 --difference - < cone.npy'; there change.png
shell 0 'orogen blend cone.npy steep.npy mixed.npy --amount - < steep.npy'; there mixed.npy
shell 0 'orogen statistics - < cone.npy'; prints "maximum "
shell 0 'orogen score - < cone.npy'; prints "erosion"
shell 0 'orogen diff - cone.npy < cone.npy'; prints "the maps are the same"
# What is measured makes room for the map.
shell 0 'orogen diffuse --mode exact --size 33 - > d.tif'; says "iterations "; run 0 info d.tif
shell 0 'orogen shape --size 9 - --out-format asc'; prints "ncols"
head -c 100000 /dev/urandom >noise.bin # several reads of a pipe
refuse 3 "its first bytes show no known format" '(cat noise.bin; sleep 0.05; cat noise.bin) | orogen info -'
shell 0 '(head -c 1000 cone.npy; sleep 0.05; tail -c +1001 cone.npy) | orogen info - --json'; holds "j['size'] == [65, 65]"

shell 0 'orogen slope cone.npy unused.npy --out-format png --in-format raw'; says "nothing went to standard output"; says "nothing was read from standard input"
refuse 2 "standard input can be read only once" 'orogen blend - - x.npy < cone.npy'
refuse 2 "only one thing can go to standard output" 'orogen chain "read cone.npy ! write - ! slope ! write -"'
refuse 2 "--json prints on standard output already" 'orogen slope cone.npy - --json'; gone tmp/orogen-*
refuse 2 "a map already goes to standard output" 'orogen chain "read cone.npy ! write - ! slope --json ! write s.tif"'
refuse 2 "there is no format \"jpg\"" 'orogen slope cone.npy - --out-format jpg'
refuse 2 "there is no format \"obj\"" 'orogen convert cone.npy - --out-format obj'
refuse 2 "this is written as png, not as npy" 'orogen render cone.npy -o - --out-format npy'
refuse 2 "one picture goes to standard output" 'orogen render cone.npy -o - --turntable 3'
refuse 2 "is a pyramid; only maps can" 'orogen diffuse --size 33 a.npy --height-levels -'
refuse 3 "standard input is empty" 'orogen info - < /dev/null'
refuse 3 "orogen: standard input" 'head -c 3000 cone.npy | orogen info -'; lacks "$TMPDIR"
shell 4 'orogen slope cone.npy - > /dev/full'; says "standard output could not be written"
# Nobody types a map, and no terminal shows one.
if command -v script >/dev/null; then
    script -qec "$orogen slope cone.npy -" /dev/null </dev/null >out.txt 2>err.txt
    checks=$((checks + 1)); grep -q "standard output is a terminal" out.txt || fault "a map was sent to a terminal"
    script -qec "$orogen info -" /dev/null </dev/null >out.txt 2>err.txt
    checks=$((checks + 1)); grep -q "standard input is a terminal" out.txt || fault "a map was expected from a terminal"
    script -qec "$orogen shape --size 9 - --out-format asc" /dev/null </dev/null >out.txt 2>err.txt
    checks=$((checks + 1)); grep -q ncols out.txt || fault "text was not shown on a terminal"
fi

# --- scenes ----------------------------------------------------------------------------------------------------------------
shell 0 'orogen new - > scene.oro.json'; run 0 examples starter -o starter.oro.json; same scene.oro.json starter.oro.json
shell 0 'orogen examples starter -o - | orogen validate -'; says "standard input: no errors or warnings"
shell 0 'orogen build - --size 33 -o built < scene.oro.json'; there built/height.png
shell 0 'orogen build - --size 33 < scene.oro.json'; there standard-input/height.png; same built/height.png standard-input/height.png
shell 0 'orogen build - --dry-run < scene.oro.json'; prints "standard input: "
shell 0 'orogen info - --json < scene.oro.json'; holds "j['kind'] == 'scene'"
shell 0 'orogen score - --size 33 --seeds 1..2 --json < scene.oro.json'; holds "len(j['by_seed']) == 2"
shell 0 'orogen render - -o - --detail 33 --style relief --width 64 < scene.oro.json | head -c 4 | grep -q PNG'
echo '{"orogen": 1, "nodes": [{"op": "nose"}]}' >bad.oro.json
refuse 3 "orogen: standard input" 'orogen build - < bad.oro.json'; lacks "$TMPDIR"
# Files that a scene names lie in the current folder.
echo '{"orogen": 1, "nodes": [{"id": "in", "op": "import", "args": {"file": "cone.npy"}}], "outputs": [{"file": "h.npy"}]}' >uses.oro.json
mkdir elsewhere
shell 0 'orogen build - --size 65 -o used < uses.oro.json'; there used/h.npy
refuse 2 "so it takes a folder" 'orogen build scene.oro.json -o -'
printf 'x,y\n0,0\n10,10\n' >path.csv
shell 0 'orogen splines - --in-format csv < path.csv'; cp out.txt list.txt
shell 0 'orogen splines path.csv -o -'; same out.txt list.txt

# --- one file for two ------------------------------------------------------------------------------------------------------
ln -s q.npy link.npy
mkdir deep
both() { refuse 2 "$1" "$2"; gone q.npy; }
cp cone.npy a.npy
both "result and water would both go into this file" 'orogen pipes a.npy q.npy --water q.npy --force'
both "would both go into this file" 'orogen pipes a.npy q.npy --water ./q.npy --force'
both "would both go into this file" 'orogen pipes a.npy q.npy --water deep/../q.npy --force'
both "would both go into this file" 'orogen pipes a.npy q.npy --water link.npy --force'
both "would both go into this file" "orogen pipes a.npy q.npy --water $here/q.npy --force"
refuse 2 "would replace" 'orogen pipes a.npy b.npy --water a.npy --force'; same a.npy cone.npy
both "two outputs go into this file" 'orogen chain "read a.npy ! write q.npy ! slope ! write q.npy" --force'
both "the same file as q.npy" 'orogen chain "read a.npy ! write q.npy ! slope ! write ./q.npy"'
both "q.npy" 'orogen chain "read a.npy ! pipes --water q.npy ! write q.npy"'
refuse 2 "drawn from this file" 'orogen render a.npy -o a.png --difference a.png --force'
run 0 convert cone.npy m.png
refuse 2 "drawn from this file" 'orogen render m.png -o ./m.png --force'; run 0 info m.png
refuse 2 "d.l3.npy" 'orogen diffuse --size 33 d.l3.npy --height-levels d.npy --force'
refuse 2 "orogen convert makes a mesh of a map" 'orogen slope cone.npy s.glb'
refuse 2 "orogen convert makes a mesh of a map" 'orogen slope cone.npy - --out-format glb'
refuse 2 "orogen convert makes a mesh of a map" 'orogen chain "read cone.npy ! slope ! write s.obj"'
shell 0 'orogen convert cone.npy - --out-format glb > c.glb'; run 0 convert cone.npy ref.glb; same c.glb ref.glb
# In place, all that goes in has been read: that is what --force is for.
run 0 blur a.npy a.npy --force; run 6 diff a.npy cone.npy
shell 0 'orogen chain "read a.npy ! slope ! write a.npy" --force'

scene() { printf '{"orogen": 1, "nodes": [{"id": "n", "op": "noise"}], "outputs": [%s]}' "$1" >two.oro.json; }
same_output() {
    scene "$1"
    refused 3 "$2" build two.oro.json -o two --size 17
    gone two
}
same_output '{"file": "a.png"}, {"file": "a.png"}' "outputs/1: output 0 writes a.png, which is the same file"
same_output '{"file": "a.png"}, {"file": "./a.png"}' "output 0 writes a.png, which is the same file"
same_output '{"file": "x/a.png"}, {"file": "x//./a.png"}' "output 0 writes x/a.png, which is the same file"
same_output '{"file": "a.png"}, {"file": "A.PNG"}' "output 0 writes a.png, which is the same file"
same_output '{"file": "a.obj"}, {"file": "a-colour.png", "style": "relief"}' "a-colour.png"
scene '{"file": "a.png"}, {"file": "./a.png"}'; run 6 validate two.oro.json; prints "output 0 writes a.png too"
mkdir linked; ln -s a.png linked/b.png
scene '{"file": "a.png"}, {"file": "b.png"}'
refused 3 "the same file as" build two.oro.json -o linked --size 17 --force; gone linked/a.png
# What a scene reads it does not write.
echo '{"orogen": 1, "nodes": [{"id": "in", "op": "import", "args": {"file": "m.png"}}], "outputs": [{"file": "m.png"}]}' >eats.oro.json
refused 3 "the scene reads this file as in.file" build eats.oro.json -o . --force --size 17; run 0 info m.png --json; holds "j['size'] == [65, 65]"

left=$(find tmp -mindepth 1 | head -3)
[ -z "$left" ] || fault "left behind: $left"
finish
