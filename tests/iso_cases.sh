#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: iso_cases.sh SOURCE_DIR
# The table of marching cubes is what its program derives.
set -euo pipefail
/usr/bin/python3 "$1/tools/iso_cases.py" | cmp - "$1/src/solve/iso_cases.h"
