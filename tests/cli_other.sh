#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_other.sh OROGEN_OTHER
# The command line with the operators of other_registry.c: lists in lists, presets.
tests=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli_lib.sh
source "$tests/cli_lib.sh" "$1"

run 0 ground --size 33 base.r32
# Presets: flags given override them, wherever they stand.
run 0 trails base.r32 plain.r32
run 0 trails --preset high base.r32 high.r32
run 0 trails --lift 50 base.r32 by-hand.r32
same high.r32 by-hand.r32
run 0 trails --lift 1 --preset high base.r32 back.r32
same back.r32 plain.r32
run 2 trails --preset hihg base.r32 no.r32
says '--preset: trails has no preset "hihg" (did you mean "high"?); it has high, sunken'
run 2 ground --preset high no.r32
says 'there is no flag --preset'
run 0 trails --help
prints '--preset NAME'
prints 'sunken'
run 0 completion bash
prints '"trails --preset") values="high sunken"'
run 0 chain "ground --size 33 ! trails --preset high ! write piped.r32"
same piped.r32 high.r32

# Lists in lists.
run 0 trails --ways 'name=a marks=[x=1000 y=1000 height=3; x=2000 y=2000]; height=7 marks=[x=3000 y=100]' base.r32 ways.r32
differ ways.r32 plain.r32
run 2 trails --ways 'marks=[x=1000' base.r32 no.r32
says '--ways: ways cannot be "marks=[x=1000": its quotes and brackets must match'
run 2 trails --ways 'marks=[x=-1]' base.r32 no.r32
says 'x must be'

# The same in a scene, with --set.
cat >scene.oro.json <<'TEXT'
{"orogen": 1, "world": {"resolution": 33}, "nodes": [
  {"id": "ground", "op": "ground"},
  {"id": "trails", "op": "trails", "preset": "high"}],
 "outputs": [{"file": "out.r32"}]}
TEXT
run 0 build scene.oro.json -o built
same built/out.r32 high.r32
run 0 build scene.oro.json -o set --set trails.preset=none \
    --set 'trails.ways=name=a marks=[x=1000 y=1000 height=3; x=2000 y=2000]; height=7 marks=[x=3000 y=100]'
same set/out.r32 ways.r32
run 2 build scene.oro.json -o no --set trails.preset=hihg
says 'did you mean "high"'
run 0 validate scene.oro.json

# Pyramids: a file for every level.
run 0 levels --stack stack.r32 base.r32
prints 'count 4'
for n in 0 1 2 3; do [ -s "stack.l$n.r32" ] || fault "level $n is missing"; done
[ ! -e stack.l4.r32 ] || fault "there is a level too many"
run 4 levels --stack stack.r32 base.r32
says 'stack.l0.r32: the file already exists'
run 2 top base.r32 no.r32
says 'top takes a pyramid as its stack; only a scene can connect one'
cat >levels.oro.json <<'TEXT'
{"orogen": 1, "world": {"resolution": 33}, "nodes": [
  {"id": "ground", "op": "ground"}, {"id": "levels", "op": "levels"},
  {"id": "top", "op": "top", "args": {"stack": "levels"}}],
 "outputs": [{"file": "top.r32"}, {"from": "levels.stack", "file": "stack.r32"}]}
TEXT
run 0 build levels.oro.json -o levels --json
prints '"levels":'
same levels/stack.l1.r32 stack.l1.r32
run 4 build levels.oro.json -o levels
run 0 build levels.oro.json -o levels --force
run 0 validate levels.oro.json

# Ctrl-C with --keep-partial: what was reached is written, and the scene that is saved beside gives it again.
cat >melt.oro.json <<'TEXT'
{"orogen": 1, "world": {"resolution": 200}, "nodes": [
  {"id": "ground", "op": "ground"},
  {"id": "melt", "op": "melt", "args": {"duration": 100000, "pace": 100}}],
 "outputs": [{"file": "out.r32"}]}
TEXT
cp melt.oro.json before.oro.json
interrupt() { # interrupt WORDS…: runs the program and presses Ctrl-C after a while
    checks=$((checks + 1))
    last="orogen $* (interrupted)"
    set -m # a job of its own heeds SIGINT
    "$orogen" "$@" >out.txt 2>err.txt </dev/null &
    sleep 0.7
    kill -INT $!
    wait $!
    code=$?
    set +m
    [ "$code" -eq 130 ] || fault "exit code $code, expected 130"
}
interrupt build melt.oro.json -o partial --keep-partial
says 'melt ended early: its duration reached'
says 'melt.partial.oro.json is the scene'
same melt.oro.json before.oro.json
run 0 build melt.partial.oro.json -o again
same partial/out.r32 again/out.r32
interrupt build melt.oro.json -o partial --keep-partial --force
says 'melt.partial-2.oro.json is the scene'
interrupt build melt.oro.json -o nothing
says 'interrupted; nothing was written'
[ ! -e nothing ] || fault "a folder was left"

# --- exit codes -----------------------------------------------------------------------------------------------------------
# Every code that the help lists, made once: "CODE WORDS…". The 1 comes from memory that ends, which is tried where the program
# runs at all with little of it (sanitizers do not); the 130 was made above.
ending() { sed -n '/^Exit codes:/,/^$/p' out.txt | grep -oE '(^|[, ]) *[0-9]+ [a-z]' | grep -oE '[0-9]+'; }
run 0 help
ending >documented.txt
cat >codes.txt <<'TEXT'
0 validate melt.oro.json
2 ground --no-such-flag x.r32
3 build no-such-file.oro.json
4 ground --size 33 no-such-folder/x.r32
5 new from-a-map.oro.json --from base.r32
6 diff base.r32 plain.r32
TEXT
echo 130 >made.txt
while read -r code words; do
    # shellcheck disable=SC2086 # they are words
    run "$code" $words
    [ "$code" -eq 0 ] || [ "$code" -eq 6 ] || says "orogen: "
    echo "$code" >>made.txt
done <codes.txt
(
    ulimit -v 2000000
    "$orogen" --version >/dev/null 2>&1 || exit 77
    exec "$orogen" ground --size 65536 huge.r32 >out.txt 2>err.txt
)
code=$?
last="orogen ground --size 65536 in 2 GB"
if [ "$code" -eq 77 ]; then
    echo "this program does not run in 2 GB: exit code 1 is not tried"
else
    [ "$code" -eq 1 ] || fault "exit code $code, expected 1"
    says "MiB are available"
    gone huge.r32
fi
echo 1 >>made.txt
diff <(sort -n documented.txt) <(sort -n made.txt) >out.txt || fault "the codes of the help and those made here differ"

finish
