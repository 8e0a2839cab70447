#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli.sh OROGEN
# The command line as a person meets it: what works, and for everything wrong the sentence, the place and the exit code.
tests=$(realpath "$(dirname "$0")")
scenes=$tests/cli
# shellcheck source=tests/cli_lib.sh
source "$tests/cli_lib.sh" "$1"

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
run 0 help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' out.txt >commands.txt
while read -r command; do
    run 0 help "$command"; prints "Example:"
done <commands.txt
run 0 man build; prints ".TH OROGEN-BUILD 1"; prints '\-\-dry\-run'
run 0 man -o pages --quiet; silent; there pages/orogen.1 pages/orogen-slope.1
refused 4 "pages/orogen.1: the file already exists" man -o pages
refused 2 'did you mean "slope"?' man slop
run 0 bench slope constant --size 33 --json; holds "[o['op'] for o in j['operators']] == ['slope', 'constant'] and j['size'] == [33, 33]"
refused 2 "reads a file and is not timed" bench import
refused 2 "2 to 65536 samples along a side" bench --size 1
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
refused 2 "--height: height must be a number from -100000 to 100000 m, not \"1000000\"" constant --height 1e6 a.png
refused 2 "--height: height must be a number" constant --height tall a.png
refused 2 "--height needs a value" constant --height
refused 2 "2 to 65536 samples along a side" constant --size 0x0 a.png
refused 2 "2 to 65536 samples along a side" constant --size 100000x100000 a.png
refused 2 "--size: size must be a number of samples" constant --size big a.png
refused 2 "--threads" constant --threads 0 a.png
refused 2 "--cpu" constant --cpu fast a.png
refused 2 "--progress" constant --progress sometimes a.png
refused 2 "the ending does not name a raster format" constant a.jpg
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
refused 2 "must be on or off" mask --invert=perhaps cone.npy x.npy
run 0 --json constant --size 9 js.png; holds "j['op'] == 'constant' and j['outputs'][0]['path'] == 'js.png'"
run 2 --json constant --height tall a.png; holds "j['error']['where'] == '--height' and j['error']['status'] == 'bad argument'"
run 2 build --bogus --json; holds "'no flag --bogus' in j['error']['sentence']"
run 2 --json; holds "j['error']['sentence'] == 'a command is missing'"
run 2 biuld --json; holds "'build' in j['error']['sentence']"
for command in $(cat commands.txt); do
    [ "$command" = bench ] || { run 2 "$command" 1 2 3 4 --nonsense --json; holds "j['error']['status'] == 'bad argument'"; }
done

# --- the settings file --------------------------------------------------------------------------------------------------------
mkdir -p settings/orogen
config() { printf '%s' "$1" >settings/orogen/config.json; }
config '{"threads": 1, "cpu": "baseline", "cache_mib": 64, "progress": "json"}'
run 0 bench slope --size 33 --json; holds "j['threads'] == 1 and j['cpu'] == 'baseline'"
run 0 build "$scenes/good.oro.json" -o configured; says '{"progress":'
run 0 build "$scenes/good.oro.json" -o configured --force --progress never; lacks '{"progress":'
run 0 bench slope --size 33 --json --threads 2; holds "j['threads'] == 2"
OROGEN_THREADS=3 run 0 bench slope --size 33 --json; holds "j['threads'] == 3"
config '{"threads": 0}'; refused 3 "config.json:1:13: threads takes a whole number from 1 to 64" bench slope --size 33
config '{"cpu": "fast"}'; refused 3 'cpu takes "baseline", "avx2" or "avx512"' bench slope --size 33
config '{"progress": true}'; refused 3 "progress takes" bench slope --size 33
config '{"cache_mib": 1.5}'; refused 3 "cache_mib takes a whole number of MiB" bench slope --size 33
config '{"thread": 4}'; refused 3 'config.json:1:12: there is no setting "thread" (did you mean "threads"?)' bench slope --size 33
config '[1]'; refused 3 "the settings must be an object" bench slope --size 33
config '{"threads": 4,'; refused 3 "config.json:1:" bench slope --size 33
run 0 help; prints "cache_mib"
rm -r settings

# --- operators on files -----------------------------------------------------------------------------------------------------
run 0 slope cone.npy steep.npy
run 0 statistics cone.npy; prints "maximum "; prints " m"
run 0 statistics cone.npy --json; holds "j['values']['maximum'] > j['values']['mean']"
refused 3 "below.npy: b is 33 x 33 samples" blend cone.npy below.npy x.npy
run 0 blend cone.npy steep.npy --amount on.npy mixed.npy
refused 3 "the map that drives amount is 33 x 33" blend cone.npy steep.npy --amount below.npy x.npy
refused 2 "amount must be a number from 0 to 1, or the file" blend cone.npy steep.npy --amount plenty x.npy
run 0 warp cone.npy --guide steep.npy warped.npy
run 0 clamp --limits 0..50 cone.npy clamped.png --range 0..100
run 0 info clamped.png --json; holds "j['range'] == [0, 100] and j['max'] <= 50.01"
run 0 info cone.npy; prints "65 x 65 samples"
refused 3 "nothere.png" slope nothere.png x.npy
refused 4 "the file already exists; use force to replace it (--force)" slope cone.npy steep.npy
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
refused 3 "step 1 (read): nan.npy: 2 of its" chain "read nan.npy ! slope ! write x.npy"
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
refused 2 "the range must run from a lower to a higher number" convert cone.npy x.png --range 5..1
mkdir bare && cp back.png bare/
run 0 convert bare/back.png plain.npy; says "--range"; says "--extent"
run 0 convert bare/back.png known.npy --range 10..20 --extent 640; lacks "note"
run 0 info known.npy --json; holds "j['min'] == 10 and j['max'] == 20 and j['cell'] == 10"

# --- chains -----------------------------------------------------------------------------------------------------------------
run 0 chain "shape --size 65 ! slope ! write piped.npy"
run 0 diff piped.npy steep.npy
run 0 pipe "shape --size 65 ! slope ! write old.npy"; run 0 diff piped.npy old.npy # its former name
run 0 chain shape --size 65 ! slope ! write apart.npy --force
run 0 diff apart.npy steep.npy
run 0 chain "read cone.npy ! terrace --step 20 ! write kept.npy ! statistics"; prints "mean "; there kept.npy
run 0 chain --json "read cone.npy ! statistics"; holds "'mean' in j['steps'][0]['values']"
refused 2 'step 2 (slop): there is no command or operator "slop" (did you mean "slope"?)' chain "shape ! slop ! write x.npy"
refused 2 "step 2 (slope): --measure: measure must be one of degrees, percent, ratio, not \"foo\"" chain "shape --size 65 ! slope --measure foo ! write x.npy"
run 0 chain "shape --size 65 ! name cone ! slope ! name steep ! @cone ! blend @steep --amount @steep ! write branched.npy"
run 0 blend cone.npy steep.npy --amount steep.npy straight.npy
run 0 diff branched.npy straight.npy
run 0 chain "shape --size 65 ! name a ! constant --size 65 --height 7 ! blend @a --mode add ! write sum7.npy"
run 0 info sum7.npy --json; holds "j['min'] >= 6.99"
run 0 chain "constant --size 33 --result @flat ! blend @flat --mode subtract ! write zero.npy"
run 0 info zero.npy --json; holds "j['min'] == 0 and j['max'] == 0"
refused 2 'step 3 (@con): there is no map @con (did you mean "cone"?)' chain "shape ! name cone ! @con ! write x.npy"
refused 2 "step 3 (blend): there is no map @b" chain "shape ! name cone ! blend @b ! write x.npy"
refused 2 "step 2 (@b): this starts a new branch" chain "shape ! @b ! write x.npy"
refused 2 "step 3 (name): a map is already called a" chain "shape ! name a ! name a ! write x.npy"
refused 2 'cannot be called "a/b"' chain "shape ! name a/b ! write x.npy"
refused 2 "there is nothing to name yet" chain "name a ! write x.npy"
refused 2 "the map of the step before goes to height" chain "shape ! name a ! slope --height @a ! write x.npy"
refused 2 "there is no map @a" blend @a @b x.npy
refused 2 "step 2 (constant): constant makes a map from nothing" chain "shape ! constant ! write x.npy"
refused 2 "end it with ! write FILE" chain "shape ! slope"
refused 2 "step 2 of the chain is empty" chain "shape ! ! write x.npy"
refused 2 "step 1 (write): there is nothing to write yet" chain "write x.npy"
refused 2 "step 2 (read): this starts a new branch" chain "shape ! read cone.npy ! write x.npy"
refused 2 "never closed" chain "shape --kind 'cone ! write x.npy"
refused 4 "step 2 (write): cone.npy: the file already exists" chain "shape ! write cone.npy"
gone x.npy

# --- builds -----------------------------------------------------------------------------------------------------------------
run 0 build "$scenes/good.oro.json"; says "wrote good/height.png"
there good/height.png good/height.png.terrain.json good/height.npy good/relief.png good/masks/steep.r16
gone good/relief.png.terrain.json
refused 4 "good/height.png: the file already exists" build "$scenes/good.oro.json"
run 0 build "$scenes/good.oro.json" -o one --json --threads 1 --cpu baseline; cp out.txt one.json
holds "list(j) == ['scene','size','seed','seconds','peak_bytes','nodes','outputs','ledgers']"
holds "j['size'] == [129, 65] and j['seed'] == 3 and [n['id'] for n in j['nodes']] == ['cone','steps','steep']"
holds "list(j['nodes'][0]) == ['id','op','seconds','cached','hash'] and list(j['outputs'][0]) == ['path','node','format','hash','range','clipped']"
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
# The estimate has to lie within a tenth of the measured peak: results are held alike at all sizes, and what rounds to whole
# pages and rows of 64 bytes is a few hundredths at these sizes.
for size in 129 700; do
    run 0 build "$scenes/good.oro.json" -o dry --dry-run --json --size $size; cp out.txt dry.json
    run 0 build "$scenes/good.oro.json" -o "wet$size" --json --size $size
    holds "abs(json.load(open('dry.json'))['memory_bytes'] / j['peak_bytes'] - 1) < 0.1"
done
refused 2 "65x33 does" build "$scenes/good.oro.json" -o x --size 65x65
refused 2 "2 to 65536 samples along a side" build "$scenes/good.oro.json" -o x --size 100000x100000
refused 2 "--set cone.heigt" build "$scenes/good.oro.json" -o x --set cone.heigt=4
refused 2 "--set steps.amount: amount must be" build "$scenes/good.oro.json" -o x --set steps.amount=7
refused 2 "not of the form node.argument=value" build "$scenes/good.oro.json" -o x --set cone
refused 2 "--seed" build "$scenes/good.oro.json" -o x --seed -4
refused 4 "a file of that name already exists" build "$scenes/good.oro.json" -o cone.npy
refused 4 "cone.npy: the folder cannot be made" build "$scenes/good.oro.json" -o cone.npy/x
refused 3 "nothere.oro.json" build nothere.oro.json -o x
refused 3 "outputs/0: \"../outside.png\" leaves the output folder" build "$scenes/escape.oro.json" -o x
refused 3 "in a circle" build "$scenes/cycle.oro.json" -o x
refused 3 "unknown-operator.oro.json/nodes/0/op" build "$scenes/unknown-operator.oro.json" -o x; says 'did you mean "terrace"?'
says "orogen ops lists them"
run 3 validate "$scenes/unknown-operator.oro.json"; prints "orogen ops lists them"
refused 3 "unknown-key.oro.json/nodes/0/args/heigth" build "$scenes/unknown-key.oro.json" -o x; says 'did you mean "height"?'
refused 3 "out-of-range.oro.json/nodes/1/args/amount: amount must be" build "$scenes/out-of-range.oro.json" -o x
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

# --- validate, diff, new, examples ------------------------------------------------------------------------------------------
run 0 validate "$scenes/good.oro.json"; says "no errors or warnings"
run 6 validate "$scenes/useless.oro.json"; prints "useless.oro.json/nodes/1: finding:"
sed 's/^{/{"render": {"water_map": "b"},/' "$scenes/useless.oro.json" > shown.oro.json
run 0 validate shown.oro.json; says "no errors or warnings"
sed 's/: "b"}/: "gone"}/' shown.oro.json > unshown.oro.json
run 6 validate unshown.oro.json; prints "unshown.oro.json/render/water_map: finding: no node makes a map called gone"
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
# --- pictures -------------------------------------------------------------------------------------------------------------
png_size() { python3 -c "import struct, sys; print('%dx%d' % struct.unpack('>II', open('$1', 'rb').read(24)[16:]))"; }
sized() { checks=$((checks + 1)); [ "$(png_size "$1")" = "$2" ] || fault "$1 is $(png_size "$1"), not $2"; }
other() { checks=$((checks + 1)); ! cmp -s "$1" "$2" || fault "$1 and $2 are the same"; }
quick="--quality draft --size 64x36"
run 0 render valley.oro.json -o shot.png --detail 65 --water 10 $quick; sized shot.png 64x36; says "wrote shot.png"
run 0 render cone.npy -o cone.png $quick --json --quiet; silent
holds "j['style'] == 'photo' and j['size'] == [64, 36] and j['files'] == ['cone.png'] and j['seconds'] > 0"
run 0 render --help; prints "curvature"; prints "--turntable N"
for style in relief height slope curvature flow classes normals; do
    run 0 render cone.npy -o "$style.png" --style "$style" --width 120 --quiet; sized "$style.png" 120x120
    run 0 render cone.npy -o "$style-1.png" --style "$style" --width 120 --threads 1 --quiet; same "$style.png" "$style-1.png"
done
run 0 render cone.npy -o legend.png --style height --size 400x300; sized legend.png 400x300
run 0 render cone.npy -o plain.png --style height --width 300 --no-legend; sized plain.png 300x300
run 0 render cone.npy -o change.png --difference cone.r16 --width 100
run 0 render cone.npy -o halves.png --split cone.r16 --style slope --width 100
run 0 render cone.npy -o photos.png --split cone.r16 $quick
run 0 render "$scenes/good.oro.json" -o nodes.png --difference cone --node steps --detail 65 --width 100
run 0 render "$scenes/good.oro.json" -o wet.png --style relief --water-map steep --detail 65 --width 100
printf '[{"type": "spline", "points": [[100, 100], [2000, 900], [3900, 3900]], "colour": "#aa0022", "width": 3}]' >path.json
printf '100,100\n3900,3900\n' >path.csv
run 0 render cone.npy -o overlay.png --style relief --overlay path.json; other overlay.png relief.png
run 0 render cone.npy -o overlay2.png --style slope --width 200 --overlay path.csv
run 0 render cone.npy -o tt.png --turntable 3 $quick; there tt-000.png tt-001.png tt-002.png; gone tt.png tt-003.png; other tt-000.png tt-001.png
run 0 render cone.npy -o tf.png --turntable 2 --from 3000,0,1500 --look-at 0,0,0 $quick; other tf-000.png tf-001.png
rm tt-000.png
refused 4 "tt-001.png: the file already exists" render cone.npy -o tt.png --turntable 3 $quick; gone tt-000.png
run 0 render cone.npy -o tt.png --turntable 3 --force $quick; there tt-000.png
for view in three-quarter top low close; do
    run 0 render cone.npy -o "view-$view.png" --view "$view" $quick
done
other view-low.png view-close.png; other view-top.png view-low.png
run 0 render cone.npy -o camera.png --from 0,-3000,2000 --look-at 0,0,200 --fov 60 --sun 120,40 --haze 0 --exposure 0.5 --no-snow --surround none $quick
run 0 render cone.npy -o ortho.png --orthographic --exaggeration 2 --snow-line 0 --water 5 --surround sea $quick
run 0 render cone.npy -o dusk.png --date 12-21 --time 16:30 --latitude 47 $quick; says "the sun stands at azimuth"
run 0 render cone.npy -o night.png --date 12-21 --time 12:00 --latitude 80 $quick; says "elevation -13"
run 0 render cone.npy -o under.png --from 0,0,-500 --look-at 1000,0,0 $quick
sed 's/"nodes"/"render": {"view": "harbour", "sun": [90, 20], "views": {"harbour": {"from": [0, -3000, 900], "look_at": [0, 0, 0]}}}, "nodes"/' \
    "$scenes/good.oro.json" >views.oro.json
run 0 render views.oro.json -o harbour.png --detail 65 $quick
run 0 render views.oro.json -o harbour2.png --detail 65 --view harbour $quick; same harbour.png harbour2.png
run 0 render views.oro.json -o harbour3.png --detail 65 --view top $quick; other harbour.png harbour3.png
run 0 render "$scenes/good.oro.json" -o harbour4.png --detail 65 --from 0,-3000,900 --look-at 0,0,0 --sun 90,20 $quick; same harbour.png harbour4.png
refused 2 'did you mean "harbour"?' render views.oro.json -o x.png --view habour
sed 's/"harbour", "sun"/"harbor", "sun"/' views.oro.json >badview.oro.json
refused 3 "badview.oro.json/render/view" render badview.oro.json -o x.png; says 'did you mean "harbour"?'
run 3 validate badview.oro.json; prints "badview.oro.json/render/view: error:"
sed 's/"style": "relief"/"style": "slope"/' "$scenes/good.oro.json" >styled.oro.json
run 0 build styled.oro.json -o styled --size 65; sized styled/relief.png 1024x"$(png_size styled/relief.png | cut -dx -f2)"
sed 's/"style": "relief"/"style": "difference"/' "$scenes/good.oro.json" >twomaps.oro.json
refused 3 "the style difference needs two" build twomaps.oro.json -o x
python3 - <<'PY'
import math, struct
side = 24
values = [math.dist((x, y, z), (11.5, 11.5, 11.5)) - 8 for z in range(side) for y in range(side) for x in range(side)]
head = "{'descr': '<f4', 'fortran_order': False, 'shape': (24, 24, 24), }".ljust(117) + "\n"
open("ball.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<%df" % len(values), *values))
PY
run 0 render ball.npy -o ball.png --extent 230 --width 300; there ball.png
run 0 render ball.npy -o ballx.png --style slice --axis x --at 5 --size 300x200; sized ballx.png 300x200
refused 2 "--at: the volume lies between 0 and 23 m along z; 99 m misses it" render ball.npy -o x.png --at 99
refused 2 "--axis" render ball.npy -o x.png --axis w
run 0 render ball.npy -o sheet.png --width 400 --force; sized sheet.png 400x"$(png_size sheet.png | cut -dx -f2)"
run 0 render ball.npy -o sheet.png --style volume --axis y --at 20 --size 300x240 --force; sized sheet.png 300x240
cat >rock.oro.json <<'SCENE'
{"orogen": 1, "world": {"extent": 100, "resolution": 33}, "render": {"style": "relief"}, "nodes": [
  {"id": "ball", "op": "body", "args": {"x": 50, "y": 50, "z": 50, "radius": 30, "top": 100}},
  {"id": "skin", "op": "isosurface", "args": {"volume": "ball"}},
  {"id": "fine", "op": "displace", "args": {"surface": "skin", "amplitude": 3, "bump_size": 20}},
  {"id": "painted", "op": "colour", "args": {"surface": "fine"}}], "outputs": [{"from": "painted", "file": "rock.ply"}]}
SCENE
run 0 render rock.oro.json --node ball -o rock.png --width 400; there rock.png
run 0 render rock.oro.json --node ball.result -o rockz.png --axis z --at 70 --size 200x220; sized rockz.png 200x220
refused 3 "can only be drawn as a slice" render rock.oro.json --node ball -o x.png --style relief
refused 2 "this is for maps, not for volumes" render rock.oro.json --node ball -o x.png --water-map ball.npy
refused 2 "misses it" render rock.oro.json --node ball -o x.png --at 500
run 0 render rock.oro.json -o painted.png --style photo --size 64x48 --quality draft; sized painted.png 64x48
run 0 build rock.oro.json -o rockfiles; head -c 500 rockfiles/rock.ply | grep -aq "property uchar red" || fault "colours are not in the PLY"
refused 3 "can only be drawn as a slice" render ball.npy -o x.png --style relief
refused 3 "an NPY file with three dimensions" render cone.npy -o x.png --style slice
"$orogen" render cone.npy -o stopped.png --quality best --size 4096x4096 --progress=json >out.txt 2>err.txt &
pid=$!
for _ in $(seq 200); do grep -q picture err.txt && break; sleep 0.02; done
kill -INT "$pid"
wait "$pid"
code=$?
last="orogen render interrupted"
checks=$((checks + 1))
[ "$code" -eq 130 ] || fault "$last: exit code $code, expected 130"
says "interrupted"; gone stopped.png
refused 2 'there is no style "oil"; there are photo, wireframe, relief, height' render cone.npy -o x.png --style oil
refused 2 'did you mean "height"?' render cone.npy -o x.png --style heigth
refused 2 '--view: there is no view "lwo" (did you mean "low"?)' render cone.npy -o x.png --view lwo
refused 2 "along a side, not \"20000x20000\"" render cone.npy -o x.png --size 20000x20000
refused 2 "size must be a number of pixels, as 1280x720" render cone.npy -o x.png --size wide
refused 2 "--width" render cone.npy -o x.png --width 99999
refused 2 "give one of the two" render cone.npy -o x.png --width 10 --size 10x10
refused 2 "--from" render cone.npy -o x.png --from 1,2
refused 2 "--look-at" render cone.npy -o x.png --look-at here
refused 2 "--fov" render cone.npy -o x.png --fov 200
# What the renderer says of its members, in the words of the command line.
refused 2 "--look-at: the camera stands where it looks" render cone.npy -o x.png --from 1,2,3 --look-at 1,2,3 $quick
run 0 render cone.npy -o buried.png --from 0,0,-900 $quick; says "note: --from: the camera was"
refused 2 '--sun: elevation must be a number from -90 to 90 deg, not "100"' render cone.npy -o x.png --sun 10,100
refused 2 'no such date as "02-30"' render cone.npy -o x.png --date 02-30
refused 2 'no such time as "26:00"' render cone.npy -o x.png --time 26:00
refused 2 "--latitude" render cone.npy -o x.png --latitude 100
refused 2 "--sun: the sun is given by its angles or by date, time and latitude, not by both" render cone.npy -o x.png --sun 10,10 --date 06-21
refused 2 "this is for the style photo, not for relief" render cone.npy -o x.png --style relief --view low
refused 2 "this is for styles seen from above, not for photo" render cone.npy -o x.png --overlay path.json
refused 2 "compares two maps; name the earlier one" render cone.npy -o x.png --style difference
refused 2 "--turntable" render cone.npy -o x.png --turntable 1
refused 2 "cannot circle the land" render cone.npy -o x.png --turntable 4 --view low
refused 2 "--difference" render cone.npy -o x.png --difference below.npy --style height
refused 2 "only maps of the same ground can be compared" render cone.npy -o x.png --difference wide.npy
refused 3 "must have as many samples as the land" render cone.npy -o x.png --water-map below.npy
refused 3 "nothere.json" render cone.npy -o x.png --style relief --overlay nothere.json
printf 'v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >tetra.obj
run 0 render tetra.obj -o mesh.png $quick; sized mesh.png 64x36
run 0 render tetra.obj -o wire.png --style wireframe $quick; other mesh.png wire.png
run 0 render cone.npy -o grid.png --style wireframe $quick; other grid.png cone.png
run 0 render tetra.obj -o upright.png --y-up $quick; other mesh.png upright.png
run 0 render tetra.obj -o tm.png --turntable 2 $quick; other tm-000.png tm-001.png
refused 2 "a mesh can be drawn as photo or wireframe" render tetra.obj -o x.png --style height
refused 2 "this is for maps" render tetra.obj -o x.png --split cone.npy
printf 'v 0 0 0\nf 1 2 9\n' >badmesh.obj
refused 3 "badmesh.obj" render badmesh.obj -o x.png
refused 3 "nothere.stl" render nothere.stl -o x.png
refused 2 "this is for scenes" render cone.npy -o x.png --detail 65
refused 2 "must be one of natural, arid, grey" render cone.npy -o x.png --style relief --palette sepia
refused 2 "contours every" render cone.npy -o x.png --style height --interval 0.001
refused 2 "the ending does not name a picture format; use one of .png" render cone.npy -o x.npy
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
finish
