#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: test_guides.sh
# Are the guides true? Is an operator really one file and one line (docs/write-an-operator.md), and a kind of data its struct,
# one file and one row (docs/write-a-kind.md)? Their code is taken from the text and put into one copy of the tree, which is
# built once; then each is looked for in all that follows from a table. The parts are guide_operator.sh and guide_kind.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
mkdir "$tree" "$work/emitted"
tools/list_files.sh | tar --null -T - -cf - | tar -xf - -C "$tree"

fail() {
    echo "$*"
    exit 1
}

# Unoptimised and for one CPU level: what counts here is that everything is found.
build() {
    cmake -S "$tree" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DOROGEN_TESTS=OFF \
        -DOROGEN_BENCH=OFF -DOROGEN_LEVELS=OFF >"$work/configure.log" 2>&1 || { cat "$work/configure.log"; return 1; }
    cmake --build "$work/build" --target orogen orogen-emit orogen-pictures >"$work/build.log" 2>&1
}

# found_in NAME WHERE TEXT COMMAND…: what the command prints has the text, a whole word.
found_in() {
    local name=$1 where=$2 text=$3
    shift 3
    "$@" 2>&1 | grep -wF -- "$text" >/dev/null || fail "$name is not in $where: $text"
    echo "$name is in $where"
}

source tools/guide_operator.sh
source tools/guide_kind.sh
plant_operator
plant_kind
build || { grep -E 'error|warning' -A 5 "$work/build.log" | head -n 40; fail "the tree with the guides' code does not build"; }
! grep -q 'warning:' "$work/build.log" || { grep 'warning:' "$work/build.log"; fail "the guides' code is built with warnings"; }
"$tree/tools/check_layers.sh" "$tree" >"$work/layers.log" || { cat "$work/layers.log"; fail "the guides' code breaks the layers"; }
"$work/build/orogen-emit" write "$work/emitted"
check_operator
check_kind
