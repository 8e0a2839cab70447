#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_ranges.sh OROGEN SOURCE_DIR
# Land that a range would cut off, and work that memory would not hold, are refused before they cost anything. Builds every
# example small and prints the share of samples that were clipped; ./dev measure clipping does so at their own sizes.
scenes=$(realpath "$2")/examples/scenes
source "$(dirname "$0")/cli_lib.sh" "$1"

# --- every example -------------------------------------------------------------------------------------------------------
for scene in $(cd "$scenes" && find . -name '*.oro.json' | sort); do
    run 0 build "$scenes/$scene" -o made --size 65 --seed 3 --json --quiet
    checks=$((checks + 1))
    python3 - "$scene" <<'PYTHON' || fault "$scene: land is cut off"
import json, os, sys
worst = 0.0
for output in json.load(open("out.txt"))["outputs"]:
    sidecar = output["path"] + ".terrain.json"
    if "range" not in output or not os.path.exists(sidecar):
        continue
    s = json.load(open(sidecar))
    share = s.get("clipped", 0) / (s["width"] * s["height"])
    (lo, hi), inside = output["range"], s["range"] == output["range"]
    # The sidecar's extremes are those of the values themselves.
    if not inside or share > 0.001 or (share == 0 and not (lo <= s["min"] + 1e-2 and s["max"] <= hi + 1e-2)):
        sys.exit(f"{output['path']}: {share:.2%} clipped, range {lo}..{hi}, values {s['min']}..{s['max']}")
    worst = max(worst, share)
print(f"{sys.argv[1]:45} {100 * worst:.3f} % clipped")
PYTHON
    rm -rf made
done

# --- scenes --------------------------------------------------------------------------------------------------------------
scene() { # scene OUTPUT…: a land of -500 to 500 m
    echo '{"orogen": 1, "world": {"extent": 4000, "height": [0, 200], "resolution": 129}, "nodes": [{"id": "land", "op":' \
        '"noise", "args": {"amplitude": 500, "seed": 1}}], "outputs": ['"$1"']}' >land.oro.json
}
scene '{"file": "ok.npy"}, {"file": "height.png"}'
refused 3 "of the samples lie outside the range 0..200 m and would be clipped; the range" build land.oro.json
gone land
fitting=$(sed -n 's/.*the range \(-*[0-9]*\)\.\.\([0-9]*\) fits.*/[\1, \2]/p' err.txt)
scene "{\"file\": \"height.png\", \"range\": $fitting}"
run 0 build land.oro.json -o named; lacks "clamped"
scene '{"file": "height.png", "range": "auto"}'
run 0 build land.oro.json -o auto --json; holds "j['outputs'][0]['range'] == $fitting and j['outputs'][0]['clipped'] == 0"
grep -q '"range_choice": "auto"' auto/height.png.terrain.json || fault "the sidecar does not say that the range was chosen"
same auto/height.png named/height.png
run 0 build land.oro.json -o other --set land.amplitude=3000 --seed 9
scene '{"file": "height.png"}'
run 0 build land.oro.json -o clip --clip --json; says "were clamped"; holds "j['outputs'][0]['clipped'] > 3000"
scene '{"file": "height.png", "clip": true}'
run 0 build land.oro.json -o clip2; says "were clamped"; same clip/height.png clip2/height.png
scene '{"file": "height.png"}, {"file": "relief.png", "style": "relief", "range": "auto"}'
run 6 build land.oro.json --dry-run; prints "would be refused: land/height.png"; gone land
run 6 build land.oro.json --dry-run --json; holds "len(j['problems']) == 1 and 'fits' in j['problems'][0]"
refused 3 "fits: give that one" build land.oro.json --size 4k # seen small
says "or allow clipping (--clip)"
says "at a small size"
scene '{"file": "whole.raw", "layout": "i16"}, {"file": "height.r16", "range": [-2000, 2000]}, {"file": "height.tif"}'
run 0 build land.oro.json -o fits
sed -i 's/\[-2000, 2000\]/"wide"/' land.oro.json
refused 3 'range must be two numbers, as [0, 1000], or "auto"' build land.oro.json -o wide

# --- maps of commands ----------------------------------------------------------------------------------------------------
run 0 noise --size 129 --amplitude 500 land.npy
run 0 noise --size 129 --amplitude 500 land.png; says "m"; lacks "clamped"
run 0 noise --size 129 --amplitude 500 land2.png --range auto; same land.png land2.png
refused 3 "would be clipped" noise --size 129 --amplitude 500 out.png --range 0..200; gone out.png out.png.terrain.json
for file in out.png out.r16 out.raw; do
    refused 3 "would be clipped" convert land.npy $file --range 0..200; gone $file $file.terrain.json
    run 0 convert land.npy $file
    run 0 convert land.npy $file --range 0..200 --clip --force; says "were clamped"
done
refused 3 "would be clipped" convert land.npy out.tif --bits 16 --range 0..200; gone out.tif
refused 3 "would be clipped" convert land.npy out2.raw --layout u8 --range 0..200; gone out2.raw
refused 3 "would be clipped" chain "read land.npy ! write pipe.png --range 0..200"; gone pipe.png
run 0 chain "read land.npy ! write pipe.png"
run 0 chain --clip "read land.npy ! write pipe2.png --range 0..200"
refused 2 "the range must run from a lower to a higher number" chain "read land.npy ! write pipe3.png --range 5..2"

# --- memory --------------------------------------------------------------------------------------------------------------
scene '{"file": "height.npy"}, {"file": "relief.png", "style": "relief"}'
refused 1 "the largest size that fits is" build land.oro.json --size 8k --memory 200m; gone land
run 6 build land.oro.json --size 8k --memory 200m --dry-run; prints "would be refused: this takes up to"
fits=$(sed -n 's/.*fits is \([0-9]*\) .*/\1/p' out.txt)
run 0 build land.oro.json --size "$fits" --memory 200m --dry-run
run 0 build land.oro.json --size "$fits" --memory 200m --quiet
run 0 build land.oro.json --size 8k --memory 100g --dry-run
refused 1 "(--size" noise --size 8k --memory 100m out.npy; gone out.npy
refused 1 "step 1 (noise): this takes up to" chain "noise --size 4k ! slope ! write out.npy" --memory 100m; gone out.npy
refused 1 "a map of" slope land/height.npy out.npy --memory 50m; gone out.npy
refused 1 "(--detail" render land.oro.json -o out2.png --detail 8k --memory 100m; gone out2.png
refused 1 "(--size" score land.oro.json --size 8k --memory 100m
refused 1 "(--size" search land.oro.json --size 8k --seeds 1..3 --best relief --memory 100m -o found; gone found
export OROGEN_MEMORY=100m
refused 1 "and 100 MiB are available" noise --size 8k out.npy
unset OROGEN_MEMORY
mkdir -p "$XDG_CONFIG_HOME/orogen"
echo '{"memory_mib": 110}' >"$XDG_CONFIG_HOME/orogen/config.json"
refused 1 "and 110 MiB are available" noise --size 8k out.npy
refused 2 "the memory must be 16 MiB to 1024 GiB" noise --size 65 out.npy --memory 3
refused 2 "as 8g, 512m or 900" noise --size 65 out.npy --memory lots
finish
