#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: list_files.sh [PATTERN ...]
# The files of the project, changed and new ones included, ended by zero bytes. Where this is no git checkout (an unpacked
# archive, or somebody else's folder), everything but what a build leaves behind.
set -euo pipefail
cd "$(dirname "$0")/.."

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard -- "$@"
else
    names=()
    for pattern in "$@"; do names+=(-o -name "$pattern"); done
    [ ${#names[@]} -gt 0 ] || names=(-o -name '*')
    find . \( -path './build*' -o -path ./out -o -path ./fuzz-out -o -path ./.git \) -prune -o -type f \( "${names[@]:1}" \) -print0
fi | while IFS= read -r -d '' file; do
    [ ! -f "$file" ] || printf '%s\0' "${file#./}"
done
