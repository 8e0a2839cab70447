# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# A part of test_guides.sh: the operator of docs/write-an-operator.md. It must be in the help, the schema, the catalogue, the
# reference, its pictures and the C header, and work; and without the unit of one row of its table it must not build.
operator_guide=docs/write-an-operator.md

# The first ```c block, the path in the text before it, and the OP line.
plant_operator() {
    local line
    operator_path=$(grep -oE 'src/op/[a-z]+/[a-z0-9_]+\.c' "$operator_guide" | head -n 1)
    line=$(grep -E '^OP\([a-z]+, [a-z0-9_]+\)$' "$operator_guide" | head -n 1)
    [ -n "$operator_path" ] && [ -n "$line" ] || fail "$operator_guide names no file below src/op or no line for ops.def"
    operator=$(basename "$operator_path" .c)
    [ ! -f "$operator_path" ] || fail "$operator_path is in the tree already, so the guide's example is no new operator"
    awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' "$operator_guide" >"$tree/$operator_path"
    [ -s "$tree/$operator_path" ] || fail "$operator_guide has no \`\`\`c block"
    echo "$line" >>"$tree/src/op/ops.def"
    operator_flag=$(sed -nE "s/^ *ORO_ARG\($operator, ([a-z0-9_]+), .*\.def = .*/\1/p" "$tree/$operator_path" | head -n 1)
}

check_operator() {
    operator_found_in() {
        local where=$1
        shift
        found_in "$operator" "$where" "$operator" "$@"
    }
    operator_found_in "the list of operators" "$work/build/orogen" ops
    operator_found_in "its help" "$work/build/orogen" "$operator" --help
    found_in "$operator_flag" "the help of $operator" "--${operator_flag//_/-}" "$work/build/orogen" "$operator" --help
    operator_found_in "the schema" cat "$work/emitted/docs/schema/scene.schema.json"
    operator_found_in "the catalogue" cat "$work/emitted/docs/schema/catalogue.json"
    operator_found_in "the reference's index" cat "$work/emitted/docs/operators/index.md"
    operator_found_in "its reference page" cat "$work/emitted/docs/operators/$operator.md"
    operator_found_in "the C header" cat "$work/emitted/include/orogen/operators.h"
    "$work/build/orogen-pictures" operators "$tree" "$operator" >"$work/pictures.log" 2>&1 ||
        { cat "$work/pictures.log"; fail "no picture was drawn"; }
    [ -s "$tree/docs/images/operators/$operator.png" ] || fail "$operator has no picture"
    echo "$operator has a picture"

    # It works: the flat map it is given comes out changed.
    (cd "$work" && "$work/build/orogen" constant --height 20 --size 33 --extent 100 flat.npy &&
        "$work/build/orogen" "$operator" flat.npy raised.npy) >"$work/run.log" 2>&1 || { cat "$work/run.log"; fail "$operator does not run"; }
    [ -s "$work/raised.npy" ] || fail "$operator wrote nothing"
    ! cmp -s "$work/flat.npy" "$work/raised.npy" || fail "$operator changed nothing"
    refused_without unit
    refused_without doc
}

# Takes the column out of the row of the first number.
refused_without() {
    local column=$1 path=$tree/$operator_path
    cp "$path" "$work/kept.c"
    sed -i -E "/ORO_ARG\($operator, $operator_flag,/s/, \.$column = \"[^\"]*\"//" "$path"
    ! cmp -s "$path" "$work/kept.c" || fail "there is no .$column in the row of $operator_flag"
    if build; then fail "a row without .$column was built"; fi
    grep -q "$operator_flag" "$work/build.log" || { tail -n 20 "$work/build.log"; fail "the refusal does not name $operator_flag"; }
    cp "$work/kept.c" "$path"
    echo "a row without .$column is refused"
}
