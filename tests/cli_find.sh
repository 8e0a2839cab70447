#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_find.sh OROGEN
# Words that people who do not know the operators' names would type, and what they should be offered first: by `orogen ops`,
# and (the same search) by the studio's box for adding. A name in the first column is explained by `ops`, so none stands here.
set -u
orogen=$(realpath "$1")
faults=0
count=0

fault() {
    echo "FAILED  $*"
    faults=$((faults + 1))
}

while IFS='|' read -r word first; do
    count=$((count + 1))
    found=$("$orogen" ops "$word" 2>/dev/null | sed -n "1s/^  //;1s/  .*//p")
    [ "$found" = "$first" ] || fault "\"$word\" should find \"$first\" first, not \"$found\""
done <<'WORDS'
erosion|pipes
erode|pipes
river|pipes
rivers|pipes
valley|pipes
rain|pipes
water|pipes
lake|lakes
canyon|pipes --preset canyon
alpine|pipes --preset alpine
badlands|pipes --preset badlands
gullies|droplets --preset gullies
gully|droplets
talus|thermal
scree|thermal
landslide|thermal
weathering|thermal
thermal erosion|thermal
marching cubes|isosurface --method marching-cubes
polygonise|isosurface
overhang|isosurface
ball|body --shape sphere
sponge|body --shape gyroid
boolean|combine
csg|combine
voxelize|extrude
manifold|topology
genus|topology
volcano|examples volcano
mountain|shape --kind cone
mountains|noise
hills|noise
hill|shape --kind dome
crater|shape --kind crater
snow|weights
grass|weights
texture|weights
material|weights
biome|weights
splatmap|weights
color|tint
colour|tint
subtract|blend --mode subtract
max|blend --mode maximum
min|blend --mode minimum
add|blend --mode add
multiply|blend --mode multiply
merge|blend
perlin|noise --basis gradient
worley|noise --basis cellular
simplex|noise --basis simplex
fbm|noise --fractal fbm
ridged|noise --fractal ridged
ridged noise|noise --fractal ridged
dunes|noise --fractal billow
terrain|noise
cliff|terrace
plateau|terrace
steps|terrace
select|mask
selection|mask
steep|mask --kind slope
mesh|triangulate
triangles|triangulate
decimate|simplify
tessellate|simplify --method hume
print|solid
watertight|solid
skirts|skirt
chunk|lod
level of detail|lod
volume|voxels
section|slice
control points|control_points
rbf|control_points
spot heights|control_points
thin plate|control_points --mode plate
bilinear|value_fractal
depressions|fill
sinks|fill
accumulation|flow
catchment|flow
watershed|flow
wetness|flow
streams|flow
pond|lakes
tarn|lakes
csv|survey
curves|paths
density|plot --show count
trace|stroke
obj|convert IN OUT.obj
heightmap|import
image|import
dem|import
load|import
smooth|blur
distort|warp
flip|invert
brush|paint
road|lay
spline|diffuse
curve|remap
coast|island
ocean|island
flat|constant
resize|resample
tile|seam
normalize|normalise
diamond-square|midpoint
export|export
steepness|slope
game|playability
WORDS

# Words that stand for a choice are offered by the messages about unknown names too, misspelt or not.
hint() { # word, what the message must hold
    "$orogen" "$1" 2>&1 | grep -qF "$2" || fault "orogen $1 should say: $2"
}
hint erosion '(did you mean "pipes"?)'
hint erozion '(did you mean "pipes"?)'
hint perlin '(did you mean "noise"?)'
hint slpoe '(did you mean "slope"?)'
scene=$(mktemp --suffix=.oro.json)
trap 'rm -f "$scene"' EXIT
echo '{"orogen": 1, "nodes": [{"id": "a", "op": "perlin"}]}' >"$scene"
"$orogen" validate "$scene" 2>&1 | grep -qF '"noise"' || fault "a scene that says perlin should be told of noise"
"$orogen" help erosion | grep -q '^  pipes' || fault "help erosion should list pipes"
"$orogen" ops qqqqqq >/dev/null 2>&1
[ $? -eq 2 ] || fault "a word that nothing has should be refused"

# Every operator says by which words it is found, wherever operators are described.
"$orogen" ops --json | python3 -c '
import json, subprocess, sys
without = [o["name"] for o in json.load(sys.stdin)["operators"] if not o.get("words")]
sys.exit(f"these operators have no .words: {without}" if without else 0)' || fault "operators without words"
# A chain of operators and the erosion by running water are told apart.
"$orogen" ops pipe | grep -q '^  pipes  *Erode by running water' || fault "ops pipe should list the operator pipes"
"$orogen" ops pipe | grep -q '^  chain  *Run operators' || fault "ops pipe should list the command chain"
"$orogen" help pipe | grep -q '^orogen chain: ' || fault "help pipe should explain chain"
"$orogen" help pipe | grep -q 'orogen help pipes' || fault "help pipe should lead to pipes"
"$orogen" help noise | grep -q '^Found by: .*worley (basis=cellular)' || fault "help noise should print its words"
"$orogen" ops noise --markdown | grep -q '^Found by: .*worley (`basis=cellular`)' || fault "the reference should print the words"
"$orogen" ops --schema | grep -q '"description": "Found by: .*worley' || fault "the schema should print the words"

# Examples stand under what they show.
"$orogen" examples | grep -q '^Landscapes to begin with$' || fault "orogen examples should print the groups"
"$orogen" examples | grep -qE '^(olsen|hume|maneru|mathisen)$' && fault "a group of examples is named after a person"

echo "$count words, $faults faults"
[ $faults -eq 0 ]
