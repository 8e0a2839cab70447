#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: limits.sh SOURCE_DIR
# Every number of docs/limits.md is the one in the code.
set -euo pipefail
cd "$1"
faults=0
while IFS='|' read -r _ what most name _; do
    name=$(tr -d ' `' <<<"$name")
    most=$(tr -d ' ' <<<"$most")
    [[ $most =~ ^[0-9]+$ ]] || continue
    # "#define NAME value" or "NAME = value" of an enum; shifts and casts are worked out by the shell.
    value=$(grep -rhoE "(define +$name +|\b$name = )[^,/}]*" src include | head -n 1 | sed -E "s/^define +$name +//; s/^$name = //; s/\(size_t\)//")
    if [ -z "$value" ] || [ $(($value)) -ne "$most" ]; then
        echo "docs/limits.md says $most for $what, $name says ${value:-nothing}"
        faults=$((faults + 1))
    fi
done < <(grep '^| ' docs/limits.md | tail -n +2)
echo "$faults faults"
[ "$faults" -eq 0 ]
