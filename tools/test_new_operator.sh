#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Is an operator really one file and one line? Takes the code and the line from docs/write-an-operator.md, puts them into a
# copy of the tree, builds it, and looks for the new operator in the help, the schema, the catalogue, the reference, its
# pictures and the C header. Then takes the unit away from one row of its table and expects the build to refuse it.
set -euo pipefail
cd "$(dirname "$0")/.."
guide=docs/write-an-operator.md

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
mkdir "$tree"
tools/list_files.sh | tar --null -T - -cf - | tar -xf - -C "$tree"

fail() {
    echo "$*"
    exit 1
}

# The first ```c block, the path in the text before it, and the OP line.
path=$(grep -oE 'src/op/[a-z]+/[a-z0-9_]+\.c' "$guide" | head -n 1)
line=$(grep -E '^OP\([a-z]+, [a-z0-9_]+\)$' "$guide" | head -n 1)
[ -n "$path" ] && [ -n "$line" ] || fail "$guide names no file below src/op or no line for ops.def"
name=$(basename "$path" .c)
[ ! -f "$path" ] || fail "$path is in the tree already, so the guide's example is no new operator"
awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' "$guide" >"$tree/$path"
[ -s "$tree/$path" ] || fail "$guide has no \`\`\`c block"
echo "$line" >>"$tree/src/op/ops.def"

# Unoptimised: what counts here is that everything is found.
build() {
    cmake -S "$tree" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DOROGEN_TESTS=OFF \
        -DOROGEN_BENCH=OFF >"$work/configure.log" 2>&1 || { cat "$work/configure.log"; return 1; }
    cmake --build "$work/build" --target orogen orogen-emit orogen-pictures >"$work/build.log" 2>&1
}

build || { tail -n 40 "$work/build.log"; fail "the tree with the guide's operator does not build"; }
mkdir "$work/emitted"
"$work/build/orogen-emit" write "$work/emitted"
found_in() {
    local where=$1
    shift
    "$@" 2>&1 | grep -w -- "$name" >/dev/null || fail "$name is not in $where"
    echo "$name is in $where"
}
found_in "the list of operators" "$work/build/orogen" ops
found_in "its help" "$work/build/orogen" "$name" --help
first_flag=$(sed -nE "s/^ *ORO_ARG\($name, ([a-z0-9_]+), .*\.def = .*/\1/p" "$tree/$path" | head -n 1)
"$work/build/orogen" "$name" --help 2>&1 | grep -q -- "--${first_flag//_/-}" || fail "--$first_flag is not in the help of $name"
found_in "the schema" cat "$work/emitted/docs/schema/scene.schema.json"
found_in "the catalogue" cat "$work/emitted/docs/schema/catalogue.json"
found_in "the reference's index" cat "$work/emitted/docs/operators/index.md"
found_in "its reference page" cat "$work/emitted/docs/operators/$name.md"
"$work/build/orogen-pictures" operators "$tree" >"$work/pictures.log" 2>&1 || { cat "$work/pictures.log"; fail "no pictures were drawn"; }
[ -s "$tree/docs/images/operators/$name.png" ] || fail "$name has no picture"
echo "$name has a picture"
found_in "the C header" cat "$work/emitted/include/orogen/operators.h"

# It works: the flat map it is given comes out changed.
(cd "$work" && "$work/build/orogen" constant --height 20 --size 33 --extent 100 flat.npy &&
    "$work/build/orogen" "$name" flat.npy raised.npy) >"$work/run.log" 2>&1 || { cat "$work/run.log"; fail "$name does not run"; }
[ -s "$work/raised.npy" ] || fail "$name wrote nothing"
cmp -s "$work/flat.npy" "$work/raised.npy" && fail "$name changed nothing"

refused_without() {
    local column=$1
    cp "$tree/$path" "$work/kept.c"
    # Take the column out of the row of the first number.
    sed -i -E "/ORO_ARG\($name, $first_flag,/s/, \.$column = \"[^\"]*\"//" "$tree/$path"
    ! cmp -s "$tree/$path" "$work/kept.c" || fail "there is no .$column in the row of $first_flag"
    if build; then fail "a row without .$column was built"; fi
    grep -q "$first_flag" "$work/build.log" || { tail -n 20 "$work/build.log"; fail "the refusal does not name $first_flag"; }
    cp "$work/kept.c" "$tree/$path"
    echo "a row without .$column is refused"
}
refused_without unit
refused_without doc
