#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Are the sources in the format of .clang-format? With --fix: bring them there. Generated files are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(--dry-run -Werror --ferror-limit=1)
[ "${1:-}" != --fix ] || mode=(-i)

tools/list_files.sh '*.c' '*.h' | grep -zvxF include/orogen/operators.h | xargs -0 clang-format "${mode[@]}"
