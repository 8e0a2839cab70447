# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# A part of test_guides.sh: the kind of data of docs/write-a-kind.md, with two operators that make and take it. It must be in
# the schema, the catalogue, the reference, the C header and the help. Then a scene sends one along a wire, finds it in the cache
# and writes it to a file.
kind_guide=docs/write-a-kind.md

kind_block() { awk -v wanted="$1" '/^```c$/ { inside = ++count == wanted; next } /^```/ { inside = 0 } inside' "$kind_guide"; }

kind_user() { # kind_user FAMILY NAME: its file comes on standard input
    { printf '// SPDX-FileCopyrightText: 2026 The Orogen authors\n// SPDX-License-Identifier: MIT\n'; cat; } >"$tree/src/op/$1/$2.c"
    echo "OP($1, $2)" >>"$tree/src/op/ops.def"
}

# The two ```c blocks, the paths in the text before them, and the row.
plant_kind() {
    local header source row
    header=$(grep -oE 'include/orogen/[a-z]+\.h' "$kind_guide" | head -n 1)
    source=$(grep -oE 'src/core/kind_[a-z]+\.c' "$kind_guide" | head -n 1)
    row=$(grep -E '^ *KIND\([A-Z]+, [a-z]+, oro_[a-z]+\)$' "$kind_guide" | head -n 1)
    [ -n "$header" ] && [ -n "$source" ] && [ -n "$row" ] || fail "$kind_guide names no header, no file or no row"
    kind=$(basename "$header" .h)
    [ ! -f "$header" ] && [ ! -f "$source" ] || fail "$kind is in the tree already, so the guide's example is no new kind"
    kind_block 1 >"$tree/$header"
    kind_block 2 >"$tree/$source"
    sed -i "s/^    KIND(PYRAMID,/$row \\\\\n&/" "$tree/include/orogen/kinds.h"
    grep -q "$kind" "$tree/include/orogen/kinds.h" || fail "the row found no place in kinds.h"

    kind_user analyse crossing <<C
#include "op/op.h"
#include "orogen/$kind.h"
typedef struct crossing { const oro_grid *height; oro_$kind *result; } crossing;
static const oro_arg args[] = {
    ORO_ARG(crossing, height, .unit = "m", .doc = "Terrain to cross."),
    ORO_ARG(crossing, result, .unit = "m", .doc = "Its heights in the middle, from west to east."),
};
static oro_status run(oro_run *r, const void *p) {
    const crossing *a = p;
    a->result->count = (uint32_t)a->height->width;
    a->result->step = a->height->cell;
    a->result->heights = oro_alloc(r->ctx, a->result->count * sizeof(float));
    if (!a->result->heights) return ORO_NO_MEMORY;
    memcpy(a->result->heights, oro_row(a->height, a->height->height / 2), a->result->count * sizeof(float));
    return ORO_OK;
}
ORO_OPERATOR(crossing, "Cross a terrain", .family = "analyse", .version = 1, .run = run, .words = "profile",
             .doc = "Takes the heights of the middle row.", .example = "height.png middle.npz");
C
    kind_user generate drawn <<C
#include "op/op.h"
#include "orogen/$kind.h"
typedef struct drawn { const oro_$kind *line; oro_grid *result; } drawn;
static const oro_arg args[] = {
    ORO_ARG(drawn, line, .unit = "m", .doc = "Heights to draw out."),
    ORO_ARG(drawn, result, .unit = "m", .doc = "Ground that has these heights in every row."),
};
static oro_status run(oro_run *r, const void *p) {
    const drawn *a = p;
    (void)r;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] = (uint32_t)x < a->line->count ? a->line->heights[x] : 0.0f;
    return ORO_OK;
}
ORO_OPERATOR(drawn, "Draw heights out", .family = "generate", .version = 1, .run = run, .words = "extrude",
             .doc = "Makes ground of the heights along a line.", .example = "middle.npz ground.npy");
C
}

check_kind() {
    found_in "$kind" "the schema" "#/\$defs/wire.$kind" cat "$work/emitted/docs/schema/scene.schema.json"
    found_in "$kind" "the catalogue of kinds" "{\"name\": \"$kind\", \"noun\"" cat "$work/emitted/docs/schema/catalogue.json"
    found_in "$kind" "the catalogue of arguments" "\"type\": \"$kind\", \"direction\": \"out\"" cat "$work/emitted/docs/schema/catalogue.json"
    found_in "$kind" "the reference" "| \`line\` | input $kind |" cat "$work/emitted/docs/operators/drawn.md"
    found_in "$kind" "the C header" "const oro_$kind *line;" cat "$work/emitted/include/orogen/operators.h"
    found_in "$kind" "the help" "$kind out" "$work/build/orogen" crossing --help

    # Along a wire, twice, of which the second time is cached; into a file; and out of it as a map.
    cd "$work"
    cat >scene.oro.json <<'SCENE'
{"orogen": 1, "world": {"extent": 640, "height": [-1000, 1000], "resolution": 65}, "nodes": [
  {"id": "land", "op": "noise"},
  {"id": "line", "op": "crossing"}, {"id": "again", "op": "crossing", "args": {"height": "land"}},
  {"id": "ground", "op": "drawn", "args": {"line": "line"}}, {"id": "other", "op": "drawn", "args": {"line": "again"}}],
 "outputs": [{"from": "line", "file": "line.npz"}, {"from": "ground", "file": "ground.npy"}, {"from": "other", "file": "other.npy"}]}
SCENE
    "$work/build/orogen" build scene.oro.json -o out >build.txt 2>&1 || { cat build.txt; fail "a scene with a $kind does not build"; }
    grep -q '^  again .*cached' build.txt || { cat build.txt; fail "the same $kind is made twice"; }
    grep -q "wrote out/line.npz (65 heights)" build.txt || { cat build.txt; fail "the $kind is not described"; }
    python3 - <<'PYTHON' || fail "the archive does not hold the strip's numbers"
import struct, zipfile
archive = zipfile.ZipFile("out/line.npz")
assert archive.testzip() is None and archive.namelist() == ["heights.npy", "step.npy"], archive.namelist()
heights = archive.read("heights.npy")[128:]
assert len(heights) == 65 * 4 and struct.unpack("<d", archive.read("step.npy")[128:]) == (10.0,)
ground = open("out/ground.npy", "rb").read()[128:]
assert ground == heights * 65, "the wire did not carry the heights"
PYTHON
    cmp -s out/ground.npy out/other.npy || fail "the cached $kind is another"
    echo "$kind goes along a wire, is cached and saved"

    sed 's/{"line": "line"}/{"line": "land"}/' scene.oro.json >wrong.oro.json
    ! "$work/build/orogen" validate wrong.oro.json >wrong.txt 2>&1 || fail "a map passed for a $kind"
    grep -q "land (noise) makes no $kind" wrong.txt || { cat wrong.txt; fail "the refusal does not say what is missing"; }
    echo "a wire of another kind is refused"
}
