#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: install.sh BUILD_DIR SOURCE_DIR
# Installs into a scratch folder, moves it, and builds and runs the C examples against the copy, with the shared library and
# with the static ones: with pkg-config, and with find_package. All must make the same files. The installed program runs too.
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

export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(realpath "$(dirname "$(find moved -name liborogen.so)")")

# What those examples read that read something.
cat >scene.oro.json <<'TEXT'
{"orogen": 1, "world": {"extent": 1280, "height": [-500, 500], "resolution": 129}, "nodes": [{"id": "hills", "op": "noise"}]}
TEXT

# by_pkg_config PACKAGE needs|lacks: builds every example with it, and looks whether the programs need the shared library.
by_pkg_config() {
    local package=$1 flags file name
    read -ra flags <<<"$(pkg-config --cflags --libs "$package")"
    for file in "$source"/examples/c/*.c; do
        name=$(basename "$file" .c)
        mkdir -p "$package/$name"
        cc -std=c17 -Wall -Wextra -Werror -o "$package/$name/run" "$file" "${flags[@]}"
        if readelf -d "$package/$name/run" | grep -q 'NEEDED.*liborogen'; then [ "$2" = needs ]; else [ "$2" = lacks ]; fi
        cp scene.oro.json "$package/$name"
        (cd "$package/$name" && ./run >/dev/null)
        count=$((count + 1))
    done
}

# same_files NAME FOLDER: what the example made with the shared library lies in FOLDER too, byte for byte.
same_files() {
    local made
    for made in "orogen/$1"/*; do
        [ "$(basename "$made")" = run ] || diff -r "$made" "$2/$(basename "$made")"
    done
}

count=0
by_pkg_config orogen needs
by_pkg_config orogen-static lacks
[ "$count" -ge 6 ]

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
  add_executable(\${name}-shared \${file})
  target_link_libraries(\${name}-shared PRIVATE orogen::shared)
endforeach()
TEXT
cmake -S project -B by-cmake -DCMAKE_PREFIX_PATH="$here/moved" >/dev/null
cmake --build by-cmake >/dev/null
for file in "$source"/examples/c/*.c; do
    name=$(basename "$file" .c)
    same_files "$name" "orogen-static/$name"
    for program in "$name" "$name-shared"; do
        mkdir -p "by-cmake/run/$program"
        cp scene.oro.json "by-cmake/run/$program"
        (cd "by-cmake/run/$program" && ../../"$program" >/dev/null)
        same_files "$name" "by-cmake/run/$program"
    done
done

# Every public header stands on its own, in C and in C++.
read -ra flags <<<"$(pkg-config --cflags orogen)"
for header in "$source"/include/orogen/*.h; do
    printf '#include <orogen/%s>\nint main(void) { return 0; }\n' "$(basename "$header")" >alone.c
    cc -std=c17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only alone.c "${flags[@]}"
    c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ alone.c "${flags[@]}"
done

# Programs of other headers: one of the next minor version is refused in a sentence, and one whose description ended earlier
# is served.
cat >begin.c <<'TEXT'
#include <orogen/orogen.h>
#include <stdio.h>
int main(void) {
    oro_error error;
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 3}, &error);
    printf("%s %d\n", ctx ? "served" : error.sentence, ctx ? oro_thread_count(ctx) : 0);
    oro_destroy(ctx);
    return 0;
}
TEXT
# begins EDIT WORDS: with the headers changed by the sed script, the program says WORDS.
begins() {
    rm -rf changed
    cp -r moved/include changed
    sed -i -E "$1" changed/orogen/base.h
    if cmp -s changed/orogen/base.h moved/include/orogen/base.h; then echo "nothing was changed by $1"; return 1; fi
    cc -std=c17 -Wall -Wextra -Werror -Ichanged -o begin begin.c "-L$LD_LIBRARY_PATH" -lorogen
    ./begin | tee begin.txt
    grep -qF "$2" begin.txt
}
version=$(pkg-config --modversion orogen)
major=${version%%.*} minor=${version#*.}
minor=${minor%%.*}
begins 's/^(#define ORO_VERSION_PATCH +).*/\199/' "served 3"
begins "s/^(#define ORO_VERSION_MINOR +).*/\1$((minor + 1))/" "compiled for Orogen $major.$((minor + 1)) but runs with the library"
begins '/^    (oro_log_fn \*log|void \*log_user);$/d' "served 3"
echo "$count examples, built with pkg-config and with CMake"
