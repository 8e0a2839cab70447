# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Writes a C file that holds the example scenes, so that the program works alone.
# cmake -DFROM=folder -DTO=file.c -P embed_scenes.cmake
include(${CMAKE_CURRENT_LIST_DIR}/embed_bytes.cmake)
file(GLOB_RECURSE scenes RELATIVE ${FROM} ${FROM}/*.oro.json)
list(SORT scenes)
set(data "")
set(table "")
set(count 0)
foreach(scene IN LISTS scenes)
  bytes_of(${FROM}/${scene} bytes)
  string(REGEX REPLACE "\\.oro\\.json$" "" name "${scene}")
  string(APPEND data "static const char scene_${count}[] = {${bytes}0};\n")
  string(APPEND table "    {\"${name}\", scene_${count}, sizeof scene_${count} - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${TO}.new "// GENERATED from examples/scenes at build time.\n#include \"cli/examples.h\"\n\n${data}
const cli_example cli_examples[] = {\n${table}    {0},\n};\n")
file(COPY_FILE ${TO}.new ${TO} ONLY_IF_DIFFERENT)
