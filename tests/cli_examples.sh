#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_examples.sh OROGEN
# Runs every example of every help page as it stands there, in a folder where the files it names are. Pictures and builds are
# made smaller by flags put behind, which win.
set -u
orogen=$(realpath "$1")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export PATH="$(dirname "$orogen"):$PATH" HOME="$here" XDG_CONFIG_HOME="$here"
cd "$here" || exit 1

mkdir stage work
(
    cd stage || exit 1
    "$orogen" noise --size 65 --extent 1000 height.npy
    for name in in hills plain; do "$orogen" convert height.npy $name.png; done
    "$orogen" convert height.npy height.png
    for name in dem.tif dem.png; do "$orogen" convert height.npy $name; done
    "$orogen" convert height.npy before.npy
    "$orogen" blur height.npy after.npy
    "$orogen" tint height.npy tints.npy
    "$orogen" bake tints.npy satellite.png
    "$orogen" triangulate height.npy tile.obj
    rm height.npy*
    "$orogen" noise --size 65 --extent 1000 --origin=-1000,0 west.npy
    "$orogen" new valley.oro.json
    cp valley.oro.json a.oro.json
    sed 's/"seed": *[0-9]*/"seed": 99/' a.oro.json >b.oro.json
    mkdir scenes && cp a.oro.json scenes/
    echo '<svg viewBox="0 0 10 10"><path id="road" d="M1 1 C 3 1 6 8 9 9"/></svg>' >roads.svg
    printf 'x,y,z\n100,100,50\n900,700,60\n' | tee path.csv trees.csv >heights.csv
    python3 -c '
import struct
head = "{\x27descr\x27: \x27<f4\x27, \x27fortran_order\x27: False, \x27shape\x27: (9, 17, 17), }".ljust(117) + "\n"
open("rock.npy", "wb").write(b"\x93NUMPY\1\0" + struct.pack("<H", 118) + head.encode() + struct.pack("<2601f", *range(-1300, 1301)))'
    cp rock.npy cave.npy
    for name in east south up; do cp rock.npy $name.npy; done
    "$orogen" sketch --size 17 --extent 64 --arches 'from_x=16 from_y=32 to_x=48 to_y=32 height=22 thickness=9 width=9' --result ribbons.npz proxy.ply
    printf 'x,y,z\n100,100,50\n500,600,80\n900,700,60\n' >ridges.csv
    echo '{"orogen": 1, "world": {"extent": 1000}, "nodes": [{"id": "land", "op": "diffuse"}]}' >sketch.oro.json
) >/dev/null 2>&1 || { echo "the files for the examples could not be made" >&2; exit 1; }

names=$("$orogen" ops --json | python3 -c "import json, sys; print(*(o['name'] for o in json.load(sys.stdin)['operators']))")
commands=$("$orogen" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
ran=0
faults=0
for name in $commands $names; do
    lines=$("$orogen" help "$name" | sed -n '/^Example:/,/^$/s/^  \(orogen .*\)/\1/p')
    [ -n "$lines" ] || { faults=$((faults + 1)); echo "FAULT: $name has no example" >&2; }
    while read -r line; do
        [ -n "$line" ] || continue
        case $line in
        "orogen build"*) line="$line --size 65" ;;
        "orogen render"*) line="$line --size 64x36" ;;
        "orogen studio"*) line="timeout --preserve-status -s INT 2 $line --no-open" ;; # serves until it is told to end
        "orogen new"*) rm -f stage/valley.oro.json ;;
        "orogen search"* | "orogen score valley"*) line="$line --size 33" ;;
        esac
        rm -rf work && cp -r stage work
        [ -e stage/valley.oro.json ] || cp stage/a.oro.json stage/valley.oro.json
        (cd work && eval "$line") >out.txt 2>err.txt </dev/null
        code=$?
        ran=$((ran + 1))
        [ $code -eq 130 ] && [ "$name" = studio ] && continue
        [ $code -eq 0 ] || { [ $code -eq 6 ] && [ "$name" = diff ]; } && continue
        faults=$((faults + 1))
        echo "FAULT: $line: exit code $code: $(tail -n 2 err.txt)" >&2
    done <<<"$lines"
done
echo "$ran examples, $faults faults"
[ "$faults" -eq 0 ] && [ "$ran" -gt 40 ]
