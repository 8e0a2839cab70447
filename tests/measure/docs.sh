#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: docs.sh OROGEN
# Every command of the documentation at the size it has there; `./dev test` runs them small.
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
exec /usr/bin/python3 "$root/tests/docs.py" "$1" "$root" full
