#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_files.sh OROGEN [BUILD_FOLDER]
# Files of other programs in and out of the command line: what GDAL, libtiff, OpenEXR's tools and pngcheck
# say of ours, what we make of theirs, and the sentence for everything wrong.
tests=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli_lib.sh
source "$tests/cli_lib.sh" "$1"

# other WORDS…: somebody else's program must succeed; what it prints goes to out.txt.
other() {
    checks=$((checks + 1))
    last="$*"
    "$@" >out.txt 2>err.txt || fault "$last: exit code $?"
}
hash_of() { "$orogen" info "$1" --json 2>/dev/null | python3 -c "import json, sys; print(json.load(sys.stdin)['hash'])"; }
same_values() { # same_values A B: the same floats in both
    checks=$((checks + 1))
    [ "$(hash_of "$1")" = "$(hash_of "$2")" ] || fault "$last: $1 and $2 differ"
}

# A map without any symmetry: noise on a slope.
run 0 chain "noise --scale 700 --amplitude 90 --size 73x41 --extent 2880 ! write a.npy"

# --- others read what we write -----------------------------------------------------------------------------------------
run 0 convert a.npy a.tif; same_values a.npy a.tif
other tiffinfo a.tif; prints "Image Width: 73 Image Length: 41"; prints "Bits/Sample: 32"; prints "IEEE floating point"
prints "AdobeDeflate"; prints "floating point predictor"
other gdalinfo -stats a.tif; prints "Size is 73, 41"; prints "AREA_OR_POINT=Point"; prints "Pixel Size = (40.000000000000000,-40"
prints "ENGCRS"; prints "Block=256x256 Type=Float32"; silent
# Values, sample by sample and row by row, by GDAL's own text.
other gdal_translate -q -of AAIGrid a.tif gdal.asc
run 0 convert gdal.asc gdal.npy --force; same_values a.npy gdal.npy
run 0 convert a.npy codes.tif --bits 16 --range -200..200
other gdalinfo codes.tif; prints "Type=UInt16"; prints "Offset: -200,   Scale:0.00610"
other tiffinfo codes.tif; prints "horizontal differencing"
run 0 convert a.npy a.exr; same_values a.npy a.exr
other exrheader a.exr; prints "Y, 32-bit floating-point, sampling 1 1"; prints "(0 0) - (72 40)"; prints "zip, multi-scanline"
run 0 convert a.npy r.exr --channel R
other exrheader r.exr; prints "R, 32-bit floating-point"
run 0 convert a.npy a.asc; same_values a.npy a.asc
other gdal_translate -q -of AAIGrid -co DECIMAL_PRECISION=9 a.asc again.asc
run 0 convert a.npy a.png
other pngcheck -v a.png; prints "73 x 41 image, 16-bit grayscale"; lacks "gAMA"; lacks "sRGB"
run 0 convert a.npy a.raw --layout f32,big,south; same_values a.npy a.raw
python3 - <<'P' || fault "the rows of a.raw are not as said"
import array, json
a = array.array("f"); a.frombytes(open("a.raw", "rb").read()); a.byteswap()
b = array.array("f"); b.frombytes(open("a.npy", "rb").read()[128:])
said = json.load(open("a.raw.terrain.json"))
assert said["type"] == "f32" and said["row_order"] == "south-first" and said["byte_order"] == "big-endian"
assert all(a[(40 - y) * 73 + x] == b[y * 73 + x] for y in range(41) for x in range(73))
P
run 0 convert a.npy e.r16 --range -256..256
python3 - <<'P' || fault "the numbers for engines are wrong"
import json
s = json.load(open("e.r16.terrain.json"))
lo, hi = s["range"]
unreal, unity = s["import"]["unreal"], s["import"]["unity"]
for code in (0, 12345, 65535):  # Unreal: centimetres; Unity: 65536 steps
    want = lo + code / 65535 * (hi - lo)
    assert abs((code - 32768) / 128 * unreal["scale_z"] / 100 + unreal["location_z"] / 100 - want) < 1e-6
    assert abs(code / 65536 * unity["terrain_height"] + unity["terrain_y"] - want) < 1e-6
assert unreal["scale_xy"] == [4000, 4000] and unity["terrain_width_length"] == [2880, 1600]
P

# --- we read what others write -------------------------------------------------------------------------------------------
for how in "Float64 -co COMPRESS=LZW" "Float32 -co COMPRESS=ZSTD" "Float32 -co TILED=YES -co BLOCKXSIZE=32 -co BLOCKYSIZE=16" \
    "Float64 -co BIGTIFF=YES" "Float32 -co ENDIANNESS=BIG" "Float32 -co COMPRESS=DEFLATE -co PREDICTOR=3"; do
    rm -f t.tif
    # shellcheck disable=SC2086
    other gdal_translate -q -ot $how a.tif t.tif
    same_values a.npy t.tif
done
other gdal_translate -q -ot Int16 -co COMPRESS=DEFLATE a.tif i16.tif
other gdal_translate -q -of AAIGrid i16.tif i16.asc
run 0 info i16.tif; same_values i16.tif i16.asc
other gdal_translate -q -ot Byte -scale -100 100 0 255 -b 1 -b 1 -b 1 -co PHOTOMETRIC=RGB a.tif bands.tif
run 0 info bands.tif
other gdal_translate -q -ot Byte -b 1 -b 1 -b 1 -co PHOTOMETRIC=MINISBLACK a.tif three.tif
run 0 info three.tif; says "has 3 channels; 1 is read"
other gdal_translate -q -ot Byte -scale_1 -100 100 0 255 -scale_2 -100 100 255 0 -scale_3 -100 100 0 255 -b 1 -b 1 -b 1 \
    -co PHOTOMETRIC=RGB a.tif colours.tif
refused 3 "this is a colour picture" info colours.tif; says "choose a channel (orogen convert --in-channel R)"
run 0 convert colours.tif red.npy --in-channel R --range 0..255
run 0 convert bands.tif first.npy --range 0..255
same_values red.npy first.npy
refused 3 "there is no channel \"K\"; it has R, G, B" convert colours.tif no.npy --in-channel K
other exrmaketiled -m -t 16 16 a.exr mips.exr
run 0 info mips.exr; same_values a.npy mips.exr
other exrmaketiled -r -t 8 8 -z piz r.exr rips.exr
run 0 info rips.exr; same_values a.npy rips.exr
other /usr/bin/python3 -c "import numpy as n; n.savez_compressed('a.npz', mask=n.zeros((2, 2)), height=n.load('a.npy'))"
run 0 info a.npz; same_values a.npy a.npz
# South-up files, and holes.
other gdal_translate -q -a_srs EPSG:32632 -a_ullr 500000 5598360 502920 5600000 a.tif south.tif
run 0 info south.tif --json; holds "j['georeference']['first'] == [500020, 5599980]"
other gdal_translate -q -a_nodata -9999 -srcwin -3 -2 60 30 a.tif holes.tif
run 0 info holes.tif --json; holds "j['not_finite'] == 60 * 2 + 28 * 3"
refused 3 "are not finite" convert holes.tif holes.png; says "--fill around closes them"; gone holes.png
run 0 convert holes.tif filled.png --fill around; says "filled 204 holes"
run 0 convert holes.tif level.npy --fill 1000; run 0 info level.npy --json; holds "j['max'] == 1000 and j['not_finite'] == 0"
run 0 convert holes.tif kept.tif; other gdalinfo kept.tif; prints "NoData Value=nan"
run 3 slope holes.tif s.npy; says "orogen convert --fill around"

# --- where on earth ------------------------------------------------------------------------------------------------------
other gdal_translate -q -a_srs EPSG:25832 -a_ullr 500000 5600000 502920 5598360 a.tif utm.tif
run 0 info utm.tif; prints "EPSG:25832, first sample at 500020, 5599980, steps of 40 and 40"
place() { gdalinfo "$1" | grep -E '^(Origin|Pixel Size)|ID\["EPSG",[0-9]+\]\]$' | sort | uniq; }
for name in convert.tif slope.tif; do
    case $name in
    convert.tif) run 0 convert utm.tif $name ;;
    slope.tif) run 0 slope utm.tif $name ;;
    esac
    [ "$(place utm.tif)" = "$(place $name)" ] || fault "$last: $name lies elsewhere than utm.tif"
done
run 0 convert utm.tif utm.png; run 0 convert utm.png back.tif # the sidecar of the PNG carries it
[ "$(place utm.tif)" = "$(place back.tif)" ] || fault "the place is lost through a PNG"
run 0 new alps.oro.json --from utm.tif; run 0 build alps.oro.json -o alps --quiet
same_values utm.tif alps/height.tif
[ "$(place utm.tif)" = "$(place alps/height.tif)" ] || fault "the place is lost through a scene"
run 0 build alps.oro.json -o alps2 --size 145 --quiet # finer samples, the same corner sample
other gdalinfo alps2/height.tif; prints "Pixel Size = (20.000000000000000,-20"; prints "Origin = (500010.000000000000000,5599990"
other gdal_translate -q -a_srs "+proj=laea +lat_0=52 +lon_0=10 +x_0=0 +y_0=0 +ellps=GRS80 +units=m" -a_ullr 0 0 2920 -1640 a.tif laea.tif
run 0 convert laea.tif laea2.tif
[ "$(gdalsrsinfo -o proj4 laea.tif)" = "$(gdalsrsinfo -o proj4 laea2.tif)" ] || fault "a system without number is lost"
other gdal_translate -q -a_srs EPSG:2263 -a_ullr 900000 200000 902920 198360 a.tif feet.tif
run 0 info feet.tif --json; holds "abs(j['cell'] - 40 * 1200 / 3937) < 1e-9"
other gdalwarp -q -t_srs EPSG:4326 utm.tif degrees.tif
run 0 convert degrees.tif degrees.png --fill around; says "the file is in degrees; at its middle latitude of 50.54"; says "resampled to square cells"
run 0 info degrees.png --json; holds "abs(j['extent'][0] / 2880 - 1) < 0.03 and abs(j['extent'][1] / 1600 - 1) < 0.06"
run 0 convert degrees.tif kept-degrees.tif; same_values degrees.tif kept-degrees.tif
other gdal_translate -q -a_ullr 7 46 7.1 45.9 a.tif nosystem.tif
other gdal_translate -q -of AAIGrid nosystem.tif bare.asc
run 0 convert bare.asc bare.npy; says "look like degrees"; says "give its width with --extent 4000"

# --- what files do not say -------------------------------------------------------------------------------------------------
ends=$("$orogen" info a.npy --json | python3 -c "import json, sys; j = json.load(sys.stdin); print(j['min'], j['max'], sep='..')")
run 0 convert a.npy bare.png --range "$ends"; rm bare.png.terrain.json
run 0 convert bare.png bare.r32; says "does not say how high it is"; says "does not say how wide it is"
run 0 convert bare.png told.r32 --range 0..500 --extent 720; lacks "does not say"
run 0 info told.r32 --json; holds "j['cell'] == 10 and j['max'] == 500"
run 0 convert a.npy plain.raw --layout i16,big; rm plain.raw.terrain.json
refused 3 "not a square" convert plain.raw b.npy
run 0 convert plain.raw b.npy --size 73x41 --in-layout i16,big
run 0 info b.npy --json; holds "-100 < j['min'] < j['max'] < 120"
refused 2 "the layout must be a type" convert plain.raw c.npy --in-layout u17
refused 2 "tif cannot hold values of 8 bits" convert a.npy c.tif --bits 8
refused 2 "only .exr files have a channel" convert a.npy c.tif --channel R
refused 2 "only .raw files have a layout" convert a.npy c.png --layout u8
refused 2 "are for meshes" convert a.npy c.png --up z
refused 2 "npz can only be read here" convert a.npy c.npz
refused 3 "an HGT tile has 1201" convert a.npy c.hgt
head -c 900 a.tif >cut.tif; refused 3 "truncated" convert cut.tif c.npy
head -c 700 a.exr >cut.exr; refused 3 "truncated" convert cut.exr c.npy
head -c 900 a.asc >cut.asc; refused 3 "truncated" convert cut.asc c.npy
head -c 900 a.npz >cut.npz; refused 3 "truncated" convert cut.npz c.npy
cp a.png fake.tif; refused 3 "not a TIFF" convert fake.tif c.npy
cp a.png fake.exr; refused 3 "not an EXR" convert fake.exr c.npy
gone c.npy c.tif c.png c.npz c.hgt

# --- scenes say how their outputs lie in files -----------------------------------------------------------------------------
scene() { # scene OUTPUTS
    printf '{"orogen": 1, "world": {"extent": 1600, "height": [-1000, 1000], "resolution": 65}, "nodes": [{"id": "n", "op": "noise"}], "outputs": [%s]}' "$1" >s.oro.json
}
scene '{"file": "a.png", "bits": 8}, {"file": "b.tif", "bits": 16}, {"file": "c.exr", "channel": "R"}, {"file": "d.raw", "layout": "i16,big,south"}, {"file": "e.glb"}, {"file": "f.obj", "style": "slope"}'
run 0 build s.oro.json -o out; there out/a.png out/b.tif out/c.exr out/d.raw out/e.glb out/f.obj out/f.mtl out/f-colour.png
other pngcheck -v out/a.png; prints "8-bit grayscale"
other tiffinfo out/b.tif; prints "Bits/Sample: 16"
other exrheader out/c.exr; prints "R, 32-bit"
other python3 -c "import os; assert os.path.getsize('out/d.raw') == 65 * 65 * 2"
refused 4 "already exists" build s.oro.json -o out
rm -r out
for wrong in '{"file": "a.png", "bits": 12}|bits must be 8, 16 or 32' '{"file": "a.png", "bits": 32}|png cannot hold values of 32 bits' \
    '{"file": "a.exr", "channel": "B"}|must be R or Y' '{"file": "a.tif", "channel": "R"}|only .exr' '{"file": "a.raw", "layout": "u9"}|the layout must be' \
    '{"file": "a.hgt"}|1201 x 1201' '{"file": "a.glb", "bits": 16}|not for meshes' '{"file": "a.glb", "style": "photo"}|seen from above' \
    '{"file": "a.jpg"}|one of .png, .r16' '{"file": "a.npz"}|only be read'; do
    scene "${wrong%%|*}"
    refused 3 "${wrong##*|}" build s.oro.json -o out
    gone out
done
scene '{"file": "a.obj"}'
run 0 build s.oro.json -o out --dry-run; prints "obj"; gone out

# --- meshes ------------------------------------------------------------------------------------------------------------------
run 0 convert a.png land.glb; there land.glb land.glb.terrain.json
run 0 convert a.png plain.glb --style none
run 0 convert a.png land.obj --up z; there land.obj land.mtl land-colour.png
refused 4 "land.mtl: the file already exists" convert a.png land.OBJ
refused 2 "has y up by its standard" convert a.png up.glb --up z --force
run 0 render land.obj -o land.png --size 160x90 --quality draft --quiet
run 0 convert land.glb again.ply --scale 0.5; there again.ply
refused 2 "is a mesh" convert land.glb other.ply --range 0..9
refused 2 "cannot be quantised" convert a.png x.ply --quantise

# --- splines -----------------------------------------------------------------------------------------------------------------
cat >roads.svg <<'SVG'
<svg viewBox="0 0 100 100"><path id="pass" stroke="#d9b36c" d="M0 50 Q50 0 100 50"/></svg>
SVG
printf 'x,y,z,name\n0,0,100,crest\n4000,4000,300,crest\n' >crest.csv
run 0 splines roads.svg --extent 4000 --z 12; prints '"name": "pass"'; prints '"colour": "#d9b36c"'; prints '"x": 4000'; prints '"z": 12'
run 0 splines crest.csv -o list.json; there list.json
refused 4 "list.json" splines crest.csv -o list.json
cat >sketch.oro.json <<'SCENE'
{"orogen": 1, "name": "s", "world": {"extent": 4000, "height": [0, 500], "resolution": 65},
 "nodes": [{"id": "sketch", "op": "diffuse", "args": {"splines": [{"name": "mine", "points": [{"x": 1, "y": 2, "z": 3}]}]}},
           {"id": "laid", "op": "lay", "args": {"height": "sketch"}}],
 "outputs": [{"from": "laid", "file": "height.png"}]}
SCENE
cp sketch.oro.json before.json
refused 2 "say which" splines roads.svg --into sketch.oro.json
refused 3 "no node \"sketsch\"" splines roads.svg --into sketch.oro.json --node sketsch
refused 3 "roads.txt" splines roads.txt --into sketch.oro.json --node sketch
refused 2 "need --into" splines roads.svg --node sketch
cmp -s sketch.oro.json before.json || fault "a refused import changed the scene"
run 0 splines roads.svg --into sketch.oro.json --node sketch --z 40; says "1 spline in sketch.splines"
run 0 splines crest.csv --into sketch.oro.json --node sketch
run 0 splines roads.svg --into sketch.oro.json --node laid
run 0 validate sketch.oro.json
grep -q '"mine"' sketch.oro.json && grep -q '"crest"' sketch.oro.json || fault "an import lost splines"
[ "$(grep -c '"pass"' sketch.oro.json)" -eq 2 ] || fault "the road is not in both lists"
run 0 splines crest.csv --into sketch.oro.json --node sketch --replace -o other.oro.json
run 0 build other.oro.json -o splined --quiet; there splined/height.png
! grep -q '"mine"' other.oro.json || fault "--replace kept what was there"

finish
