#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: install.sh BUILD_DIR SOURCE_DIR
# Installs into a scratch folder, moves it, and builds and runs the C examples against the copy: with pkg-config, and with
# find_package. The installed program runs too.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$2")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"

cmake --install "$build" --prefix "$here/first" >/dev/null
mv first moved
pc=$(find moved -name orogen.pc)
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(realpath "$(dirname "$pc")")
"$here/moved/bin/orogen" --version

read -ra flags <<<"$(pkg-config --cflags --libs orogen)"
count=0
for file in "$source"/examples/c/*.c; do
    name=$(basename "$file" .c)
    mkdir -p "by-pkg-config/$name"
    cc -std=c17 -Wall -Wextra -Werror -o "by-pkg-config/$name/run" "$file" "${flags[@]}"
    (cd "by-pkg-config/$name" && ./run >/dev/null)
    count=$((count + 1))
done
[ "$count" -ge 3 ]

mkdir project
cat >project/CMakeLists.txt <<TEXT
cmake_minimum_required(VERSION 3.20)
project(user C)
set(CMAKE_C_STANDARD 17)
find_package(orogen $(pkg-config --modversion orogen) REQUIRED)
file(GLOB files "$source/examples/c/*.c")
foreach(file \${files})
  get_filename_component(name \${file} NAME_WE)
  add_executable(\${name} \${file})
  target_link_libraries(\${name} PRIVATE orogen::orogen)
endforeach()
TEXT
cmake -S project -B by-cmake -DCMAKE_PREFIX_PATH="$here/moved" >/dev/null
cmake --build by-cmake >/dev/null
for file in "$source"/examples/c/*.c; do
    name=$(basename "$file" .c)
    mkdir -p "by-cmake/run/$name"
    (cd "by-cmake/run/$name" && ../../"$name" >/dev/null)
    for made in "by-pkg-config/$name"/*; do
        [ "$(basename "$made")" = run ] || cmp "$made" "by-cmake/run/$name/$(basename "$made")"
    done
done

# Every public header stands on its own.
for header in "$source"/include/orogen/*.h; do
    printf '#include <orogen/%s>\nint main(void) { return 0; }\n' "$(basename "$header")" >alone.c
    cc -std=c17 -Wall -Wextra -Werror -fsyntax-only alone.c "${flags[@]}"
done
echo "$count examples, built both ways"
